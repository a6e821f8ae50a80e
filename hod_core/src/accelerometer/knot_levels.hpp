// SPDX-License-Identifier: Apache-2.0
#ifndef KNOT_LEVELS_HPP_
#define KNOT_LEVELS_HPP_

#include <memory>

#include "recovery_search.hpp"

namespace hod::detail
{

/// A distance of knots, and the motion found with it.
struct Level
{
  double spacing = 0.0;       ///< [s]
  double freedom = 0.0;       ///< of the liveliest joint
  double squares_left = 0.0;  ///< (residual / noise)² by degrees of freedom
  std::unique_ptr<RecoveryProblem> problem;
  std::unique_ptr<BandedLeastSquares> solver;  ///< with the equations of the motion
  Fit fit;
  bool given_up = false;  ///< whether denser knots were needed and led to no end of the steps

  /// Knots there are by those that the motion needs.
  double share_of_knots() const;
};

/// The same weight all along, for every joint.
RoughnessWeights constant_weights(const RecoveryPlan & plan, double smoothing);

/// Knots as dense as the motion needs, and its roughness weighed as the readings make most likely.
Level level_by_evidence(Search & search);

/// What is left with the first knots after a few steps: a sum of squares.
double rough_cost(Search & search);

}  // namespace hod::detail

#endif  // KNOT_LEVELS_HPP_

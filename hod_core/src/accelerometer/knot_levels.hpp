// SPDX-License-Identifier: Apache-2.0
#ifndef KNOT_LEVELS_HPP_
#define KNOT_LEVELS_HPP_

#include <memory>

#include "recovery_search.hpp"

namespace hod::detail
{

/// A knot spacing, and the motion found with it.
struct Level
{
  double spacing = 0.0;       ///< [s]
  double freedom = 0.0;       ///< of the joint that moves most
  double squares_left = 0.0;  ///< (residual / noise)² by degrees of freedom
  std::unique_ptr<RecoveryProblem> problem;
  std::unique_ptr<BandedLeastSquares> solver;  ///< with the equations of the motion
  Fit fit;
  bool given_up = false;  ///< whether denser knots were needed but did not converge

  /// Ratio of the number of knots to the number that the motion needs.
  double share_of_knots() const;
};

/// A weight that is constant in time, for every joint.
RoughnessWeights constant_weights(const RecoveryPlan & plan, double smoothing);

/// Knots as dense as the motion needs, with the roughness weighted for maximum likelihood.
Level level_by_evidence(Search & search);

/// The sum of squares with the first knots after a few steps.
double rough_cost(Search & search);

}  // namespace hod::detail

#endif  // KNOT_LEVELS_HPP_

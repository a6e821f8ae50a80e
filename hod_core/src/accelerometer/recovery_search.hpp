// SPDX-License-Identifier: Apache-2.0
#ifndef RECOVERY_SEARCH_HPP_
#define RECOVERY_SEARCH_HPP_

#include <string>
#include <vector>

#include "descent.hpp"

namespace hod::detail
{

/// A search for the motion behind readings, with the current knots of the plan.
struct Search
{
  const Robot & robot;
  const RecoveryOptions & options;
  RecoveryPlan plan;
  bool thorough = true;  ///< all initial guesses, not only until two agree
  std::vector<std::string> warnings;
  int iterations = 0;
  bool trial = false;  ///< of a possible explanation: its motion is not used

  /// Gauss-Newton steps from a motion.
  Fit descend(RecoveryProblem & problem, BandedLeastSquares & solver, RecoveryState from);

  /// The results of all initial guesses, or of those until two agree; the best first.
  std::vector<Fit> contenders(RecoveryProblem & problem, BandedLeastSquares & solver);

  /// The least cost after a few steps from the most promising initial guesses.
  double promise(RecoveryProblem & problem, BandedLeastSquares & solver) const;

  /// A motion from fewer knots, or the user's guess, whichever fits better.
  RecoveryState continued(RecoveryProblem & problem, const RecoveryState & found) const;

private:
  Fit descend_from_afar(RecoveryProblem & problem, BandedLeastSquares & solver, RecoveryState from);
  std::vector<RecoveryState> beginnings(RecoveryProblem & problem, bool hasty) const;
};

}  // namespace hod::detail

#endif  // RECOVERY_SEARCH_HPP_

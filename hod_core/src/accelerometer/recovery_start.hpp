// SPDX-License-Identifier: Apache-2.0
#ifndef RECOVERY_START_HPP_
#define RECOVERY_START_HPP_

#include <vector>

#include "recovery_problem.hpp"

namespace hod::detail
{

/// Initial positions (one row per instant, one column per joint of the robot).
struct FirstGuess
{
  std::vector<double> times;
  RowMatrix positions;
};

/// The given guess; otherwise the integrated readings, if possible, and a smooth curve between the
/// known ends.
///
/// @param hasty only as many as are needed to compare descriptions of one recording
std::vector<FirstGuess> first_guesses(
  const Robot & robot, const RecoveryPlan & plan, const RecoveryOptions & options, bool hasty);

/// The spline near a guess that meets the known ends.
RecoveryState state_near(const Robot & robot, const RecoveryPlan & plan, const FirstGuess & guess);
RecoveryState state_near(
  const Robot & robot, const RecoveryPlan & plan, const PiecewisePolynomial & motion);

/// Throws hod::Error unless the sensors observe all joints somewhere along a guess.
void require_observed_along(
  const Robot & robot, const RecoveryPlan & plan, const FirstGuess & guess);

}  // namespace hod::detail

#endif  // RECOVERY_START_HPP_

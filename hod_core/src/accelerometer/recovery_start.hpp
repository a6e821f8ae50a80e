// SPDX-License-Identifier: Apache-2.0
#ifndef RECOVERY_START_HPP_
#define RECOVERY_START_HPP_

#include <vector>

#include "recovery_problem.hpp"

namespace hod::detail
{

/// Positions (a row per instant, a column per joint of the robot) to begin with.
struct FirstGuess
{
  std::vector<double> times;
  RowMatrix positions;
};

/// The guess that was given; or else the readings integrated, if they can be, and a smooth curve
/// between the known ends.
///
/// @param hasty the fewest that will do to compare descriptions of one recording
std::vector<FirstGuess> first_guesses(
  const Robot & robot, const RecoveryPlan & plan, const RecoveryOptions & options, bool hasty);

/// The spline near a guess that meets the known ends.
RecoveryState state_near(const Robot & robot, const RecoveryPlan & plan, const FirstGuess & guess);
RecoveryState state_near(
  const Robot & robot, const RecoveryPlan & plan, const PiecewisePolynomial & motion);

/// Throws hod::Error unless the sensors see all joints somewhere along a guess.
void require_observed_along(
  const Robot & robot, const RecoveryPlan & plan, const FirstGuess & guess);

}  // namespace hod::detail

#endif  // RECOVERY_START_HPP_

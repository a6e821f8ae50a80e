// SPDX-License-Identifier: Apache-2.0
#ifndef RECOVERY_REPORT_HPP_
#define RECOVERY_REPORT_HPP_

#include <string>
#include <vector>

#include "descent.hpp"

namespace hod::detail
{

/// Throws hod::Error for sensor unknowns that the motion or other unknowns can compensate for.
///
/// @param solver with the equations at a state, without damping
void require_told_apart(const RecoveryPlan & plan, const BandedLeastSquares & solver);

/// Throws hod::Error for control points that nothing determines.
void require_determined(
  const Robot & robot, const RecoveryPlan & plan, const BandedLeastSquares & solver);

/// The results of a fit, without the readings that were used.
///
/// @param solver with the equations at its state, without damping
Recovery report(
  const Robot & robot, const RecoveryProblem & problem, const BandedLeastSquares & solver,
  const Fit & fit, int iterations, std::vector<std::string> warnings);

}  // namespace hod::detail

#endif  // RECOVERY_REPORT_HPP_

// SPDX-License-Identifier: Apache-2.0
// Alternative motions near the one found, where the readings are least informative.
#ifndef HOD__SRC__ACCELEROMETER__BESIDE_HPP_
#define HOD__SRC__ACCELEROMETER__BESIDE_HPP_

#include <vector>

#include "recovery_search.hpp"

namespace hod::detail
{

/// Other motions that explain the readings. For each joint, points far outside the band are
/// prescribed where its position is least certain; from there, steps proceed freely. They lead back
/// or, for example where an arm may bend either way, to another motion.
///
/// @param solver with the equations at the fit, before and after the call
/// @param noise_ratio ratio of residuals to the stated noise
std::vector<RecoveryState> states_beside(
  Search & search, RecoveryProblem & problem, BandedLeastSquares & solver, const Fit & fit,
  double noise_ratio);

/// Throws hod::Error if the readings allow positions much farther away than the bands say, which
/// are based on equations linearized at the motion found. Where positions are least certain, a
/// motion through a point outside the band is sought, and the increase of the sum of squares is
/// compared with the increase that the band predicts.
///
/// @param solver has other equations afterwards
void require_band(
  Search & search, RecoveryProblem & problem, BandedLeastSquares & solver, const Fit & fit,
  const Recovery & found);

}  // namespace hod::detail

#endif  // HOD__SRC__ACCELEROMETER__BESIDE_HPP_

// SPDX-License-Identifier: Apache-2.0
// Motions beside the one that was found, where the readings tell least.
#ifndef HOD__SRC__ACCELEROMETER__BESIDE_HPP_
#define HOD__SRC__ACCELEROMETER__BESIDE_HPP_

#include <vector>

#include "recovery_search.hpp"

namespace hod::detail
{

/// Other motions that explain the readings: of each joint, where its position is known worst,
/// points far beside the band are prescribed, and from there steps go on freely. They lead back,
/// or, as where an arm may bend either way, elsewhere.
///
/// @param solver with the equations at the fit, also afterwards
/// @param noise_ratio what residuals are of the stated noise
std::vector<RecoveryState> states_beside(
  Search & search, RecoveryProblem & problem, BandedLeastSquares & solver, const Fit & fit,
  double noise_ratio);

/// Throws hod::Error if the readings allow positions much farther away than the bands say, which
/// follow from equations that are linear at the motion found: where positions are known worst, a
/// motion through a point beside the band is sought, and the sum of squares that it costs compared
/// with what the band promises.
///
/// @param solver ends with other equations
void require_band(
  Search & search, RecoveryProblem & problem, BandedLeastSquares & solver, const Fit & fit,
  const Recovery & found);

}  // namespace hod::detail

#endif  // HOD__SRC__ACCELEROMETER__BESIDE_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__ACCELEROMETER__BAND_CHECK_HPP_
#define HOD__SRC__ACCELEROMETER__BAND_CHECK_HPP_

#include "recovery_search.hpp"

namespace hod::detail
{

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

#endif  // HOD__SRC__ACCELEROMETER__BAND_CHECK_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__ACCELEROMETER__MOTION_COVARIANCE_HPP_
#define HOD__SRC__ACCELEROMETER__MOTION_COVARIANCE_HPP_

#include "banded_least_squares.hpp"
#include "hod/accelerometer/motion_covariance.hpp"
#include "recovery_plan.hpp"

namespace hod::detail
{

/// How sure a motion is, from the equations that found it.
///
/// @param noise_ratio what residuals are of the noise that the equations are divided by
MotionCovariance motion_covariance(
  const Robot & robot, const RecoveryPlan & plan, const BandedLeastSquares & solver,
  double noise_ratio);

}  // namespace hod::detail

#endif  // HOD__SRC__ACCELEROMETER__MOTION_COVARIANCE_HPP_

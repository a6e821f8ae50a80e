// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__ACCELEROMETER__MOTION_COVARIANCE_HPP_
#define HOD__SRC__ACCELEROMETER__MOTION_COVARIANCE_HPP_

#include "banded_least_squares.hpp"
#include "hod/accelerometer/motion_covariance.hpp"
#include "recovery_plan.hpp"

namespace hod::detail
{

/// Uncertainty of a motion, from the equations that determined it.
///
/// @param noise_ratio ratio of residuals to the noise by which the equations are divided
MotionCovariance motion_covariance(
  const Robot & robot, const RecoveryPlan & plan, const BandedLeastSquares & solver,
  double noise_ratio);

}  // namespace hod::detail

#endif  // HOD__SRC__ACCELEROMETER__MOTION_COVARIANCE_HPP_

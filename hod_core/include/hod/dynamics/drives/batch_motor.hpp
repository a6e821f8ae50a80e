// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__DRIVES__BATCH_MOTOR_HPP_
#define HOD__DYNAMICS__DRIVES__BATCH_MOTOR_HPP_

#include "hod/dynamics/forces/batch.hpp"

namespace hod
{

/// Output arrays of batch_motor(), C order; null for outputs that are not wanted.
struct MotorArrays
{
  double * force = nullptr;   ///< states × (order + 1) × dof: Q, Q', …
  double * motor = nullptr;   ///< states × (order + 1) × dof: θ, θ', …
  double * torque = nullptr;  ///< states × (order − 1) × dof: τ, τ', …
};

/// Whether a motor's motion depends on earlier states, as it does with damped springs.
bool motors_remember(const Robot & robot);

/// The forces that the joints need, and the motion and torque of the motors of an elastic robot
/// that produce them.
///
/// @param states at least order + 3 rows
/// @param order of the forces, at least ElasticDrive::kMinOrder
/// @param along whether the states form one motion at their times, so that damped springs are
///   treated exactly, as in DriveHistory; otherwise each state is independent, as in
///   motor_motion()
/// @param threads 0: one per core
///
/// Throws hod::Error for a robot that is not elastic, and for arguments that do not fit.
void batch_motor(
  const Robot & robot, const States & states, int order, const MotorArrays & arrays, bool along,
  int threads = 0);

}  // namespace hod

#endif  // HOD__DYNAMICS__DRIVES__BATCH_MOTOR_HPP_

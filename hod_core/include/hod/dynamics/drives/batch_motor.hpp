// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__DRIVES__BATCH_MOTOR_HPP_
#define HOD__DYNAMICS__DRIVES__BATCH_MOTOR_HPP_

#include "hod/dynamics/forces/batch.hpp"

namespace hod
{

/// Where batch_motor() writes, C order; null for what is not wanted.
struct MotorArrays
{
  double * force = nullptr;   ///< states × (order + 1) × dof: Q, Q', …
  double * motor = nullptr;   ///< states × (order + 1) × dof: θ, θ', …
  double * torque = nullptr;  ///< states × (order − 1) × dof: τ, τ', …
};

/// Whether a motor's motion depends on what was before: of damped springs it does.
bool motors_remember(const Robot & robot);

/// What the joints need, and what the motors of an elastic robot must do to supply it.
///
/// @param states at least order + 3 rows
/// @param order of the forces, at least ElasticDrive::kMinOrder
/// @param along whether the states are one motion at their times, so that damped springs are
/// treated
///   exactly, as DriveHistory does; otherwise each state stands for itself, as in motor_motion()
/// @param threads 0: one per core
/// Throws hod::Error for a robot that is not elastic and for what does not fit.
void batch_motor(
  const Robot & robot, const States & states, int order, const MotorArrays & arrays, bool along,
  int threads = 0);

}  // namespace hod

#endif  // HOD__DYNAMICS__DRIVES__BATCH_MOTOR_HPP_

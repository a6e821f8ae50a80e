// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/joint_servo.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hod/dynamics/forces/forces.hpp"

namespace hod_ros
{
namespace
{

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

bool is_given(double command)
{
  return std::isfinite(command);
}

double friction(const hod::JointDrive & drive, double speed)
{
  return drive.viscous_friction * speed +
         drive.coulomb_friction * std::tanh(speed / drive.smoothing_speed);
}

/// Whether the effort is all that is commanded.
bool is_effort_alone(const JointOrder & order)
{
  return is_given(order.effort) && !is_given(order.position) && !is_given(order.velocity);
}

}  // namespace

JointServo::JointServo(const hod::Robot & robot, double frequency, bool limit_effort)
: workspace_(robot, 0),
  frequency_(2.0 * M_PI * frequency),
  orders_(
    static_cast<std::size_t>(robot.dof()),
    JointOrder{kNotANumber, kNotANumber, kNotANumber, false, 0.0}),
  drives_(orders_.size()),
  limits_(Eigen::VectorXd::Constant(robot.dof(), hod::JointLimits::kNone)),
  motion_(hod::RowMatrix::Zero(3, robot.dof())),
  still_(Eigen::RowVectorXd::Zero(robot.dof()))
{
  for (int column = 0; column < robot.dof(); ++column)
  {
    const hod::Joint & joint = robot.joint_of(column);
    if (robot.is_elastic())
    {
      drives_[static_cast<std::size_t>(column)] = joint.drive;
    }
    if (limit_effort && joint.limits.effort > 0.0)
    {
      limits_[column] = joint.limits.effort;
    }
  }
}

bool JointServo::is_elastic(Eigen::Index column) const
{
  return !drives_[static_cast<std::size_t>(column)].rigid();
}

double JointServo::wanted_acceleration(
  const JointOrder & order, double position, double velocity) const
{
  if (order.passive || is_effort_alone(order))
  {
    return 0.0;
  }
  if (is_given(order.velocity) && !is_given(order.position))
  {
    return frequency_ * (order.velocity - velocity);
  }
  const bool held = !is_given(order.position);
  const double wanted = held ? order.rest : order.position;
  const double rate = is_given(order.velocity) ? order.velocity : 0.0;
  return frequency_ * (frequency_ * (wanted - position) + 2.0 * (rate - velocity));
}

double JointServo::motor_torque(
  Eigen::Index column, const hod::ArmState & state, double link_force) const
{
  const auto index = static_cast<std::size_t>(column);
  const JointOrder & order = orders_[index];
  if (order.passive)
  {
    return 0.0;
  }
  if (is_effort_alone(order))
  {
    return order.effort;
  }
  const hod::JointDrive & drive = drives_[index];
  const bool fed_forward = is_given(order.effort);
  const double speed = state.motor_velocity[column];
  const double accelerating =
    drive.inertia() * wanted_acceleration(order, state.motor_position[column], speed);
  if (!is_elastic(column))
  {
    const double base = fed_forward ? order.effort - still_[column] : friction(drive, speed);
    return base + link_force + accelerating;
  }
  const double spring = drive.stiffness * (state.motor_position[column] - state.position[column]) +
                        drive.damping * (speed - state.velocity[column]);
  return accelerating + (fed_forward ? order.effort : spring + friction(drive, speed));
}

void JointServo::operator()(double time, const hod::ArmState & state, hod::VectorRef torque)
{
  motion_.row(0) = state.position.transpose();
  motion_.row(1) = state.velocity.transpose();
  motion_.row(2).setZero();
  // Neither fails: the arm itself has been asked for this time before.
  static_cast<void>(workspace_.set_time(time));
  static_cast<void>(hod::forces(workspace_, motion_, 0));
  still_ = workspace_.force().row(0);
  for (Eigen::Index column = 0; column < torque.size(); ++column)
  {
    const JointOrder & order = orders_[static_cast<std::size_t>(column)];
    motion_(2, column) =
      is_elastic(column)
        ? 0.0
        : wanted_acceleration(order, state.position[column], state.velocity[column]);
  }
  static_cast<void>(hod::forces(workspace_, motion_, 0));
  for (Eigen::Index column = 0; column < torque.size(); ++column)
  {
    const double wanted = motor_torque(column, state, workspace_.force()(0, column));
    torque[column] = std::clamp(wanted, -limits_[column], limits_[column]);
  }
}

}  // namespace hod_ros

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
  torques_(orders_.size(), Torque{0.0, 0.0}),
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

/// @param rise what the link's joint force has more with the wanted accelerations
JointServo::Torque JointServo::motor_torque(
  Eigen::Index column, const hod::ArmState & state, double rise) const
{
  const auto index = static_cast<std::size_t>(column);
  const JointOrder & order = orders_[index];
  if (order.passive || is_effort_alone(order))
  {
    return {order.passive ? 0.0 : order.effort, 0.0};
  }
  const hod::JointDrive & drive = drives_[index];
  const double position = state.motor_position[column];
  const double speed = state.motor_velocity[column];
  const double link_force = is_elastic(column)
                              ? drive.stiffness * (position - state.position[column]) +
                                  drive.damping * (speed - state.velocity[column])
                              : still_[column];
  const double needed = link_force + friction(drive, speed);
  const double accelerating = drive.inertia() * wanted_acceleration(order, position, speed);
  return {
    is_given(order.effort) ? order.effort : needed,
    accelerating + (is_elastic(column) ? 0.0 : rise)};
}

double JointServo::share_within_limit(Eigen::Index column, const Torque & torque) const
{
  if (torque.rise == 0.0)
  {
    return 1.0;
  }
  const double bound = torque.rise > 0.0 ? limits_[column] : -limits_[column];
  return std::clamp((bound - torque.base) / torque.rise, 0.0, 1.0);
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
    const double wanted =
      wanted_acceleration(order, state.position[column], state.velocity[column]);
    motion_(2, column) = is_elastic(column) ? 0.0 : wanted;
  }
  static_cast<void>(hod::forces(workspace_, motion_, 0));
  double share = 1.0;
  for (Eigen::Index column = 0; column < torque.size(); ++column)
  {
    Torque & own = torques_[static_cast<std::size_t>(column)];
    own = motor_torque(column, state, workspace_.force()(0, column) - still_[column]);
    share = is_elastic(column) ? share : std::min(share, share_within_limit(column, own));
  }
  for (Eigen::Index column = 0; column < torque.size(); ++column)
  {
    const Torque & own = torques_[static_cast<std::size_t>(column)];
    const double wanted = own.base + (is_elastic(column) ? 1.0 : share) * own.rise;
    torque[column] = std::clamp(wanted, -limits_[column], limits_[column]);
  }
}

}  // namespace hod_ros

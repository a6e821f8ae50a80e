// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/drives/elastic_drive.hpp"

#include <string>
#include <utility>

#include "hod/dynamics/workspace.hpp"
#include "hod/error.hpp"
#include "hod/series/functions.hpp"
#include "motor_torque.hpp"
#include "robot/checks.hpp"

namespace hod
{
namespace
{

/// The drives of the independent joints. In a robot that is not elastic there is nothing between
/// motor and link, and forces() already includes the rotors.
std::vector<JointDrive> drives_of(const Robot & robot)
{
  std::vector<JointDrive> drives(static_cast<std::size_t>(robot.dof()));
  for (int column = 0; robot.is_elastic() && column < robot.dof(); ++column)
  {
    drives[static_cast<std::size_t>(column)] = robot.joint_of(column).drive;
  }
  return drives;
}

}  // namespace

ElasticDrive::ElasticDrive(std::vector<JointDrive> joints) : joints_(std::move(joints))
{
  for (std::size_t joint = 0; joint < joints_.size(); ++joint)
  {
    detail::check(joints_[joint], "drive of joint " + std::to_string(joint));
  }
}

ElasticDrive::ElasticDrive(const Robot & robot) : ElasticDrive(drives_of(robot)) {}

void ElasticDrive::check_order(int order)
{
  if (order < kMinOrder || order > kMaxOrder)
  {
    throw Error(
      "elastic drive: found forces to order " + std::to_string(order) + ", expected order 2 to " +
      std::to_string(kMaxOrder) +
      ", because the motor's acceleration needs the second derivative of the joint force");
  }
}

Result motor_motion(
  const ElasticDrive & drive, const ConstRowMatrixRef & motion, const ConstRowMatrixRef & force,
  RowMatrixRef motor, RowMatrixRef torque)
{
  const int order = static_cast<int>(motor.rows()) - 1;
  const Result result = detail::check_drive_rows(drive, order, motion, force, motor, torque);
  if (result != Result::ok)
  {
    return result;
  }
  for (Eigen::Index column = 0; column < motor.cols(); ++column)
  {
    const JointDrive & joint = drive.joint(column);
    for (int k = 0; k <= order; ++k)
    {
      motor(k, column) =
        motion(k, column) + detail::series_deflection(joint, force, column, k, order);
    }
    detail::write_motor_torque(joint, column, order, force, motor, torque);
  }
  return Result::ok;
}

namespace detail
{

Result check_drive_rows(
  const ElasticDrive & drive, int order, const ConstRowMatrixRef & motion,
  const ConstRowMatrixRef & force, const RowMatrixRef & motor, const RowMatrixRef & torque)
{
  const Eigen::Index columns = drive.dof();
  if (
    motion.cols() != columns || force.cols() != columns || motor.cols() != columns ||
    torque.cols() != columns)
  {
    return Result::wrong_columns;
  }
  if (order > kMaxOrder)
  {
    return Result::order_too_high;
  }
  const bool enough = order >= ElasticDrive::kMinOrder && motion.rows() > order &&
                      force.rows() > order && motor.rows() > order && torque.rows() >= order - 1;
  return enough ? Result::ok : Result::too_few_rows;
}

double series_deflection(
  const JointDrive & joint, const ConstRowMatrixRef & force, Eigen::Index column, int k, int order)
{
  if (joint.rigid())
  {
    return 0.0;
  }
  double sum = force(order, column);
  for (int row = order - 1; row >= k; --row)
  {
    sum = force(row, column) - joint.damping / joint.stiffness * sum;
  }
  return sum / joint.stiffness;
}

void write_motor_torque(
  const JointDrive & joint, Eigen::Index column, int order, const ConstRowMatrixRef & force,
  const RowMatrixRef & motor, RowMatrixRef & torque)
{
  using Speed = Series<kMaxOrder - 1>;
  const auto speed = Speed::from_derivatives(&motor(1, column), order - 1, motor.outerStride());
  Speed friction = joint.viscous_friction * speed;
  if (joint.coulomb_friction > 0.0)
  {
    friction += joint.coulomb_friction * tanh(speed * (1.0 / joint.smoothing_speed));
  }
  for (int k = 0; k <= order - 2; ++k)
  {
    torque(k, column) =
      joint.inertia() * motor(k + 2, column) + force(k, column) + friction.derivative(k);
  }
}

}  // namespace detail
}  // namespace hod

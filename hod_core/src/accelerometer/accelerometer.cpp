// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/accelerometer.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>

#include "hod/error.hpp"
#include "recording_checks.hpp"
#include "text.hpp"

namespace hod
{
namespace
{

using detail::is_countable;
using detail::number;
using detail::sensor_text;

constexpr double kUnitTolerance = 1e-6;
constexpr int kOrder = 2;  // of the motion that readings depend on

void check_countable(const Accelerometer & sensor)
{
  const auto all = [](const auto & numbers) { return numbers.unaryExpr(&is_countable).all(); };
  const Eigen::Vector4d others(sensor.time_offset, sensor.noise, sensor.range, sensor.bias_wander);
  if (
    !all(sensor.position) || !all(sensor.axes) || !all(sensor.misalignment) || !all(sensor.scale) ||
    !all(sensor.bias) || !all(others))
  {
    throw Error(
      sensor_text(sensor) +
      ": found a number that is not finite or beyond 1e50, expected smaller "
      "ones");
  }
}

void check_axes(const Accelerometer & sensor)
{
  if (sensor.axes.rows() < 1)
  {
    throw Error(sensor_text(sensor) + ": found no axis, expected one to three");
  }
  for (Eigen::Index i = 0; i < sensor.axes.rows(); ++i)
  {
    const double length = sensor.axes.row(i).norm();
    if (std::abs(length - 1.0) > kUnitTolerance)
    {
      throw Error(
        sensor_text(sensor) + ", axis " + std::to_string(i) + ": found the length " +
        number(length) + ", expected a unit vector");
    }
  }
  if (std::abs(sensor.misalignment.determinant()) < kUnitTolerance)
  {
    throw Error(
      sensor_text(sensor) + ": found a singular misalignment, expected a matrix near a rotation");
  }
}

void check_numbers(const Accelerometer & sensor)
{
  const auto axes = sensor.axes.rows();
  if ((sensor.scale.head(axes).array() == 0.0).any())
  {
    throw Error(sensor_text(sensor) + ": found a scale of zero, expected another number");
  }
  if (!detail::is_countable_noise(sensor.noise))
  {
    throw Error(
      sensor_text(sensor) + ": found the noise " + number(sensor.noise) + " " + unit_of(sensor) +
      ", expected a positive number, at least 1e-50");
  }
  if (sensor.range < 0.0)
  {
    throw Error(
      sensor_text(sensor) + ": found the range " + number(sensor.range) + " " + unit_of(sensor) +
      ", expected a positive number, or zero if it is not known");
  }
  if (sensor.bias_wander < 0.0)
  {
    throw Error(
      sensor_text(sensor) + ": found a bias wander of " + number(sensor.bias_wander) + " " +
      unit_of(sensor) + "/√s, expected a positive number, or zero for a constant bias");
  }
}

int checked_link(const Robot & robot, const Accelerometer & sensor)
{
  const int link = robot.link_index(sensor.link);
  if (link < 0)
  {
    throw Error(
      sensor_text(sensor) + ": found the link '" + sensor.link + "', expected a link of '" +
      robot.name() + "'");
  }
  check_countable(sensor);
  check_axes(sensor);
  check_numbers(sensor);
  return link;
}

/// Angular motion of a link, in the world's axes.
struct Turning
{
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();      // J q'
  Eigen::Vector3d acceleration = Eigen::Vector3d::Zero();  // J q'' + J' q'
};

Turning turning_of(const KinematicsWorkspace & workspace, const ConstRowMatrixRef & motion)
{
  Turning turning;
  for (Eigen::Index joint = 0; joint < workspace.jacobian.cols(); ++joint)
  {
    const auto column = workspace.jacobian.col(joint);
    turning.velocity += motion(1, joint) * column.segment<3>(3);
    turning.acceleration +=
      motion(2, joint) * column.segment<3>(3) + motion(1, joint) * column.segment<3>(9);
  }
  return turning;
}

Eigen::Matrix3d cross_matrix(const Eigen::Vector3d & vector)
{
  Eigen::Matrix3d matrix;
  matrix << 0.0, -vector.z(), vector.y(), vector.z(), 0.0, -vector.x(), -vector.y(), vector.x(),
    0.0;
  return matrix;
}

}  // namespace

Eigen::Matrix3d misalignment_from_angles(const Eigen::Vector3d & angles)
{
  const double angle = angles.norm();
  return angle == 0.0 ? Eigen::Matrix3d::Identity()
                      : Eigen::AngleAxisd(angle, angles / angle).toRotationMatrix();
}

MountedAccelerometer::MountedAccelerometer(const Robot & robot, const Accelerometer & sensor)
: sensor_(sensor),
  link_(checked_link(robot, sensor)),
  directions_(sensor.axes * sensor.misalignment.transpose()),
  free_fall_(
    sensor.quantity == SensorQuantity::specific_force ? robot.gravity() : Eigen::Vector3d::Zero())
{
  if (!is_at_rest(robot.base()) || !robot.base().rotation.isIdentity(0.0))
  {
    throw Error(
      "sensor '" + sensor.name +
      "': found a robot whose base moves or is turned, expected one at rest in the world's axes");
  }
}

MountedAccelerometer MountedAccelerometer::placed(
  const Eigen::Vector3d & position, const Eigen::Vector3d & turn) const
{
  MountedAccelerometer result = *this;
  result.sensor_.position = position;
  result.sensor_.misalignment = misalignment_from_angles(turn) * sensor_.misalignment;
  result.directions_ = sensor_.axes * result.sensor_.misalignment.transpose();
  return result;
}

Result MountedAccelerometer::evaluate(
  KinematicsWorkspace & workspace, const ConstRowMatrixRef & motion,
  ReadingEquation & equation) const
{
  const Result result = kinematics(workspace, motion, kOrder);
  return result == Result::ok ? evaluate_there(workspace, motion, equation) : result;
}

Result MountedAccelerometer::evaluate_there(
  KinematicsWorkspace & workspace, const ConstRowMatrixRef & motion,
  ReadingEquation & equation) const
{
  const Eigen::Index dof = workspace.dof();
  if (
    motion.cols() != dof || equation.by_position.cols() != dof ||
    equation.by_velocity.cols() != dof || equation.by_acceleration.cols() != dof)
  {
    return Result::wrong_columns;
  }
  const Eigen::Index axes = directions_.rows();
  if (
    motion.rows() <= kOrder || equation.by_position.rows() < axes ||
    equation.by_velocity.rows() < axes || equation.by_acceleration.rows() < axes)
  {
    return Result::too_few_rows;
  }
  Result result = jacobian(workspace, link_, kOrder, sensor_.position);
  if (result != Result::ok)
  {
    return result;
  }
  Eigen::Matrix<double, kOrder + 1, 3, Eigen::RowMajor> path;
  result = point_motion(workspace, link_, sensor_.position, path);
  if (result != Result::ok)
  {
    return result;
  }
  const Eigen::Matrix3d turned = orientation(workspace, link_);
  const Accelerometer::Axes seen = directions_ * turned.transpose();
  sensor_.quantity == SensorQuantity::angular_velocity
    ? write_turning(workspace, motion, turned, seen, equation)
    : write_acceleration(workspace, motion, turned, seen, path.row(2).transpose(), equation);
  return Result::ok;
}

Result MountedAccelerometer::component(
  const KinematicsWorkspace & workspace, Eigen::Vector3d & component) const
{
  Eigen::Vector3d felt = Eigen::Vector3d::Zero();
  Result result = Result::ok;
  if (sensor_.quantity == SensorQuantity::angular_velocity)
  {
    Eigen::Matrix<double, 1, 6> rates = Eigen::Matrix<double, 1, 6>::Zero();
    result = link_motion(workspace, link_, sensor_.position, rates);
    felt = rates.tail<3>().transpose();
  }
  else
  {
    Eigen::Matrix<double, kOrder + 1, 3, Eigen::RowMajor> path;
    path.setZero();
    result = point_motion(workspace, link_, sensor_.position, path);
    felt = path.row(kOrder).transpose() - free_fall_;
  }
  if (result != Result::ok)
  {
    return result;
  }
  component.setZero();
  component.head(axes()) = directions_ * (orientation(workspace, link_).transpose() * felt);
  return Result::ok;
}

void MountedAccelerometer::write_acceleration(
  const KinematicsWorkspace & workspace, const ConstRowMatrixRef & motion,
  const Eigen::Matrix3d & turned, const Accelerometer::Axes & seen,
  const Eigen::Vector3d & acceleration, ReadingEquation & equation) const
{
  const Eigen::Vector3d felt = acceleration - free_fall_;
  const Turning turning = turning_of(workspace, motion);
  const Eigen::Matrix3d lever = cross_matrix(turning.acceleration) +
                                cross_matrix(turning.velocity) * cross_matrix(turning.velocity);
  equation.component.setZero();
  for (Eigen::Index axis = 0; axis < seen.rows(); ++axis)
  {
    const Eigen::Vector3d direction = seen.row(axis);
    equation.component[axis] = direction.dot(felt);
    equation.by_place.row(axis) = direction.transpose() * lever * turned;
    equation.by_turn.row(axis) = direction.cross(felt).transpose() * turned;
    for (Eigen::Index joint = 0; joint < workspace.jacobian.cols(); ++joint)
    {
      const auto column = workspace.jacobian.col(joint);
      const Eigen::Vector3d about = column.segment<3>(3);
      equation.by_acceleration(axis, joint) = direction.dot(column.segment<3>(0));
      equation.by_velocity(axis, joint) = 2.0 * direction.dot(column.segment<3>(6));
      equation.by_position(axis, joint) =
        direction.dot(column.segment<3>(12)) + direction.dot(felt.cross(about));
    }
  }
}

void MountedAccelerometer::write_turning(
  const KinematicsWorkspace & workspace, const ConstRowMatrixRef & motion,
  const Eigen::Matrix3d & turned, const Accelerometer::Axes & seen,
  ReadingEquation & equation) const
{
  const Eigen::Vector3d velocity = turning_of(workspace, motion).velocity;
  equation.component.setZero();
  equation.by_place.setZero();
  for (Eigen::Index axis = 0; axis < seen.rows(); ++axis)
  {
    const Eigen::Vector3d direction = seen.row(axis);
    equation.component[axis] = direction.dot(velocity);
    equation.by_turn.row(axis) = direction.cross(velocity).transpose() * turned;
    for (Eigen::Index joint = 0; joint < workspace.jacobian.cols(); ++joint)
    {
      const auto column = workspace.jacobian.col(joint);
      equation.by_acceleration(axis, joint) = 0.0;
      equation.by_velocity(axis, joint) = direction.dot(column.segment<3>(3));
      equation.by_position(axis, joint) = direction.dot(column.segment<3>(9));
    }
  }
}

RowMatrix predicted_readings(
  const Robot & robot, const Accelerometer & sensor, const ConstRowMatrixRef & motions)
{
  const MountedAccelerometer mounted(robot, sensor);
  if (motions.cols() != robot.dof() || motions.rows() % 3 != 0)
  {
    throw Error(
      "motion: found " + std::to_string(motions.rows()) + " rows of " +
      std::to_string(motions.cols()) + " columns, expected q, q', q'' per instant with " +
      std::to_string(robot.dof()) + " columns");
  }
  KinematicsWorkspace workspace(robot, 2);
  ReadingEquation equation(robot.dof());
  RowMatrix readings(motions.rows() / 3, mounted.axes());
  for (Eigen::Index i = 0; i < readings.rows(); ++i)
  {
    if (mounted.evaluate(workspace, motions.middleRows(3 * i, 3), equation) != Result::ok)
    {
      throw Error("motion: found rows that do not fit the robot, expected q, q', q''");
    }
    readings.row(i) = mounted.reading(equation.component).head(mounted.axes()).transpose();
  }
  return readings;
}

}  // namespace hod

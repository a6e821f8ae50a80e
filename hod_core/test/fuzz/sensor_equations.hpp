// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__SENSOR_EQUATIONS_HPP_
#define HOD__TEST__FUZZ__SENSOR_EQUATIONS_HPP_

#include <optional>

#include "hod/accelerometer/accelerometer.hpp"
#include "sensed_motion.hpp"

namespace hod::fuzz
{

inline void compare_derivatives(
  const Robot & robot, const MountedAccelerometer & mounted, const RowMatrix & motion)
{
  constexpr double kDifference = 1e-5;
  KinematicsWorkspace workspace(robot, 2);
  ReadingEquation here(robot.dof());
  ReadingEquation there(robot.dof());
  ReadingEquation back(robot.dof());
  require(mounted.evaluate(workspace, motion, here) == Result::ok, "a motion that fits");
  Eigen::Vector3d component;
  require(mounted.component(workspace, component) == Result::ok, "a component that fits");
  const Eigen::Index axes = mounted.axes();
  const double scale = 1e-6 * std::pow(2.0 + motion.cwiseAbs().sum(), 4);
  const auto farthest = [axes](const Eigen::Vector3d & difference) {
    double most = 0.0;
    for (Eigen::Index axis = 0; axis < axes; ++axis)
    {
      most = std::max(most, std::abs(difference[axis]));
    }
    return most;
  };
  require(farthest(component - here.component) <= 1e-6 * scale, "a component of its own");
  for (int row = 0; row < 3; ++row)
  {
    const RowMatrix & derivative = row == 0   ? here.by_position
                                   : row == 1 ? here.by_velocity
                                              : here.by_acceleration;
    for (int joint = 0; joint < robot.dof(); ++joint)
    {
      RowMatrix moved = motion;
      moved(row, joint) += kDifference;
      require(mounted.evaluate(workspace, moved, there) == Result::ok, "a motion that fits");
      moved(row, joint) -= 2.0 * kDifference;
      require(mounted.evaluate(workspace, moved, back) == Result::ok, "a motion that fits");
      const Eigen::Vector3d expected = (there.component - back.component) / (2.0 * kDifference);
      require(farthest(expected - derivative.col(joint)) <= scale, "derivatives of a reading");
    }
  }
}

/// The derivatives of a reading are those of differences.
inline void try_equations(SensedMotion & sensed)
{
  Accelerometer sensor = sensed.next_sensor(0);
  const bool is_odd = sensed.bytes.byte() % 8 == 7;
  if (is_odd)
  {
    sensor.position.x() = sensed.bytes.number();
    sensor.axes(0, 0) = sensed.bytes.byte() % 2 == 0 ? sensed.bytes.number() : 1.0;
    sensor.scale[0] = sensed.bytes.number();
    sensor.noise = sensed.bytes.number();
    sensor.misalignment(1, 1) = sensed.bytes.number();
    sensor.link = sensed.rarely() ? "nowhere" : sensor.link;
  }
  std::optional<MountedAccelerometer> mounted;
  const bool is_taken = taken([&] { mounted.emplace(sensed.robot, sensor); });
  require(is_taken || is_odd, "a sensor that is possible was refused");
  if (!is_taken)
  {
    return;
  }
  const RowMatrix motion = sensed.bytes.matrix(3, sensed.robot.dof());
  KinematicsWorkspace workspace(
    sensed.robot, sensed.bytes.byte() % 16 == 15 ? sensed.bytes.integer(0, 3) : 2);
  ReadingEquation equation(
    sensed.bytes.byte() % 16 == 15 ? sensed.bytes.integer(0, 6) : sensed.robot.dof());
  equation.component.setConstant(7.0);
  const bool fitted = motion.rows() >= 3 && motion.cols() == sensed.robot.dof() &&
                      workspace.max_order() >= 2 &&
                      equation.by_position.cols() == sensed.robot.dof();
  const Result result = mounted->evaluate(workspace, motion, equation);
  require((result == Result::ok) == fitted, "a reading: ok or not, wrongly");
  require(fitted || (equation.component.array() == 7.0).all(), "a refused call has written");
  const RowMatrix other = sensed.bytes.matrix(3, sensed.robot.dof());
  const Result again = mounted->evaluate_there(workspace, other, equation);
  require(
    again != Result::ok || (other.rows() >= 3 && other.cols() == sensed.robot.dof()),
    "there: wrongly");
  Eigen::Vector3d component = Eigen::Vector3d::Constant(7.0);
  const Result alone = mounted->component(workspace, component);
  require(
    alone == Result::ok || (component.array() == 7.0).all(), "a refused component has written");
  if (fitted && !is_odd && is_moderate(motion))
  {
    compare_derivatives(sensed.robot, *mounted, motion);
  }
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__SENSOR_EQUATIONS_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__CONTROLLER_SETTINGS_HPP_
#define HOD_ROS__CONTROLLER_SETTINGS_HPP_

#include <hod_ros/higher_order_feedforward_controller_parameters.hpp>
#include <string>
#include <vector>

#include "hod/robot/robot.hpp"
#include "hod_ros/feedforward_loop.hpp"
#include "hod_ros/limit_check.hpp"
#include "hod_ros/plan.hpp"
#include "hod_ros/robot_source.hpp"
#include "hod_ros/trajectory_planner.hpp"

/// Converts the controller's parameters to the form that its parts need. `columns` are those of the
/// controlled joints in the robot's motions.
namespace hod_ros
{

using ControllerParameters = higher_order_feedforward_controller::Params;

RobotSource robot_source(const ControllerParameters & parameters, const std::string & description);

LoopSettings loop_settings(
  const ControllerParameters & parameters, const hod::Robot & robot,
  const std::vector<int> & columns);

PlannerSettings planner_settings(const ControllerParameters & parameters, const hod::Robot & robot);

/// Limits that the parameters do not set are those of the robot. Throws hod::Error, naming the
/// joint, if neither specifies an effort limit.
JointBounds joint_bounds(
  const ControllerParameters & parameters, const hod::Robot & robot,
  const std::vector<int> & columns);

Tolerances default_tolerances(const ControllerParameters & parameters);

/// Time between two messages at this rate [s]; infinite at zero.
double period_of(double rate);

}  // namespace hod_ros

#endif  // HOD_ROS__CONTROLLER_SETTINGS_HPP_

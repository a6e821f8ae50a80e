// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__CONTROLLER_SETTINGS_HPP_
#define HOD_ROS__CONTROLLER_SETTINGS_HPP_

#include <hod_ros/higher_order_feedforward_controller_parameters.hpp>
#include <vector>

#include "hod/robot/robot.hpp"
#include "hod_ros/feedforward_law.hpp"

namespace hod_ros
{

using ControllerParameters = higher_order_feedforward_controller::Params;

/// What may change while the controller runs, in the form in which its loop needs it.
struct ControllerSettings
{
  LawSettings law;
  double reference_timeout = 0.0;  ///< [s], zero: never
  bool stop_on_timeout = false;    ///< otherwise hold
  double publish_period = 0.0;     ///< [s], infinite: never
};

/// Effort limits not set by parameters are those of the robot's joints.
/// @param columns of the controlled joints in the robot's motions
ControllerSettings settings_of(
  const ControllerParameters & parameters, const hod::Robot & robot,
  const std::vector<int> & columns);

}  // namespace hod_ros

#endif  // HOD_ROS__CONTROLLER_SETTINGS_HPP_

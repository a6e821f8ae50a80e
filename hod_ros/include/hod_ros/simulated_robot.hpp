// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__SIMULATED_ROBOT_HPP_
#define HOD_ROS__SIMULATED_ROBOT_HPP_

#include <string>
#include <vector>

#include "hod/robot/robot.hpp"
#include "hod_ros/simulated_arm_settings.hpp"

namespace hod_ros
{

/// The robot that is simulated, and which joints of the URDF stand still in it.
struct SimulatedRobot
{
  hod::Robot robot;
  std::vector<std::string> locked;
};

/// The robot of a URDF, modified by the settings: robot file, drive, factors. Joints that are not
/// in the component stand still at zero, and their mimics accordingly. Throws hod::Error for a
/// robot that cannot be simulated.
SimulatedRobot simulated_robot(const SimulatedArmSettings & settings, const std::string & urdf);

}  // namespace hod_ros

#endif  // HOD_ROS__SIMULATED_ROBOT_HPP_

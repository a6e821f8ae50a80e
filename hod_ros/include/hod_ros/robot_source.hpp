// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__ROBOT_SOURCE_HPP_
#define HOD_ROS__ROBOT_SOURCE_HPP_

#include <string>
#include <vector>

#include "hod/robot/load.hpp"
#include "hod/robot/robot.hpp"

namespace hod_ros
{

/// Where a robot comes from: the corresponding parameters of controller and node.
struct RobotSource
{
  std::string description = {};      ///< URDF; empty: that of the robot file
  std::string robot_file = {};       ///< what else acts on it (docs/robot_file.md); empty: nothing
  std::vector<double> gravity = {};  ///< [m/s²] in the root link's axes; empty: the robot's own
  std::string drive = "robot";       ///< robot (as described there), rigid or elastic
  bool urdf_friction = false;        ///< whether the URDF's <dynamics> counts as friction
  std::string wrench_link = {};      ///< a link on which a wrench may act; empty: none
  std::string wrench_frame = "world";  ///< link or world: the axes of that wrench
};

/// Throws hod::Error for a robot that HOD cannot compute with. The wrench is the last of its loads,
/// initially zero.
hod::Robot robot_of(const RobotSource & source);

/// Throws hod::Error if nothing that the joints of these columns move has mass, as in URDFs made
/// only for display: all forces would be zero. A single joint may move only a rotor.
void require_mass(const hod::Robot & robot, const std::vector<int> & columns);

}  // namespace hod_ros

#endif  // HOD_ROS__ROBOT_SOURCE_HPP_

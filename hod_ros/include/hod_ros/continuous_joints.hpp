// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__CONTINUOUS_JOINTS_HPP_
#define HOD_ROS__CONTINUOUS_JOINTS_HPP_

#include <algorithm>
#include <cmath>

#include "hod/robot/robot.hpp"

namespace hod_ros
{

/// Whether a column of a robot's motions is a continuous joint without mimics. A full turn brings
/// such a joint back to where it was, so drivers and planners give its position within one turn, of
/// their choice. A joint with mimics is excluded because its mimics may then be in a different
/// place.
inline bool is_continuous(const hod::Robot & robot, int column)
{
  const auto & joints = robot.joints();
  return robot.joint_of(column).continuous &&
         std::none_of(joints.begin(), joints.end(), [column](const hod::Joint & joint) {
           return joint.is_mimic && joint.dof == column;
         });
}

/// The whole turns in an angle, rounded to the nearest [rad].
inline double whole_turns(double angle)
{
  constexpr double kTurn = 2.0 * M_PI;
  return kTurn * std::round(angle / kTurn);
}

}  // namespace hod_ros

#endif  // HOD_ROS__CONTINUOUS_JOINTS_HPP_

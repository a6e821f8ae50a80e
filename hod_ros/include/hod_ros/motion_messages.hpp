// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__MOTION_MESSAGES_HPP_
#define HOD_ROS__MOTION_MESSAGES_HPP_

#include <hod_msgs/msg/joint_motion.hpp>
#include <string>
#include <trajectory_msgs/msg/joint_trajectory.hpp>
#include <vector>

#include "hod/types.hpp"
#include "hod_ros/quintic_trajectory.hpp"

namespace hod_ros
{

/// The motion of `joints` as a table of `rows` rows: what the message gives beyond is left out,
/// derivatives it does not give are zero. A joint it does not name gets `absent` in all rows.
/// Throws hod::Error for joints that are not known and for tables of the wrong size.
hod::RowMatrix motion_table(
  const hod_msgs::msg::JointMotion & message, const std::vector<std::string> & joints,
  Eigen::Index rows, double absent);

/// A trajectory of exactly these joints, in their order whatever the message's.
/// Throws hod::Error for other joints and for points that no motion passes through.
QuinticTrajectory trajectory_of(
  const trajectory_msgs::msg::JointTrajectory & message, const std::vector<std::string> & joints);

/// Writes a table to an array of its size, row by row. Does not allocate.
void flatten(const hod::RowMatrix & table, std::vector<double> & values);

}  // namespace hod_ros

#endif  // HOD_ROS__MOTION_MESSAGES_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__JOINT_STATE_MOTION_HPP_
#define HOD_ROS__JOINT_STATE_MOTION_HPP_

#include <Eigen/Core>
#include <sensor_msgs/msg/joint_state.hpp>
#include <string>
#include <vector>

#include "hod/types.hpp"
#include "hod_ros/joint_state_history.hpp"

namespace hod_ros
{

/// The motion of a robot as its joint states tell it. Joints that are not the robot's are skipped;
/// joints that were not heard of yet stand still at position zero.
class JointStateMotion
{
public:
  /// @param order as in JointStateHistory
  JointStateMotion(std::vector<std::string> joints, int order);

  /// Throws hod::Error for arrays of different lengths and for values that are not finite; the
  /// message is then left out as a whole. A message without velocities counts as standing still.
  /// @param time of the message [s]
  /// @return q, q', … in the rows
  hod::RowMatrix update(
    const sensor_msgs::msg::JointState & message, double time, Eigen::Index rows);

private:
  std::vector<std::string> joints_;
  Eigen::VectorXd position_;
  Eigen::VectorXd velocity_;
  JointStateHistory history_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__JOINT_STATE_MOTION_HPP_

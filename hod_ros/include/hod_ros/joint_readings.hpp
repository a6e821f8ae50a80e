// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__JOINT_READINGS_HPP_
#define HOD_ROS__JOINT_READINGS_HPP_

#include <Eigen/Core>
#include <cstddef>
#include <sensor_msgs/msg/joint_state.hpp>
#include <string>
#include <vector>

namespace hod_ros
{

/// Measured values of a robot's joints at one instant, one entry per joint; NaN: not measured.
struct JointReadings
{
  double time = 0.0;         ///< [s]
  Eigen::VectorXd position;  ///< [rad or m]
  Eigen::VectorXd velocity;  ///< [rad/s or m/s]
  Eigen::VectorXd effort;    ///< [N m or N]
};

/// Reads joint states by the names of a robot's joints.
class JointStateReader
{
public:
  /// @param rest position of joints that no message has named yet; NaN: unknown. Once a message has
  ///        named a joint, messages without it say nothing about it
  /// @param continuous which joints are continuous: their positions are unwrapped where those of
  ///        messages jump by a turn
  JointStateReader(
    std::vector<std::string> joints, Eigen::VectorXd rest, std::vector<bool> continuous);

  /// Returns false if the message names no joint of the robot. Joints of other robots are skipped.
  /// A velocity or effort of NaN counts as not measured, as joint_state_broadcaster intends it.
  /// Throws hod::Error for arrays of different lengths and for other numbers that are not finite;
  /// the whole message is then ignored.
  bool read(const sensor_msgs::msg::JointState & message, double time, JointReadings & readings);

  /// Joints that have no position yet.
  std::vector<std::string> unknown() const;

private:
  double gone_on(std::size_t joint, double position);

  std::vector<std::string> joints_;
  Eigen::VectorXd rest_;
  std::vector<bool> continuous_;
  Eigen::VectorXd last_;            ///< positions of continuous joints; NaN: none yet
  std::vector<std::string> names_;  ///< of the last message …
  std::vector<int> places_;         ///< … and the index of each joint; -1: none
  std::vector<bool> heard_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__JOINT_READINGS_HPP_

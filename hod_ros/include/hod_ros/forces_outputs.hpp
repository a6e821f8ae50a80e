// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__FORCES_OUTPUTS_HPP_
#define HOD_ROS__FORCES_OUTPUTS_HPP_

#include <hod_msgs/msg/acceleration_energies.hpp>
#include <hod_msgs/msg/higher_order_forces.hpp>
#include <hod_msgs/msg/joint_forces.hpp>
#include <hod_msgs/msg/joint_motion.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <rclcpp_lifecycle/lifecycle_publisher.hpp>
#include <sensor_msgs/msg/joint_state.hpp>
#include <std_msgs/msg/header.hpp>
#include <string>
#include <trajectory_msgs/msg/joint_trajectory.hpp>
#include <vector>

#include "hod/types.hpp"
#include "hod_ros/forces_computer.hpp"
#include "hod_ros/motion_estimator.hpp"

namespace hod_ros
{

/// The topics of a forces node for one robot. Except for ~/forces, messages without a subscriber
/// are not created; subscribers in the same process receive them without a copy.
class ForcesOutputs
{
public:
  ForcesOutputs(rclcpp_lifecycle::LifecycleNode & node, const std::vector<std::string> & joints);

  /// Publishes Q, Q', … of a motion (together, by joint and as a joint state), and the energies.
  /// @return Q and its derivatives, one row each
  hod::RowMatrix publish(
    const std_msgs::msg::Header & header, const hod::RowMatrix & motion, int order,
    ForcesComputer & computer);

  /// Publishes an estimated motion and its standard deviation.
  void publish(const std_msgs::msg::Header & header, const MotionEstimate & estimate);

  /// Publishes the part of the measured efforts that the model does not explain: by the momentum
  /// observer, or as a difference.
  void publish_external(const std_msgs::msg::Header & header, const Eigen::VectorXd & effort);
  void publish_difference(const std_msgs::msg::Header & header, const Eigen::VectorXd & effort);

  void publish(trajectory_msgs::msg::JointTrajectory trajectory);

private:
  template <typename Message>
  using Publisher = typename rclcpp_lifecycle::LifecyclePublisher<Message>::SharedPtr;
  using JointState = sensor_msgs::msg::JointState;

  void publish_joints(const hod_msgs::msg::HigherOrderForces & forces);
  void publish_state(
    const hod_msgs::msg::HigherOrderForces & forces, const hod::RowMatrix & motion);
  void publish_effort(
    const Publisher<JointState> & publisher, const std_msgs::msg::Header & header,
    const Eigen::VectorXd & effort);

  std::vector<std::string> joints_;
  Publisher<hod_msgs::msg::HigherOrderForces> forces_;
  Publisher<hod_msgs::msg::AccelerationEnergies> energies_;
  std::vector<Publisher<hod_msgs::msg::JointForces>> by_joint_;
  Publisher<JointState> state_;
  Publisher<hod_msgs::msg::JointMotion> motion_;
  Publisher<hod_msgs::msg::JointMotion> deviation_;
  Publisher<JointState> external_;
  Publisher<JointState> difference_;
  Publisher<trajectory_msgs::msg::JointTrajectory> trajectory_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__FORCES_OUTPUTS_HPP_

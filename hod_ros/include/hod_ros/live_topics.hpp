// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__LIVE_TOPICS_HPP_
#define HOD_ROS__LIVE_TOPICS_HPP_

#include <functional>
#include <geometry_msgs/msg/wrench_stamped.hpp>
#include <hod_msgs/srv/set_payload.hpp>
#include <memory>
#include <mutex>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <sensor_msgs/msg/imu.hpp>
#include <string>
#include <vector>

#include "hod/robot/robot.hpp"
#include "hod_ros/live_inputs.hpp"

namespace hod_ros
{

/// How the root link moves, from an inertial measurement in its origin and axes. What it measures
/// is a − g in those axes; derivatives are taken to be zero. Throws hod::Error for numbers that are
/// not finite and for an orientation that is none.
hod::BaseMotion base_motion_of(
  const sensor_msgs::msg::Imu & message, const Eigen::Vector3d & gravity);

/// Receives what acts on a robot while it runs: ~/set_payload, ~/wrench, ~/base_imu, and gravity.
class LiveTopics : public std::enable_shared_from_this<LiveTopics>
{
public:
  struct Choice
  {
    bool wrench = false;
    bool base = false;
  };
  /// Called with all inputs, from the node's threads, after each change.
  using Take = std::function<void(const LiveInputs &)>;

  LiveTopics(const hod::Robot & robot, Take take);

  /// Opens service and topics; a callback that is under way keeps this alive.
  void listen(const rclcpp_lifecycle::LifecycleNode::SharedPtr & node, Choice choice);

  /// Empty: the robot's own.
  void set_gravity(const std::vector<double> & gravity);

private:
  using SetPayload = hod_msgs::srv::SetPayload;

  template <typename Change>
  void change(const Change & make);
  void carry(const SetPayload::Request & request, SetPayload::Response & response);
  void push(const geometry_msgs::msg::Wrench & wrench);
  void move_base(const sensor_msgs::msg::Imu & message);

  hod::Robot robot_;
  Take take_;
  std::mutex mutex_;
  LiveInputs inputs_;
  rclcpp::Service<SetPayload>::SharedPtr payload_service_;
  rclcpp::Subscription<geometry_msgs::msg::WrenchStamped>::SharedPtr wrench_subscription_;
  rclcpp::Subscription<sensor_msgs::msg::Imu>::SharedPtr base_subscription_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__LIVE_TOPICS_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__LIVE_TOPICS_HPP_
#define HOD_ROS__LIVE_TOPICS_HPP_

#include <chrono>
#include <functional>
#include <geometry_msgs/msg/wrench_stamped.hpp>
#include <hod_msgs/srv/set_payload.hpp>
#include <memory>
#include <mutex>
#include <optional>
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
/// not finite or said not to be measured, and for an orientation that is none.
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

  /// What is counted with although nothing tells it at present; empty if nothing is.
  std::string remark();

private:
  using SetPayload = hod_msgs::srv::SetPayload;

  template <typename Change>
  void change(const Change & make);
  void carry(const SetPayload::Request & request, SetPayload::Response & response);
  void push(const geometry_msgs::msg::WrenchStamped & message);
  void move_base(const sensor_msgs::msg::Imu & message);
  const std::string & root() const { return robot_.links().front().name; }

  hod::Robot robot_;
  Take take_;
  std::mutex mutex_;
  LiveInputs inputs_;
  std::optional<std::chrono::steady_clock::time_point> base_told_;
  rclcpp::Service<SetPayload>::SharedPtr payload_service_;
  rclcpp::Subscription<geometry_msgs::msg::WrenchStamped>::SharedPtr wrench_subscription_;
  rclcpp::Subscription<sensor_msgs::msg::Imu>::SharedPtr base_subscription_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__LIVE_TOPICS_HPP_

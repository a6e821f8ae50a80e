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

/// The motion of the root link from an inertial measurement at its origin and in its axes. The IMU
/// measures a − g in these axes; derivatives are taken as zero. Throws hod::Error for numbers that
/// are not finite or declared as not measured, and for an invalid orientation.
hod::BaseMotion base_motion_of(
  const sensor_msgs::msg::Imu & message, const Eigen::Vector3d & gravity);

/// Receives changes of what acts on a running robot: ~/set_payload, ~/wrench, ~/base_imu, and
/// gravity.
class LiveTopics : public std::enable_shared_from_this<LiveTopics>
{
public:
  struct Choice
  {
    bool wrench = false;
    bool base = false;
  };
  /// Called with all inputs after each change, from the node's threads.
  using Take = std::function<void(const LiveInputs &)>;

  LiveTopics(const hod::Robot & robot, Take take);

  /// Opens service and topics; a running callback keeps this object alive.
  void listen(const rclcpp_lifecycle::LifecycleNode::SharedPtr & node, Choice choice);

  /// Sets gravity; empty: that of the robot.
  void set_gravity(const std::vector<double> & gravity);

  /// Inputs that are still used although nothing publishes them at present; empty if there are
  /// none.
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

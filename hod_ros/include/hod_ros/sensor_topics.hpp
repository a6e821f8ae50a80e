// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__SENSOR_TOPICS_HPP_
#define HOD_ROS__SENSOR_TOPICS_HPP_

#include <tf2_ros/buffer.h>
#include <tf2_ros/transform_listener.h>
#include <Eigen/Core>
#include <functional>
#include <memory>
#include <optional>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <sensor_msgs/msg/imu.hpp>
#include <string>
#include <vector>

#include "hod/accelerometer/recording_settings.hpp"
#include "hod/robot/robot.hpp"

namespace hod_ros
{

/// Listens to accelerometers: those of a settings file, and others that are placed by the frame of
/// their messages.
class SensorTopics
{
public:
  /// A reading in the sensor's axes [m/s²].
  struct Reading
  {
    std_msgs::msg::Header header;
    Eigen::Vector3d value;
  };
  /// Registers a sensor and returns its index.
  using Mount = std::function<int(const hod::RecordedSensor & input)>;
  using Take = std::function<void(int sensor, const Reading & reading)>;
  /// Receives what is wrong with a message, without a full stop.
  using Refuse = std::function<void(const std::string & what)>;

  SensorTopics(const hod::Robot & robot, Mount mount, Take take, Refuse refuse);

  /// Listens to the topics of these sensors.
  void listen(
    rclcpp_lifecycle::LifecycleNode & node, const std::vector<hod::RecordedSensor> & inputs);

  /// Listens to topics whose sensors are placed by the frame of their messages: a link, or a frame
  /// that tf has fixed to one.
  void listen(
    const rclcpp_lifecycle::LifecycleNode::SharedPtr & node,
    const std::vector<std::string> & topics);

private:
  using Imu = sensor_msgs::msg::Imu;

  /// A sensor of a topic; it has an index once it is mounted.
  struct Channel
  {
    hod::RecordedSensor input;
    std::optional<int> index;
  };

  void subscribe(rclcpp_lifecycle::LifecycleNode & node, hod::RecordedSensor input);
  void hear(Channel & channel, const Imu & message);
  void place(hod::RecordedSensor & input, const std::string & frame) const;

  hod::Robot robot_;
  Mount mount_;
  Take take_;
  Refuse refuse_;
  rclcpp::Clock::SharedPtr clock_;
  std::unique_ptr<tf2_ros::Buffer> buffer_;
  std::unique_ptr<tf2_ros::TransformListener> listener_;
  std::vector<std::shared_ptr<Channel>> channels_;
  std::vector<rclcpp::Subscription<Imu>::SharedPtr> subscriptions_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__SENSOR_TOPICS_HPP_

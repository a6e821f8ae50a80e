// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/sensor_topics.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <utility>

#include "hod/error.hpp"
#include "hod_ros/stream_clock.hpp"

namespace hod_ros
{
namespace
{

bool is_gyroscope(const hod::RecordedSensor & input)
{
  return input.sensor.quantity == hod::SensorQuantity::angular_velocity;
}

Eigen::Vector3d measured(const sensor_msgs::msg::Imu & message, const hod::RecordedSensor & input)
{
  const auto & value = is_gyroscope(input) ? message.angular_velocity : message.linear_acceleration;
  return {value.x, value.y, value.z};
}

/// What a recording shows by itself a node has to be told.
void check(const hod::RecordedSensor & input)
{
  if (input.sensor.link.empty())
  {
    throw hod::Error("sensor '" + input.sensor.name + "': found no 'link', expected one");
  }
  if (is_gyroscope(input) && !input.noise && !input.noise_density)
  {
    throw hod::Error(
      "gyroscope '" + input.sensor.name +
      "': found neither 'noise' nor 'noise_density', expected one of them");
  }
}

}  // namespace

SensorTopics::SensorTopics(const hod::Robot & robot, Mount mount, Take take, Refuse refuse)
: robot_(robot), mount_(std::move(mount)), take_(std::move(take)), refuse_(std::move(refuse))
{}

void SensorTopics::listen(
  rclcpp_lifecycle::LifecycleNode & node, const std::vector<hod::RecordedSensor> & inputs)
{
  clock_ = node.get_clock();
  for (const hod::RecordedSensor & input : inputs)
  {
    check(input);
    subscribe(node, input);
    channels_.back()->index = mount_(input);
  }
}

void SensorTopics::listen(
  const rclcpp_lifecycle::LifecycleNode::SharedPtr & node, const std::vector<std::string> & topics)
{
  if (topics.empty())
  {
    return;
  }
  clock_ = node->get_clock();
  buffer_ = std::make_unique<tf2_ros::Buffer>(clock_);
  listener_ = std::make_unique<tf2_ros::TransformListener>(*buffer_, node, false);
  for (const std::string & topic : topics)
  {
    hod::RecordedSensor input;
    input.signal.topic = topic;
    input.signal.components = {0, 1, 2};
    input.sensor.name = topic;
    subscribe(*node, input);
  }
}

void SensorTopics::subscribe(rclcpp_lifecycle::LifecycleNode & node, hod::RecordedSensor input)
{
  rclcpp::SubscriptionOptions options;
  options.qos_overriding_options = rclcpp::QosOverridingOptions::with_default_policies();
  const std::string topic = input.signal.topic;
  channels_.push_back(std::make_shared<Channel>(Channel{std::move(input), {}}));
  subscriptions_.push_back(node.create_subscription<Imu>(
    topic, rclcpp::SensorDataQoS().keep_last(100),
    [this, channel = channels_.back(), weak = node.weak_from_this()](const Imu & message) {
      const auto held = weak.lock();  // while a container of several threads lets go of the node
      if (!held)
      {
        return;
      }
      try
      {
        hear(*channel, message);
      }
      catch (const hod::Error & error)
      {
        refuse_(error.what());
      }
    },
    options));
}

void SensorTopics::hear(Channel & channel, const Imu & message)
{
  StreamClock::check(message.header.stamp);
  const bool turns = is_gyroscope(channel.input);
  const auto & covariance =
    turns ? message.angular_velocity_covariance : message.linear_acceleration_covariance;
  if (covariance[0] == -1.0)
  {
    throw hod::Error(
      (turns ? "gyroscope '" : "accelerometer '") + channel.input.sensor.name +
      "': its messages say that they have no " + (turns ? "angular velocity" : "acceleration") +
      " (covariance -1)");
  }
  if (!channel.index)
  {
    place(channel.input, message.header.frame_id);
    channel.index = mount_(channel.input);
  }
  const Eigen::Vector3d given = measured(message, channel.input);
  Reading reading{message.header, Eigen::Vector3d::Zero()};
  for (Eigen::Index axis = 0; axis < channel.input.sensor.axes.rows(); ++axis)
  {
    const int component = channel.input.signal.components[static_cast<std::size_t>(axis)];
    reading.value[axis] = channel.input.signal.factor * given[component];
  }
  const bool is_stamped = !channel.input.signal.stamped_on_receipt &&
                          (message.header.stamp.sec != 0 || message.header.stamp.nanosec != 0);
  if (!is_stamped)
  {
    reading.header.stamp = clock_->now();
  }
  take_(*channel.index, reading);
}

/// A link of the robot is its own place; for another frame tf is followed up to the first link.
void SensorTopics::place(hod::RecordedSensor & input, const std::string & frame) const
{
  constexpr int kMostFrames = 100;
  std::string link = frame;
  for (int i = 0; i < kMostFrames && robot_.link_index(link) < 0; ++i)
  {
    std::string parent;
    if (!buffer_->_getParent(link, tf2::TimePointZero, parent))
    {
      throw hod::Error(
        "accelerometer '" + input.sensor.name + "': its frame '" + frame +
        "' is no link of robot '" + robot_.name() + "', and tf has not fixed it to one");
    }
    link = parent;
  }
  input.sensor.link = link;
  if (link == frame)
  {
    return;
  }
  try
  {
    const auto pose = buffer_->lookupTransform(link, frame, tf2::TimePointZero).transform;
    const Eigen::Quaterniond rotation(
      pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z);
    input.sensor.position = {pose.translation.x, pose.translation.y, pose.translation.z};
    input.sensor.axes = rotation.normalized().toRotationMatrix().transpose();
  }
  catch (const tf2::TransformException & error)
  {
    throw hod::Error("accelerometer '" + input.sensor.name + "': " + error.what());
  }
}

}  // namespace hod_ros

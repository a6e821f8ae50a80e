// SPDX-License-Identifier: Apache-2.0
#ifndef FORCES_NODE_FIXTURE_HPP_
#define FORCES_NODE_FIXTURE_HPP_

#include <gmock/gmock.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <string>
#include <vector>

#include "hod_ros/forces_node.hpp"
#include "two_link_arm.hpp"
#include "two_link_dynamics.hpp"
#include "two_link_motion.hpp"

/// A forces node, a user of it, and a way to let both run.
class ForcesNodeFixture : public testing::Test
{
protected:
  using Parameters = std::vector<rclcpp::Parameter>;

  static void SetUpTestSuite() { rclcpp::init(0, nullptr); }
  static void TearDownTestSuite() { rclcpp::shutdown(); }

  ForcesNodeFixture() { executor.add_node(user); }

  std::shared_ptr<hod_ros::ForcesNode> make(
    Parameters parameters, const std::vector<std::string> & arguments = {})
  {
    // So that no test depends on what a best-effort subscription may drop.
    parameters.emplace_back(
      "qos_overrides./joint_states.subscription.reliability", std::string("reliable"));
    rclcpp::NodeOptions options;
    options.parameter_overrides(parameters);
    options.arguments(arguments);
    auto made = std::make_shared<hod_ros::ForcesNode>(options);
    executor.add_node(made->get_node_base_interface());
    return made;
  }

  void start(Parameters parameters) { node = make(std::move(parameters)); }

  bool spin_until(const std::function<bool()> & condition, double patience = 10.0)
  {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(patience);
    while (!condition() && std::chrono::steady_clock::now() < end)
    {
      executor.spin_some(std::chrono::milliseconds(5));
    }
    return condition();
  }

  template <typename Message>
  typename rclcpp::Subscription<Message>::SharedPtr listen(
    const std::string & topic, std::shared_ptr<const Message> & received,
    const rclcpp::QoS & quality = rclcpp::QoS(10))
  {
    return user->create_subscription<Message>(
      topic, quality,
      [&received](const std::shared_ptr<const Message> message) { received = message; });
  }

  template <typename Message>
  typename rclcpp::Subscription<Message>::SharedPtr collect(
    const std::string & topic, std::vector<Message> & received)
  {
    return user->create_subscription<Message>(
      topic, rclcpp::QoS(1000),
      [&received](const Message & message) { received.push_back(message); });
  }

  /// A publisher of the user's that somebody hears.
  template <typename Message>
  typename rclcpp::Publisher<Message>::SharedPtr speak(const std::string & topic)
  {
    auto publisher = user->create_publisher<Message>(topic, rclcpp::QoS(1000));
    EXPECT_TRUE(spin_until([&]() { return publisher->get_subscription_count() > 0; })) << topic;
    return publisher;
  }

  template <typename Subscription>
  void await(const Subscription & subscription)
  {
    EXPECT_TRUE(spin_until([&]() { return subscription->get_publisher_count() > 0; }))
      << subscription->get_topic_name();
  }

  template <typename Service>
  typename Service::Response::SharedPtr call(
    const std::string & name, const std::shared_ptr<typename Service::Request> & request)
  {
    auto client = user->create_client<Service>(name);
    EXPECT_TRUE(spin_until([&]() { return client->service_is_ready(); }));
    auto future = client->async_send_request(request);
    EXPECT_EQ(
      executor.spin_until_future_complete(future, std::chrono::seconds(10)),
      rclcpp::FutureReturnCode::SUCCESS);
    return future.get();
  }

  static builtin_interfaces::msg::Time stamp(double seconds)
  {
    return rclcpp::Time(std::llround(1e9 * seconds));
  }

  /// A joint state of the two-link arm on its smooth motion.
  static sensor_msgs::msg::JointState state(double time, double begin = 100.0)
  {
    const two_link::State now = two_link::state_at(time);
    sensor_msgs::msg::JointState message;
    message.header.stamp = stamp(begin + time);
    message.header.frame_id = "tag";
    message.name = {"elbow", "shoulder", "slide"};
    message.position = {now.q[1], now.q[0], 0.0};
    message.velocity = {now.d1q[1], now.d1q[0], 0.0};
    return message;
  }

  static hod_msgs::msg::JointMotion motion(double time, std::uint8_t order = 4)
  {
    return two_link::motion_message(time, order);
  }

  static double torque(std::size_t joint, double time)
  {
    const auto torques = two_link::torques(two_link::state_at(time));
    return torques.inertia[static_cast<Eigen::Index>(joint)] +
           torques.gravity[static_cast<Eigen::Index>(joint)];
  }

  rclcpp::executors::SingleThreadedExecutor executor;
  std::shared_ptr<hod_ros::ForcesNode> node;
  rclcpp::Node::SharedPtr user = std::make_shared<rclcpp::Node>("user");
};

#endif  // FORCES_NODE_FIXTURE_HPP_

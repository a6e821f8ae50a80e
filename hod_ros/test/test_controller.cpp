// SPDX-License-Identifier: Apache-2.0
// Life cycle, interfaces and numbers of the controller; its edge cases are in
// test_controller_edges.cpp.
#include <cmath>
#include <functional>
#include <future>
#include <hod_msgs/msg/higher_order_forces.hpp>
#include <hod_msgs/msg/joint_motion.hpp>
#include <rclcpp/executors/single_threaded_executor.hpp>
#include <trajectory_msgs/msg/joint_trajectory.hpp>

#include "controller_fixture.hpp"

using controller_interface::activate_succeeds;
using controller_interface::cleanup_succeeds;
using controller_interface::configure_succeeds;
using controller_interface::deactivate_succeeds;
using controller_interface::shutdown_succeeds;
using testing::ElementsAre;

class ControllerTest : public ControllerFixture
{
protected:
  /// Publishes until the condition holds, at most five seconds.
  template <typename Message>
  bool publish_until(
    const std::string & topic, const Message & message, const std::function<bool()> & condition)
  {
    auto node = std::make_shared<rclcpp::Node>("test_publisher");
    auto publisher = node->create_publisher<Message>(topic, rclcpp::SystemDefaultsQoS());
    rclcpp::executors::SingleThreadedExecutor executor;
    executor.add_node(controller->get_node()->get_node_base_interface());
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    while (!condition() && std::chrono::steady_clock::now() < end)
    {
      publisher->publish(message);
      executor.spin_some(std::chrono::milliseconds(10));
    }
    return condition();
  }
};

TEST_F(ControllerTest, ClaimsAndExportsTheInterfacesOfItsJointsInTheirOrder)
{
  ASSERT_EQ(init(), return_type::OK);
  configure();
  EXPECT_THAT(
    controller->command_interface_configuration().names,
    ElementsAre("elbow/effort", "shoulder/effort"));
  EXPECT_THAT(
    controller->state_interface_configuration().names,
    ElementsAre("elbow/position", "elbow/velocity", "shoulder/position", "shoulder/velocity"));
  std::vector<std::string> names;
  for (const auto & interface : references)
  {
    names.push_back(interface->get_name());
  }
  for (const auto & interface : forces)
  {
    names.push_back(interface->get_name());
  }
  EXPECT_THAT(
    names,
    ElementsAre(
      "feedforward/elbow/position", "feedforward/elbow/velocity", "feedforward/elbow/acceleration",
      "feedforward/elbow/jerk", "feedforward/elbow/snap", "feedforward/shoulder/position",
      "feedforward/shoulder/velocity", "feedforward/shoulder/acceleration",
      "feedforward/shoulder/jerk", "feedforward/shoulder/snap", "feedforward/elbow/effort",
      "feedforward/elbow/effort_d1", "feedforward/elbow/effort_d2", "feedforward/shoulder/effort",
      "feedforward/shoulder/effort_d1", "feedforward/shoulder/effort_d2"));
}

TEST_F(ControllerTest, CommandsQAndExportsItsDerivativesCycleAfterCycle)
{
  start(true);
  for (double time = 0.0; time < 2.0; time += 0.17)
  {
    refer_to(time);
    ASSERT_EQ(update(time), return_type::OK);
    for (std::size_t joint = 0; joint < 2; ++joint)
    {
      const auto q = [joint](double t) { return torque(joint, t); };
      EXPECT_NEAR(effort(joint), q(time), 1e-11);
      EXPECT_NEAR(force(joint, 0), q(time), 1e-11);
      EXPECT_NEAR(force(joint, 1), two_link::d1(q, time), 1e-7);
      EXPECT_NEAR(force(joint, 2), two_link::d2(q, time), 1e-5);
    }
  }
}

TEST_F(ControllerTest, ExportsNoMoreThanItsOrder)
{
  ASSERT_EQ(init({joints(), {"order", 0}}), return_type::OK);
  configure();
  EXPECT_EQ(forces.size(), 2U);
  EXPECT_EQ(references.size(), 10U);
}

TEST_F(ControllerTest, MayBeConfiguredAgainAfterCleanupAndAfterAnotherConfigure)
{
  start(true);
  refer_to(0.3);
  ASSERT_EQ(update(0.3), return_type::OK);
  ASSERT_TRUE(deactivate_succeeds(controller));
  EXPECT_EQ(effort(0), 0.0) << "what is left behind after deactivation";
  ASSERT_TRUE(cleanup_succeeds(controller));
  configure();
  ASSERT_TRUE(controller->set_chained_mode(true));
  ASSERT_TRUE(activate_succeeds(controller));
  refer_to(0.9);
  ASSERT_EQ(update(0.9), return_type::OK);
  EXPECT_NEAR(effort(1), torque(1, 0.9), 1e-11);
  EXPECT_EQ(forces.size(), 6U);
}

TEST_F(ControllerTest, LivesThroughItsStatesInEveryOrderTwice)
{
  ASSERT_EQ(init(), return_type::OK);
  for (int round = 0; round < 2; ++round)
  {
    ASSERT_TRUE(configure_succeeds(controller));
    ASSERT_TRUE(cleanup_succeeds(controller));
    configure();
    for (const bool chained : {false, true, false})
    {
      ASSERT_TRUE(controller->set_chained_mode(chained));
      ASSERT_TRUE(activate_succeeds(controller));
      set_state(0, -0.3, 0.0);
      set_state(1, 0.6, 0.0);
      ASSERT_EQ(update(0.1), return_type::OK);
      EXPECT_NEAR(effort(0), gravity(0, 0.6, -0.3), 1e-10);
      ASSERT_TRUE(controller->get_node()->set_parameter({"gains.elbow.kp", 1.0}).successful);
      ASSERT_EQ(update(0.2), return_type::OK);
      ASSERT_TRUE(deactivate_succeeds(controller));
    }
    ASSERT_TRUE(cleanup_succeeds(controller));
  }
  EXPECT_TRUE(controller->get_node()->set_parameter({"gains.elbow.kp", 2.0}).successful)
    << "a parameter changed while unconfigured";
  configure();
  EXPECT_TRUE(shutdown_succeeds(controller));
}

TEST_F(ControllerTest, ActivationForgetsReferencesAndForces)
{
  start(true);
  refer_to(0.3);
  ASSERT_EQ(update(0.3), return_type::OK);
  ASSERT_TRUE(deactivate_succeeds(controller));
  ASSERT_TRUE(activate_succeeds(controller));
  EXPECT_TRUE(std::isnan(reference(0, 0)));
  EXPECT_TRUE(std::isnan(force(0, 0)));
}

TEST_F(ControllerTest, IsNotActivatedWithoutItsInterfaces)
{
  ASSERT_EQ(init(), return_type::OK);
  configure();
  controller->release_interfaces();
  EXPECT_NE(
    controller->get_node()->activate().id(), lifecycle_msgs::msg::State::PRIMARY_STATE_ACTIVE);
}

TEST_F(ControllerTest, ShutsDown)
{
  start(true);
  ASSERT_TRUE(deactivate_succeeds(controller));
  EXPECT_TRUE(shutdown_succeeds(controller));
}

TEST_F(ControllerTest, FollowsMessagesOnItsReferenceTopic)
{
  start(false);
  hod_msgs::msg::JointMotion message;
  message.joint_names = {"shoulder", "elbow"};
  message.order = 4;
  for (int order = 0; order <= 4; ++order)
  {
    message.derivatives.push_back(two_link::motion(0, order, 0.6));
    message.derivatives.push_back(two_link::motion(1, order, 0.6));
  }
  const auto arrived = [this]() {
    update(1.0);
    return std::abs(effort(0) - torque(0, 0.6)) < 1e-9;
  };
  EXPECT_TRUE(publish_until("/feedforward/reference", message, arrived));
  EXPECT_NEAR(effort(1), torque(1, 0.6), 1e-11);
  EXPECT_DOUBLE_EQ(reference(1, 4), two_link::motion(0, 4, 0.6));
}

TEST_F(ControllerTest, FollowsATrajectoryFromWhereItStands)
{
  start(false);
  set_state(0, -0.5, 0.0);
  set_state(1, 0.5, 0.0);
  update(now);
  auto node = std::make_shared<rclcpp::Node>("test_publisher");
  others.push_back(node);
  auto publisher = node->create_publisher<trajectory_msgs::msg::JointTrajectory>(
    "/feedforward/joint_trajectory", rclcpp::SystemDefaultsQoS());
  trajectory_msgs::msg::JointTrajectory message;
  message.joint_names = {"shoulder", "elbow"};
  message.points.resize(1);
  message.points[0].positions = {1.5, -1.5};
  message.points[0].time_from_start.sec = 2;
  ASSERT_TRUE(run_until([&]() { return publisher->get_subscription_count() > 0; }));
  publisher->publish(message);
  ASSERT_TRUE(run_until([&]() { return std::isfinite(reference(0, 0)); }));
  EXPECT_NEAR(reference(1, 0), 0.5, 1e-3) << "starts where the joint was measured";
  ASSERT_TRUE(run_until([&]() { return reference(1, 0) >= 1.0; }));
  EXPECT_NEAR(reference(1, 1), 35.0 / 16.0 / 2.0, 0.01) << "least snap: 35/16 of the mean";
  EXPECT_NEAR(reference(0, 0), -1.0, 0.02);
  EXPECT_TRUE(std::isfinite(force(0, 2))) << "jerk and snap are those of the polynomial";
  ASSERT_TRUE(run_until([&]() { return std::abs(reference(1, 0) - 1.5) < 1e-12; }));
  EXPECT_NEAR(effort(0), gravity(0, 1.5, -1.5), 1e-10);
}

TEST_F(ControllerTest, PublishesForcesWithTheirTerms)
{
  start(true, {joints(), {"gains.elbow.kp", 10.0}});
  auto node = std::make_shared<rclcpp::Node>("test_listener");
  hod_msgs::msg::HigherOrderForces::ConstSharedPtr received;
  auto subscription = node->create_subscription<hod_msgs::msg::HigherOrderForces>(
    "/feedforward/forces", rclcpp::SystemDefaultsQoS(),
    [&](const hod_msgs::msg::HigherOrderForces::ConstSharedPtr message) { received = message; });
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  refer_to(0.6);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  double time = 1.0;
  while ((!received || received->compute_time == 0.0) && std::chrono::steady_clock::now() < end)
  {
    ASSERT_EQ(update(time), return_type::OK);
    time += 0.02;
    executor.spin_some(std::chrono::milliseconds(10));
  }
  ASSERT_TRUE(received);
  EXPECT_THAT(received->joint_names, ElementsAre("elbow", "shoulder"));
  EXPECT_EQ(received->order, 2);
  EXPECT_NEAR(received->values[0], torque(0, 0.6), 1e-11);
  EXPECT_NEAR(received->values[1], torque(1, 0.6), 1e-11);
  ASSERT_EQ(received->terms.size(), 3U);
  EXPECT_EQ(received->terms[2].name, "feedback");
  EXPECT_NEAR(received->terms[2].values[0], 10.0 * two_link::motion(1, 0, 0.6), 1e-11);
  EXPECT_NEAR(
    received->terms[0].values[4] + received->terms[1].values[4], received->values[4], 1e-11);
  EXPECT_THAT(received->saturated, ElementsAre(false, false));
}

// SPDX-License-Identifier: Apache-2.0
// The edge cases of doc/userdoc.rst, one test each.
#include <future>
#include <hod_msgs/msg/joint_motion.hpp>
#include <rclcpp/executors/single_threaded_executor.hpp>
#include <shared_mutex>
#include <thread>

#include "captured_log.hpp"
#include "controller_fixture.hpp"

using testing::HasSubstr;

class EdgeCase : public ControllerFixture
{
protected:
  /// Posts one reference sample through the topic; true once the controller has taken it.
  bool post(double shoulder, double elbow, double time)
  {
    hod_msgs::msg::JointMotion message;
    message.joint_names = {"shoulder", "elbow"};
    message.order = 1;
    message.derivatives = {shoulder, elbow, 0.5, 0.5};
    auto node = std::make_shared<rclcpp::Node>("test_publisher");
    auto publisher =
      node->create_publisher<hod_msgs::msg::JointMotion>("/feedforward/reference", 1);
    rclcpp::executors::SingleThreadedExecutor executor;
    executor.add_node(controller->get_node()->get_node_base_interface());
    for (int i = 0; i < 500 && reference(1, 0) != shoulder; ++i)
    {
      publisher->publish(message);
      executor.spin_some(std::chrono::milliseconds(10));
      update(time);
    }
    return reference(1, 0) == shoulder;
  }

  void set_parameter(const rclcpp::Parameter & parameter, bool accepted = true)
  {
    EXPECT_EQ(controller->get_node()->set_parameter(parameter).successful, accepted);
  }

  CapturedLog log;
};

TEST_F(EdgeCase, JerkAndSnapThatAreNotGivenAreZero)
{
  start(true);
  refer_to(0.4, 3);
  ASSERT_EQ(update(), return_type::OK);
  EXPECT_NEAR(effort(0), torque(0, 0.4), 1e-11);
  EXPECT_TRUE(std::isfinite(force(0, 2)));
}

TEST_F(EdgeCase, WithoutReferenceAJointIsHeldWhereItWasMeasured)
{
  start(true);
  set_state(0, -0.3, 0.0);
  set_state(1, 0.6, 0.0);
  ASSERT_EQ(update(), return_type::OK);
  EXPECT_NEAR(effort(0), gravity(0, 0.6, -0.3), 1e-11);
  EXPECT_NEAR(effort(1), gravity(1, 0.6, -0.3), 1e-11);
}

TEST_F(EdgeCase, AReferenceThatStopsBeingANumberHoldsItsJoint)
{
  start(true);
  refer_to(0.4);
  ASSERT_EQ(update(), return_type::OK);
  ASSERT_TRUE(references[0]->set_value(kNaN));
  ASSERT_TRUE(references[5]->set_value(kNaN));
  ASSERT_EQ(update(), return_type::OK);
  const double shoulder = two_link::motion(0, 0, 0.4);
  EXPECT_NEAR(effort(0), gravity(0, shoulder, two_link::motion(1, 0, 0.4)), 1e-11);
}

TEST_F(EdgeCase, AHandleThatIsBeingWrittenGivesTheValueOfTheCycleBefore)
{
  start(true);
  refer_to(0.4);
  ASSERT_EQ(update(), return_type::OK);
  refer_to(0.8);
  std::promise<void> locked;
  std::promise<void> done;
  std::thread writer([&]() {
    const std::unique_lock<std::shared_mutex> lock(references[0]->get_mutex());
    locked.set_value();
    done.get_future().wait();
  });
  locked.get_future().wait();
  EXPECT_EQ(update(), return_type::OK);
  done.set_value();
  writer.join();
  auto state = two_link::state_at(0.8);
  state.q[1] = two_link::motion(1, 0, 0.4);
  const auto torques = two_link::torques(state);
  EXPECT_NEAR(effort(0), torques.inertia[1] + torques.gravity[1], 1e-11);
}

TEST_F(EdgeCase, AnUnknownStateTakesPartInNoFeedback)
{
  start(true, {joints(), {"gains.elbow.kp", 100.0}, {"gains.elbow.kd", 10.0}});
  refer_to(0.4);
  set_state(0, kNaN, 0.0);
  ASSERT_EQ(update(), return_type::OK);
  EXPECT_NEAR(effort(0), torque(0, 0.4), 1e-11);
}

TEST_F(EdgeCase, WithNeitherReferenceNorStateNothingIsCommanded)
{
  start(true);
  set_state(0, kNaN, kNaN);
  ASSERT_EQ(update(), return_type::OK);
  EXPECT_EQ(effort(0), 0.0);
  EXPECT_EQ(effort(1), 0.0);
  EXPECT_TRUE(std::isnan(force(0, 0)));
}

TEST_F(EdgeCase, EffortIsClampedToTheRobotDescriptionsLimit)
{
  start(true);
  refer_to(0.4);
  ASSERT_TRUE(references[2]->set_value(1e4));
  ASSERT_EQ(update(), return_type::OK);
  EXPECT_EQ(effort(0), 30.0);
  EXPECT_GT(force(0, 0), 30.0);
}

TEST_F(EdgeCase, EffortIsClampedToTheParametersLimitWhichIsLive)
{
  start(true, {joints(), {"limits.elbow.effort", 0.5}});
  refer_to(0.4);
  ASSERT_TRUE(references[2]->set_value(1e4));
  ASSERT_EQ(update(), return_type::OK);
  EXPECT_EQ(effort(0), 0.5);
  set_parameter({"limits.elbow.effort", 1.5});
  ASSERT_EQ(update(), return_type::OK);
  EXPECT_EQ(effort(0), 1.5);
  set_parameter({"limits.elbow.effort", -1.0}, false);
}

TEST_F(EdgeCase, TermsAndGainsAreLive)
{
  start(true);
  refer_to(0.4);
  set_parameter({"terms.inertia.enabled", false});
  set_parameter({"terms.gravity.scale", 0.5});
  set_parameter({"gains.elbow.kp", 20.0});
  ASSERT_EQ(update(), return_type::OK);
  const auto torques = two_link::torques(two_link::state_at(0.4));
  EXPECT_NEAR(effort(0), 0.5 * torques.gravity[1] + 20.0 * two_link::motion(1, 0, 0.4), 1e-11);
  set_parameter({"joints", std::vector<std::string>{"elbow"}}, false);
}

TEST_F(EdgeCase, ALostReferenceIsHeldAgainstGravity)
{
  start(false);
  ASSERT_TRUE(post(0.3, -0.2, 5.0));
  ASSERT_EQ(update(5.6), return_type::OK);
  EXPECT_EQ(reference(1, 0), 0.3);
  EXPECT_EQ(reference(1, 1), 0.0);
  EXPECT_NEAR(effort(0), gravity(0, 0.3, -0.2), 1e-11);
}

TEST_F(EdgeCase, ALostReferenceStopsEffortIfAsked)
{
  start(false, {joints(), {"on_reference_timeout", "stop"}});
  ASSERT_TRUE(post(0.3, -0.2, 5.0));
  EXPECT_NE(effort(0), 0.0);
  ASSERT_EQ(update(5.6), return_type::OK);
  EXPECT_EQ(effort(0), 0.0);
  EXPECT_EQ(effort(1), 0.0);
  ASSERT_TRUE(post(0.4, -0.2, 7.0));
  EXPECT_NE(effort(0), 0.0);
}

TEST_F(EdgeCase, AMessageThatDoesNotFitIsIgnoredWithASentence)
{
  start(false);
  ASSERT_TRUE(post(0.3, -0.2, 5.0));
  hod_msgs::msg::JointMotion message;
  message.joint_names = {"shoulder", "wrist"};
  message.derivatives = {1.0, 1.0};
  auto node = std::make_shared<rclcpp::Node>("test_publisher");
  auto publisher = node->create_publisher<hod_msgs::msg::JointMotion>("/feedforward/reference", 1);
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(controller->get_node()->get_node_base_interface());
  for (int i = 0; i < 500 && CapturedLog::text().find("wrist") == std::string::npos; ++i)
  {
    publisher->publish(message);
    executor.spin_some(std::chrono::milliseconds(10));
  }
  EXPECT_THAT(
    CapturedLog::text(), HasSubstr("Message ignored: joint motion: there is no joint 'wrist'"));
  ASSERT_EQ(update(5.1), return_type::OK);
  EXPECT_EQ(reference(1, 0), 0.3);
}

TEST_F(EdgeCase, AClockThatGoesBackDoesNotSilenceTheController)
{
  start(true);
  refer_to(0.4);
  ASSERT_EQ(update(100.0), return_type::OK);
  refer_to(0.8);
  ASSERT_EQ(update(1.0), return_type::OK);
  EXPECT_NEAR(effort(0), torque(0, 0.8), 1e-11);
}

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

  static std::string with_motor_commands()
  {
    std::string text = two_link_arm();
    const std::string effort = "<command_interface name=\"effort\"/>";
    const std::string more =
      "<command_interface name=\"position\"/><command_interface name=\"velocity\"/>";
    for (std::size_t at = 0; (at = text.find(effort, at)) != std::string::npos;)
    {
      text.insert(at, more);
      at += more.size() + effort.size();
    }
    return text;
  }

  CapturedLog log;
};

TEST_F(EdgeCase, JerkAndSnapThatAreNotGivenLeaveTheRatesOpen)
{
  start(true, {joints(), {"missing_derivatives", "unknown"}});
  refer_to(0.4, 3);
  ASSERT_EQ(update(), return_type::OK);
  EXPECT_NEAR(effort(0), torque(0, 0.4), 1e-11);
  EXPECT_TRUE(std::isnan(force(0, 1)));
  EXPECT_TRUE(std::isnan(force(0, 2)));
  refer_to(0.4, 4);
  ASSERT_EQ(update(), return_type::OK);
  EXPECT_TRUE(std::isfinite(force(0, 1)));
  EXPECT_TRUE(std::isnan(force(0, 2)));
}

TEST_F(EdgeCase, JerkAndSnapThatAreNotGivenAreEstimatedIfAsked)
{
  start(true);
  const double step = 0.01;
  double time = 0.0;
  for (int cycle = 0; cycle < 8; ++cycle)
  {
    time = 0.4 + step * cycle;
    refer_to(time, 3);
    ASSERT_EQ(update(time), return_type::OK);
    EXPECT_EQ(std::isfinite(force(0, 2)), cycle >= 4) << "from five samples on";
  }
  const auto q = [](double t) { return torque(0, t); };
  EXPECT_NEAR(force(0, 0), q(time), 1e-11);
  EXPECT_NEAR(force(0, 1), two_link::d1(q, time), 0.05);
  EXPECT_NEAR(force(0, 2), two_link::d2(q, time), 5.0) << "its snap lags by two samples";
}

TEST_F(EdgeCase, WithoutAccelerationTheCommandIsThatOfAMotionWithout)
{
  start(true);
  refer_to(0.4, 1);
  ASSERT_EQ(update(), return_type::OK);
  EXPECT_NEAR(
    effort(0), gravity(0, two_link::motion(0, 0, 0.4), two_link::motion(1, 0, 0.4)), 1e-11);
  EXPECT_TRUE(std::isnan(force(0, 1)));
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

TEST_F(EdgeCase, ALostReferenceLeavesThePositionThatWasCommandedLast)
{
  start(
    false,
    {joints(),
     {"on_reference_timeout", "stop"},
     {"command_interfaces", std::vector<std::string>{"effort", "position", "velocity"}}},
    with_motor_commands());
  ASSERT_TRUE(post(0.3, -0.2, 5.0));
  const double before = hardware_commands[1]->get_optional().value();
  for (const double time : {5.6, 5.61, 5.62})
  {
    set_state(0, time, 0.0);
    ASSERT_EQ(update(time), return_type::OK);
    EXPECT_EQ(hardware_commands[0]->get_optional().value(), 0.0);
    EXPECT_NEAR(hardware_commands[1]->get_optional().value(), before, 1e-12) << "not the measured";
    EXPECT_EQ(hardware_commands[2]->get_optional().value(), 0.0);
  }
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

TEST_F(EdgeCase, AClockThatIsSetDoesNotSilenceTheController)
{
  start(true);
  refer_to(0.4);
  ASSERT_EQ(update(100.0), return_type::OK);
  refer_to(0.8);
  ASSERT_EQ(update(1.0), return_type::OK);
  EXPECT_NEAR(effort(0), torque(0, 0.8), 1e-11);
}

TEST_F(EdgeCase, EffortRateIsKeptAndReported)
{
  start(true, {joints(), {"limits.elbow.effort_rate", 100.0}});
  refer_to(0.4);
  ASSERT_EQ(update(1.0), return_type::OK);
  const double first = effort(0);
  EXPECT_NEAR(first, torque(0, 0.4), 1e-11);
  ASSERT_TRUE(references[2]->set_value(1e4));
  ASSERT_EQ(update(1.01), return_type::OK);
  EXPECT_NEAR(effort(0), first + 1.0, 1e-9) << "100 N m/s for 10 ms";
  EXPECT_GT(force(0, 0), first + 1.0) << "what is exported is not limited";
}

TEST_F(EdgeCase, DeactivationLeavesZeroEffortAndForgetsTheReference)
{
  start(false);
  ASSERT_TRUE(post(0.3, -0.2, 5.0));
  ASSERT_TRUE(controller_interface::deactivate_succeeds(controller));
  EXPECT_EQ(effort(0), 0.0);
  EXPECT_EQ(effort(1), 0.0);
  ASSERT_TRUE(controller_interface::activate_succeeds(controller));
  set_state(0, 0.1, 0.0);
  set_state(1, 0.2, 0.0);
  ASSERT_EQ(update(6.0), return_type::OK);
  EXPECT_NEAR(effort(0), gravity(0, 0.2, 0.1), 1e-10) << "held where it was measured";
}

TEST_F(EdgeCase, MotorsAreToldPositionAndVelocityIfAsked)
{
  start(
    true,
    {joints(), {"command_interfaces", std::vector<std::string>{"effort", "position", "velocity"}}},
    with_motor_commands());
  refer_to(0.4);
  ASSERT_EQ(update(), return_type::OK);
  EXPECT_NEAR(hardware_commands[0]->get_optional().value(), torque(0, 0.4), 1e-11);
  EXPECT_NEAR(hardware_commands[1]->get_optional().value(), two_link::motion(1, 0, 0.4), 1e-12);
  EXPECT_NEAR(hardware_commands[5]->get_optional().value(), two_link::motion(0, 1, 0.4), 1e-12);
  ASSERT_TRUE(controller_interface::deactivate_succeeds(controller));
  EXPECT_EQ(hardware_commands[0]->get_optional().value(), 0.0);
  EXPECT_EQ(hardware_commands[2]->get_optional().value(), 0.0);
  EXPECT_NEAR(hardware_commands[1]->get_optional().value(), two_link::motion(1, 0, 0.4), 1e-12);
}

TEST_F(EdgeCase, ARobotFilePutsMotorsBehindSprings)
{
  const std::string file = std::string(TEST_CONFIG) + "/elastic_arm.yaml";
  start(true, {joints(), {"robot_file", file}});
  const double time = 0.4;
  refer_to(time);
  ASSERT_EQ(update(time), return_type::OK);
  const double stiffness[] = {1000.0, 2000.0};
  const double inertia[] = {0.3, 0.5};
  for (std::size_t joint = 0; joint < 2; ++joint)
  {
    const auto theta = [&](double t) {
      return two_link::motion(joint == 0 ? 1 : 0, 0, t) + torque(joint, t) / stiffness[joint];
    };
    EXPECT_NEAR(force(joint, 0), torque(joint, time), 1e-11) << "what the spring carries";
    EXPECT_NEAR(
      effort(joint), torque(joint, time) + inertia[joint] * two_link::d2(theta, time), 1e-5);
  }
}

TEST_F(EdgeCase, DrivesOfARobotFileMayBeTakenAsRigid)
{
  const std::string file = std::string(TEST_CONFIG) + "/elastic_arm.yaml";
  start(true, {joints(), {"robot_file", file}, {"drive", "rigid"}});
  refer_to(0.4);
  ASSERT_EQ(update(0.4), return_type::OK);
  EXPECT_NEAR(effort(0), torque(0, 0.4) + 0.3 * two_link::motion(1, 2, 0.4), 1e-10) << "rotors";
}

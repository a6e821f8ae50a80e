// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <diagnostic_msgs/msg/diagnostic_array.hpp>
#include <lifecycle_msgs/msg/state.hpp>
#include <limits>
#include <thread>

#include "captured_log.hpp"
#include "forces_node_fixture.hpp"

using lifecycle_msgs::msg::State;
using testing::HasSubstr;

class ForcesNodeTest : public ForcesNodeFixture
{
protected:
  std::string diagnosis()
  {
    diagnostic_msgs::msg::DiagnosticArray::ConstSharedPtr diagnostics;
    const auto subscription = listen("/diagnostics", diagnostics);
    EXPECT_TRUE(spin_until([&]() { return diagnostics != nullptr; }));
    severity = diagnostics ? diagnostics->status[0].level : 255;
    return diagnostics ? diagnostics->status[0].message : "";
  }

  unsigned char severity = 255;
};

TEST_F(ForcesNodeTest, TurnsAMotionIntoForcesAndEnergies)
{
  start({{"robot_description", two_link_arm()}});
  hod_msgs::msg::HigherOrderForces::ConstSharedPtr forces;
  hod_msgs::msg::JointForces::ConstSharedPtr elbow;
  hod_msgs::msg::AccelerationEnergies::ConstSharedPtr energies;
  const auto forces_subscription = listen("/forces_node/forces", forces);
  const auto joint_subscription = listen("/forces_node/joints/elbow", elbow);
  const auto energies_subscription = listen("/forces_node/energies", energies);
  auto publisher = user->create_publisher<hod_msgs::msg::JointMotion>("/forces_node/motion", 1);
  ASSERT_TRUE(spin_until([&]() {
    publisher->publish(motion(0.6));
    return forces && elbow && energies;
  }));
  const auto q = [](double t) { return torque(1, t); };
  EXPECT_EQ(forces->header.frame_id, "tag");
  EXPECT_NEAR(forces->values[0], torque(0, 0.6), 1e-11);
  EXPECT_EQ(elbow->joint, "elbow");
  EXPECT_NEAR(elbow->effort, q(0.6), 1e-11);
  EXPECT_NEAR(elbow->effort_d1, two_link::d1(q, 0.6), 1e-7);
  EXPECT_NEAR(elbow->effort_d2, two_link::d2(q, 0.6), 1e-5);
  EXPECT_EQ(energies->totals.size(), 4U);
}

TEST_F(ForcesNodeTest, ComputesOnRequest)
{
  start({{"robot_description", two_link_arm()}});
  using Service = hod_msgs::srv::ComputeForces;
  auto request = std::make_shared<Service::Request>();
  request->motion = motion(0.9);
  request->order = 1;
  auto response = call<Service>("/forces_node/compute_forces", request);
  EXPECT_TRUE(response->success) << response->message;
  EXPECT_EQ(response->forces.values.size(), 6U);
  EXPECT_NEAR(response->forces.values[1], torque(1, 0.9), 1e-11);
  request->order = 3;
  response = call<Service>("/forces_node/compute_forces", request);
  EXPECT_FALSE(response->success);
  EXPECT_THAT(response->message, HasSubstr("order: is 3, expected at most"));
  request->order = 0;
  request->motion.derivatives[0] = std::numeric_limits<double>::quiet_NaN();
  response = call<Service>("/forces_node/compute_forces", request);
  EXPECT_FALSE(response->success);
  EXPECT_THAT(response->message, HasSubstr("not a finite number"));
}

TEST_F(ForcesNodeTest, TellsAndChangesTheMassDistribution)
{
  start({{"robot_description", two_link_arm()}});
  hod_msgs::msg::MassDistribution::ConstSharedPtr latched;
  const auto subscription =
    listen("/forces_node/mass_distribution", latched, rclcpp::QoS(1).transient_local());
  ASSERT_TRUE(spin_until([&]() { return latched != nullptr; })) << "it is latched";
  using Set = hod_msgs::srv::SetMassDistribution;
  auto request = std::make_shared<Set::Request>();
  request->distribution.links.resize(1);
  request->distribution.links[0].link = "forearm";
  request->distribution.links[0].mass = 2.0;
  request->distribution.links[0].center_of_mass.x = 0.4;
  EXPECT_TRUE(call<Set>("/forces_node/set_mass_distribution", request)->success);
  using Get = hod_msgs::srv::GetMassDistribution;
  const auto answer =
    call<Get>("/forces_node/get_mass_distribution", std::make_shared<Get::Request>());
  EXPECT_TRUE(answer->success);
  const auto mass = [](const hod_msgs::msg::MassDistribution & distribution) {
    double found = 0.0;
    for (const auto & link : distribution.links)
    {
      found += link.link == "forearm" ? link.mass : 0.0;
    }
    return found;
  };
  EXPECT_EQ(mass(answer->distribution), 2.0);
  EXPECT_TRUE(spin_until([&]() { return mass(*latched) == 2.0; }));
  request->distribution.links[0].link = "hand";
  const auto refused = call<Set>("/forces_node/set_mass_distribution", request);
  EXPECT_FALSE(refused->success);
  EXPECT_THAT(refused->message, HasSubstr("link 'hand'"));
}

TEST_F(ForcesNodeTest, IsNotConfiguredWithoutAUsableRobot)
{
  start({{"robot_description", "<robot name='a'>"}});
  EXPECT_THAT(diagnosis(), HasSubstr("robot_description"));
  EXPECT_EQ(severity, diagnostic_msgs::msg::DiagnosticStatus::ERROR);
  EXPECT_EQ(node->get_current_state().id(), State::PRIMARY_STATE_UNCONFIGURED);
}

TEST_F(ForcesNodeTest, IsNotConfiguredWithAMassThatIsNoNumber)
{
  for (const char * mass : {"nan", "4,5", "1e999", ""})
  {
    std::string description = two_link_arm();
    const std::string before = "<mass value=\"2.0\"/>";
    description.replace(
      description.find(before), before.size(), "<mass value=\"" + std::string(mass) + "\"/>");
    CapturedLog log;
    const auto made = make({{"robot_description", description}, {"autostart", false}});
    EXPECT_EQ(made->configure().id(), State::PRIMARY_STATE_UNCONFIGURED) << mass;
    EXPECT_THAT(log.text(), HasSubstr("Robot description not used: ")) << mass;
    EXPECT_THAT(log.text(), HasSubstr("upper_arm")) << mass;
  }
}

/// The name of a robot stands in the log, too.
TEST_F(ForcesNodeTest, IsNotConfiguredWithANameThatForgesTheLog)
{
  std::string description = two_link_arm();
  const std::string before = "name=\"two_link_arm\"";
  description.replace(description.find(before), before.size(), "name=\"a&#10;[FATAL] forged\"");
  CapturedLog log;
  const auto made = make({{"robot_description", description}, {"autostart", false}});
  EXPECT_EQ(made->configure().id(), State::PRIMARY_STATE_UNCONFIGURED);
  EXPECT_THAT(log.text(), testing::Not(HasSubstr("\n[FATAL] forged")));
}

/// A container of several threads may be in a callback while it lets go of the node. The fence
/// ticks twice before that: no thread waits for the node's services any longer, which
/// rclcpp_lifecycle takes back from whoever waits for them.
TEST_F(ForcesNodeTest, MayBeLetGoOfWhileItIsInACallback)
{
  rclcpp::executors::MultiThreadedExecutor threads(rclcpp::ExecutorOptions(), 4);
  const auto fence = std::make_shared<rclcpp::Node>("fence");
  std::atomic<int> ticks{0};
  const auto ticking =
    fence->create_wall_timer(std::chrono::microseconds(100), [&ticks]() { ++ticks; });
  threads.add_node(fence);
  std::thread spinning([&threads]() { threads.spin(); });
  const auto descriptions = user->create_publisher<std_msgs::msg::String>(
    "/robot_description", rclcpp::QoS(1).transient_local());
  const auto states =
    user->create_publisher<sensor_msgs::msg::JointState>("/joint_states", rclcpp::SensorDataQoS());
  std_msgs::msg::String description;
  description.data = two_link_arm();
  for (int round = 0; round < 20; ++round)
  {
    auto component = std::make_shared<hod_ros::ForcesNode>(rclcpp::NodeOptions());
    threads.add_node(component->get_node_base_interface());
    for (int i = 0; i < 40; ++i)
    {
      description.data += " ";  // another one each time
      descriptions->publish(description);
      states->publish(state(0.001 * i, 100.0 + round));
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    threads.remove_node(component->get_node_base_interface());
    for (const int removed = ticks; ticks < removed + 2;)
    {
      std::this_thread::yield();
    }
    component.reset();
  }
  threads.cancel();
  spinning.join();
}

TEST_F(ForcesNodeTest, RefusesADegreeThatGivesNoDerivatives)
{
  start({{"robot_description", two_link_arm()}, {"joint_states.degree", 3}, {"autostart", false}});
  CapturedLog log;
  EXPECT_EQ(node->configure().id(), State::PRIMARY_STATE_UNCONFIGURED);
  EXPECT_THAT(log.text(), HasSubstr("joint_states.degree: is 3, expected at least order + 2 = 4"));
}

TEST_F(ForcesNodeTest, TakesANewRobotDescriptionAndKeepsTheOldOneIfItIsBad)
{
  start({});
  using Service = hod_msgs::srv::ComputeForces;
  auto request = std::make_shared<Service::Request>();
  request->motion = motion(0.9);
  auto response = call<Service>("/forces_node/compute_forces", request);
  EXPECT_FALSE(response->success);
  EXPECT_THAT(response->message, HasSubstr("no robot description yet"));
  EXPECT_THAT(diagnosis(), HasSubstr("no robot description yet"));
  auto descriptions = user->create_publisher<std_msgs::msg::String>(
    "/robot_description", rclcpp::QoS(1).transient_local());
  std_msgs::msg::String description;
  description.data = two_link_arm();
  descriptions->publish(description);
  ASSERT_TRUE(
    spin_until([&]() { return call<Service>("/forces_node/compute_forces", request)->success; }));
  CapturedLog log;
  description.data = "<robot/>";
  descriptions->publish(description);
  ASSERT_TRUE(spin_until([&]() { return log.text().find("not used") != std::string::npos; }));
  response = call<Service>("/forces_node/compute_forces", request);
  EXPECT_TRUE(response->success) << response->message;
  EXPECT_NEAR(response->forces.values[1], torque(1, 0.9), 1e-11);
}

TEST_F(ForcesNodeTest, AsksAnewForARobotDescriptionThatDoesNotCome)
{
  CapturedLog log;
  start({});
  int subscriptions = 0;
  rclcpp::PublisherOptions options;
  options.event_callbacks.matched_callback = [&](const rclcpp::MatchedInfo & info) {
    subscriptions = static_cast<int>(info.total_count);
  };
  auto descriptions = user->create_publisher<std_msgs::msg::String>(
    "/robot_description", rclcpp::QoS(1).transient_local(), options);
  ASSERT_TRUE(spin_until([&]() { return subscriptions == 1; }));
  ASSERT_TRUE(spin_until([&]() { return subscriptions == 2; }, 30.0)) << log.text();
  EXPECT_THAT(log.text(), HasSubstr("(publishers known: 1): no robot description yet."));
  std_msgs::msg::String description;
  description.data = two_link_arm();
  descriptions->publish(description);
  ASSERT_TRUE(spin_until([&]() { return log.text().find("joints: ") != std::string::npos; }));
  EXPECT_EQ(descriptions->get_subscription_count(), 1U);
}

TEST_F(ForcesNodeTest, SaysAgainAndAgainThatItWaitsForARobotDescription)
{
  CapturedLog log;
  start({});
  const std::string sentence =
    "Waiting for a robot description on topic /robot_description (publishers known: 0): "
    "no robot description yet.";
  ASSERT_TRUE(spin_until(
    [&]() {
      const auto first = log.text().find(sentence);
      return first != std::string::npos &&
             log.text().find(sentence, first + 1) != std::string::npos;
    },
    30.0))
    << log.text();
}

TEST_F(ForcesNodeTest, LivesByItsStates)
{
  start({{"robot_description", two_link_arm()}, {"autostart", false}});
  executor.spin_some();
  EXPECT_EQ(node->get_current_state().id(), State::PRIMARY_STATE_UNCONFIGURED);
  for (int life = 0; life < 2; ++life)
  {
    ASSERT_EQ(node->configure().id(), State::PRIMARY_STATE_INACTIVE);
    std::vector<hod_msgs::msg::HigherOrderForces> forces;
    const auto subscription = collect("/forces_node/forces", forces);
    const auto publisher = speak<hod_msgs::msg::JointMotion>("/forces_node/motion");
    await(subscription);
    publisher->publish(motion(0.1));
    spin_until([]() { return false; }, 0.1);
    EXPECT_TRUE(forces.empty()) << "inactive";
    ASSERT_EQ(node->activate().id(), State::PRIMARY_STATE_ACTIVE);
    publisher->publish(motion(0.2));
    EXPECT_TRUE(spin_until([&]() { return forces.size() == 1; }));
    ASSERT_EQ(node->deactivate().id(), State::PRIMARY_STATE_INACTIVE);
    publisher->publish(motion(0.3));
    spin_until([]() { return false; }, 0.1);
    EXPECT_EQ(forces.size(), 1U);
    ASSERT_EQ(node->cleanup().id(), State::PRIMARY_STATE_UNCONFIGURED);
  }
  EXPECT_EQ(node->shutdown().id(), State::PRIMARY_STATE_FINALIZED);
}

TEST_F(ForcesNodeTest, TakesAPayloadAndGravityBetweenTwoMessages)
{
  start({{"robot_description", two_link_arm()}});
  std::vector<hod_msgs::msg::HigherOrderForces> forces;
  const auto subscription = collect("/forces_node/forces", forces);
  const auto publisher = speak<hod_msgs::msg::JointMotion>("/forces_node/motion");
  await(subscription);
  hod_msgs::msg::JointMotion level;
  level.joint_names = {"shoulder"};
  level.derivatives = {0.0};
  const auto shoulder = [&]() {
    const std::size_t before = forces.size();
    publisher->publish(level);
    EXPECT_TRUE(spin_until([&]() { return forces.size() > before; }));
    return forces.back().values[0];
  };
  const double without = shoulder();
  EXPECT_NEAR(without, 9.81 * 2.4, 1e-10);
  using Carry = hod_msgs::srv::SetPayload;
  auto payload = std::make_shared<Carry::Request>();
  payload->link = "forearm";
  payload->mass = 2.0;
  payload->center_of_mass.x = 0.5;
  EXPECT_TRUE(call<Carry>("/forces_node/set_payload", payload)->success);
  EXPECT_NEAR(shoulder(), without + 9.81 * 3.0, 1e-10);
  payload->link = "hand";
  const auto refused = call<Carry>("/forces_node/set_payload", payload);
  EXPECT_FALSE(refused->success);
  EXPECT_THAT(refused->message, HasSubstr("no link 'hand'"));
  EXPECT_TRUE(node->set_parameter({"gravity", std::vector<double>{0.0, 0.0, -1.0}}).successful);
  EXPECT_NEAR(shoulder(), 2.4 + 3.0, 1e-10);
}

TEST_F(ForcesNodeTest, TwoRobotsInTwoNamespacesKeepToThemselves)
{
  const Parameters parameters = {{"robot_description", two_link_arm()}};
  const auto left = make(parameters, {"--ros-args", "-r", "__ns:=/left"});
  const auto right = make(parameters, {"--ros-args", "-r", "__ns:=/right"});
  std::vector<hod_msgs::msg::HigherOrderForces> of_left, of_right;
  const auto left_subscription = collect("/left/forces_node/forces", of_left);
  const auto right_subscription = collect("/right/forces_node/forces", of_right);
  const auto to_left = speak<hod_msgs::msg::JointMotion>("/left/forces_node/motion");
  const auto to_right = speak<hod_msgs::msg::JointMotion>("/right/forces_node/motion");
  await(left_subscription);
  await(right_subscription);
  to_left->publish(motion(0.2));
  to_right->publish(motion(0.7));
  ASSERT_TRUE(spin_until([&]() { return !of_left.empty() && !of_right.empty(); }));
  EXPECT_NEAR(of_left[0].values[0], torque(0, 0.2), 1e-11);
  EXPECT_NEAR(of_right[0].values[0], torque(0, 0.7), 1e-11);
  EXPECT_EQ(of_left.size() + of_right.size(), 2U);
}

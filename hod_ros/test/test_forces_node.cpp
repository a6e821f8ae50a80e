// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <chrono>
#include <diagnostic_msgs/msg/diagnostic_array.hpp>
#include <functional>
#include <memory>
#include <rclcpp/rclcpp.hpp>

#include "hod_ros/forces_node.hpp"
#include "two_link_arm.hpp"
#include "two_link_dynamics.hpp"

using testing::HasSubstr;

class ForcesNodeTest : public testing::Test
{
protected:
  static void SetUpTestSuite() { rclcpp::init(0, nullptr); }
  static void TearDownTestSuite() { rclcpp::shutdown(); }

  void start(const std::vector<rclcpp::Parameter> & parameters)
  {
    rclcpp::NodeOptions options;
    options.parameter_overrides(parameters);
    node = std::make_shared<hod_ros::ForcesNode>(options);
    user = std::make_shared<rclcpp::Node>("user");
    executor.add_node(node);
    executor.add_node(user);
  }

  bool spin_until(const std::function<bool()> & condition)
  {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
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

  static hod_msgs::msg::JointMotion motion(double time, std::uint8_t order = 4)
  {
    hod_msgs::msg::JointMotion message;
    message.header.frame_id = "tag";
    message.joint_names = {"elbow", "shoulder"};
    message.order = order;
    for (int k = 0; k <= order; ++k)
    {
      message.derivatives.push_back(two_link::motion(1, k, time));
      message.derivatives.push_back(two_link::motion(0, k, time));
    }
    return message;
  }

  static double torque(std::size_t joint, double time)
  {
    const auto torques = two_link::torques(two_link::state_at(time));
    return torques.inertia[joint] + torques.gravity[joint];
  }

  rclcpp::executors::SingleThreadedExecutor executor;
  std::shared_ptr<hod_ros::ForcesNode> node;
  rclcpp::Node::SharedPtr user;
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

TEST_F(ForcesNodeTest, WaitsForARobotDescriptionAndTakesJointStates)
{
  start({});
  auto descriptions = user->create_publisher<std_msgs::msg::String>(
    "/robot_description", rclcpp::QoS(1).transient_local());
  std_msgs::msg::String description;
  description.data = two_link_arm();
  descriptions->publish(description);
  hod_msgs::msg::HigherOrderForces::ConstSharedPtr forces;
  const auto subscription = listen("/forces_node/forces", forces);
  auto states = user->create_publisher<sensor_msgs::msg::JointState>("/joint_states", 10);
  sensor_msgs::msg::JointState state;
  state.name = {"elbow", "shoulder"};
  state.position = {-0.4, 0.3};
  state.velocity = {0.6, -0.5};
  ASSERT_TRUE(spin_until([&]() {
    states->publish(state);
    return forces != nullptr;
  }));
  const auto expected = two_link::torques({{0.3, -0.4}, {-0.5, 0.6}, {0.0, 0.0}});
  EXPECT_NEAR(forces->values[0], expected.inertia[0] + expected.gravity[0], 1e-11);
  EXPECT_NEAR(forces->values[1], expected.inertia[1] + expected.gravity[1], 1e-11);
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
  EXPECT_EQ(answer->distribution.links[2].mass, 2.0);
  EXPECT_TRUE(spin_until([&]() { return latched->links[2].mass == 2.0; }));
  request->distribution.links[0].link = "hand";
  const auto refused = call<Set>("/forces_node/set_mass_distribution", request);
  EXPECT_FALSE(refused->success);
  EXPECT_THAT(refused->message, HasSubstr("link 'hand'"));
}

TEST_F(ForcesNodeTest, SaysWhatIsWrongAndLivesOn)
{
  start({{"robot_description", "<robot name='a'>"}});
  using Service = hod_msgs::srv::ComputeForces;
  const auto response =
    call<Service>("/forces_node/compute_forces", std::make_shared<Service::Request>());
  EXPECT_FALSE(response->success);
  EXPECT_THAT(response->message, HasSubstr("robot_description"));
  diagnostic_msgs::msg::DiagnosticArray::ConstSharedPtr diagnostics;
  const auto subscription = listen("/diagnostics", diagnostics);
  ASSERT_TRUE(spin_until([&]() { return diagnostics != nullptr; }));
  EXPECT_EQ(diagnostics->status[0].level, diagnostic_msgs::msg::DiagnosticStatus::ERROR);
  EXPECT_THAT(diagnostics->status[0].message, HasSubstr("robot_description"));
}

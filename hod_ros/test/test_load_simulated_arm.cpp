// SPDX-License-Identifier: Apache-2.0
// The plugin as a controller manager has it: loaded by its name, through its whole life.
#include <gmock/gmock.h>

#include <chrono>
#include <functional>
#include <hardware_interface/resource_manager.hpp>
#include <hardware_interface/types/lifecycle_state_names.hpp>
#include <lifecycle_msgs/msg/state.hpp>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <rosgraph_msgs/msg/clock.hpp>
#include <string>
#include <vector>

#include "simulated_arm_fixture.hpp"

namespace
{

using lifecycle_msgs::msg::State;

class LoadSimulatedArm : public testing::Test
{
protected:
  static void SetUpTestSuite() { rclcpp::init(0, nullptr); }
  static void TearDownTestSuite() { rclcpp::shutdown(); }

  explicit LoadSimulatedArm(const ArmOptions & options = {})
  : manager(
      arm_urdf(options), std::make_shared<rclcpp::Clock>(RCL_ROS_TIME), rclcpp::get_logger("test"),
      false, 1000)
  {}

  bool bring_to(std::uint8_t id, const char * name)
  {
    rclcpp_lifecycle::State target(id, name);
    return manager.set_component_state("arm", target) == hardware_interface::return_type::OK;
  }

  bool cycle()
  {
    const rclcpp::Time now(0, 0, RCL_ROS_TIME);
    const rclcpp::Duration period(0, 1000000);
    using Result = hardware_interface::return_type;
    const bool read = manager.read(now, period).result == Result::OK;
    return manager.write(now, period).result == Result::OK && read;
  }

  hardware_interface::ResourceManager manager;
};

TEST_F(LoadSimulatedArm, LivesThroughEveryTransitionTwice)
{
  namespace names = hardware_interface::lifecycle_state_names;
  for (int time = 0; time < 2; ++time)
  {
    ASSERT_TRUE(bring_to(State::PRIMARY_STATE_INACTIVE, names::INACTIVE));
    EXPECT_TRUE(cycle());
    ASSERT_TRUE(bring_to(State::PRIMARY_STATE_ACTIVE, names::ACTIVE));
    EXPECT_TRUE(manager.command_interface_is_available("elbow/effort"));
    EXPECT_TRUE(manager.state_interface_is_available("other_finger/position"));
    EXPECT_TRUE(manager.state_interface_is_available("elbow/motor_position"));
    EXPECT_FALSE(manager.command_interface_exists("other_finger/effort"));
    const std::vector<std::string> efforts = {"shoulder/effort", "elbow/effort"};
    ASSERT_TRUE(manager.prepare_command_mode_switch(efforts, {}));
    ASSERT_TRUE(manager.perform_command_mode_switch(efforts, {}));
    {
      auto effort = manager.claim_command_interface("shoulder/effort");
      const auto position = manager.claim_state_interface("shoulder/position");
      EXPECT_TRUE(effort.set_value(60.0));
      for (int step = 0; step < 50; ++step)
      {
        ASSERT_TRUE(cycle());
      }
      EXPECT_GT(position.get_optional<double>().value(), 0.405);
    }
    ASSERT_TRUE(manager.prepare_command_mode_switch({}, efforts));
    ASSERT_TRUE(manager.perform_command_mode_switch({}, efforts));
    ASSERT_TRUE(bring_to(State::PRIMARY_STATE_INACTIVE, names::INACTIVE));
    ASSERT_TRUE(bring_to(State::PRIMARY_STATE_UNCONFIGURED, names::UNCONFIGURED));
  }
  ASSERT_TRUE(bring_to(State::PRIMARY_STATE_FINALIZED, names::FINALIZED));
}

ArmOptions with_clock(const std::string & more = "")
{
  ArmOptions options;
  options.parameters = parameter("publish_clock", "true") + more;
  return options;
}

class SimulatedTime : public LoadSimulatedArm
{
protected:
  SimulatedTime() : LoadSimulatedArm(with_clock()) { executor.add_node(node); }

  /// Listens for as long as it takes, 20 s at most.
  bool hear_until(const std::function<bool()> & condition)
  {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!condition() && std::chrono::steady_clock::now() < end)
    {
      executor.spin_some(std::chrono::milliseconds(10));
    }
    return condition();
  }

  std::int64_t time = 0;  ///< last heard [ns]
  int heard = 0;
  rclcpp::Node::SharedPtr node = std::make_shared<rclcpp::Node>("listener");
  rclcpp::Subscription<rosgraph_msgs::msg::Clock>::SharedPtr subscription =
    node->create_subscription<rosgraph_msgs::msg::Clock>(
      "/clock", rclcpp::ClockQoS(), [this](const rosgraph_msgs::msg::Clock & message) {
        time = rclcpp::Time(message.clock).nanoseconds();
        ++heard;
      });
  rclcpp::executors::SingleThreadedExecutor executor;
};

TEST_F(SimulatedTime, GoesOnByAPeriodWithEveryCycle)
{
  namespace names = hardware_interface::lifecycle_state_names;
  ASSERT_TRUE(bring_to(State::PRIMARY_STATE_INACTIVE, names::INACTIVE));
  ASSERT_TRUE(hear_until([this]() { return time > 10'000'000; })) << "before the first cycle, too";
  ASSERT_TRUE(cycle());
  for (const bool active : {false, true})
  {
    if (active)
    {
      ASSERT_TRUE(bring_to(State::PRIMARY_STATE_ACTIVE, names::ACTIVE));
    }
    // What was on its way when the clock stopped has arrived after so many repetitions.
    const int before = heard;
    ASSERT_TRUE(hear_until([&]() { return heard > before + 20; }));
    const std::int64_t stood = time;
    for (int step = 0; step < 5; ++step)
    {
      ASSERT_TRUE(cycle());
    }
    EXPECT_TRUE(hear_until([&]() { return time >= stood + 5'000'000; }));
    EXPECT_EQ(time, stood + 5'000'000);
  }
  ASSERT_TRUE(bring_to(State::PRIMARY_STATE_INACTIVE, names::INACTIVE));
  ASSERT_TRUE(bring_to(State::PRIMARY_STATE_UNCONFIGURED, names::UNCONFIGURED));
  const std::int64_t left = time;
  EXPECT_TRUE(hear_until([&]() { return time > left + 10'000'000; })) << "nobody waits for ever";
}

TEST_F(LoadSimulatedArm, RefusesATimeThatIsNotTheManagers)
{
  hardware_interface::ResourceManager other(
    std::make_shared<rclcpp::Clock>(RCL_ROS_TIME), rclcpp::get_logger("test"));
  EXPECT_FALSE(
    other.load_and_initialize_components(arm_urdf(with_clock(parameter("period", "0.002"))), 1000));
}

}  // namespace

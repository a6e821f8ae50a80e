// SPDX-License-Identifier: Apache-2.0
#ifndef CONTROLLER_FIXTURE_HPP_
#define CONTROLLER_FIXTURE_HPP_

#include <gmock/gmock.h>

#include <chrono>
#include <controller_interface/test_utils.hpp>
#include <functional>
#include <hardware_interface/handle.hpp>
#include <limits>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "hod_ros/higher_order_feedforward_controller.hpp"
#include "two_link_arm.hpp"
#include "two_link_dynamics.hpp"

/// The controller on a two-link arm whose hardware is a few handles of the test's own.
class ControllerFixture : public testing::Test
{
protected:
  static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  using Controller = hod_ros::HigherOrderFeedforwardController;
  using return_type = controller_interface::return_type;

  static void SetUpTestSuite() { rclcpp::init(0, nullptr); }
  static void TearDownTestSuite() { rclcpp::shutdown(); }

  /// The joints in the opposite of the robot's order, so that nothing depends on it.
  static rclcpp::Parameter joints()
  {
    return {"joints", std::vector<std::string>{"elbow", "shoulder"}};
  }

  return_type init(
    std::vector<rclcpp::Parameter> parameters = {joints()},
    const std::string & description = two_link_arm())
  {
    controller = std::make_unique<Controller>();
    controller_interface::ControllerInterfaceParams arguments;
    arguments.controller_name = "feedforward";
    arguments.robot_description = description;
    arguments.controller_manager_update_rate = 100;
    arguments.node_options = controller->define_custom_node_options();
    arguments.node_options.parameter_overrides(std::move(parameters));
    return controller->init(arguments);
  }

  void give_hardware()
  {
    std::vector<hardware_interface::LoanedCommandInterface> commands;
    std::vector<hardware_interface::LoanedStateInterface> states;
    hardware_commands.clear();
    hardware_states.clear();
    for (const auto & name : controller->command_interface_configuration().names)
    {
      hardware_commands.push_back(
        std::make_shared<hardware_interface::CommandInterface>(prefix(name), suffix(name)));
      commands.emplace_back(hardware_commands.back(), nullptr);
    }
    for (const auto & name : controller->state_interface_configuration().names)
    {
      hardware_states.push_back(
        std::make_shared<hardware_interface::StateInterface>(prefix(name), suffix(name)));
      ASSERT_TRUE(hardware_states.back()->set_value(0.0));
      states.emplace_back(hardware_states.back());
    }
    controller->assign_interfaces(std::move(commands), std::move(states));
  }

  void configure()
  {
    ASSERT_TRUE(controller_interface::configure_succeeds(controller));
    references = controller->export_reference_interfaces();
    forces = controller->export_state_interfaces();
    give_hardware();
  }

  void start(
    bool chained, std::vector<rclcpp::Parameter> parameters = {joints()},
    const std::string & description = two_link_arm())
  {
    ASSERT_EQ(init(std::move(parameters), description), return_type::OK);
    configure();
    ASSERT_TRUE(controller->set_chained_mode(chained));
    ASSERT_TRUE(controller_interface::activate_succeeds(controller));
  }

  /// Spins the controller's node and runs its loop, a period per turn of at least a millisecond,
  /// until the condition holds; 20 seconds at most.
  bool run_until(const std::function<bool()> & condition)
  {
    rclcpp::executors::SingleThreadedExecutor executor;
    executor.add_node(controller->get_node()->get_node_base_interface());
    for (const auto & node : others)
    {
      executor.add_node(node);
    }
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!condition() && std::chrono::steady_clock::now() < end)
    {
      executor.spin_some();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      now += kPeriod;
      before_update();
      EXPECT_EQ(update(now), return_type::OK);
    }
    return condition();
  }

  /// What the hardware does, before each cycle of run_until().
  std::function<void()> before_update = []() {};

  /// Writes the smooth motion of two_link_dynamics.hpp to the references (elbow first).
  void refer_to(double time, int rows = 5)
  {
    for (std::size_t joint = 0; joint < 2; ++joint)
    {
      for (std::size_t row = 0; row < 5; ++row)
      {
        const auto order = static_cast<int>(row);
        const double value =
          order < rows ? two_link::motion(joint == 0 ? 1 : 0, order, time) : kNaN;
        ASSERT_TRUE(references[5 * joint + row]->set_value(value));
      }
    }
  }

  void set_state(std::size_t joint, double position, double velocity)
  {
    ASSERT_TRUE(hardware_states[2 * joint]->set_value(position));
    ASSERT_TRUE(hardware_states[2 * joint + 1]->set_value(velocity));
  }

  return_type update(double time = 0.0)
  {
    return controller->update(
      rclcpp::Time(static_cast<std::int64_t>(time * 1e9), RCL_ROS_TIME),
      rclcpp::Duration::from_seconds(0.01));
  }

  double effort(std::size_t joint) const
  {
    return hardware_commands[joint]->get_optional().value();
  }
  double force(std::size_t joint, std::size_t order) const
  {
    return forces[3 * joint + order]->get_optional().value();
  }
  double reference(std::size_t joint, std::size_t order) const
  {
    return references[5 * joint + order]->get_optional().value();
  }

  /// Lagrange's torque of the smooth motion; joint 0 is the elbow as in `joints`.
  static double torque(std::size_t joint, double time)
  {
    const auto torques = two_link::torques(two_link::state_at(time));
    return torques.inertia[1 - joint] + torques.gravity[1 - joint];
  }
  static double gravity(std::size_t joint, double shoulder, double elbow)
  {
    return two_link::torques({{shoulder, elbow}, {0, 0}, {0, 0}}).gravity[1 - joint];
  }

  static constexpr double kPeriod = 0.01;
  double now = 1.0;
  std::vector<rclcpp::Node::SharedPtr> others;  ///< nodes that run_until() spins too

  std::unique_ptr<Controller> controller;
  std::vector<hardware_interface::CommandInterface::SharedPtr> references;
  std::vector<hardware_interface::StateInterface::ConstSharedPtr> forces;
  std::vector<hardware_interface::CommandInterface::SharedPtr> hardware_commands;
  std::vector<hardware_interface::StateInterface::SharedPtr> hardware_states;

private:
  static std::string prefix(const std::string & name) { return name.substr(0, name.rfind('/')); }
  static std::string suffix(const std::string & name) { return name.substr(name.rfind('/') + 1); }
};

#endif  // CONTROLLER_FIXTURE_HPP_

// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/higher_order_feedforward_controller.hpp"

#include <algorithm>
#include <hardware_interface/component_parser.hpp>
#include <hardware_interface/introspection.hpp>
#include <limits>
#include <pluginlib/class_list_macros.hpp>
#include <rclcpp/logging.hpp>
#include <utility>

#include "hod/error.hpp"
#include "hod_ros/gain_check.hpp"
#include "hod_ros/interface_names.hpp"
#include "hod_ros/joint_names.hpp"
#include "hod_ros/robot_source.hpp"

namespace hod_ros
{
namespace
{

using controller_interface::interface_configuration_type;
using controller_interface::InterfaceConfiguration;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr unsigned int kUnknownRate = 100;  ///< [Hz], of a manager that states none

using Interfaces = std::vector<hardware_interface::InterfaceInfo>;

void require_interface(
  const Interfaces & given, const std::string & joint, const std::string & wanted,
  const char * kind)
{
  const bool found = std::any_of(
    given.begin(), given.end(), [&](const auto & interface) { return interface.name == wanted; });
  if (!found)
  {
    throw hod::Error(
      "joint '" + joint + "': its hardware has no " + kind + " interface '" + wanted +
      "', expected one; add it to the joint in <ros2_control> of the robot description");
  }
}

}  // namespace

HigherOrderFeedforwardController::CallbackReturn HigherOrderFeedforwardController::on_init()
{
  try
  {
    parameter_listener_ =
      std::make_shared<higher_order_feedforward_controller::ParamListener>(get_node());
  }
  catch (const std::exception & error)
  {
    RCLCPP_ERROR(get_node()->get_logger(), "Bad parameters: %s", error.what());
    return CallbackReturn::ERROR;
  }
  return CallbackReturn::SUCCESS;
}

InterfaceConfiguration HigherOrderFeedforwardController::command_interface_configuration() const
{
  return {
    interface_configuration_type::INDIVIDUAL,
    interface_names(parameters_.joints, parameters_.command_interfaces)};
}

InterfaceConfiguration HigherOrderFeedforwardController::state_interface_configuration() const
{
  const auto & feedback = parameters_.feedback;
  return {
    interface_configuration_type::INDIVIDUAL,
    interface_names(
      parameters_.joints, {feedback.position_interface, feedback.velocity_interface})};
}

HigherOrderFeedforwardController::CallbackReturn HigherOrderFeedforwardController::on_configure(
  const rclcpp_lifecycle::State &)
{
  release();
  try
  {
    prepare();
  }
  catch (const std::exception & error)
  {
    release();
    RCLCPP_ERROR(get_node()->get_logger(), "Cannot be configured: %s.", error.what());
    return CallbackReturn::FAILURE;
  }
  return CallbackReturn::SUCCESS;
}

void HigherOrderFeedforwardController::prepare()
{
  parameter_listener_->refresh_dynamic_parameters();
  parameters_ = parameter_listener_->get_params();
  const hod::Robot robot = robot_of(robot_source(parameters_, get_robot_description()));
  columns_ = places_of(parameters_.joints, robot.joint_names(), "parameter joints");
  require_mass(robot, columns_);
  check_hardware();
  report_mapping(robot);
  create_parts(robot);
  listen_to_parameters();
  register_introspection();
}

void HigherOrderFeedforwardController::check_hardware() const
{
  if (get_robot_description().find("<ros2_control") == std::string::npos)
  {
    return;
  }
  for (const auto & hardware :
       hardware_interface::parse_control_resources_from_urdf(get_robot_description()))
  {
    for (const auto & joint : hardware.joints)
    {
      const auto & joints = parameters_.joints;
      if (std::find(joints.begin(), joints.end(), joint.name) == joints.end())
      {
        continue;
      }
      for (const std::string & command : parameters_.command_interfaces)
      {
        require_interface(joint.command_interfaces, joint.name, command, "command");
      }
      const auto & feedback = parameters_.feedback;
      for (const std::string & state : {feedback.position_interface, feedback.velocity_interface})
      {
        require_interface(joint.state_interfaces, joint.name, state, "state");
      }
    }
  }
}

void HigherOrderFeedforwardController::report_mapping(const hod::Robot & robot) const
{
  const auto logger = get_node()->get_logger();
  RCLCPP_INFO(
    logger, "Robot '%s' with %s drives: commands %zu of its %d joints: %s", robot.name().c_str(),
    robot.is_elastic() ? "elastic" : "rigid", parameters_.joints.size(), robot.dof(),
    listed(parameters_.joints).c_str());
  const auto still = not_among(parameters_.joints, robot.joint_names());
  if (!still.empty())
  {
    RCLCPP_WARN(
      logger, "Not in parameter joints, so taken to stand still at position zero: %s",
      listed(still).c_str());
  }
  for (const std::string & warning : robot.warnings())
  {
    RCLCPP_WARN(logger, "%s", warning.c_str());
  }
}

void HigherOrderFeedforwardController::create_parts(const hod::Robot & robot)
{
  const auto node = get_node();
  const unsigned int rate = get_update_rate() > 0 ? get_update_rate() : kUnknownRate;
  const LoopSettings settings = loop_settings(parameters_, robot, columns_);
  for (const std::string & sentence :
       excessive_gains(robot, columns_, settings.law.velocity_gain, 1.0 / rate))
  {
    RCLCPP_WARN(node->get_logger(), "%s", sentence.c_str());
  }
  loop_ = std::make_shared<FeedforwardLoop>(
    robot, columns_, static_cast<int>(parameters_.order),
    static_cast<int>(parameters_.estimate_samples), 1.0 / rate, settings);
  pace_ = std::make_unique<Pace>(
    Pace{period_of(parameters_.publish_rate), period_of(parameters_.state_publish_rate)});
  forces_publisher_ = std::make_unique<ForcesPublisher>(
    node->create_publisher<ForcesPublisher::Message>("~/forces", rclcpp::SystemDefaultsQoS()),
    parameters_.joints, loop_->law());
  state_publisher_ = std::make_unique<StatePublisher>(
    node->create_publisher<StatePublisher::Message>("~/state", rclcpp::SystemDefaultsQoS()),
    parameters_.joints);
  trajectory_server_ = std::make_shared<TrajectoryServer>(
    loop_, parameters_.joints,
    TrajectoryPlanner(
      parameters_.joints, planner_settings(parameters_, robot),
      LimitCheck(robot, columns_, joint_bounds(parameters_, robot, columns_))),
    default_tolerances(parameters_));
  trajectory_server_->listen(node, parameters_.action_monitor_rate);
  live_topics_ = std::make_shared<LiveTopics>(
    robot, [loop = loop_, server = trajectory_server_](const LiveInputs & inputs) {
      server->take(inputs);
      loop->post(std::make_unique<LiveInputs>(inputs));
    });
  live_topics_->listen(node, {!parameters_.wrench_link.empty(), parameters_.moving_base});
  diagnostics_ =
    std::make_unique<ControllerDiagnostics>(node, loop_, trajectory_server_, live_topics_);
}

void HigherOrderFeedforwardController::listen_to_parameters()
{
  parameter_listener_->setUserCallback(
    [this](const ControllerParameters & parameters) { take(parameters); });
}

void HigherOrderFeedforwardController::take(const ControllerParameters & parameters)
{
  try
  {
    const hod::Robot & robot = loop_->law().robot();
    const LoopSettings settings = loop_settings(parameters, robot, columns_);
    trajectory_server_->set(
      planner_settings(parameters, robot),
      LimitCheck(robot, columns_, joint_bounds(parameters, robot, columns_)),
      default_tolerances(parameters));
    live_topics_->set_gravity(parameters.gravity);
    loop_->post(std::make_unique<LoopSettings>(settings));
    new_pace_.post(
      std::make_unique<Pace>(
        Pace{period_of(parameters.publish_rate), period_of(parameters.state_publish_rate)}));
  }
  catch (const hod::Error & error)
  {
    RCLCPP_ERROR(get_node()->get_logger(), "Parameters do not take effect: %s.", error.what());
  }
}

void HigherOrderFeedforwardController::register_introspection()
{
  const FeedforwardLaw & law = loop_->law();
  for (int joint = 0; joint < law.joints(); ++joint)
  {
    const std::string & name = parameters_.joints[static_cast<std::size_t>(joint)];
    for (int order = 0; order <= law.order(); ++order)
    {
      REGISTER_ROS2_CONTROL_INTROSPECTION(
        name + "." + force_interface(order), &law.feedforward()(order, joint));
    }
    REGISTER_ROS2_CONTROL_INTROSPECTION(name + ".command", &law.effort()[joint]);
    REGISTER_ROS2_CONTROL_INTROSPECTION(name + ".feedback", &law.feedback()[joint]);
  }
  REGISTER_ROS2_CONTROL_INTROSPECTION("compute_time_us", &loop_->compute_time_us());
}

HigherOrderFeedforwardController::CallbackReturn HigherOrderFeedforwardController::on_activate(
  const rclcpp_lifecycle::State &)
{
  const std::size_t commands = parameters_.joints.size() * parameters_.command_interfaces.size();
  const std::size_t states = 2 * parameters_.joints.size();
  if (command_interfaces_.size() != commands || state_interfaces_.size() != states)
  {
    RCLCPP_ERROR(
      get_node()->get_logger(),
      "Cannot be activated: got %zu command and %zu state interfaces, expected %zu and %zu.",
      command_interfaces_.size(), state_interfaces_.size(), commands, states);
    return CallbackReturn::ERROR;
  }
  for (const auto & interface : ordered_exported_reference_interfaces_)
  {
    static_cast<void>(interface->set_value(kUnknown));
  }
  forget_forces();
  loop_->reset();
  if (is_in_chained_mode())
  {
    trajectory_server_->stop("another controller leads this one");
  }
  else
  {
    trajectory_server_->start();
  }
  return CallbackReturn::SUCCESS;
}

HigherOrderFeedforwardController::CallbackReturn HigherOrderFeedforwardController::on_deactivate(
  const rclcpp_lifecycle::State &)
{
  trajectory_server_->stop("the controller is not active");
  forget_forces();
  for (std::size_t i = 0; i < command_interfaces_.size(); ++i)
  {
    // What was commanded last as a position stays; a drive that holds it goes on holding.
    const std::string & kind =
      parameters_.command_interfaces[i % parameters_.command_interfaces.size()];
    if (kind != "position")
    {
      static_cast<void>(command_interfaces_[i].set_value(0.0));
    }
  }
  return CallbackReturn::SUCCESS;
}

void HigherOrderFeedforwardController::forget_forces()
{
  for (const auto & interface : ordered_exported_state_interfaces_)
  {
    static_cast<void>(interface->set_value(kUnknown));
  }
}

HigherOrderFeedforwardController::CallbackReturn HigherOrderFeedforwardController::on_cleanup(
  const rclcpp_lifecycle::State &)
{
  release();
  return CallbackReturn::SUCCESS;
}

void HigherOrderFeedforwardController::release()
{
  parameter_listener_->clearUserCallback();
  stats_registrations_.removeAll();
  diagnostics_.reset();
  live_topics_.reset();
  trajectory_server_.reset();
  state_publisher_.reset();
  forces_publisher_.reset();
  new_pace_.clear();
  pace_.reset();
  loop_.reset();
  columns_.clear();
}

}  // namespace hod_ros

PLUGINLIB_EXPORT_CLASS(
  hod_ros::HigherOrderFeedforwardController, controller_interface::ChainableControllerInterface)

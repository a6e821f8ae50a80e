// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/higher_order_feedforward_controller.hpp"

#include <hardware_interface/introspection.hpp>
#include <hardware_interface/types/hardware_interface_type_values.hpp>
#include <limits>
#include <optional>
#include <pluginlib/class_list_macros.hpp>
#include <rclcpp/logging.hpp>
#include <utility>

#include "hod/error.hpp"
#include "hod/robot/urdf.hpp"
#include "hod_ros/interface_names.hpp"
#include "hod_ros/joint_names.hpp"
#include "hod_ros/motion_messages.hpp"

namespace hod_ros
{
namespace
{

using controller_interface::interface_configuration_type;
using controller_interface::InterfaceConfiguration;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Start of a trajectory by its header; a stamp of zero means as soon as it is taken.
std::optional<double> start_of(const trajectory_msgs::msg::JointTrajectory & trajectory)
{
  const rclcpp::Time stamp(trajectory.header.stamp);
  return stamp.nanoseconds() == 0 ? std::nullopt : std::make_optional(stamp.seconds());
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
    interface_names(parameters_.joints, {hardware_interface::HW_IF_EFFORT})};
}

InterfaceConfiguration HigherOrderFeedforwardController::state_interface_configuration() const
{
  return {
    interface_configuration_type::INDIVIDUAL,
    interface_names(
      parameters_.joints,
      {hardware_interface::HW_IF_POSITION, hardware_interface::HW_IF_VELOCITY})};
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
  build_law();
  report_mapping();
  take_settings_from(parameters_);
  create_topics();
  register_introspection();
  parameter_listener_->setUserCallback(
    [this, robot = robot_, columns = columns_](const ControllerParameters & parameters) {
      new_settings_.post(
        std::make_unique<ControllerSettings>(settings_of(parameters, *robot, columns)));
    });
}

void HigherOrderFeedforwardController::build_law()
{
  if (get_robot_description().empty())
  {
    throw hod::Error(
      "the robot description is empty, expected a URDF from the controller manager "
      "(is robot_state_publisher running?)");
  }
  const Eigen::Vector3d gravity(
    parameters_.gravity[0], parameters_.gravity[1], parameters_.gravity[2]);
  robot_ = std::make_shared<const hod::Robot>(hod::parse_urdf(get_robot_description()), gravity);
  columns_ = places_of(parameters_.joints, robot_->joint_names(), "parameter joints");
  law_ = std::make_unique<FeedforwardLaw>(robot_, columns_, static_cast<int>(parameters_.order));
  reference_.setConstant(FeedforwardLaw::kReferenceRows, law_->joints(), kUnknown);
  position_.setConstant(law_->joints(), kUnknown);
  velocity_.setConstant(law_->joints(), kUnknown);
}

void HigherOrderFeedforwardController::report_mapping() const
{
  const auto logger = get_node()->get_logger();
  RCLCPP_INFO(
    logger, "Robot '%s': commands %zu of its %d joints: %s", robot_->name().c_str(),
    parameters_.joints.size(), robot_->dof(), listed(parameters_.joints).c_str());
  const auto still = not_among(parameters_.joints, robot_->joint_names());
  if (!still.empty())
  {
    RCLCPP_WARN(
      logger, "Not in parameter joints, so taken to stand still at position zero: %s",
      listed(still).c_str());
  }
  for (const std::string & warning : robot_->warnings())
  {
    RCLCPP_WARN(logger, "%s", warning.c_str());
  }
}

void HigherOrderFeedforwardController::take_settings_from(const ControllerParameters & parameters)
{
  new_settings_.clear();
  settings_ = std::make_unique<ControllerSettings>(settings_of(parameters, *robot_, columns_));
  for (int joint = 0; joint < law_->joints(); ++joint)
  {
    if (settings_->law.effort_limit[joint] == 0.0)
    {
      const auto & name = parameters.joints[static_cast<std::size_t>(joint)];
      throw hod::Error(
        "joint '" + name + "': its effort limit in the robot description is 0, expected more; " +
        "correct it there or set parameter limits." + name + ".effort");
    }
  }
  static_cast<void>(law_->set(settings_->law));
}

void HigherOrderFeedforwardController::create_topics()
{
  const auto node = get_node();
  const auto refuse = [logger = node->get_logger(),
                       clock = node->get_clock()](const hod::Error & error) {
    RCLCPP_WARN_THROTTLE(logger, *clock, 1000, "Message ignored: %s.", error.what());
  };

  reference_subscription_ = node->create_subscription<hod_msgs::msg::JointMotion>(
    "~/reference", rclcpp::SystemDefaultsQoS(),
    [this, refuse](const hod_msgs::msg::JointMotion & message) {
      try
      {
        input_.post(
          motion_table(message, parameters_.joints, FeedforwardLaw::kReferenceRows, kUnknown));
      }
      catch (const hod::Error & error)
      {
        refuse(error);
      }
    });
  trajectory_subscription_ = node->create_subscription<trajectory_msgs::msg::JointTrajectory>(
    "~/joint_trajectory", rclcpp::SystemDefaultsQoS(),
    [this, refuse](const trajectory_msgs::msg::JointTrajectory & message) {
      try
      {
        input_.post(trajectory_of(message, parameters_.joints), start_of(message));
      }
      catch (const hod::Error & error)
      {
        refuse(error);
      }
    });
  forces_publisher_ = std::make_unique<ForcesPublisher>(
    node->create_publisher<ForcesPublisher::Message>("~/forces", rclcpp::SystemDefaultsQoS()),
    parameters_.joints, *law_);
}

void HigherOrderFeedforwardController::register_introspection()
{
  const hod::RowMatrix & force = law_->feedforward();
  for (int joint = 0; joint < law_->joints(); ++joint)
  {
    for (int order = 0; order <= law_->order(); ++order)
    {
      const std::string name =
        parameters_.joints[static_cast<std::size_t>(joint)] + "." + force_interface(order);
      REGISTER_ROS2_CONTROL_INTROSPECTION(name, &force(order, joint));
    }
  }
  REGISTER_ROS2_CONTROL_INTROSPECTION("compute_time_us", &compute_time_);
}

HigherOrderFeedforwardController::CallbackReturn HigherOrderFeedforwardController::on_activate(
  const rclcpp_lifecycle::State &)
{
  const std::size_t joints = parameters_.joints.size();
  if (command_interfaces_.size() != joints || state_interfaces_.size() != 2 * joints)
  {
    RCLCPP_ERROR(
      get_node()->get_logger(),
      "Cannot be activated: got %zu command and %zu state interfaces, expected %zu and %zu.",
      command_interfaces_.size(), state_interfaces_.size(), joints, 2 * joints);
    return CallbackReturn::ERROR;
  }
  for (const auto & interface : ordered_exported_reference_interfaces_)
  {
    static_cast<void>(interface->set_value(kUnknown));
  }
  for (const auto & interface : ordered_exported_state_interfaces_)
  {
    static_cast<void>(interface->set_value(kUnknown));
  }
  input_.reset();
  law_->reset();
  reference_.setConstant(kUnknown);
  position_.setConstant(kUnknown);
  velocity_.setConstant(kUnknown);
  stopped_ = false;
  return CallbackReturn::SUCCESS;
}

HigherOrderFeedforwardController::CallbackReturn HigherOrderFeedforwardController::on_deactivate(
  const rclcpp_lifecycle::State &)
{
  for (auto & interface : command_interfaces_)
  {
    static_cast<void>(interface.set_value(0.0));
  }
  return CallbackReturn::SUCCESS;
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
  reference_subscription_.reset();
  trajectory_subscription_.reset();
  forces_publisher_.reset();
  input_.reset();
  new_settings_.clear();
  settings_.reset();
  law_.reset();
  robot_.reset();
  columns_.clear();
}

}  // namespace hod_ros

PLUGINLIB_EXPORT_CLASS(
  hod_ros::HigherOrderFeedforwardController, controller_interface::ChainableControllerInterface)

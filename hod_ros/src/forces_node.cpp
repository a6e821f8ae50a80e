// SPDX-License-Identifier: Apache-2.0
// The node's life; its robot is made in forces_node_robot.cpp, and what it does with messages is in
// forces_node_inputs.cpp.
#include "hod_ros/forces_node.hpp"

#include <chrono>
#include <lifecycle_msgs/msg/state.hpp>
#include <rclcpp/logging.hpp>
#include <rclcpp_components/register_node_macro.hpp>
#include <utility>

#include "hod/error.hpp"
#include "hod_ros/joint_names.hpp"

namespace hod_ros
{
namespace
{

using lifecycle_msgs::msg::State;

constexpr auto kReminderPeriod = std::chrono::seconds(5);
constexpr const char * kNoDescription = "no robot description yet";

}  // namespace

ForcesNode::ForcesNode(const rclcpp::NodeOptions & options)
: rclcpp_lifecycle::LifecycleNode("forces_node", options),
  listener_(get_node_parameters_interface()),
  parameters_(listener_.get_params()),
  diagnostics_(this)
{
  diagnostics_.setHardwareID("none");
  diagnostics_.add("forces", [this](diagnostic_updater::DiagnosticStatusWrapper & status) {
    statistics_.report(problem_, remark(), status);
    const std::string inputs = arm_ ? arm_->live->remark() : "";
    if (!inputs.empty())
    {
      status.mergeSummary(diagnostic_msgs::msg::DiagnosticStatus::WARN, inputs);
    }
  });
  if (parameters_.autostart)
  {
    start_timer_ = create_wall_timer(std::chrono::seconds(0), [this]() { start(); });
  }
}

/// Not in the constructor, so that whoever makes the node can hold it before it begins.
void ForcesNode::start()
{
  start_timer_->cancel();
  if (configure().id() == State::PRIMARY_STATE_INACTIVE)
  {
    activate();
  }
}

bool ForcesNode::is_active() const
{
  return get_current_state().id() == State::PRIMARY_STATE_ACTIVE;
}

ForcesNode::CallbackReturn ForcesNode::on_configure(const rclcpp_lifecycle::State &)
{
  parameters_ = listener_.get_params();
  rclcpp::PublisherOptions latched;
  latched.use_intra_process_comm = rclcpp::IntraProcessSetting::Disable;
  mass_publisher_ = create_publisher<hod_msgs::msg::MassDistribution>(
    "~/mass_distribution", rclcpp::QoS(1).transient_local(), latched);
  problem_ = kNoDescription;
  if (!parameters_.robot_description.empty())
  {
    use(parameters_.robot_description);
    if (!arm_)
    {
      return CallbackReturn::FAILURE;
    }
  }
  listen();
  serve();
  return CallbackReturn::SUCCESS;
}

ForcesNode::CallbackReturn ForcesNode::on_activate(const rclcpp_lifecycle::State & state)
{
  reminder_ = create_wall_timer(kReminderPeriod, [this, weak = weak_from_this()]() {
    if (const auto self = weak.lock())
    {
      remind();
    }
  });
  const CallbackReturn result = LifecycleNode::on_activate(state);
  publish_mass_distribution();
  return result;
}

ForcesNode::CallbackReturn ForcesNode::on_deactivate(const rclcpp_lifecycle::State & state)
{
  reminder_.reset();
  if (arm_)
  {
    arm_->reset();
    arm_->clock = {};
  }
  return LifecycleNode::on_deactivate(state);
}

ForcesNode::CallbackReturn ForcesNode::on_cleanup(const rclcpp_lifecycle::State &)
{
  release();
  return CallbackReturn::SUCCESS;
}

ForcesNode::CallbackReturn ForcesNode::on_shutdown(const rclcpp_lifecycle::State &)
{
  release();
  return CallbackReturn::SUCCESS;
}

ForcesNode::CallbackReturn ForcesNode::on_error(const rclcpp_lifecycle::State &)
{
  release();
  return CallbackReturn::SUCCESS;
}

void ForcesNode::release()
{
  reminder_.reset();
  description_subscription_.reset();
  joint_state_subscription_.reset();
  motion_subscription_.reset();
  trajectory_subscription_.reset();
  compute_service_.reset();
  get_service_.reset();
  set_service_.reset();
  mass_publisher_.reset();
  arm_.reset();
  problem_ = "not configured";
}

void ForcesNode::Arm::reset()
{
  estimator->reset();
  observer.reset();
  efforts.clear();
  next_estimate = 0.0;
  if (alone)
  {
    alone->reset();
  }
}

ForcesNode::Arm & ForcesNode::arm() const
{
  if (!arm_)
  {
    throw hod::Error(problem_);
  }
  return *arm_;
}

void ForcesNode::use(const std::string & robot_description)
{
  if (arm_ && robot_description == description_)
  {
    return;  // latched, or published again and again
  }
  try
  {
    arm_ = made(robot_description);
    description_ = robot_description;
    problem_.clear();
  }
  catch (const hod::Error & error)
  {
    RCLCPP_ERROR(get_logger(), "Robot description not used: %s.", error.what());
    problem_ = arm_ ? problem_ : error.what();
    return;
  }
  publish_mass_distribution();
  const hod::Robot & robot = arm_->computer.robot();
  statistics_.lag = arm_->latency();
  RCLCPP_INFO(
    get_logger(), "Robot '%s', joints: %s", robot.name().c_str(),
    listed(robot.joint_names()).c_str());
  for (const std::string & warning : robot.warnings())
  {
    RCLCPP_WARN(get_logger(), "%s", warning.c_str());
  }
}

void ForcesNode::take_live_parameters()
{
  if (listener_.is_old(parameters_))
  {
    parameters_ = listener_.get_params();
    arm().live->set_gravity(parameters_.gravity);
  }
}

void ForcesNode::refuse(const std::string & what)
{
  statistics_.refuse(what);
  RCLCPP_WARN_THROTTLE(get_logger(), steady_, 1000, "Message ignored: %s.", what.c_str());
}

/// What keeps the node from computing although it has a robot.
std::string ForcesNode::remark() const
{
  if (!arm_)
  {
    return {};
  }
  if (statistics_.received == 0)
  {
    const bool stands_still = now().nanoseconds() == 0;  // simulated time that has not begun
    return std::string(
             "no message yet on joint_states, motion, joint_trajectory or from accelerometers") +
           (stands_still ? ", and use_sim_time is true without a time on /clock" : "");
  }
  if (arm_->readings.position.size() == 0)
  {
    return {};
  }
  const std::vector<std::string> unknown = arm_->reader.unknown();
  return unknown.empty() ? arm_->estimator->problem()
                         : "joint_states: nothing known yet of " + listed(unknown);
}

void ForcesNode::remind()
{
  const std::string sentence = remark();
  if (!arm_ && description_subscription_)
  {
    RCLCPP_WARN(
      get_logger(), "Waiting for a robot description on topic %s (publishers known: %zu): %s.",
      description_subscription_->get_topic_name(), description_subscription_->get_publisher_count(),
      problem_.c_str());
    if (problem_ == kNoDescription)
    {
      listen_to_description();  // a latched message that got lost comes to a new subscription
    }
  }
  else if (!sentence.empty())
  {
    RCLCPP_WARN(get_logger(), "Nothing computed: %s.", sentence.c_str());
  }
}

}  // namespace hod_ros

RCLCPP_COMPONENTS_REGISTER_NODE(hod_ros::ForcesNode)

// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/forces_node.hpp"

#include <algorithm>
#include <cctype>
#include <rclcpp/logging.hpp>
#include <rclcpp_components/register_node_macro.hpp>
#include <utility>

#include "hod/error.hpp"
#include "hod_ros/joint_names.hpp"
#include "hod_ros/robot_source.hpp"

namespace hod_ros
{
namespace
{

/// A joint's name as part of a topic: what topics do not allow becomes an underscore.
std::string topic_token(const std::string & joint)
{
  std::string token = joint;
  const auto is_allowed = [](unsigned char letter) {
    return letter < 128 && (std::isalnum(letter) != 0 || letter == '_');
  };
  std::replace_if(
    token.begin(), token.end(),
    [&](char letter) { return !is_allowed(static_cast<unsigned char>(letter)); }, '_');
  if (std::isdigit(static_cast<unsigned char>(token.front())) != 0)
  {
    token.insert(token.begin(), '_');
  }
  return token;
}

}  // namespace

ForcesNode::ForcesNode(const rclcpp::NodeOptions & options)
: rclcpp::Node("forces_node", options),
  parameters_(forces_node::ParamListener(get_node_parameters_interface()).get_params()),
  problem_("no robot description yet"),
  diagnostics_(this)
{
  forces_publisher_ =
    create_publisher<hod_msgs::msg::HigherOrderForces>("~/forces", rclcpp::QoS(10));
  energies_publisher_ =
    create_publisher<hod_msgs::msg::AccelerationEnergies>("~/energies", rclcpp::QoS(10));
  mass_publisher_ = create_publisher<hod_msgs::msg::MassDistribution>(
    "~/mass_distribution", rclcpp::QoS(1).transient_local());
  diagnostics_.setHardwareID("none");
  diagnostics_.add("forces", [this](auto & status) { diagnose(status); });
  if (!parameters_.robot_description.empty())
  {
    use(parameters_.robot_description);
  }
  listen();
  serve();
}

void ForcesNode::listen()
{
  if (parameters_.robot_description.empty())
  {
    description_subscription_ = create_subscription<std_msgs::msg::String>(
      "robot_description", rclcpp::QoS(1).transient_local(),
      [this](const std_msgs::msg::String & message) { use(message.data); });
  }
  joint_state_subscription_ = create_subscription<sensor_msgs::msg::JointState>(
    "joint_states", rclcpp::SensorDataQoS(),
    [this](const sensor_msgs::msg::JointState & message) { on_joint_state(message); });
  motion_subscription_ = create_subscription<hod_msgs::msg::JointMotion>(
    "~/motion", rclcpp::QoS(10),
    [this](const hod_msgs::msg::JointMotion & message) { on_motion(message); });
}

void ForcesNode::serve()
{
  compute_service_ = create_service<ComputeForces>(
    "~/compute_forces",
    [this](
      const std::shared_ptr<ComputeForces::Request> request,
      std::shared_ptr<ComputeForces::Response> response) { compute(*request, *response); });
  get_service_ = create_service<GetMassDistribution>(
    "~/get_mass_distribution",
    [this](
      const std::shared_ptr<GetMassDistribution::Request>,
      std::shared_ptr<GetMassDistribution::Response> response) { get(*response); });
  set_service_ = create_service<SetMassDistribution>(
    "~/set_mass_distribution",
    [this](
      const std::shared_ptr<SetMassDistribution::Request> request,
      std::shared_ptr<SetMassDistribution::Response> response) { set(*request, *response); });
  payload_service_ = create_service<SetPayload>(
    "~/set_payload",
    [this](
      const std::shared_ptr<SetPayload::Request> request,
      std::shared_ptr<SetPayload::Response> response) { carry(*request, *response); });
}

void ForcesNode::use(const std::string & robot_description)
{
  try
  {
    RobotSource source;
    source.description = robot_description;
    source.robot_file = parameters_.robot_file;
    source.gravity = parameters_.gravity;
    source.urdf_friction = parameters_.urdf_friction;
    auto computer = std::make_unique<ForcesComputer>(
      robot_of(source), static_cast<int>(parameters_.order),
      static_cast<int>(parameters_.energy_order));
    computer_ = std::move(computer);
    problem_.clear();
  }
  catch (const hod::Error & error)
  {
    RCLCPP_ERROR(get_logger(), "Robot description not used: %s.", error.what());
    problem_ = computer_ ? problem_ : error.what();
    return;
  }
  const hod::Robot & robot = computer_->robot();
  joint_state_motion_ = std::make_unique<JointStateMotion>(
    robot.joint_names(), static_cast<int>(parameters_.joint_states_order));
  create_joint_publishers();
  publish_mass_distribution();
  RCLCPP_INFO(
    get_logger(), "Robot '%s', joints: %s", robot.name().c_str(),
    listed(robot.joint_names()).c_str());
  for (const std::string & warning : robot.warnings())
  {
    RCLCPP_WARN(get_logger(), "%s", warning.c_str());
  }
}

void ForcesNode::create_joint_publishers()
{
  joint_publishers_.clear();
  for (const std::string & joint : computer_->robot().joint_names())
  {
    joint_publishers_.push_back(
      create_publisher<hod_msgs::msg::JointForces>(
        "~/joints/" + topic_token(joint), rclcpp::QoS(10)));
  }
}

void ForcesNode::refuse(const std::string & what)
{
  ++refused_;
  last_refusal_ = what;
  RCLCPP_WARN_THROTTLE(get_logger(), *get_clock(), 1000, "Message ignored: %s.", what.c_str());
}

void ForcesNode::diagnose(diagnostic_updater::DiagnosticStatusWrapper & status) const
{
  using diagnostic_msgs::msg::DiagnosticStatus;
  if (!computer_)
  {
    status.summary(DiagnosticStatus::ERROR, problem_);
  }
  else if (refused_ > 0)
  {
    status.summary(DiagnosticStatus::WARN, "messages were ignored");
  }
  else
  {
    status.summary(DiagnosticStatus::OK, "computing");
  }
  status.add("messages published", published_);
  status.add("messages ignored", refused_);
  status.add("last message ignored because", last_refusal_);
  status.add("last compute time [s]", compute_time_);
}

}  // namespace hod_ros

RCLCPP_COMPONENTS_REGISTER_NODE(hod_ros::ForcesNode)

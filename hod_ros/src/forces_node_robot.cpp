// SPDX-License-Identifier: Apache-2.0
// How the node's parameters become a robot and all that is computed for it.
#include <limits>
#include <utility>

#include "hod/error.hpp"
#include "hod_ros/continuous_joints.hpp"
#include "hod_ros/forces_node.hpp"
#include "hod_ros/joint_names.hpp"
#include "hod_ros/last_values.hpp"
#include "hod_ros/motion_window.hpp"
#include "hod_ros/robot_source.hpp"

namespace hod_ros
{
namespace
{

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Where joints are that no message names: held by the settings, at zero, or not known.
Eigen::VectorXd rest_of(
  const hod::Robot & robot, const hod::RecordingSettings & settings, const std::string & missing)
{
  Eigen::VectorXd rest = Eigen::VectorXd::Constant(
    robot.dof(), missing == "rest" ? 0.0 : std::numeric_limits<double>::quiet_NaN());
  for (const hod::HeldJoint & held : settings.held)
  {
    rest[robot.dof_index(held.joint)] = held.position;
  }
  return rest;
}

std::vector<bool> continuous_joints(const hod::Robot & robot)
{
  std::vector<bool> continuous;
  for (int column = 0; column < robot.dof(); ++column)
  {
    continuous.push_back(is_continuous(robot, column));
  }
  return continuous;
}

/// The noise of a derivative of the joints: the settings' where they give any.
Eigen::VectorXd noise_of(
  const hod::Robot & robot, const hod::RecordingSettings & settings, int derivative,
  double otherwise)
{
  Eigen::VectorXd noise =
    Eigen::VectorXd::Constant(robot.dof(), otherwise > 0.0 ? otherwise : kInfinity);
  for (const hod::RecordedJoint & input : settings.joints)
  {
    if (input.derivative == derivative && input.noise)
    {
      noise[robot.dof_index(input.joint)] = *input.noise;
    }
  }
  return noise;
}

/// Keys of the settings that ask for what only a whole recording can tell.
std::vector<std::string> keys_of_recordings(const hod::RecordingSettings & settings)
{
  std::vector<std::string> keys;
  if (!settings.estimates.empty())
  {
    keys.emplace_back("estimate");
  }
  if (!settings.rests.empty())
  {
    keys.emplace_back("rest");
  }
  if (settings.end.array().isFinite().any() || settings.end_velocity.array().isFinite().any())
  {
    keys.emplace_back("end");
  }
  return keys;
}

}  // namespace

std::unique_ptr<ForcesNode::Arm> ForcesNode::made(const std::string & robot_description)
{
  RobotSource source;
  source.description = robot_description;
  source.robot_file = parameters_.robot_file;
  source.urdf_friction = parameters_.urdf_friction;
  source.wrench_link = parameters_.wrench_link;
  source.wrench_frame = parameters_.wrench_frame;
  const hod::Robot robot = robot_of(source);
  const std::string & file = parameters_.sensors.settings_file;
  const hod::RecordingSettings settings =
    file.empty() ? hod::RecordingSettings{robot}
                 : hod::read_recording_settings(file, robot.description());
  const std::vector<std::string> unused = keys_of_recordings(settings);
  if (!unused.empty())
  {
    RCLCPP_WARN(
      get_logger(),
      "%s: %s not used here, biases and clocks are taken as stated (hod fit and replay_bag find "
      "them).",
      file.c_str(), listed(unused).c_str());
  }
  auto sensors = std::make_unique<WindowSensors>(robot);
  auto estimator = estimator_of(robot, settings, *sensors);
  auto alone = alone_of(settings);
  const double kept = estimator->latency() + StreamClock::kJump;
  auto live =
    std::make_shared<LiveTopics>(robot, [this, weak = weak_from_this()](const LiveInputs & inputs) {
      if (const auto self = weak.lock(); self && arm_)
      {
        arm_->computer.set(inputs);
      }
    });
  std::unique_ptr<Arm> arm(new Arm{
    ForcesComputer(
      robot, static_cast<int>(parameters_.order), static_cast<int>(parameters_.energy_order)),
    ForcesOutputs(*this, robot.joint_names()), live,
    JointStateReader(
      robot.joint_names(), rest_of(robot, settings, parameters_.joint_states.missing),
      continuous_joints(robot)),
    std::move(sensors), std::move(estimator), std::move(alone), nullptr,
    MomentumObserver(robot.dof()), EffortRecord(kept), StreamClock(), JointReadings(),
    MotionEstimate(), 0.0});
  if (!parameters_.gravity.empty())
  {
    LiveInputs inputs;
    inputs.gravity =
      Eigen::Vector3d(parameters_.gravity[0], parameters_.gravity[1], parameters_.gravity[2]);
    arm->computer.set(inputs);
    live->set_gravity(parameters_.gravity);
  }
  live->listen(
    std::static_pointer_cast<rclcpp_lifecycle::LifecycleNode>(shared_from_this()),
    {!parameters_.wrench_link.empty(), parameters_.moving_base});
  listen_to_sensors(*arm, settings);
  return arm;
}

std::unique_ptr<MotionEstimator> ForcesNode::estimator_of(
  const hod::Robot & robot, const hod::RecordingSettings & settings, WindowSensors & sensors) const
{
  const auto & given = parameters_.joint_states;
  const bool has_sensors = !settings.sensors.empty() || !parameters_.sensors.imu_topics.empty();
  if (given.estimator == "last_values")
  {
    if (has_sensors)
    {
      throw hod::Error(
        "parameter joint_states.estimator: is last_values, expected window, which accelerometers "
        "need");
    }
    return std::make_unique<LastValues>(robot.dof(), static_cast<int>(given.order));
  }
  if (given.degree < parameters_.order + 2)
  {
    throw hod::Error(
      "parameter joint_states.degree: is " + std::to_string(given.degree) +
      ", expected at least order + 2 = " + std::to_string(parameters_.order + 2));
  }
  MotionWindowOptions options;
  options.length = given.window;
  options.latency = given.latency;
  options.degree = static_cast<int>(given.degree);
  options.position_noise = noise_of(robot, settings, 0, given.position_noise);
  options.velocity_noise = noise_of(robot, settings, 1, given.velocity_noise);
  return std::make_unique<MotionWindow>(std::move(options), has_sensors ? &sensors : nullptr);
}

/// Accelerometers without joint readings stand alone, as for `hod fit`.
std::unique_ptr<SensorsAlone> ForcesNode::alone_of(const hod::RecordingSettings & settings) const
{
  if (settings.sensors.empty() || !settings.joints.empty())
  {
    return nullptr;
  }
  if (!parameters_.sensors.imu_topics.empty())
  {
    throw hod::Error(
      "parameter sensors.imu_topics: is not empty, but the settings file '" +
      parameters_.sensors.settings_file +
      "' has no joint_readings; expected them, or all sensors in the file");
  }
  return std::make_unique<SensorsAlone>(settings, parameters_.sensors.noise);
}

void ForcesNode::listen_to_sensors(Arm & arm, const hod::RecordingSettings & settings)
{
  const auto mount = [sensors = arm.sensors.get(), noise = parameters_.sensors.noise](
                       const hod::RecordedSensor & input) { return sensors->add(input, noise); };
  arm.topics = std::make_unique<SensorTopics>(
    arm.computer.robot(), mount,
    [this](int sensor, const SensorTopics::Reading & reading) { on_reading(sensor, reading); },
    [this](const std::string & what) { refuse(what); });
  arm.topics->listen(*this, settings.sensors);
  arm.topics->listen(
    std::static_pointer_cast<rclcpp_lifecycle::LifecycleNode>(shared_from_this()),
    parameters_.sensors.imu_topics);
}

}  // namespace hod_ros

// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/simulated_arm.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <exception>
#include <iterator>
#include <limits>
#include <pluginlib/class_list_macros.hpp>
#include <tuple>

#include "hod/error.hpp"
#include "hod/simulation/simulated_arm.hpp"
#include "hod_ros/delay_line.hpp"
#include "hod_ros/joint_names.hpp"
#include "hod_ros/joint_servo.hpp"
#include "hod_ros/simulated_robot.hpp"
#include "hod_ros/simulated_sensors.hpp"
#include "hod_ros/simulation_clock.hpp"

namespace hod_ros
{
namespace
{

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double kLongestPeriod = 0.1;  // s; of a stall the rest is left out

enum Quantity : std::size_t
{
  kPosition,
  kVelocity,
  kEffort,
  kAcceleration,
  kMotorPosition,
  kMotorVelocity,
  kMotorEffort,
  kQuantities
};

constexpr const char * kNames[kQuantities] = {"position",     "velocity",       "effort",
                                              "acceleration", "motor_position", "motor_velocity",
                                              "motor_effort"};

constexpr std::size_t kCommands = 3;  // position, velocity, effort, as in kNames

std::size_t quantity_of(const std::string & name)
{
  const auto * const found = std::find(std::begin(kNames), std::end(kNames), name);
  return static_cast<std::size_t>(found - std::begin(kNames));
}

/// Independent or a mimic.
const hod::Joint & joint_of(const hod::Robot & robot, const std::string & name)
{
  const auto & joints = robot.joints();
  return *std::find_if(
    joints.begin(), joints.end(), [&name](const hod::Joint & joint) { return joint.name == name; });
}

/// A joint of the component: its place in the robot and its interfaces.
struct SimulatedJoint
{
  int column = -1;
  bool is_mimic = false;
  double multiplier = 1.0;
  double offset = 0.0;
  SensorSettings sensors;
  double counts = 0.0;        ///< per unit of the link
  double motor_counts = 0.0;  ///< per unit of the link, on the motor
  std::array<hardware_interface::StateInterface::SharedPtr, kQuantities> states;
  std::array<hardware_interface::CommandInterface::SharedPtr, kCommands> commands;
  std::array<bool, kCommands> claimed{};
};

}  // namespace

/// All there is from configuration to clean-up.
struct SimulatedArm::Plant
{
  Plant(const SimulatedArmSettings & given, const hod::Robot & robot)
  : settings(given),
    arm(robot),
    servo(robot, settings.servo_frequency, settings.limit_effort),
    sensors(settings.seed),
    readings(settings.joints.size() * kQuantities, 0.0),
    orders(settings.joints.size() * kCommands, kNotANumber),
    state_delay(readings.size(), settings.state_delay),
    command_delay(orders.size(), settings.command_delay),
    start(Eigen::VectorXd::Zero(robot.dof())),
    zero(start)
  {}

  /// At rest where its links are, held there.
  bool rest()
  {
    const Eigen::VectorXd position = arm.state().position;
    const bool rested = arm.rest_at(position, arm.time()) == hod::Result::ok;
    arm.set_torque_law([this](double time, const hod::ArmState & state, hod::VectorRef torque) {
      servo(time, state, torque);
    });
    command_delay.clear();
    for (std::size_t column = 0; column < servo.orders().size(); ++column)
    {
      JointOrder & order = servo.orders()[column];
      order.position = order.velocity = order.effort = kNotANumber;
      hold(column);
    }
    return rested;
  }

  /// What a joint is held at from now on if nothing is commanded.
  void hold(std::size_t column)
  {
    servo.orders()[column].rest = arm.state().motor_position[static_cast<Eigen::Index>(column)];
  }

  void read_commands();
  void give_orders();
  void measure();
  void publish();

  SimulatedArmSettings settings;
  hod::SimulatedArm arm;
  JointServo servo;
  SimulatedSensors sensors;
  std::vector<SimulatedJoint> joints;
  std::vector<double> readings;  ///< a row of quantities per joint
  std::vector<double> orders;    ///< a row of commands per joint
  DelayLine state_delay;
  DelayLine command_delay;
  Eigen::VectorXd start;
  Eigen::VectorXd zero;
  hod::Result failure = hod::Result::ok;
};

/// A command that is not claimed, or that is being written at this moment, is NaN or the one
/// before.
void SimulatedArm::Plant::read_commands()
{
  for (std::size_t index = 0; index < joints.size(); ++index)
  {
    const SimulatedJoint & joint = joints[index];
    for (std::size_t kind = 0; kind < kCommands; ++kind)
    {
      double & order = orders[index * kCommands + kind];
      if (!joint.claimed[kind])
      {
        order = kNotANumber;
        continue;
      }
      order = joint.commands[kind]->get_optional<double>().value_or(order);
    }
  }
}

void SimulatedArm::Plant::give_orders()
{
  command_delay.pass(orders);
  for (std::size_t index = 0; index < joints.size(); ++index)
  {
    if (joints[index].is_mimic)
    {
      continue;
    }
    const auto column = static_cast<std::size_t>(joints[index].column);
    JointOrder & order = servo.orders()[column];
    const double * command = &orders[index * kCommands];
    const bool was_commanded =
      std::isfinite(order.position) || std::isfinite(order.velocity) || std::isfinite(order.effort);
    order.position = command[kPosition];
    order.velocity = command[kVelocity];
    order.effort = command[kEffort];
    const bool is_commanded =
      std::isfinite(order.position) || std::isfinite(order.velocity) || std::isfinite(order.effort);
    if (was_commanded && !is_commanded)
    {
      hold(column);
    }
  }
}

void SimulatedArm::Plant::measure()
{
  const hod::ArmState state = arm.state();
  const hod::ArmAction action = arm.action();
  for (std::size_t index = 0; index < joints.size(); ++index)
  {
    const SimulatedJoint & joint = joints[index];
    const SensorSettings & noise = joint.sensors;
    const int column = joint.column;
    const auto position = [&](double truth, double counts) {
      return sensors.position(
        joint.multiplier * truth + joint.offset, noise.position_noise, counts);
    };
    const auto velocity = [&](double truth) {
      return sensors.with_noise(joint.multiplier * truth, noise.velocity_noise);
    };
    // What moves a mimic is its master's.
    const double effort = joint.is_mimic ? 0.0 : action.joint_torque[column];
    const double motor_effort = joint.is_mimic ? 0.0 : action.torque[column];
    double * reading = &readings[index * kQuantities];
    reading[kPosition] = position(state.position[column], joint.counts);
    reading[kVelocity] = velocity(state.velocity[column]);
    reading[kEffort] = sensors.with_noise(effort, noise.effort_noise);
    reading[kAcceleration] = joint.multiplier * action.acceleration[column];
    reading[kMotorPosition] = position(state.motor_position[column], joint.motor_counts);
    reading[kMotorVelocity] = velocity(state.motor_velocity[column]);
    reading[kMotorEffort] = sensors.with_noise(motor_effort, noise.effort_noise);
  }
}

void SimulatedArm::Plant::publish()
{
  for (std::size_t index = 0; index < joints.size(); ++index)
  {
    for (std::size_t quantity = 0; quantity < kQuantities; ++quantity)
    {
      const auto & state = joints[index].states[quantity];
      if (state)
      {
        std::ignore = state->set_value(readings[index * kQuantities + quantity]);
      }
    }
  }
}

SimulatedArm::SimulatedArm() = default;
SimulatedArm::~SimulatedArm() = default;

hardware_interface::CallbackReturn SimulatedArm::on_init(
  const hardware_interface::HardwareComponentInterfaceParams & params)
{
  const CallbackReturn result = SystemInterface::on_init(params);
  if (result != CallbackReturn::SUCCESS)
  {
    return result;
  }
  try
  {
    settings_ = read_settings(get_hardware_info());
    if (settings_.publish_clock)
    {
      clock_ = std::make_unique<SimulationClock>(
        get_name() + "_clock", std::llround(1e9 * settings_.period), settings_.real_time_factor);
    }
  }
  catch (const std::exception & error)
  {
    RCLCPP_ERROR(get_logger(), "%s", error.what());
    return CallbackReturn::ERROR;
  }
  return CallbackReturn::SUCCESS;
}

/// Throws hod::Error for what cannot be simulated.
void SimulatedArm::make_plant()
{
  const SimulatedRobot simulated = simulated_robot(settings_, get_hardware_info().original_xml);
  const hod::Robot & robot = simulated.robot;
  if (!simulated.locked.empty())
  {
    RCLCPP_INFO(
      get_logger(), "joints that '%s' does not have stand still: %s", get_name().c_str(),
      listed(simulated.locked).c_str());
  }
  for (const auto & sentences : {robot.warnings(), robot.uncounted()})
  {
    for (const std::string & sentence : sentences)
    {
      RCLCPP_WARN(get_logger(), "%s", sentence.c_str());
    }
  }
  auto plant = std::make_unique<Plant>(settings_, robot);
  for (const SimulatedJointSettings & joint : settings_.joints)
  {
    const hod::Joint & there = joint_of(robot, joint.name);
    SimulatedJoint made;
    made.column = there.dof;
    made.is_mimic = there.is_mimic;
    made.multiplier = there.multiplier;
    made.offset = there.offset;
    made.sensors = joint.sensors;
    made.counts = counts_per_unit(joint.sensors.encoder_counts, there.prismatic);
    made.motor_counts =
      counts_per_unit(joint.sensors.encoder_counts, there.prismatic, there.drive.gear_ratio);
    for (const std::string & state : joint.states)
    {
      made.states[quantity_of(state)] = get_state_interface_handle(joint.name + "/" + state);
    }
    for (const std::string & command : joint.commands)
    {
      made.commands[quantity_of(command)] =
        get_command_interface_handle(joint.name + "/" + command);
    }
    if (!there.is_mimic)
    {
      plant->start[there.dof] = joint.initial_position;
      plant->servo.orders()[static_cast<std::size_t>(there.dof)].passive = joint.commands.empty();
    }
    plant->joints.push_back(std::move(made));
  }
  const hod::Result result = plant->arm.rest_at(plant->start);
  if (result != hod::Result::ok)
  {
    throw hod::Error(
      robot.name() + ": found no arm at rest at its initial positions at time 0, " +
      hod::to_text(result));
  }
  if (!plant->arm.action().acceleration.allFinite())
  {
    throw hod::Error(
      robot.name() +
      ": found a mass matrix without inverse at the initial positions, expected every joint to "
      "move a mass (an <inertial> of its links, or a motor_inertia in robot_file)");
  }
  plant_ = std::move(plant);
}

void SimulatedArm::give_up_plant()
{
  active_ = false;
  commanded_ = false;
  plant_.reset();
  if (clock_)
  {
    clock_->leave_alone();
  }
}

hardware_interface::CallbackReturn SimulatedArm::on_configure(const rclcpp_lifecycle::State &)
{
  try
  {
    make_plant();
  }
  catch (const std::exception & error)
  {
    RCLCPP_ERROR(get_logger(), "%s", error.what());
    return CallbackReturn::ERROR;
  }
  plant_->rest();
  plant_->measure();
  plant_->publish();
  RCLCPP_INFO(
    get_logger(), "'%s' simulates %d joints of '%s': for tests and demonstrations",
    get_name().c_str(), plant_->arm.dof(), plant_->arm.robot().name().c_str());
  return CallbackReturn::SUCCESS;
}

hardware_interface::CallbackReturn SimulatedArm::on_cleanup(const rclcpp_lifecycle::State &)
{
  give_up_plant();
  return CallbackReturn::SUCCESS;
}

hardware_interface::CallbackReturn SimulatedArm::on_activate(const rclcpp_lifecycle::State &)
{
  commanded_ = false;
  active_ = plant_->rest();
  return active_ ? CallbackReturn::SUCCESS : CallbackReturn::ERROR;
}

/// Brakes: the arm stops at once and stays where it is.
hardware_interface::CallbackReturn SimulatedArm::on_deactivate(const rclcpp_lifecycle::State &)
{
  active_ = false;
  commanded_ = false;
  return plant_->rest() ? CallbackReturn::SUCCESS : CallbackReturn::ERROR;
}

hardware_interface::CallbackReturn SimulatedArm::on_shutdown(const rclcpp_lifecycle::State &)
{
  give_up_plant();
  return CallbackReturn::SUCCESS;
}

hardware_interface::CallbackReturn SimulatedArm::on_error(const rclcpp_lifecycle::State &)
{
  if (plant_ && plant_->failure != hod::Result::ok)
  {
    RCLCPP_ERROR(
      get_logger(), "'%s' at %g s: %s%s", get_name().c_str(), plant_->arm.time(),
      hod::to_text(plant_->failure),
      plant_->failure == hod::Result::not_finite
        ? " (the arm has been driven beyond all bounds, or integration_step is too long for its "
          "springs)"
        : "");
  }
  give_up_plant();
  return CallbackReturn::SUCCESS;
}

hardware_interface::return_type SimulatedArm::prepare_command_mode_switch(
  const std::vector<std::string> &, const std::vector<std::string> &)
{
  return return_type::OK;  // every combination of commands means something
}

hardware_interface::return_type SimulatedArm::perform_command_mode_switch(
  const std::vector<std::string> & start, const std::vector<std::string> & stop)
{
  if (!plant_)
  {
    return return_type::OK;
  }
  for (SimulatedJoint & joint : plant_->joints)
  {
    for (std::size_t kind = 0; kind < kCommands; ++kind)
    {
      if (!joint.commands[kind])
      {
        continue;
      }
      const std::string & name = joint.commands[kind]->get_name();
      if (std::find(stop.begin(), stop.end(), name) != stop.end())
      {
        joint.claimed[kind] = false;
        std::ignore = joint.commands[kind]->set_value(kNotANumber);
      }
      if (std::find(start.begin(), start.end(), name) != start.end())
      {
        joint.claimed[kind] = true;
      }
    }
  }
  return return_type::OK;
}

/// Moves the arm on with the commands of the last write(): in a cycle that came late, these acted
/// longer.
hardware_interface::return_type SimulatedArm::read(
  const rclcpp::Time &, const rclcpp::Duration & period)
{
  if (plant_->failure == hod::Result::ok && commanded_)
  {
    move_on(settings_.period > 0.0 ? settings_.period : period.seconds());
  }
  if (plant_->failure != hod::Result::ok)
  {
    return return_type::ERROR;
  }
  plant_->measure();
  plant_->state_delay.pass(plant_->readings);
  plant_->publish();
  // Only an active component is written to; while it is not, time goes on all the same.
  if (clock_ && !active_)
  {
    clock_->tick();
  }
  return return_type::OK;
}

void SimulatedArm::move_on(double cycle)
{
  if (!(cycle > 0.0))
  {
    return;
  }
  const double duration = std::min(cycle, kLongestPeriod);
  // A period that is a whole number of steps but for rounding gets no step more.
  const int steps =
    std::max(1, static_cast<int>(std::ceil(duration / settings_.integration_step - 1e-6)));
  plant_->failure = plant_->arm.step(duration, steps);
}

hardware_interface::return_type SimulatedArm::write(const rclcpp::Time &, const rclcpp::Duration &)
{
  if (clock_)
  {
    clock_->tick();
  }
  plant_->read_commands();
  plant_->give_orders();
  commanded_ = true;
  return return_type::OK;
}

}  // namespace hod_ros

PLUGINLIB_EXPORT_CLASS(hod_ros::SimulatedArm, hardware_interface::SystemInterface)

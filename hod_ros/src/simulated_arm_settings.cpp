// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/simulated_arm_settings.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "hod/error.hpp"
#include "hod_ros/joint_names.hpp"

namespace hod_ros
{
namespace
{

using Parameters = std::unordered_map<std::string, std::string>;
using Names = std::vector<std::string>;

const Names kStates = {"position",       "velocity",       "effort",      "acceleration",
                       "motor_position", "motor_velocity", "motor_effort"};
const Names kCommands = {"position", "velocity", "effort"};
const Names kSensorParameters = {
  "position_noise", "velocity_noise", "effort_noise", "encoder_counts"};
const Names kParameters = {
  "robot_file",      "drive",        "period",        "integration_step", "seed",
  "command_delay",   "state_delay",  "mass_factor",   "stiffness_factor", "friction_factor",
  "servo_frequency", "limit_effort", "publish_clock", "real_time_factor"};

bool has(const Names & names, const std::string & name)
{
  return std::find(names.begin(), names.end(), name) != names.end();
}

[[noreturn]] void refuse(
  const std::string & what, const std::string & found, const std::string & expected)
{
  throw hod::Error(what + ": found '" + found + "', expected " + expected);
}

/// The parameters of the component or of a joint, with the place that error sentences begin with.
class Section
{
public:
  Section(std::string place, const Parameters & parameters)
  : place_(std::move(place)), parameters_(parameters)
  {}

  std::string what(const char * name) const { return place_ + ", parameter " + name; }

  void expect_only(const Names & names) const
  {
    for (const auto & [name, value] : parameters_)
    {
      if (!has(names, name))
      {
        refuse(place_, name + " = " + value, "only the parameters " + listed(names));
      }
    }
  }

  void read(const char * name, std::string & value) const
  {
    if (const std::string * text = find(name))
    {
      value = *text;
    }
  }

  /// A finite number for which `fits` holds.
  template <class Fits>
  void read(const char * name, double & value, const Fits & fits, const char * expected) const
  {
    if (const std::string * text = find(name))
    {
      value = number<double>(name, *text, expected);
      if (!std::isfinite(value) || !fits(value))
      {
        refuse(what(name), *text, expected);
      }
    }
  }

  template <class Integer>
  void read_count(const char * name, Integer & value, Integer largest, const char * expected) const
  {
    if (const std::string * text = find(name))
    {
      value = number<Integer>(name, *text, expected);
      if (value < Integer{0} || value > largest)
      {
        refuse(what(name), *text, expected);
      }
    }
  }

  void read(const char * name, bool & value) const
  {
    const std::string * text = find(name);
    if (text == nullptr)
    {
      return;
    }
    if (*text != "true" && *text != "false")
    {
      refuse(what(name), *text, "true or false");
    }
    value = *text == "true";
  }

private:
  const std::string * find(const char * name) const
  {
    const auto found = parameters_.find(name);
    return found == parameters_.end() ? nullptr : &found->second;
  }

  template <class Number>
  Number number(const char * name, const std::string & text, const char * expected) const
  {
    const std::size_t first = text.find_first_not_of(" \t\n+");
    const std::size_t last = text.find_last_not_of(" \t\n");
    Number value{};
    if (first == std::string::npos)
    {
      refuse(what(name), text, expected);
    }
    const char * end = text.data() + last + 1;
    const auto [stop, error] = std::from_chars(text.data() + first, end, value);
    if (error != std::errc() || stop != end)
    {
      refuse(what(name), text, expected);
    }
    return value;
  }

  std::string place_;
  const Parameters & parameters_;
};

bool positive(double value)
{
  return value > 0.0;
}

bool not_negative(double value)
{
  return value >= 0.0;
}

void read_sensors(const Section & section, SensorSettings & sensors)
{
  const char * const expected = "a number not below zero";
  section.read("position_noise", sensors.position_noise, not_negative, expected);
  section.read("velocity_noise", sensors.velocity_noise, not_negative, expected);
  section.read("effort_noise", sensors.effort_noise, not_negative, expected);
  section.read(
    "encoder_counts", sensors.encoder_counts, not_negative,
    "a number of counts per turn (or per metre), 0 for none");
}

void read_component(const Section & section, SimulatedArmSettings & settings)
{
  constexpr int kLongestDelay = 1000;
  section.read("robot_file", settings.robot_file);
  section.read("drive", settings.drive);
  section.read(
    "period", settings.period, not_negative, "the seconds of a cycle, 0 for those measured");
  section.read(
    "integration_step", settings.integration_step, positive, "a number of seconds above zero");
  section.read_count("seed", settings.seed, UINT64_MAX, "a whole number not below zero");
  const char * const cycles = "a whole number of cycles from 0 to 1000";
  section.read_count("command_delay", settings.command_delay, kLongestDelay, cycles);
  section.read_count("state_delay", settings.state_delay, kLongestDelay, cycles);
  const char * const factor = "a number above zero";
  section.read("mass_factor", settings.mass_factor, positive, factor);
  section.read("stiffness_factor", settings.stiffness_factor, positive, factor);
  section.read(
    "friction_factor", settings.friction_factor, not_negative, "a number not below zero");
  section.read("servo_frequency", settings.servo_frequency, positive, "a number of Hz above zero");
  section.read("limit_effort", settings.limit_effort);
  section.read("publish_clock", settings.publish_clock);
  section.read(
    "real_time_factor", settings.real_time_factor, not_negative,
    "how many times as fast as real time at most, 0 for any");
}

Names names_of(
  const std::string & joint, const std::vector<hardware_interface::InterfaceInfo> & interfaces,
  const char * kind, const Names & known)
{
  Names names;
  for (const auto & interface : interfaces)
  {
    if (!has(known, interface.name))
    {
      refuse(
        "joint '" + joint + "', " + kind + " interface", interface.name, "one of " + listed(known));
    }
    names.push_back(interface.name);
  }
  return names;
}

double initial_position(const hardware_interface::ComponentInfo & joint)
{
  double position = 0.0;
  for (const auto & interface : joint.state_interfaces)
  {
    if (interface.name == "position" && !interface.initial_value.empty())
    {
      const Parameters parameters{{"initial_value", interface.initial_value}};
      Section("joint '" + joint.name + "', state interface position", parameters)
        .read("initial_value", position, [](double) { return true; }, "a finite number");
    }
  }
  return position;
}

SimulatedJointSettings read_joint(
  const hardware_interface::ComponentInfo & joint, const SensorSettings & sensors)
{
  const Section section("joint '" + joint.name + "'", joint.parameters);
  section.expect_only(kSensorParameters);
  SimulatedJointSettings settings;
  settings.name = joint.name;
  settings.sensors = sensors;
  read_sensors(section, settings.sensors);
  settings.initial_position = initial_position(joint);
  settings.states = names_of(joint.name, joint.state_interfaces, "state", kStates);
  settings.commands = names_of(joint.name, joint.command_interfaces, "command", kCommands);
  return settings;
}

/// A clock of its own goes on by what the controller manager takes for a cycle.
void settle_period(
  const hardware_interface::HardwareInfo & info, const Section & section,
  SimulatedArmSettings & settings)
{
  if (!settings.publish_clock)
  {
    return;
  }
  const double cycle = info.rw_rate > 0 ? 1.0 / info.rw_rate : settings.period;
  if (settings.period > 0.0 && std::abs(settings.period - cycle) > 1e-9)
  {
    refuse(
      section.what("period"), std::to_string(settings.period),
      std::to_string(cycle) + " s, the controller manager's, or none, beside publish_clock");
  }
  if (cycle == 0.0)
  {
    refuse(section.what("period"), "0", "the seconds of a cycle, beside publish_clock");
  }
  settings.period = cycle;
}

}  // namespace

SimulatedArmSettings read_settings(const hardware_interface::HardwareInfo & info)
{
  SimulatedArmSettings settings;
  SensorSettings sensors;
  const Section section("hardware '" + info.name + "'", info.hardware_parameters);
  Names known = kParameters;
  known.insert(known.end(), kSensorParameters.begin(), kSensorParameters.end());
  section.expect_only(known);
  read_component(section, settings);
  settle_period(info, section, settings);
  read_sensors(section, sensors);
  if (!has({"robot", "rigid", "elastic"}, settings.drive))
  {
    refuse(
      "hardware '" + info.name + "', parameter drive", settings.drive, "robot, rigid or elastic");
  }
  if (!info.sensors.empty() || !info.gpios.empty())
  {
    const auto & other = info.sensors.empty() ? info.gpios.front() : info.sensors.front();
    refuse("hardware '" + info.name + "'", other.name, "joints alone, no sensors or GPIOs");
  }
  for (const auto & joint : info.joints)
  {
    settings.joints.push_back(read_joint(joint, sensors));
  }
  if (settings.joints.empty())
  {
    throw hod::Error("hardware '" + info.name + "': found no joint, expected at least one");
  }
  return settings;
}

}  // namespace hod_ros

// SPDX-License-Identifier: Apache-2.0
#ifndef SIMULATED_ARM_FIXTURE_HPP_
#define SIMULATED_ARM_FIXTURE_HPP_

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <hardware_interface/component_parser.hpp>
#include <map>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <string>
#include <utility>
#include <vector>

#include "hod_ros/simulated_arm.hpp"

/// What may differ from test to test in the <ros2_control> of the arm.
struct ArmOptions
{
  std::string parameters = "";  ///< <param> elements of the hardware
  std::string shoulder = "";    ///< and of the shoulder
  std::string commands =
    R"(<command_interface name="position"/><command_interface name="velocity"/>
       <command_interface name="effort"/>)";
  std::string others = "";  ///< more elements of <ros2_control>
};

inline std::string parameter(const std::string & name, const std::string & value)
{
  return "<param name=\"" + name + "\">" + value + "</param>";
}

/// A shoulder and an elbow that lift, a gripper with a finger that mimics the other, and a neck
/// that the component does not have.
inline std::string arm_urdf(const ArmOptions & options = {})
{
  const auto link = [](const char * name, const char * mass, const char * at) {
    return std::string("<link name=\"") + name + "\"><inertial><origin xyz=\"" + at +
           "\"/><mass value=\"" + mass +
           R"("/><inertia ixx="0.02" iyy="0.03" izz="0.03" ixy="0" ixz="0" iyz="0"/>)" +
           "</inertial></link>\n";
  };
  const auto joint = [](
                       const char * name, const char * type, const char * parent,
                       const char * child, const char * at, const char * rest) {
    return std::string("<joint name=\"") + name + "\" type=\"" + type + "\"><parent link=\"" +
           parent + "\"/><child link=\"" + child + "\"/><origin xyz=\"" + at + "\"/>" + rest +
           R"(<limit lower="-3" upper="3" effort="100" velocity="3"/></joint>)" + "\n";
  };
  const char * const lifts = R"(<axis xyz="0 -1 0"/><dynamics damping="0.3" friction="0.2"/>)";
  const char * const slides = R"(<axis xyz="0 1 0"/>)";
  const std::string states =
    R"(<state_interface name="velocity"/><state_interface name="effort"/>
       <state_interface name="acceleration"/><state_interface name="motor_position"/>
       <state_interface name="motor_velocity"/><state_interface name="motor_effort"/>)";
  const auto component = [&](const char * name, const char * start, const std::string & rest) {
    return std::string("<joint name=\"") + name + "\">" + rest +
           R"(<state_interface name="position"><param name="initial_value">)" + start +
           "</param></state_interface>" + states + "</joint>\n";
  };
  return "<?xml version=\"1.0\"?>\n<robot name=\"arm\"><link name=\"base\"/>\n" +
         link("upper_arm", "2.0", "0.5 0 0") + link("forearm", "1.0", "0.4 0 0") +
         link("left", "0.2", "0.1 0 0") + link("right", "0.3", "0.1 0 0") +
         link("head", "1.0", "0 0 0.1") +
         joint("shoulder", "revolute", "base", "upper_arm", "0 0 0", lifts) +
         joint("elbow", "revolute", "upper_arm", "forearm", "1 0 0", lifts) +
         joint("finger", "prismatic", "forearm", "left", "0.8 0 0", slides) +
         joint(
           "other_finger", "prismatic", "forearm", "right", "0.8 0 0",
           R"(<axis xyz="0 1 0"/><mimic joint="finger" multiplier="-1" offset="0.01"/>)") +
         joint("neck", "revolute", "base", "head", "0 0 0.3", slides) +
         "<ros2_control name=\"arm\" type=\"system\"><hardware><plugin>hod_ros/SimulatedArm"
         "</plugin>" +
         options.parameters + "</hardware>\n" +
         component("shoulder", "0.4", options.commands + options.shoulder) +
         component("elbow", "-0.7", options.commands) +
         component("finger", "0.02", options.commands) + component("other_finger", "0", "") +
         options.others + "</ros2_control></robot>\n";
}

/// A robot file that lives as long as this.
class RobotFile
{
public:
  explicit RobotFile(const std::string & yaml)
  : path_(
      std::filesystem::temp_directory_path() /
      ("hod_ros_simulated_arm_" + std::to_string(::getpid()) + ".yaml"))
  {
    std::ofstream(path_) << yaml;
  }
  ~RobotFile() { std::filesystem::remove(path_); }
  RobotFile(const RobotFile &) = delete;
  RobotFile & operator=(const RobotFile &) = delete;

  std::string path() const { return path_.string(); }

private:
  std::filesystem::path path_;
};

inline const char * const kElasticRobot = R"(
drive: elastic
drives:
  shoulder: {motor_inertia: 1.0e-4, gear_ratio: 50, stiffness: 5000, damping: 2, viscous_friction: 0.5}
  elbow: {motor_inertia: 1.0e-4, gear_ratio: 50, stiffness: 3000}
)";

/// The plugin without a controller manager: what that calls, one call at a time.
class PluginArm
{
public:
  using CallbackReturn = hardware_interface::CallbackReturn;
  using return_type = hardware_interface::return_type;

  explicit PluginArm(const std::string & urdf)
  {
    hardware_interface::HardwareComponentParams params;
    params.hardware_info = hardware_interface::parse_control_resources_from_urdf(urdf).at(0);
    params.clock = std::make_shared<rclcpp::Clock>();
    initialized = plugin.init(params);
    if (initialized == CallbackReturn::SUCCESS)
    {
      for (const auto & state : plugin.on_export_state_interfaces())
      {
        states_.emplace(state->get_name(), state);
      }
      for (const auto & command : plugin.on_export_command_interfaces())
      {
        commands_.emplace(command->get_name(), command);
      }
    }
  }

  /// Configured and active.
  bool start()
  {
    return initialized == CallbackReturn::SUCCESS &&
           plugin.on_configure(state_) == CallbackReturn::SUCCESS &&
           plugin.on_activate(state_) == CallbackReturn::SUCCESS;
  }

  double state(const std::string & name) const
  {
    return states_.at(name)->get_optional<double>().value();
  }

  bool has_state(const std::string & name) const { return states_.count(name) == 1; }

  void claim(const std::vector<std::string> & names)
  {
    EXPECT_EQ(plugin.prepare_command_mode_switch(names, {}), return_type::OK);
    EXPECT_EQ(plugin.perform_command_mode_switch(names, {}), return_type::OK);
  }

  void release(const std::vector<std::string> & names)
  {
    EXPECT_EQ(plugin.prepare_command_mode_switch({}, names), return_type::OK);
    EXPECT_EQ(plugin.perform_command_mode_switch({}, names), return_type::OK);
  }

  void command(const std::string & name, double value)
  {
    EXPECT_TRUE(commands_.at(name)->set_value(value));
  }

  /// Cycles of a millisecond: write, then read.
  return_type run(int cycles)
  {
    return_type result = return_type::OK;
    for (int cycle = 0; cycle < cycles && result == return_type::OK; ++cycle)
    {
      result = plugin.write(kNow, kPeriod);
      result = result == return_type::OK ? plugin.read(kNow, kPeriod) : result;
    }
    return result;
  }

  hod_ros::SimulatedArm plugin;
  CallbackReturn initialized = CallbackReturn::ERROR;

private:
  inline static const rclcpp::Time kNow{0, 0, RCL_ROS_TIME};
  inline static const rclcpp::Duration kPeriod{0, 1000000};

  rclcpp_lifecycle::State state_;
  std::map<std::string, hardware_interface::StateInterface::ConstSharedPtr> states_;
  std::map<std::string, hardware_interface::CommandInterface::SharedPtr> commands_;
};

#endif  // SIMULATED_ARM_FIXTURE_HPP_

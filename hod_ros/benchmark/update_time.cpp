// SPDX-License-Identifier: Apache-2.0
// How long a cycle of the controller takes: a chain with every term, rigid and elastic, led by a
// reference that moves, with all handles and messages. Prints a table; run it on an idle machine.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <hardware_interface/handle.hpp>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "hod_ros/higher_order_feedforward_controller.hpp"

namespace
{

using Controller = hod_ros::HigherOrderFeedforwardController;

constexpr int kWarmUp = 2000;
constexpr double kPeriod = 1e-3;

std::string joint_name(int joint)
{
  return "joint_" + std::to_string(joint);
}

std::string chain(int joints)
{
  std::ostringstream urdf;
  urdf << "<robot name='chain'><link name='link_0'/>";
  for (int i = 1; i <= joints; ++i)
  {
    urdf << "<link name='link_" << i << "'><inertial><origin xyz='0.02 0.01 0.1'/><mass value='"
         << 4.0 / i << "'/><inertia ixx='0.02' iyy='0.03' izz='0.01' ixy='0.001' ixz='0' iyz='0'/>"
         << "</inertial></link><joint name='" << joint_name(i) << "' type='revolute'><parent link='"
         << "link_" << i - 1 << "'/><child link='link_" << i << "'/><origin xyz='0 0 0.2' rpy='"
         << 0.3 * (i % 3) << " 0 " << 0.5 * (i % 2) << "'/><axis xyz='" << i % 2 << " " << 1 - i % 2
         << " 0'/><limit lower='-3' upper='3' velocity='3' effort='1000'/>"
         << "<dynamics damping='0.5' friction='0.4'/></joint>";
  }
  urdf << "</robot>";
  return urdf.str();
}

/// A robot file that lives as long as this.
class RobotFile
{
public:
  RobotFile(int joints, bool elastic);
  ~RobotFile() { std::filesystem::remove(path_); }
  RobotFile(const RobotFile &) = delete;
  RobotFile & operator=(const RobotFile &) = delete;

  std::string path() const { return path_.string(); }

private:
  std::filesystem::path path_ = std::filesystem::temp_directory_path() /
                                ("hod_update_time_" + std::to_string(::getpid()) + ".yaml");
};

RobotFile::RobotFile(int joints, bool elastic)
{
  std::ofstream file(path_);
  file << "friction: urdf\ndrive: " << (elastic ? "elastic" : "rigid")
       << "\nloads:\n  - {link: link_" << joints << ", frame: world, force: [1, 2, 3]}\ndrives:\n";
  for (int i = 1; i <= joints; ++i)
  {
    file << "  " << joint_name(i)
         << ": {motor_inertia: 1.0e-4, gear_ratio: 100, stiffness: 1.0e4, damping: 5}\n";
  }
}

struct Bench
{
  Bench(int joints, bool elastic) : file(joints, elastic)
  {
    std::vector<std::string> names;
    for (int i = 1; i <= joints; ++i)
    {
      names.push_back(joint_name(i));
    }
    controller_interface::ControllerInterfaceParams arguments;
    arguments.controller_name = "bench";
    arguments.robot_description = chain(joints);
    arguments.controller_manager_update_rate = 1000;
    arguments.node_options = controller.define_custom_node_options();
    arguments.node_options.parameter_overrides(
      {{"joints", names}, {"robot_file", file.path()}, {"hold_correction", true}, {"lead", 0.5}});
    if (
      controller.init(arguments) != controller_interface::return_type::OK ||
      controller.configure().id() != lifecycle_msgs::msg::State::PRIMARY_STATE_INACTIVE)
    {
      std::exit(EXIT_FAILURE);
    }
    references = controller.export_reference_interfaces();
    controller.export_state_interfaces();
    give_hardware();
    controller.set_chained_mode(true);
    controller.get_node()->activate();
  }

  void give_hardware()
  {
    std::vector<hardware_interface::LoanedCommandInterface> loaned_commands;
    std::vector<hardware_interface::LoanedStateInterface> loaned_states;
    const auto split = [](const std::string & name) {
      const auto slash = name.rfind('/');
      return std::make_pair(name.substr(0, slash), name.substr(slash + 1));
    };
    for (const auto & name : controller.command_interface_configuration().names)
    {
      const auto [joint, kind] = split(name);
      commands.push_back(std::make_shared<hardware_interface::CommandInterface>(joint, kind));
      loaned_commands.emplace_back(commands.back(), nullptr);
    }
    for (const auto & name : controller.state_interface_configuration().names)
    {
      const auto [joint, kind] = split(name);
      states.push_back(std::make_shared<hardware_interface::StateInterface>(joint, kind));
      static_cast<void>(states.back()->set_value(0.0));
      loaned_states.emplace_back(states.back());
    }
    controller.assign_interfaces(std::move(loaned_commands), std::move(loaned_states));
  }

  /// One cycle [µs].
  double cycle(double time)
  {
    for (std::size_t i = 0; i < references.size(); ++i)
    {
      const auto order = static_cast<int>(i % 5);
      static_cast<void>(
        references[i]->set_value(0.5 * std::sin(time + static_cast<double>(i) + 1.57 * order)));
    }
    const rclcpp::Time stamp(static_cast<std::int64_t>(time * 1e9), RCL_ROS_TIME);
    const auto start = std::chrono::steady_clock::now();
    controller.update(stamp, rclcpp::Duration::from_seconds(kPeriod));
    const std::chrono::duration<double, std::micro> elapsed =
      std::chrono::steady_clock::now() - start;
    return elapsed.count();
  }

  RobotFile file;
  Controller controller;
  std::vector<hardware_interface::CommandInterface::SharedPtr> references;
  std::vector<hardware_interface::CommandInterface::SharedPtr> commands;
  std::vector<hardware_interface::StateInterface::SharedPtr> states;
};

void measure(int joints, bool elastic, int cycles)
{
  Bench bench(joints, elastic);
  std::vector<double> times;
  for (int i = 0; i < kWarmUp + cycles; ++i)
  {
    const double elapsed = bench.cycle(1.0 + kPeriod * i);
    if (i >= kWarmUp)
    {
      times.push_back(elapsed);
    }
  }
  std::sort(times.begin(), times.end());
  const auto quantile = [&times](double share) {
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
  };
  std::printf(
    "%6d  %-8s %8.2f %8.2f %8.2f %8.2f\n", joints, elastic ? "elastic" : "rigid", quantile(0.5),
    quantile(0.99), quantile(0.999), times.back());
}

}  // namespace

int main(int count, char ** arguments)
{
  const int cycles = count > 1 ? std::atoi(arguments[1]) : 100000;
  rclcpp::init(0, nullptr);
  rclcpp::get_logger("bench").set_level(rclcpp::Logger::Level::Error);
  std::printf("update() [us]   median      p99    p99.9      max   of %d cycles\n", cycles);
  for (const int joints : {7, 30})
  {
    for (const bool elastic : {false, true})
    {
      measure(joints, elastic, cycles);
    }
  }
  rclcpp::shutdown();
  return EXIT_SUCCESS;
}

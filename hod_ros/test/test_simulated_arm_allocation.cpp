// SPDX-License-Identifier: Apache-2.0
// Counts what read(), write() and a mode switch take from the heap.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "counted_allocations.hpp"
#include "simulated_arm_fixture.hpp"

namespace
{

int allocations_of_a_run(const std::string & parameters)
{
  ArmOptions options;
  options.parameters = parameters;
  PluginArm arm(arm_urdf(options));
  EXPECT_TRUE(arm.start());
  const std::vector<std::string> commands = {
    "shoulder/position", "shoulder/effort", "elbow/velocity", "finger/effort"};
  const std::vector<std::string> none;
  const rclcpp::Time now(0, 0, RCL_ROS_TIME);
  const rclcpp::Duration period(0, 1000000);
  const CountedAllocations allocations;
  bool good = true;
  using Result = hardware_interface::return_type;
  good = arm.plugin.perform_command_mode_switch(commands, none) == Result::OK && good;
  for (int cycle = 0; cycle < 20; ++cycle)
  {
    good = arm.plugin.read(now, period) == Result::OK && good;
    good = arm.plugin.write(now, period) == Result::OK && good;
  }
  good = arm.plugin.perform_command_mode_switch(none, commands) == Result::OK && good;
  const int number = CountedAllocations::so_far();
  EXPECT_TRUE(good);
  return number;
}

TEST(SimulatedArm, AllocatesNothingInTheLoop)
{
  const RobotFile file(
    std::string(kElasticRobot) +
    "friction:\n  shoulder: {coulomb: 1, bearing_coefficient: 0.1, bearing_radius: 0.05}\n");
  EXPECT_EQ(allocations_of_a_run(""), 0);
  EXPECT_EQ(
    allocations_of_a_run(
      parameter("robot_file", file.path()) + parameter("position_noise", "0.001") +
      parameter("command_delay", "2") + parameter("state_delay", "1")),
    0);
}

}  // namespace

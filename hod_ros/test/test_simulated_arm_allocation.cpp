// SPDX-License-Identifier: Apache-2.0
// Counts what read(), write() and a mode switch take from the heap.
#include <gmock/gmock.h>

#include <cstddef>
#include <string>
#include <vector>

#include "simulated_arm_fixture.hpp"

extern "C" {
void * __libc_malloc(std::size_t size);
void * __libc_calloc(std::size_t count, std::size_t size);
void * __libc_realloc(void * memory, std::size_t size);
void * __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace
{

thread_local bool counting = false;
thread_local int allocations = 0;

void count()
{
  allocations += counting ? 1 : 0;
}

}  // namespace

extern "C" {
void * malloc(std::size_t size)
{
  count();
  return __libc_malloc(size);
}
void * calloc(std::size_t number, std::size_t size)
{
  count();
  return __libc_calloc(number, size);
}
void * realloc(void * memory, std::size_t size)
{
  count();
  return __libc_realloc(memory, size);
}
void * aligned_alloc(std::size_t alignment, std::size_t size)
{
  count();
  return __libc_memalign(alignment, size);
}
}

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
  allocations = 0;
  counting = true;
  bool good = true;
  using Result = hardware_interface::return_type;
  good = arm.plugin.perform_command_mode_switch(commands, none) == Result::OK && good;
  for (int cycle = 0; cycle < 20; ++cycle)
  {
    good = arm.plugin.read(now, period) == Result::OK && good;
    good = arm.plugin.write(now, period) == Result::OK && good;
  }
  good = arm.plugin.perform_command_mode_switch(none, commands) == Result::OK && good;
  counting = false;
  EXPECT_TRUE(good);
  return allocations;
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

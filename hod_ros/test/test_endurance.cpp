// SPDX-License-Identifier: Apache-2.0
// The controller at 1 kHz on a controller manager and a simulated arm in lock-step, led by a
// joint_trajectory_controller and on its own, while goals, payloads and parameters come in: it
// allocates nothing and misses nothing. Ten seconds; as many as HOD_ENDURANCE_SECONDS says if it is
// set.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <diagnostic_msgs/msg/diagnostic_array.hpp>
#include <hod_msgs/srv/set_payload.hpp>
#include <random>

#include "counted_allocations.hpp"
#include "hod_ros/higher_order_feedforward_controller.hpp"
#include "proof/lockstep_manager.hpp"
#include "proof/seven_axis_arm.hpp"
#include "proof/trajectory_client.hpp"

namespace
{

using controller_interface::return_type;

/// Looks at every call of a control loop.
class WatchedController : public hod_ros::HigherOrderFeedforwardController
{
public:
  int allocations = 0;
  std::vector<float> times;  ///< of a cycle [us]

protected:
  using Base = hod_ros::HigherOrderFeedforwardController;

  return_type update_reference_from_subscribers(
    const rclcpp::Time & time, const rclcpp::Duration & period) override
  {
    const CountedAllocations counted;
    start_ = std::chrono::steady_clock::now();
    const auto result = Base::update_reference_from_subscribers(time, period);
    allocations += CountedAllocations::so_far();
    return result;
  }

  return_type update_and_write_commands(
    const rclcpp::Time & time, const rclcpp::Duration & period) override
  {
    const CountedAllocations counted;
    if (is_in_chained_mode())
    {
      start_ = std::chrono::steady_clock::now();
    }
    const auto result = Base::update_and_write_commands(time, period);
    const std::chrono::duration<float, std::micro> elapsed =
      std::chrono::steady_clock::now() - start_;
    allocations += CountedAllocations::so_far();
    times.push_back(elapsed.count());
    return result;
  }

private:
  std::chrono::steady_clock::time_point start_;
};

class Endurance : public testing::TestWithParam<bool>
{
protected:
  static void SetUpTestSuite()
  {
    rclcpp::init(0, nullptr);
    rcutils_logging_set_default_logger_level(RCUTILS_LOG_SEVERITY_ERROR);
  }
  static void TearDownTestSuite() { rclcpp::shutdown(); }

  static double seconds()
  {
    const char * given = std::getenv("HOD_ENDURANCE_SECONDS");
    return given == nullptr ? 10.0 : std::atof(given);
  }
};

/// Two seconds to anywhere near home.
trajectory_msgs::msg::JointTrajectory somewhere(std::mt19937 & random)
{
  std::uniform_real_distribution<double> number(-0.5, 0.5);
  trajectory_msgs::msg::JointTrajectory trajectory;
  trajectory.joint_names = SevenAxisArm::joints();
  auto & point = trajectory.points.emplace_back();
  for (const double home : SevenAxisArm::kHome)
  {
    point.positions.push_back(home + number(random));
    point.velocities.push_back(0.0);
    point.accelerations.push_back(0.0);
  }
  point.time_from_start.sec = 2;
  return trajectory;
}

}  // namespace

TEST_P(Endurance, AllocatesNothingAndMissesNothing)
{
  const bool led = GetParam();
  const std::string name = led ? "chained_elastic" : "higher_order";
  const std::string leader = led ? "leader_elastic" : name;
  const TemporaryFile parameters("endurance.yaml", SevenAxisArm::controllers());
  LockstepManager manager(
    SevenAxisArm::urdf(), 1000,
    {{"leader_elastic", "joint_trajectory_controller/JointTrajectoryController"}},
    parameters.path());
  const auto controller = std::make_shared<WatchedController>();
  controller->times.reserve(1000000);
  manager.load(name, controller);
  if (led)
  {
    manager.load(leader);
  }
  ASSERT_TRUE(manager.switch_controllers(
    led ? std::vector<std::string>{leader, name} : std::vector<std::string>{name}, {}));
  manager.step();
  TrajectoryClient client(manager, leader);
  const auto node = std::make_shared<rclcpp::Node>("endurance");
  manager.add(node);
  const auto payload = node->create_client<hod_msgs::srv::SetPayload>("/" + name + "/set_payload");
  ASSERT_TRUE(manager.spin_until([&]() { return payload->service_is_ready(); }));
  std::map<std::string, std::string> said;
  const auto diagnostics = node->create_subscription<diagnostic_msgs::msg::DiagnosticArray>(
    "/diagnostics", 10, [&](const diagnostic_msgs::msg::DiagnosticArray & message) {
      for (const auto & status : message.status)
      {
        for (const auto & value : status.values)
        {
          if (status.name == name + ": feedforward")
          {
            said[value.key] = value.value;
          }
        }
      }
    });

  std::mt19937 random(5);
  const auto cycles = static_cast<int>(1000.0 * seconds());
  for (int cycle = 0; cycle < cycles; ++cycle)
  {
    if (cycle % 1500 == 0)
    {
      EXPECT_TRUE(client.send(somewhere(random)));
    }
    if (cycle % 700 == 0)
    {
      auto request = std::make_shared<hod_msgs::srv::SetPayload::Request>();
      request->link = "link_7";
      request->mass = 0.1 + 1e-3 * (cycle % 3);
      payload->async_send_request(request);
      EXPECT_TRUE(controller->get_node()
                    ->set_parameter({"gains.joint_1.kp", 900.0 + 0.1 * (cycle % 11)})
                    .successful);
    }
    manager.step();
    if (cycle % 10 == 0)
    {
      manager.spin_some();
    }
  }
  EXPECT_EQ(controller->allocations, 0);
  for (int cycle = 0; cycle < 1500; ++cycle)
  {
    manager.step();
    manager.spin_some();
  }
  for (const char * quiet :
       {"late cycles", "clock jumps", "handles that were busy", "inputs refused",
        "cycles with a joint without measurement", "cycles without any position",
        "cycles with an effort cut to its limit"})
  {
    EXPECT_EQ(said[quiet], "0") << quiet;
  }
  auto & times = controller->times;
  EXPECT_GE(times.size(), static_cast<std::size_t>(cycles));
  std::sort(times.begin(), times.end());
  const auto quantile = [&times](double share) {
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
  };
  std::printf(
    "update() of seven elastic joints, %s: median %.1f us, p99.9 %.1f us, longest %.1f us of %zu\n",
    led ? "led" : "on its own", quantile(0.5), quantile(0.999), times.back(), times.size());
}

INSTANTIATE_TEST_SUITE_P(BothWays, Endurance, testing::Bool(), [](const auto & test) {
  return test.param ? "Led" : "OnItsOwn";
});

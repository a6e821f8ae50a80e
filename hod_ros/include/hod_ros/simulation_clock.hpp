// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__SIMULATION_CLOCK_HPP_
#define HOD_ROS__SIMULATION_CLOCK_HPP_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <rclcpp/node.hpp>
#include <rosgraph_msgs/msg/clock.hpp>
#include <string>
#include <thread>

namespace hod_ros
{

/// Publishes /clock, which stands still between one tick() and the next. A controller manager with
/// `use_sim_time` whose hardware ticks once in each of its cycles therefore runs in lockstep with
/// it: every cycle is one period after the previous one, however long it takes.
class SimulationClock
{
public:
  /// @param period of a tick [ns]; the clock starts at one period, since zero means no time
  /// @param real_time_factor largest ratio of simulated to real time; zero: unlimited
  SimulationClock(const std::string & node, std::int64_t period, double real_time_factor);
  ~SimulationClock();
  SimulationClock(const SimulationClock &) = delete;
  SimulationClock & operator=(const SimulationClock &) = delete;

  /// Neither allocates nor waits; another thread publishes.
  void tick();

  /// Lets the clock run in real time until the next tick(), as it does initially and after seconds
  /// without a tick. Otherwise, anyone who waits for it before the first tick, or for hardware that
  /// is not configured and therefore has no cycles, would wait forever.
  void leave_alone() { alone_ = true; }

private:
  void run();
  void wait_for_tick(std::int64_t ticks);

  std::int64_t period_;
  std::chrono::nanoseconds shortest_;  ///< shortest real time of a tick
  std::atomic<std::int64_t> ticks_{1};
  std::atomic<bool> alone_{true};
  std::atomic<bool> done_{false};
  std::mutex mutex_;
  std::condition_variable ticked_;
  rclcpp::Node::SharedPtr node_;
  rclcpp::Publisher<rosgraph_msgs::msg::Clock>::SharedPtr publisher_;
  std::thread thread_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__SIMULATION_CLOCK_HPP_

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
/// `use_sim_time` whose hardware ticks once in each of its cycles is thereby in lock-step with it:
/// every cycle is one period after the one before, however long it takes.
class SimulationClock
{
public:
  /// @param period of a tick [ns]; the clock begins with it, as zero counts as no time
  /// @param real_time_factor as many times as fast as real time it runs at most; zero: any
  SimulationClock(const std::string & node, std::int64_t period, double real_time_factor);
  ~SimulationClock();
  SimulationClock(const SimulationClock &) = delete;
  SimulationClock & operator=(const SimulationClock &) = delete;

  /// No allocation and no waiting; another thread publishes.
  void tick();

  /// Until the next tick() it goes on in real time, as it does at first and where no tick has come
  /// for seconds: who waits for it before it ticks, or for hardware that is not configured and so
  /// has no cycles, must not wait for ever.
  void leave_alone() { alone_ = true; }

private:
  void run();
  void wait_for_tick(std::int64_t ticks);

  std::int64_t period_;
  std::chrono::nanoseconds shortest_;  ///< that a tick takes in real time
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

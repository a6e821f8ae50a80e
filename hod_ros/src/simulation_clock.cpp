// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/simulation_clock.hpp"

#include <algorithm>
#include <cmath>
#include <rclcpp/create_publisher.hpp>
#include <rclcpp/qos.hpp>

namespace hod_ros
{
namespace
{

/// A listener that came late, or missed a message, hears the time again; and a tick whose
/// notification got lost between two looks is seen.
constexpr std::chrono::milliseconds kAgain{1};

/// Without a tick for so long, as while hardware is switched between two halves of a cycle, nobody
/// cycles who would tick.
constexpr std::chrono::seconds kPatience{5};

rclcpp::NodeOptions options()
{
  return rclcpp::NodeOptions()
    .use_global_arguments(false)
    .start_parameter_services(false)
    .start_parameter_event_publisher(false);
}

}  // namespace

SimulationClock::SimulationClock(
  const std::string & node, std::int64_t period, double real_time_factor)
: period_(period),
  shortest_(
    real_time_factor > 0.0 ? std::llround(static_cast<double>(period) / real_time_factor) : 0),
  node_(std::make_shared<rclcpp::Node>(node, options())),
  publisher_(
    rclcpp::create_publisher<rosgraph_msgs::msg::Clock>(node_, "/clock", rclcpp::ClockQoS())),
  thread_([this]() { run(); })
{}

SimulationClock::~SimulationClock()
{
  done_ = true;
  ticked_.notify_one();
  thread_.join();
}

void SimulationClock::tick()
{
  alone_ = false;
  ++ticks_;
  ticked_.notify_one();
}

void SimulationClock::run()
{
  rosgraph_msgs::msg::Clock message;
  auto next = std::chrono::steady_clock::now();
  auto ticked = next;
  std::int64_t before = 0;
  while (!done_ && rclcpp::ok())
  {
    const std::int64_t ticks = ticks_;
    ticked = ticks == before ? ticked : std::chrono::steady_clock::now();
    before = ticks;
    if (std::chrono::steady_clock::now() - ticked > kPatience)
    {
      alone_ = true;
    }
    message.clock = rclcpp::Time(ticks * period_, RCL_ROS_TIME);
    publisher_->publish(message);
    next = std::max(next + shortest_, std::chrono::steady_clock::now());
    wait_for_tick(ticks);
    std::this_thread::sleep_until(next);
  }
}

void SimulationClock::wait_for_tick(std::int64_t ticks)
{
  std::unique_lock<std::mutex> lock(mutex_);
  const auto news = [this, ticks]() { return done_ || ticks_ != ticks; };
  if (!alone_)
  {
    ticked_.wait_for(lock, kAgain, news);
  }
  else if (!ticked_.wait_for(lock, std::chrono::nanoseconds{period_}, news))
  {
    ++ticks_;
  }
}

}  // namespace hod_ros

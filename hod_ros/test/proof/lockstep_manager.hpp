// SPDX-License-Identifier: Apache-2.0
#ifndef LOCKSTEP_MANAGER_HPP_
#define LOCKSTEP_MANAGER_HPP_

#include <rcl/time.h>
#include <chrono>
#include <cmath>
#include <controller_manager/controller_manager.hpp>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// A controller manager with its hardware whose clock stands still except for the cycles that a
/// test asks for: whatever the machine's load, two runs are alike.
class LockstepManager
{
public:
  /// An instant of the years in which this runs, so that the resolution of times is that of robots.
  static constexpr std::int64_t kStart = 1'760'000'000'000'000'000;  ///< [ns]

  /// @param types plugin of each controller by its name
  /// @param parameter_file that all of them read
  LockstepManager(
    const std::string & urdf, int rate, const std::map<std::string, std::string> & types,
    const std::string & parameter_file)
  : period_(1'000'000'000 / rate), parameter_file_(parameter_file)
  {
    std::vector<rclcpp::Parameter> parameters = {{"update_rate", rate}, {"use_sim_time", true}};
    for (const auto & [name, type] : types)
    {
      parameters.emplace_back(name + ".type", type);
      parameters.emplace_back(name + ".params_file", std::vector<std::string>{parameter_file});
    }
    auto options = controller_manager::get_cm_node_options();
    options.parameter_overrides(parameters);
    manager_ = std::make_shared<Manager>(executor_, urdf, true, "controller_manager", "", options);
    executor_->add_node(manager_);
    clocks_ = {manager_->get_clock()};
    set_clock();
  }

  ~LockstepManager()
  {
    executor_->remove_node(manager_);
    manager_->shutdown_controllers();
    executor_->cancel();
  }
  LockstepManager(const LockstepManager &) = delete;
  LockstepManager & operator=(const LockstepManager &) = delete;

  controller_manager::ControllerManager & manager() { return *manager_; }
  double now() const { return 1e-9 * static_cast<double>(elapsed_); }  ///< since the start [s]
  rclcpp::Time stamp(double time) const
  {
    return rclcpp::Time(kStart + static_cast<std::int64_t>(std::llround(1e9 * time)), RCL_ROS_TIME);
  }

  /// Loads and configures.
  void load(const std::string & name)
  {
    expect(
      between_cycles([&]() { return manager_->load_controller(name) != nullptr; }), "loaded", name);
    configure(name);
  }

  /// Instead of a controller that the manager loads, one of the test's own.
  void load(
    const std::string & name, const controller_interface::ControllerInterfaceBaseSharedPtr & own)
  {
    controller_manager::ControllerSpec spec;
    spec.c = own;
    spec.info.name = name;
    spec.info.parameters_files = {parameter_file_};
    spec.last_update_cycle_time = std::make_shared<rclcpp::Time>(0, 0, RCL_ROS_TIME);
    expect(manager_->add_controller(spec) != nullptr, "added", name);
    configure(name);
  }

  void configure(const std::string & name)
  {
    expect(
      between_cycles([&]() {
        return manager_->configure_controller(name) == controller_interface::return_type::OK;
      }),
      "configured", name);
    clocks_ = {manager_->get_clock()};
    for (const auto & controller : manager_->get_loaded_controllers())
    {
      clocks_.push_back(controller.c->get_node()->get_clock());
    }
    set_clock();
  }

  bool switch_controllers(
    const std::vector<std::string> & start, const std::vector<std::string> & stop)
  {
    using Request = controller_manager_msgs::srv::SwitchController::Request;
    return between_cycles([&]() {
      return manager_->switch_controller(start, stop, Request::STRICT) ==
             controller_interface::return_type::OK;
    });
  }

  /// What a manager does only while it cycles; time stands still meanwhile.
  bool between_cycles(const std::function<bool()> & action)
  {
    auto done = std::async(std::launch::async, action);
    while (done.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready)
    {
      cycle(0);
    }
    cycle(0);
    return done.get();
  }

  /// One cycle, after which the clock is a period further.
  void step() { cycle(period_); }

  /// Lets nodes work, while time stands still, until the condition holds; 30 s of real time at
  /// most.
  bool spin_until(const std::function<bool()> & condition)
  {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!condition() && std::chrono::steady_clock::now() < end)
    {
      executor_->spin_some(std::chrono::milliseconds(1));
    }
    return condition();
  }

  void spin_some() { executor_->spin_some(); }
  void add(const rclcpp::Node::SharedPtr & node) { executor_->add_node(node); }

  hardware_interface::LoanedStateInterface state(const std::string & name)
  {
    return manager_->resources().claim_state_interface(name);
  }

private:
  struct Manager : controller_manager::ControllerManager
  {
    using ControllerManager::ControllerManager;
    hardware_interface::ResourceManager & resources() { return *resource_manager_; }
  };

  static void expect(bool good, const char * what, const std::string & name)
  {
    if (!good)
    {
      throw std::runtime_error("controller '" + name + "' could not be " + what);
    }
  }

  void set_clock()
  {
    for (const auto & clock : clocks_)
    {
      set(*clock);
    }
  }

  void set(rclcpp::Clock & clock) const
  {
    const std::lock_guard<std::mutex> lock(clock.get_clock_mutex());
    if (rcl_set_ros_time_override(clock.get_clock_handle(), kStart + elapsed_) != RCL_RET_OK)
    {
      throw std::runtime_error("a clock could not be set");
    }
  }

  /// As ros2_control_node does it.
  void cycle(std::int64_t duration)
  {
    const rclcpp::Time time = manager_->get_clock()->now();
    const rclcpp::Duration period(std::chrono::nanoseconds{duration});
    manager_->read(time, period);
    manager_->update(time, period);
    manager_->write(time, period);
    elapsed_ += duration;
    set_clock();
  }

  std::int64_t period_;
  std::string parameter_file_;
  std::int64_t elapsed_ = 0;
  std::shared_ptr<rclcpp::Executor> executor_ =
    std::make_shared<rclcpp::executors::SingleThreadedExecutor>();
  std::shared_ptr<Manager> manager_;
  std::vector<rclcpp::Clock::SharedPtr> clocks_;  ///< its own and those of its controllers
};

#endif  // LOCKSTEP_MANAGER_HPP_

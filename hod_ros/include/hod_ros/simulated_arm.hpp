// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__SIMULATED_ARM_HPP_
#define HOD_ROS__SIMULATED_ARM_HPP_

#include <atomic>
#include <hardware_interface/system_interface.hpp>
#include <memory>
#include <string>
#include <vector>

#include "hod_ros/simulated_arm_settings.hpp"

namespace hod_ros
{

class SimulationClock;

/// A ros2_control system with a hod::SimulatedArm in place of a real arm, for tests and
/// demonstrations. Parameters, interfaces and behaviour: doc/simulated_arm.rst.
class SimulatedArm : public hardware_interface::SystemInterface
{
public:
  using CallbackReturn = hardware_interface::CallbackReturn;
  using return_type = hardware_interface::return_type;

  SimulatedArm();
  ~SimulatedArm() override;

  CallbackReturn on_init(
    const hardware_interface::HardwareComponentInterfaceParams & params) override;
  CallbackReturn on_configure(const rclcpp_lifecycle::State & previous) override;
  CallbackReturn on_cleanup(const rclcpp_lifecycle::State & previous) override;
  CallbackReturn on_activate(const rclcpp_lifecycle::State & previous) override;
  CallbackReturn on_deactivate(const rclcpp_lifecycle::State & previous) override;
  CallbackReturn on_shutdown(const rclcpp_lifecycle::State & previous) override;
  CallbackReturn on_error(const rclcpp_lifecycle::State & previous) override;

  return_type prepare_command_mode_switch(
    const std::vector<std::string> & start, const std::vector<std::string> & stop) override;
  return_type perform_command_mode_switch(
    const std::vector<std::string> & start, const std::vector<std::string> & stop) override;

  return_type read(const rclcpp::Time & time, const rclcpp::Duration & period) override;
  return_type write(const rclcpp::Time & time, const rclcpp::Duration & period) override;

private:
  struct Plant;

  void make_plant();
  void give_up_plant();
  /// @param cycle how long the last command has acted [s]
  void move_on(double cycle);

  SimulatedArmSettings settings_;
  std::unique_ptr<Plant> plant_;
  std::unique_ptr<SimulationClock> clock_;
  std::atomic<bool> active_{false};
  bool commanded_ = false;  ///< since the activation; owned by the loop, or by whoever stops it
};

}  // namespace hod_ros

#endif  // HOD_ROS__SIMULATED_ARM_HPP_

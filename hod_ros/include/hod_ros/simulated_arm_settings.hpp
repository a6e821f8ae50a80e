// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__SIMULATED_ARM_SETTINGS_HPP_
#define HOD_ROS__SIMULATED_ARM_SETTINGS_HPP_

#include <cstdint>
#include <hardware_interface/hardware_info.hpp>
#include <string>
#include <vector>

namespace hod_ros
{

/// Errors of a joint's sensors.
struct SensorSettings
{
  double position_noise = 0.0;  ///< standard deviation [rad or m]
  double velocity_noise = 0.0;  ///< [rad/s or m/s]
  double effort_noise = 0.0;    ///< [N m or N]
  double encoder_counts = 0.0;  ///< per turn, or per metre; 0: no quantization
};

/// A joint of the component.
struct SimulatedJointSettings
{
  std::string name;
  double initial_position = 0.0;  ///< [rad or m]
  SensorSettings sensors;
  std::vector<std::string> states;    ///< names of its state interfaces
  std::vector<std::string> commands;  ///< and of its command interfaces
};

/// The parameters of hod_ros/SimulatedArm; see doc/simulated_arm.rst.
struct SimulatedArmSettings
{
  std::string robot_file;          ///< empty: only the URDF
  std::string drive = "robot";     ///< robot (as described there), rigid or elastic
  double period = 0.0;             ///< of a cycle [s]; 0: as measured
  double integration_step = 1e-4;  ///< longest step [s]
  std::uint64_t seed = 0;          ///< of all noise
  int command_delay = 0;           ///< [cycles]
  int state_delay = 0;             ///< [cycles]
  double mass_factor = 1.0;        ///< relative to the robot description
  double stiffness_factor = 1.0;
  double friction_factor = 1.0;
  double servo_frequency = 20.0;  ///< of position and velocity commands [Hz]
  bool limit_effort = true;       ///< whether the robot's effort limits bound the torque
  bool publish_clock = false;     ///< whether the arm publishes its time as /clock
  double real_time_factor = 0.0;  ///< largest one of that clock; 0: unlimited
  std::vector<SimulatedJointSettings> joints;
};

/// Throws hod::Error with parameter or interface, what was found and what was expected.
SimulatedArmSettings read_settings(const hardware_interface::HardwareInfo & info);

}  // namespace hod_ros

#endif  // HOD_ROS__SIMULATED_ARM_SETTINGS_HPP_

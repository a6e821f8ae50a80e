// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__SIMULATED_SENSORS_HPP_
#define HOD_ROS__SIMULATED_SENSORS_HPP_

#include <cstdint>
#include <random>
#include <vector>

#include "hod_ros/simulated_arm_settings.hpp"

namespace hod_ros
{

/// Errors of encoders and torque sensors: noise, then encoder quantization. The same seed gives the
/// same readings on every machine. Neither allocates nor throws.
class SimulatedSensors
{
public:
  explicit SimulatedSensors(std::uint64_t seed) : engine_(seed) {}

  /// @param counts_per_unit of the encoder [1/rad or 1/m]; 0: no quantization
  double position(double truth, double noise, double counts_per_unit);
  double with_noise(double truth, double noise);

private:
  double normal();
  double uniform();

  std::mt19937_64 engine_;
  double spare_ = 0.0;
  bool has_spare_ = false;
};

/// Counts per radian or metre of the joint; a motor's encoder turns with the motor.
double counts_per_unit(double counts, bool prismatic, double gear_ratio = 1.0);

}  // namespace hod_ros

#endif  // HOD_ROS__SIMULATED_SENSORS_HPP_

// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/simulated_sensors.hpp"

#include <cmath>

namespace hod_ros
{
namespace
{

constexpr double kTurn = 2.0 * M_PI;

}  // namespace

double SimulatedSensors::position(double truth, double noise, double counts_per_unit)
{
  const double reading = with_noise(truth, noise);
  return counts_per_unit > 0.0 ? std::round(reading * counts_per_unit) / counts_per_unit : reading;
}

double SimulatedSensors::with_noise(double truth, double noise)
{
  return noise > 0.0 ? truth + noise * normal() : truth;
}

/// Box and Muller's, since std::normal_distribution is another one in every library.
double SimulatedSensors::normal()
{
  if (has_spare_)
  {
    has_spare_ = false;
    return spare_;
  }
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  const double angle = kTurn * uniform();
  spare_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

/// 0 … 1 without 1.
double SimulatedSensors::uniform()
{
  return static_cast<double>(engine_() >> 11U) * 0x1p-53;
}

double counts_per_unit(double counts, bool prismatic, double gear_ratio)
{
  return (prismatic ? counts : counts / kTurn) * std::abs(gear_ratio);
}

}  // namespace hod_ros

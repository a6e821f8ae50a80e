// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__READING_NOISE_HPP_
#define HOD__TEST__FUZZ__READING_NOISE_HPP_

#include <optional>

#include "hod/accelerometer/recording_fit.hpp"
#include "sensed_motion.hpp"

namespace hod::fuzz
{

inline void try_noise(SensedMotion & sensed)
{
  RecordedSensor sensor;
  sensor.sensor.quantity = static_cast<SensorQuantity>(sensed.bytes.integer(0, 2));
  const int kind = sensed.bytes.integer(0, 3);
  sensor.noise = kind == 0 ? std::optional<double>(0.25) : std::nullopt;
  sensor.noise_density = kind == 1 ? std::optional<double>(100.0) : std::nullopt;
  Recording readings;
  readings.times = sensed.times();
  readings.values.resize(sensed.count, sensed.bytes.integer(1, 3));
  double largest = 0.0;
  for (double & value : readings.values.reshaped())
  {
    value = sensed.rarely() ? sensed.bytes.number() : sensed.share();
    largest = std::max(largest, std::abs(value));
  }
  const bool is_spoilt = sensed.spoil(readings);
  const bool finite = readings.values.allFinite();
  double found = 0.0;
  const bool is_taken = taken([&] { found = noise_of(sensor, readings); });
  require(is_taken || is_spoilt || !finite, "no noise of fair readings");
  if (is_taken && (kind > 0 || is_spoilt))
  {
    require(found > 0.0 && std::isfinite(found), "a noise that is none");
  }
  if (is_taken && !is_spoilt && kind == 1 && sensed.origin == 0.0)
  {
    const double unit = sensor.sensor.quantity == SensorQuantity::angular_velocity
                          ? 3.14159265358979 / 180.0
                          : 9.80665e-6;
    require(std::abs(found / (100.0 * unit * std::sqrt(0.5 / kStep)) - 1.0) < 0.5, "a density");
  }
  if (is_taken && kind > 1 && finite && largest < 1e100)
  {
    require(found <= 3.0 * largest + 1e-8, "more noise than reading");
  }
  RecordedJoint joint;
  joint.noise = kind == 0 ? std::optional<double>(0.25) : std::nullopt;
  taken([&] { noise_of(joint, readings); });
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__READING_NOISE_HPP_

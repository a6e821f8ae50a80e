// SPDX-License-Identifier: Apache-2.0
#ifndef ACCELEROMETER__TEXT_HPP_
#define ACCELEROMETER__TEXT_HPP_

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "hod/accelerometer/accelerometer.hpp"

namespace hod::detail
{

/// A number for a sentence.
inline std::string number(double value, int digits = 6)
{
  char text[32];
  std::snprintf(text, sizeof(text), "%.*g", digits, value);
  return text;
}

/// A time in s: to the nanosecond for short recordings, to the microsecond for dates.
inline std::string instant(double time)
{
  constexpr double kDate = 1e6;
  return number(time, std::abs(time) < kDate ? 9 : 16);
}

/// A value and its standard deviation, both to the second digit of the deviation.
inline std::string with_deviation(double value, double deviation)
{
  if (!std::isfinite(deviation) || deviation <= 0.0)
  {
    return number(value, deviation == 0.0 ? 6 : 4);
  }
  const int place = static_cast<int>(std::floor(std::log10(deviation))) - 1;
  char text[96];
  if (place >= -7 && place <= 0 && std::abs(value) < 1e7)
  {
    std::snprintf(text, sizeof(text), "%.*f ± %.*f", -place, value, -place, deviation);
    return text;
  }
  if (place > 0 && std::abs(value) < 1e7)
  {
    const double unit = std::pow(10.0, place);
    std::snprintf(
      text, sizeof(text), "%.0f ± %.0f", std::nearbyint(value / unit) * unit,
      std::nearbyint(deviation / unit) * unit);
    return text;
  }
  const int lead = value == 0.0 ? place : static_cast<int>(std::floor(std::log10(std::abs(value))));
  std::snprintf(
    text, sizeof(text), "%.*e ± %.1e", std::clamp(lead - place, 1, 15), value, deviation);
  return text;
}

inline std::string sensor_text(const Accelerometer & sensor)
{
  return "sensor '" + (sensor.name.empty() ? sensor.link : sensor.name) + "'";
}

}  // namespace hod::detail

#endif  // ACCELEROMETER__TEXT_HPP_

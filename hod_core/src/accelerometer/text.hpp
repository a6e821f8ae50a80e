// SPDX-License-Identifier: Apache-2.0
#ifndef ACCELEROMETER__TEXT_HPP_
#define ACCELEROMETER__TEXT_HPP_

#include <cstdio>
#include <string>

#include "hod/accelerometer/accelerometer.hpp"

namespace hod::detail
{

/// A number for a sentence, six digits.
inline std::string number(double value)
{
  char text[32];
  std::snprintf(text, sizeof(text), "%.6g", value);
  return text;
}

inline std::string sensor_text(const Accelerometer & sensor)
{
  return "sensor '" + (sensor.name.empty() ? sensor.link : sensor.name) + "'";
}

}  // namespace hod::detail

#endif  // ACCELEROMETER__TEXT_HPP_

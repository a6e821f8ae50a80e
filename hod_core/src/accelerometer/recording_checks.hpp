// SPDX-License-Identifier: Apache-2.0
#ifndef RECORDING_CHECKS_HPP_
#define RECORDING_CHECKS_HPP_

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "hod/accelerometer/recording.hpp"

namespace hod::detail
{

/// Squares of larger numbers, in units of a noise that is smaller than its inverse, are none.
constexpr double kLargestReading = 1e50;

/// Whether least squares can count with a number.
inline bool is_countable(double value)
{
  return std::abs(value) <= kLargestReading;
}

/// Whether they can divide by it.
inline bool is_countable_noise(double noise)
{
  return noise >= 1.0 / kLargestReading && noise <= kLargestReading;
}

inline Eigen::Index index(std::size_t i)
{
  return static_cast<Eigen::Index>(i);
}

/// Whether the size of the noise is stated.
inline bool states_noise(const Accelerometer & sensor)
{
  return sensor.noise != Accelerometer().noise;
}

/// Checks columns of joints; `what` begins the sentence.
void check_columns(const Robot & robot, const std::vector<int> & columns, const std::string & what);

void check_sizes(const Accelerometer & sensor, const Recording & recording);
void check_stamps(const Accelerometer & sensor, const std::vector<double> & times);

/// Checks that the readings can be specific forces in m/s²: an error during rest phases, otherwise
/// a warning.
void check_unit(
  const Robot & robot, const Accelerometer & sensor, const Recording & recording,
  const RecordingOptions & options, std::vector<std::string> & warnings);

}  // namespace hod::detail

#endif  // RECORDING_CHECKS_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef CONDENSED_READINGS_HPP_
#define CONDENSED_READINGS_HPP_

#include <vector>

#include "hod/types.hpp"

namespace hod::detail
{

/// A few readings that carry the information of many about a slow motion: one of weight w counts as
/// w readings.
struct CondensedReadings
{
  std::vector<double> times;
  RowMatrix values;  ///< a row per time
  std::vector<double> weights;
};

constexpr double kLongestBlock = 0.03;  ///< of readings that are condensed [s]

/// The standard deviation of white noise in readings, the smallest of all columns: from third
/// differences, in which motion is small, as the median over stretches. Zero for exact readings.
double noise_of(const RowMatrix & values);

/// Readings of one sensor.
struct NoisyReadings
{
  const RowMatrix & values;
  double noise;  ///< standard deviation of each
};

/// Replaces blocks of readings that are a cubic plus noise by the nodes of Gauss quadrature over
/// their stamps, with the values of that cubic. For every model that is also a cubic within the
/// block, the sum of squares over the nodes equals that over the readings, except for the part that
/// no cubic explains. Other readings are kept with weight 1.
///
/// @param all of sensors that read at the same times: they get the same nodes, so that the motion
///   there is evaluated only once
/// @param longest of a block [s]; kLongestBlock at most
std::vector<CondensedReadings> condensed(
  const std::vector<double> & times, const std::vector<NoisyReadings> & all,
  double longest = kLongestBlock);

/// Those from an instant on and before another.
CondensedReadings between(const CondensedReadings & readings, double start, double end);

}  // namespace hod::detail

#endif  // CONDENSED_READINGS_HPP_

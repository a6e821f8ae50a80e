// SPDX-License-Identifier: Apache-2.0
#ifndef CONDENSED_READINGS_HPP_
#define CONDENSED_READINGS_HPP_

#include <vector>

#include "hod/types.hpp"

namespace hod::detail
{

/// Few readings that say of a slow motion what many do: one of weight w counts as w of them.
struct CondensedReadings
{
  std::vector<double> times;
  RowMatrix values;  ///< a row per time
  std::vector<double> weights;
};

constexpr double kLongestBlock = 0.03;  ///< of readings that become few [s]

/// The deviation of white noise in readings, the smallest of all columns: of third differences,
/// which a motion leaves small, the median over stretches. Zero for readings that are exact.
double noise_of(const RowMatrix & values);

/// Readings of one sensor.
struct NoisyReadings
{
  const RowMatrix & values;
  double noise;  ///< standard deviation of each
};

/// Blocks of readings in which a cubic leaves nothing but noise become the nodes of Gauss
/// quadrature over their stamps, with the values of that cubic. For every model that is a cubic in
/// the block as well, the sum of squares over the nodes is that over the readings but for what no
/// cubic explains. Other readings stay as they are, with weight 1.
///
/// @param all of sensors that read at the same times: they get the same nodes, so that the motion
/// there need be found but once
/// @param longest of a block [s]; kLongestBlock at most
std::vector<CondensedReadings> condensed(
  const std::vector<double> & times, const std::vector<NoisyReadings> & all,
  double longest = kLongestBlock);

/// Those from an instant on and before another.
CondensedReadings between(const CondensedReadings & readings, double start, double end);

}  // namespace hod::detail

#endif  // CONDENSED_READINGS_HPP_

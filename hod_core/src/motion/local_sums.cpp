// SPDX-License-Identifier: Apache-2.0
#include "motion/local_sums.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "hod/error.hpp"

namespace hod::detail
{
namespace
{

using Index = std::size_t;

constexpr int kBinsInReach = 16;
constexpr double kQuarterTurn = 1.5707963267948966;

/// Position of a time among bins of equal width.
struct Place
{
  Index bin;     ///< and the next one
  double share;  ///< of the next one

  Place(double time, double width)
  : bin(static_cast<Index>(time / width)), share(time / width - static_cast<double>(bin))
  {}
};

/// The values in bins, each shared by the two next to its time.
std::vector<double> binned(
  double width, const std::vector<double> & times, const std::vector<double> & values)
{
  std::vector<double> bins(Place(times.back() - times.front(), width).bin + 2, 0.0);
  for (Index i = 0; i < values.size(); ++i)
  {
    const Place at(times[i] - times.front(), width);
    bins[at.bin] += (1 - at.share) * values[i];
    bins[at.bin + 1] += at.share * values[i];
  }
  return bins;
}

std::vector<double> sums_around(const std::vector<double> & bins)
{
  std::vector<double> sums(bins.size(), 0.0);
  const auto count = static_cast<std::ptrdiff_t>(bins.size());
  for (std::ptrdiff_t away = 1 - kBinsInReach; away < kBinsInReach; ++away)
  {
    const double cosine = std::cos(kQuarterTurn * static_cast<double>(away) / kBinsInReach);
    const std::ptrdiff_t end = std::min(count, count - away);
    for (std::ptrdiff_t bin = std::max<std::ptrdiff_t>(0, -away); bin < end; ++bin)
    {
      sums[static_cast<Index>(bin)] += cosine * cosine * bins[static_cast<Index>(bin + away)];
    }
  }
  return sums;
}

}  // namespace

std::vector<double> sums_within(
  double reach, const std::vector<double> & times, const std::vector<double> & values)
{
  const double width = reach / kBinsInReach;
  // Without gaps there are less than four to an interval.
  const double most = 1e7 + 8.0 * static_cast<double>(times.size());
  if (!((times.back() - times.front()) / width <= most))
  {
    throw Error(
      "a varying weight: found gaps too long for the intervals between samples, expected shorter "
      "ones or a constant weight");
  }
  const std::vector<double> sums = sums_around(binned(width, times, values));
  std::vector<double> result;
  result.reserve(times.size());
  for (const double time : times)
  {
    const Place at(time - times.front(), width);
    result.push_back((1 - at.share) * sums[at.bin] + at.share * sums[at.bin + 1]);
  }
  return result;
}

}  // namespace hod::detail

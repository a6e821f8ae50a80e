// SPDX-License-Identifier: Apache-2.0
#include "reading_steps.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hod::detail
{
namespace
{

constexpr double kShare = 0.1;      // of readings that are equal to the previous one
constexpr double kAlike = 0.02;     // [s]
constexpr double kCurvature = 0.1;  // [s] over which acceleration is determined
constexpr double kWorth = 10.0;     // readings, at most, while a joint turns round within a step
constexpr double kSame = 0.05;      // of a step: largest change by rounding
constexpr double kFew = 8.0;        // changes that may be smaller than a step …
constexpr double kFewOf = 0.01;     // … or this fraction of all

/// The fraction of changes that are not a whole number of steps.
double uneven_share(const std::vector<double> & sizes, double step)
{
  const auto uneven = std::count_if(sizes.begin(), sizes.end(), [step](double size) {
    return std::abs(size - std::round(size / step) * step) > 2.0 * kSame * step;
  });
  return static_cast<double>(uneven) / static_cast<double>(sizes.size());
}

/// The smallest change that occurs more than occasionally, if others are its multiples; otherwise
/// the smallest of all.
double step_of(std::vector<double> sizes)
{
  std::sort(sizes.begin(), sizes.end());
  const double least = std::max(kFew, kFewOf * static_cast<double>(sizes.size()));
  const auto found = std::find_if(sizes.begin(), sizes.end(), [&](const double & size) {
    const auto end = std::upper_bound(sizes.begin(), sizes.end(), (1.0 + kSame) * size);
    return static_cast<double>(&*(end - 1) - &size) >= least;
  });
  return found != sizes.end() && uneven_share(sizes, *found) <= kShare ? *found : sizes.front();
}

}  // namespace

double ReadingSteps::noise() const
{
  return size / std::sqrt(12.0);
}

ReadingSteps reading_steps(const double * values, std::size_t count)
{
  ReadingSteps steps{0.0, {0}};
  std::vector<double> sizes;
  for (std::size_t i = 1; i < count; ++i)
  {
    const double change = std::abs(values[i] - values[i - 1]);
    if (change > 0.0)
    {
      steps.edges.push_back(i);
      sizes.push_back(change);
    }
  }
  const auto equal = static_cast<double>(count - steps.edges.size());
  if (steps.edges.size() == 1 || equal <= kShare * static_cast<double>(count))
  {
    return {};
  }
  steps.edges.push_back(count);
  steps.size = step_of(sizes);
  steps.uneven = uneven_share(sizes, steps.size);
  return steps;
}

double count_as_one(std::size_t count, double interval)
{
  return std::clamp(kAlike / interval, 1.0, static_cast<double>(count));
}

double readings_alike(
  const ReadingSteps & steps, const double * values, std::size_t count, double interval)
{
  const double most = std::floor(static_cast<double>(count) / 3.0);
  const auto lag = static_cast<std::size_t>(std::clamp(kCurvature / interval, 0.0, most));
  if (lag == 0)
  {
    return 1.0;
  }
  double squares = 0.0;
  for (std::size_t i = 2 * lag; i < count; ++i)
  {
    squares += std::pow(values[i] - 2.0 * values[i - lag] + values[i - 2 * lag], 2);
  }
  const double change = std::sqrt(squares / static_cast<double>(count - 2 * lag));  // a (lag)²
  const double turning =
    static_cast<double>(lag) * std::sqrt(8.0 * steps.size / std::max(change, steps.size));
  return std::clamp(turning / kWorth, 1.0, std::max(1.0, kAlike / interval));
}

}  // namespace hod::detail

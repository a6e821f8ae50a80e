// SPDX-License-Identifier: Apache-2.0
#include "reading_steps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hod::detail
{
namespace
{

constexpr double kShare = 0.1;   // of readings that are equal to the one before
constexpr double kAlike = 0.02;  // [s]

}  // namespace

double ReadingSteps::noise() const
{
  return size / std::sqrt(12.0);
}

ReadingSteps reading_steps(const double * values, std::size_t count)
{
  ReadingSteps steps{std::numeric_limits<double>::infinity(), {0}};
  for (std::size_t i = 1; i < count; ++i)
  {
    const double change = std::abs(values[i] - values[i - 1]);
    if (change > 0.0)
    {
      steps.edges.push_back(i);
      steps.size = std::min(steps.size, change);
    }
  }
  const auto equal = static_cast<double>(count - steps.edges.size());
  if (steps.edges.size() == 1 || equal <= kShare * static_cast<double>(count))
  {
    return {};
  }
  steps.edges.push_back(count);
  return steps;
}

double count_as_one(std::size_t count, double interval)
{
  return std::clamp(kAlike / interval, 1.0, static_cast<double>(count));
}

}  // namespace hod::detail

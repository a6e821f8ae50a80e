// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MOTION__MEDIAN_HPP_
#define HOD__SRC__MOTION__MEDIAN_HPP_

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace hod::detail
{

/// The median of the numbers; there must be at least one.
inline double median(std::vector<double> numbers)
{
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  const double upper = *middle;
  const bool has_one = numbers.size() % 2 == 1;
  return has_one ? upper : 0.5 * (upper + *std::max_element(numbers.begin(), middle));
}

/// The median time between samples; there must be at least two [s].
inline double median_interval(const std::vector<double> & times)
{
  std::vector<double> intervals;
  intervals.reserve(times.size() - 1);
  for (std::size_t i = 1; i < times.size(); ++i)
  {
    intervals.push_back(times[i] - times[i - 1]);
  }
  return median(std::move(intervals));
}

}  // namespace hod::detail

#endif  // HOD__SRC__MOTION__MEDIAN_HPP_

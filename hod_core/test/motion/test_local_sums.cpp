// SPDX-License-Identifier: Apache-2.0
#include "motion/local_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "hod/error.hpp"
#include "smoothing_cases.hpp"

namespace
{

using hod::detail::sums_within;
using hod::detail::smoothing_cases::uneven_times;
using hod::detail::smoothing_cases::uneven_weights;

double direct_sum(
  double reach, const std::vector<double> & times, const std::vector<double> & values, double time)
{
  double sum = 0.0;
  for (std::size_t i = 0; i < times.size(); ++i)
  {
    const double share = std::min(1.0, std::abs(times[i] - time) / reach);
    sum += std::pow(std::cos(0.5 * std::acos(-1.0) * share), 2) * values[i];
  }
  return sum;
}

TEST(LocalSums, AreThoseTakenDirectly)
{
  std::vector<double> times = uneven_times(300, 0.01, 5);
  std::for_each(times.begin() + 200, times.end(), [](double & time) { time += 7.0; });
  const std::vector<double> values = uneven_weights(300, 6);
  for (const double reach : {0.02, 0.1, 1.0, 30.0})
  {
    const std::vector<double> sums = sums_within(reach, times, values);
    ASSERT_EQ(sums.size(), 300U);
    for (std::size_t i = 0; i < 300; ++i)
    {
      const double direct = direct_sum(reach, times, values, times[i]);
      EXPECT_NEAR(sums[i], direct, 4e-3 * direct_sum(2.0 * reach, times, values, times[i]));
    }
  }
}

TEST(LocalSums, OfOneTimeIsItsValue)
{
  EXPECT_EQ(sums_within(2.0, {5.0}, {3.0}), std::vector<double>{3.0});
}

TEST(LocalSums, AcrossABillionReachesAreRefused)
{
  EXPECT_THROW(sums_within(1e-3, {0.0, 1e6}, {1.0, 1.0}), hod::Error);
}

}  // namespace

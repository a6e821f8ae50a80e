// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__SERIES__RANDOM_SERIES_HPP_
#define HOD__TEST__SERIES__RANDOM_SERIES_HPP_

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "hod/series/series.hpp"

namespace hod::test
{

/// Series with coefficients in [-2, 2], always the same ones.
class RandomSeries
{
public:
  template <int N, typename Scalar = double>
  Series<N, Scalar> next()
  {
    Series<N, Scalar> series;
    for (int k = 0; k < N; ++k)
    {
      series[k] = Scalar(distribution_(generator_));
    }
    return series;
  }

  /// One whose constant term is at least one half in size.
  template <int N, typename Scalar = double>
  Series<N, Scalar> next_away_from_zero()
  {
    Series<N, Scalar> series = next<N, Scalar>();
    series[0] += std::copysign(Scalar(0.5), series[0]);
    return series;
  }

private:
  std::mt19937_64 generator_{20260117};
  std::uniform_real_distribution<double> distribution_{-2.0, 2.0};
};

/// Equal to `tolerance` times the largest coefficient (at least one).
template <int N, typename Scalar>
void expect_near(
  const Series<N, Scalar> & actual, const Series<N, Scalar> & expected, double tolerance)
{
  Scalar scale(1);
  for (int k = 0; k < N; ++k)
  {
    scale = std::max<Scalar>(scale, std::abs(expected[k]));
  }
  for (int k = 0; k < N; ++k)
  {
    EXPECT_LE(std::abs(actual[k] - expected[k]), tolerance * scale)
      << "coefficient " << k << ": " << actual[k] << " instead of " << expected[k];
  }
}

}  // namespace hod::test

#endif  // HOD__TEST__SERIES__RANDOM_SERIES_HPP_

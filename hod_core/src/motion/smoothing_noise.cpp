// SPDX-License-Identifier: Apache-2.0
#include "motion/smoothing_noise.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace hod::detail::smoothing
{
namespace
{

using Index = std::size_t;

constexpr Index kNeighbours = 2;  ///< on either side
constexpr Index kSpan = 2 * kNeighbours + 1;

/// Factors of kSpan samples: 1 for the middle one, minus Lagrange's of the cubic through the
/// others.
std::array<double, kSpan> left_by_neighbours(const double * times)
{
  std::array<double, kSpan> factors{};
  for (Index j = 0; j < kSpan; ++j)
  {
    factors[j] = j == kNeighbours ? 1.0 : -1.0;
    for (Index k = 0; k < kSpan && j != kNeighbours; ++k)
    {
      if (k != j && k != kNeighbours)
      {
        factors[j] *= (times[kNeighbours] - times[k]) / (times[j] - times[k]);
      }
    }
  }
  return factors;
}

}  // namespace

std::vector<double> variances_among_neighbours(const SmoothingSamples & samples)
{
  const Index count = samples.times.size();
  if (count < kSpan)
  {
    return {};
  }
  Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(samples.values.cols());
  Eigen::RowVectorXd left(samples.values.cols());
  for (Index first = 0; first + kSpan <= count; ++first)
  {
    const auto factors = left_by_neighbours(samples.times.data() + first);
    double variance = 0.0;
    left.setZero();
    for (Index j = 0; j < kSpan; ++j)
    {
      left += factors[j] * samples.values.row(static_cast<Eigen::Index>(first + j));
      variance +=
        factors[j] * factors[j] / (samples.weights.empty() ? 1.0 : samples.weights[first + j]);
    }
    sum += left.cwiseAbs2() / variance;
  }
  sum /= static_cast<double>(count - kSpan + 1);
  return {sum.data(), sum.data() + sum.size()};
}

}  // namespace hod::detail::smoothing

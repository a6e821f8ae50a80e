// SPDX-License-Identifier: Apache-2.0
#include "motion/smoothing_noise.hpp"

#include <algorithm>
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
constexpr Eigen::Index kBlock = 1024;  ///< rows at once

/// Factors of kSpan samples: 1 for the middle one, minus Lagrange's of the cubic through the
/// others.
std::array<double, kSpan> factors_of(const double * times)
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

Eigen::Index left_count(const SmoothingSamples & samples)
{
  return static_cast<Eigen::Index>(samples.times.size()) - static_cast<Eigen::Index>(kSpan) + 1;
}

void left_by_neighbours(
  const SmoothingSamples & samples, Eigen::Index first, Eigen::Ref<RowMatrix> left)
{
  for (Eigen::Index row = 0; row < left.rows(); ++row)
  {
    const auto begin = static_cast<Index>(first + row);
    const auto factors = factors_of(samples.times.data() + begin);
    double variance = 0.0;
    left.row(row).setZero();
    for (Index j = 0; j < kSpan; ++j)
    {
      left.row(row) += factors[j] * samples.values.row(static_cast<Eigen::Index>(begin + j));
      variance +=
        factors[j] * factors[j] / (samples.weights.empty() ? 1.0 : samples.weights[begin + j]);
    }
    left.row(row) /= std::sqrt(variance);
  }
}

std::vector<double> variances_among_neighbours(const SmoothingSamples & samples)
{
  const Eigen::Index count = left_count(samples);
  if (count < 1)
  {
    return {};
  }
  Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(samples.values.cols());
  RowMatrix left(std::min(count, kBlock), samples.values.cols());
  for (Eigen::Index first = 0; first < count; first += kBlock)
  {
    const Eigen::Index rows = std::min(count - first, kBlock);
    left_by_neighbours(samples, first, left.topRows(rows));
    sum += left.topRows(rows).cwiseAbs2().colwise().sum();
  }
  sum /= static_cast<double>(count);
  return {sum.data(), sum.data() + sum.size()};
}

}  // namespace hod::detail::smoothing

// SPDX-License-Identifier: Apache-2.0
#include "motion/smoothing_noise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "hod/motion/smoothing.hpp"
#include "smoothing_cases.hpp"

namespace
{

using hod::RowMatrix;
using hod::SmoothingOptions;
using hod::SmoothingSamples;
using hod::detail::smoothing::variances_among_neighbours;
using hod::detail::smoothing_cases::even_times;
using hod::detail::smoothing_cases::is_warned_of;
using hod::detail::smoothing_cases::sines;
using hod::detail::smoothing_cases::uneven_times;
using hod::detail::smoothing_cases::uneven_weights;

/// Errors of which each is `share` of the previous one and something new.
std::vector<double> dependent_errors(int count, double share, double size, unsigned seed)
{
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  std::vector<double> errors{0.0};
  while (static_cast<int>(errors.size()) < count)
  {
    errors.push_back(share * errors.back() + size * normal(generator));
  }
  return errors;
}

SmoothingSamples disturbed_sines(const std::vector<double> & times, std::vector<double> errors)
{
  SmoothingSamples samples{times, RowMatrix(times.size(), 1), {}, {}};
  for (std::size_t i = 0; i < times.size(); ++i)
  {
    samples.values(static_cast<Eigen::Index>(i), 0) = sines(times[i], 0) + errors[i];
  }
  return samples;
}

TEST(SmoothingNoise, AmongNeighboursIsThatOfTheSamples)
{
  SmoothingSamples samples =
    disturbed_sines(uneven_times(20000, 1e-3, 1), dependent_errors(20000, 0.0, 0.02, 2));
  EXPECT_NEAR(std::sqrt(variances_among_neighbours(samples)[0]), 0.02, 0.0005);
}

TEST(SmoothingNoise, AmongNeighboursIsThatOfASampleOfWeightOne)
{
  const std::vector<double> weights = uneven_weights(20000, 4);
  std::vector<double> errors = dependent_errors(20000, 0.0, 0.02, 2);
  for (std::size_t i = 0; i < weights.size(); ++i)
  {
    errors[i] /= std::sqrt(weights[i]);
  }
  SmoothingSamples samples = disturbed_sines(even_times(20000, 1e-3), errors);
  samples.weights = weights;
  EXPECT_NEAR(std::sqrt(variances_among_neighbours(samples)[0]), 0.02, 0.0005);
}

TEST(SmoothingNoise, AmongNeighboursIsNoneOfCubics)
{
  SmoothingSamples samples{uneven_times(200, 1.0, 1), RowMatrix(200, 1), {}, {}};
  for (std::size_t i = 0; i < 200; ++i)
  {
    samples.values(static_cast<Eigen::Index>(i), 0) = std::pow(0.01 * samples.times[i] - 1.0, 3);
  }
  EXPECT_LT(variances_among_neighbours(samples)[0], 1e-28);
}

TEST(SmoothingNoise, AmongNeighboursHoldsLittleOfAWaveOfTenSamples)
{
  SmoothingSamples samples{even_times(5000, 1.0), RowMatrix(5000, 1), {}, {}};
  for (std::size_t i = 0; i < 5000; ++i)
  {
    samples.values(static_cast<Eigen::Index>(i), 0) =
      std::sin(0.2 * std::acos(-1.0) * static_cast<double>(i));
  }
  EXPECT_LT(variances_among_neighbours(samples)[0], 0.5e-3);
}

TEST(SmoothingNoise, NeedsFiveSamples)
{
  SmoothingSamples samples{even_times(4, 1.0), RowMatrix::Zero(4, 1), {}, {}};
  EXPECT_TRUE(variances_among_neighbours(samples).empty());
  samples = {even_times(5, 1.0), RowMatrix::Zero(5, 1), {}, {}};
  EXPECT_EQ(variances_among_neighbours(samples).size(), 1U);
}

/// Cross-validation takes such errors for motion, and finds less noise than there is.
TEST(SmoothingNoise, ErrorsThatDependOnEachOtherAreDoubted)
{
  for (const double share : {0.5, 0.7, 0.9})
  {
    const auto errors = dependent_errors(3000, share, 1e-3, 7);
    EXPECT_TRUE(is_warned_of(
      hod::smooth(disturbed_sines(even_times(3000, 1e-3), errors)), "an eighth of the sampling"))
      << share;
  }
  const auto errors = dependent_errors(3000, 0.0, 1e-3, 7);
  const auto smoothed = hod::smooth(disturbed_sines(even_times(3000, 1e-3), errors));
  EXPECT_TRUE(smoothed.report().warnings.empty());
}

/// Of two channels, both of which share one weight, or by knots that are too far apart.
TEST(SmoothingNoise, SignalsLeftInTheResidualsAreNamed)
{
  SmoothingSamples samples =
    disturbed_sines(even_times(3000, 1e-3), dependent_errors(3000, 0.0, 1e-3, 7));
  SmoothingOptions options;
  options.knot_spacing = 0.5;
  const auto coarse = hod::smooth(samples, hod::CrossValidation{}, options);
  EXPECT_TRUE(is_warned_of(coarse, "channel 0: the residuals indicate a noise of 0."));
  EXPECT_TRUE(hod::smooth(samples).report().warnings.empty());
}

TEST(SmoothingNoise, FewSamplesAreRarelySuspected)
{
  int suspected = 0;
  for (unsigned seed = 0; seed < 200; ++seed)
  {
    const auto errors = dependent_errors(30, 0.0, 0.1, seed);
    const auto smoothed = hod::smooth(disturbed_sines(even_times(30, 0.01), errors));
    suspected += is_warned_of(smoothed, "channel 0") ? 1 : 0;
  }
  EXPECT_LE(suspected, 1);
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
// The confidence band, against the hat matrix and by Monte Carlo.
#include "hod/motion/smoothed.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "hod/motion/smoothing.hpp"
#include "smoothing_cases.hpp"

namespace
{

using namespace hod::detail::smoothing_cases;
using hod::CutOff;
using hod::RowMatrix;
using hod::Smoothed;
using hod::SmoothingOptions;
using hod::SmoothingSamples;

/// The variance of a smoothed sample is noise² hᵢᵢ / wᵢ; the hat matrix h comes from smoothing unit
/// vectors and knows nothing of covariances.
TEST(Smoothed, DeviationAtASampleIsInTheHatMatrix)
{
  SmoothingSamples samples{uneven_times(60, 0.01, 1), {}, uneven_weights(60, 2), {}};
  samples.values = noisy_sines(samples.times, 0, 0.1, 3);
  const Smoothed smoothed = hod::smooth(samples, CutOff{6});
  const Eigen::MatrixXd hat = hat_matrix(samples, CutOff{6}, {});
  for (std::size_t i = 0; i < 60; ++i)
  {
    const auto row = static_cast<Eigen::Index>(i);
    const double variance = hat(row, row) / samples.weights[i];
    const double expected = smoothed.report().noise[0] * std::sqrt(variance);
    EXPECT_NEAR(deviation_at(smoothed, samples.times[i], 0), expected, 1e-8 * expected);
  }
}

/// Derivatives of a motion whose 6th is white noise, as the band supposes it.
std::vector<std::array<double, 6>> random_motion(
  int count, int steps, double interval, double intensity, std::mt19937 & generator)
{
  std::normal_distribution<double> normal;
  const double step = interval / steps;
  std::array<double, 6> state{0.5, -1, 2, 10, -50, 300};
  std::vector<std::array<double, 6>> motion;
  for (int i = 0; i < count; ++i)
  {
    motion.push_back(state);
    for (int n = 0; n < steps; ++n)
    {
      const double sixth = std::sqrt(intensity / step) * normal(generator);
      for (int k = 0; k < 6; ++k)
      {
        double power = 1;
        double sum = 0;
        for (int j = k; j <= 6; ++j)
        {
          sum += power * (j < 6 ? state[static_cast<std::size_t>(j)] : sixth);
          power *= step / (j - k + 1);
        }
        state[static_cast<std::size_t>(k)] = sum;
      }
    }
  }
  return motion;
}

/// Share of the true derivatives within 1.96 standard deviations, for `signal` sampled.
std::array<double, 5> coverage(int signal, double cutoff, int runs)
{
  const int count = 400;
  const double interval = 0.005;
  const double noise = 0.02;
  const int order = 6 - signal;
  const double weight = std::pow(2 * std::acos(-1.0) * cutoff, -2 * order);
  std::mt19937 generator(42);
  std::normal_distribution<double> normal;
  std::array<double, 5> share{};
  for (int run = 0; run < runs; ++run)
  {
    const auto truth =
      random_motion(count, 4, interval, noise * noise * interval / weight, generator);
    SmoothingSamples samples{even_times(count, interval), RowMatrix(count, 1), {}, {}};
    samples.start.resize(signal, 1);
    for (int i = 0; i < count; ++i)
    {
      samples.values(i, 0) = truth[static_cast<std::size_t>(i)][static_cast<std::size_t>(signal)] +
                             noise * normal(generator);
    }
    for (int k = 0; k < signal; ++k)
    {
      samples.start(k, 0) = truth[0][static_cast<std::size_t>(k)];
    }
    SmoothingOptions options;
    options.signal = signal;
    const Smoothed smoothed = hod::smooth(samples, CutOff{cutoff}, options);
    RowMatrix deviations(5, 1);
    for (int i = 5; i < count; i += 5)
    {
      const double time = samples.times[static_cast<std::size_t>(i)];
      const RowMatrix motion = motion_at(smoothed, time, 5);
      smoothed.deviations(time, deviations);
      for (std::size_t k = 0; k < 5; ++k)
      {
        const auto row = static_cast<Eigen::Index>(k);
        const double error = motion(row, 0) - truth[static_cast<std::size_t>(i)][k];
        share[k] += std::abs(error) < 1.96 * deviations(row, 0) ? 1.0 / 79 / runs : 0;
      }
    }
  }
  return share;
}

TEST(Smoothed, BandOfPositionsCoversAsOftenAsItSays)
{
  for (const double share : coverage(0, 4, 150))
  {
    EXPECT_NEAR(share, 0.95, 0.012);
  }
}

/// Positions and velocities by integration: their errors are those of a whole past, and hardly
/// change along a motion, hence the wider tolerance.
TEST(Smoothed, BandOfAccelerationsCoversAsOftenAsItSays)
{
  const auto share = coverage(2, 4, 400);
  EXPECT_NEAR(share[0], 0.95, 0.025);
  EXPECT_NEAR(share[1], 0.95, 0.025);
  for (std::size_t k = 2; k < 5; ++k)
  {
    EXPECT_NEAR(share[k], 0.95, 0.012);
  }
}

TEST(Smoothed, BandOfAGivenMotionCoversMostOfItWithTheWeightChosen)
{
  SmoothingSamples samples{even_times(2000, 1e-3), {}, {}, {}};
  std::array<double, 5> share{};
  for (unsigned seed = 0; seed < 20; ++seed)
  {
    samples.values = noisy_sines(samples.times, 0, 1e-3, seed);
    const Smoothed smoothed = hod::smooth(samples);
    for (int i = 0; i < 2000; i += 4)
    {
      const RowMatrix motion = motion_at(smoothed, i * 1e-3, 5);
      for (int k = 0; k < 5; ++k)
      {
        const double error = std::abs(motion(k, 0) - sines(i * 1e-3, k));
        const bool covered = error < 1.96 * deviation_at(smoothed, i * 1e-3, k);
        share[static_cast<std::size_t>(k)] += covered ? 1.0 / 500 / 20 : 0;
      }
    }
  }
  for (const double part : share)
  {
    EXPECT_GT(part, 0.9);
    EXPECT_LE(part, 1);
  }
}

TEST(Smoothed, BandIsWiderAtTheEndsAndInfiniteFromThePenaltyOn)
{
  SmoothingSamples samples{even_times(2000, 1e-3), {}, {}, {}};
  samples.values = noisy_sines(samples.times, 0, 1e-3, 1);
  const Smoothed smoothed = hod::smooth(samples, CutOff{10});
  for (int k = 0; k < 5; ++k)
  {
    EXPECT_GT(deviation_at(smoothed, 0, k), 1.5 * deviation_at(smoothed, 1, k));
    EXPECT_NEAR(
      deviation_at(smoothed, 0.001, k), deviation_at(smoothed, 1.998, k),
      0.02 * deviation_at(smoothed, 0.001, k));
  }
  EXPECT_TRUE(std::isinf(deviation_at(smoothed, 1, 6)));
}

/// The derivatives of a motion are each other's slopes, so that C₀₀' = 2 C₀₁, C₀₁' = C₁₁ + C₀₂, ….
void expect_slopes_of_each_other(int signal)
{
  SmoothingOptions options;
  options.signal = signal;
  SmoothingSamples samples{uneven_times(300, 0.01, 4), {}, uneven_weights(300, 5), {}};
  samples.values = noisy_sines(samples.times, 0, 0.1, 6);
  const Smoothed smoothed = hod::smooth(samples, CutOff{3}, options);
  const auto covariance_at = [&smoothed](double time) {
    RowMatrix covariance(5, 5);
    smoothed.covariance(time, 0, covariance);
    return covariance;
  };
  for (const std::size_t sample : {20U, 150U, 280U})
  {
    const double length = samples.times[sample + 1] - samples.times[sample];
    const double time = samples.times[sample] + 0.5 * length;
    const double step = 0.05 * length;
    const RowMatrix covariance = covariance_at(time);
    const RowMatrix slope =
      (covariance_at(time + step) - covariance_at(time - step)) / (2.0 * step);
    for (int k = 0; k < 4; ++k)
    {
      EXPECT_NEAR(
        std::sqrt(covariance(k, k)), deviation_at(smoothed, time, k),
        1e-9 * deviation_at(smoothed, time, k));
      for (int i = 0; i < 4; ++i)
      {
        const double expected = covariance(k + 1, i) + covariance(k, i + 1);
        const double size = std::sqrt(covariance(k + 1, k + 1) * covariance(i, i)) +
                            std::sqrt(covariance(k, k) * covariance(i + 1, i + 1));
        EXPECT_NEAR(slope(k, i), expected, 1e-3 * size) << k << " " << i << " at " << time;
      }
    }
  }
}

TEST(Smoothed, CovariancesOfDerivativesAreTheSlopesOfEachOther)
{
  for (const int signal : {0, 1, 3})
  {
    expect_slopes_of_each_other(signal);
  }
}

TEST(Smoothed, CovariancesFromThePenaltyOnAreZero)
{
  SmoothingSamples samples{even_times(100, 0.01), {}, {}, {}};
  samples.values = noisy_sines(samples.times, 0, 0.1, 1);
  RowMatrix covariance = RowMatrix::Constant(8, 8, 7.0);
  hod::smooth(samples, CutOff{6}).covariance(0.5, 0, covariance);
  EXPECT_GT(covariance(5, 5), 0.0);
  EXPECT_EQ(covariance.bottomRows(2).cwiseAbs().maxCoeff(), 0.0);
  EXPECT_EQ(covariance.rightCols(2).cwiseAbs().maxCoeff(), 0.0);
}

TEST(Smoothed, GivenStartIsExactAndTheIntegralsDriftFromThere)
{
  SmoothingSamples samples{even_times(5000, 1e-3), {}, {}, {}};
  samples.values = noisy_sines(samples.times, 2, 0.1, 1);
  SmoothingOptions options;
  options.signal = 2;
  const Smoothed smoothed = hod::smooth(samples, hod::StatedNoise{{0.1}}, options);
  EXPECT_EQ(deviation_at(smoothed, 0, 0), 0);
  EXPECT_EQ(deviation_at(smoothed, 0, 1), 0);
  // White noise through integrators: noise √(Δ t) in q', noise √(Δ t³ / 3) in q.
  EXPECT_NEAR(deviation_at(smoothed, 4.5, 1), 0.1 * std::sqrt(1e-3 * 4.5), 2e-4);
  EXPECT_NEAR(deviation_at(smoothed, 4.5, 0), 0.1 * std::sqrt(1e-3 * std::pow(4.5, 3) / 3), 4e-4);
}

TEST(Smoothed, JerksDriftThroughThreeIntegrals)
{
  SmoothingSamples samples{even_times(5000, 1e-3), {}, {}, {}};
  samples.values = noisy_sines(samples.times, 3, 0.1, 1);
  SmoothingOptions options;
  options.signal = 3;
  const Smoothed smoothed = hod::smooth(samples, hod::StatedNoise{{0.1}}, options);
  EXPECT_EQ(deviation_at(smoothed, 0, 0), 0);
  const double expected = 0.1 * std::sqrt(1e-3 * std::pow(4.5, 5) / 20);
  EXPECT_NEAR(deviation_at(smoothed, 4.5, 0), expected, 0.02 * expected);
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
// A weight that follows the signal: errors and bands at rest and in motion.
#include <gmock/gmock.h>

#include <cmath>
#include <random>
#include <vector>

#include "hod/error.hpp"
#include "hod/motion/smoothing.hpp"
#include "smoothing_cases.hpp"

namespace
{

using namespace hod::detail::smoothing_cases;
using hod::CrossValidation;
using hod::RowMatrix;
using hod::Smoothed;
using hod::SmoothingOptions;
using hod::SmoothingRule;
using hod::SmoothingSamples;
using hod::StatedNoise;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr double kStep = 0.005;
constexpr double kNoise = 1e-3;
constexpr int kCount = 1001;
constexpr int kOrders = 4;

/// At rest, a radian in a second with q' … q⁗ = 0 at its ends, at rest: derivative k at a time.
double stroke(double time, int k)
{
  constexpr double kCoefficients[] = {462.0, -1980.0, 3465.0, -3080.0, 1386.0, -252.0};
  const double u = time - 2.0;
  if (u <= 0.0 || u >= 1.0)
  {
    return k == 0 && u >= 1.0 ? 1.0 : 0.0;
  }
  double sum = 0.0;
  for (int i = 0; i < 6; ++i)
  {
    double term = kCoefficients[i];
    for (int factor = 0; factor < k; ++factor)
    {
      term *= 6 + i - factor;
    }
    sum += term * std::pow(u, 6 + i - k);
  }
  return sum;
}

SmoothingSamples strokes(unsigned seed, int channels = 1)
{
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(0.0, kNoise);
  SmoothingSamples samples;
  samples.values.resize(kCount, channels);
  for (int i = 0; i < kCount; ++i)
  {
    samples.times.push_back(kStep * i);
    for (int channel = 0; channel < channels; ++channel)
    {
      samples.values(i, channel) = stroke(kStep * i, 0) + normal(random);
    }
  }
  return samples;
}

SmoothingOptions varying()
{
  SmoothingOptions options;
  options.varying = true;
  return options;
}

/// Root mean squares of errors and deviations of q … q⁗ between two instants, and how many of the
/// errors are within 1.96 deviations.
struct Errors
{
  Eigen::ArrayXd errors = Eigen::ArrayXd::Zero(kOrders + 1);
  Eigen::ArrayXd deviations = Eigen::ArrayXd::Zero(kOrders + 1);
  Eigen::ArrayXd inside = Eigen::ArrayXd::Zero(kOrders + 1);

  Errors(const Smoothed & smoothed, double begin, double end)
  {
    constexpr int kInstants = 400;
    RowMatrix motion(kOrders + 1, smoothed.polynomial().channels());
    RowMatrix sure = motion;
    for (int i = 0; i < kInstants; ++i)
    {
      const double time = begin + (end - begin) * i / (kInstants - 1);
      smoothed.polynomial().evaluate(time, motion);
      smoothed.deviations(time, sure);
      for (int k = 0; k <= kOrders; ++k)
      {
        const double error = motion(k, 0) - stroke(time, k);
        errors[k] += error * error / kInstants;
        deviations[k] += sure(k, 0) * sure(k, 0) / kInstants;
        inside[k] += (std::abs(error) <= 1.96 * sure(k, 0) ? 1.0 : 0.0) / kInstants;
      }
    }
    errors = errors.sqrt();
    deviations = deviations.sqrt();
  }
};

TEST(SmoothingVariation, AStrokeBetweenRestsIsFoundBetterThanWithOneWeight)
{
  for (const SmoothingRule & rule :
       {SmoothingRule(CrossValidation{}), SmoothingRule(StatedNoise{{kNoise}})})
  {
    Eigen::ArrayXd one = Eigen::ArrayXd::Zero(kOrders + 1);
    Eigen::ArrayXd followed = one;
    for (unsigned seed = 1; seed <= 8; ++seed)
    {
      one += Errors(hod::smooth(strokes(seed), rule), 0.0, 5.0).errors;
      followed += Errors(hod::smooth(strokes(seed), rule, varying()), 0.0, 5.0).errors;
    }
    EXPECT_LT((followed / one).maxCoeff(), 0.95) << (followed / one).transpose();
    EXPECT_LT((followed / one)[3], 0.6) << (followed / one).transpose();
  }
}

TEST(SmoothingVariation, BandsHoldAtRestAndInMotionAndAreNarrowerAtRest)
{
  Eigen::ArrayXd rest = Eigen::ArrayXd::Zero(kOrders + 1);
  Eigen::ArrayXd motion = rest;
  constexpr int kSeeds = 40;
  for (unsigned seed = 1; seed <= kSeeds; ++seed)
  {
    const Smoothed smoothed = hod::smooth(strokes(seed), StatedNoise{{kNoise}}, varying());
    const Errors still(smoothed, 0.3, 1.7);
    const Errors moving(smoothed, 2.0, 3.0);
    EXPECT_LT(still.deviations[2], 0.5 * moving.deviations[2]);
    rest += still.inside / kSeeds;
    motion += moving.inside / kSeeds;
  }
  EXPECT_GT(rest.minCoeff(), 0.92) << rest.transpose();
  EXPECT_GT(motion.minCoeff(), 0.88) << motion.transpose();  // a fifth of the whole
  EXPECT_LT(motion.minCoeff(), 0.995) << motion.transpose();
}

TEST(SmoothingVariation, ChannelsThatAreAlikeShareWhatOneHas)
{
  SmoothingSamples twice = strokes(3, 2);
  twice.values.col(1) = twice.values.col(0);
  const Smoothed one = hod::smooth(strokes(3, 2), StatedNoise{{kNoise}}, varying());
  const Smoothed both = hod::smooth(twice, StatedNoise{{kNoise}}, varying());
  SmoothingSamples single = twice;
  single.values = RowMatrix(twice.values.col(0));
  const Smoothed alone = hod::smooth(single, StatedNoise{{kNoise}}, varying());
  EXPECT_TRUE(motion_at(both, 2.3, 5).col(1).isApprox(motion_at(alone, 2.3, 5).col(0), 1e-6));
  EXPECT_FALSE(motion_at(one, 2.3, 5).col(1).isApprox(motion_at(alone, 2.3, 5).col(0), 1e-6));
}

TEST(SmoothingVariation, SamplesWithoutNoiseOrWithoutMotionAreFollowed)
{
  SmoothingSamples samples = strokes(1);
  for (int i = 0; i < kCount; ++i)
  {
    samples.values(i, 0) = 0.25;
  }
  const Smoothed still = hod::smooth(samples, StatedNoise{{kNoise}}, varying());
  EXPECT_NEAR(motion_at(still, 1.0, 1)(0, 0), 0.25, 1e-12);
  EXPECT_THAT(
    [&] { hod::smooth(samples, CrossValidation{}, varying()); },
    ThrowsMessage<hod::Error>(HasSubstr("channel 0 with 1000 of 1001 samples that repeat")));
  for (int i = 0; i < kCount; ++i)
  {
    samples.values(i, 0) = stroke(samples.times[static_cast<std::size_t>(i)], 0);
  }
  const Smoothed exact = hod::smooth(samples, StatedNoise{{1e-9}}, varying());
  EXPECT_LT(Errors(exact, 0.0, 5.0).errors[2], 1e-3);
}

/// Noise once collapsed to rounding, as a weight that vanishes explains everything.
TEST(SmoothingVariation, VibrationsKeepTheirNoise)
{
  const std::vector<double> times = even_times(2000, 1e-3);
  std::normal_distribution<double> normal;
  for (const int signal : {0, 1, 2, 3})
  {
    for (const unsigned seed : {0U, 1U, 2U, 3U})
    {
      std::mt19937 generator(seed);
      SmoothingSamples samples{times, RowMatrix(2000, 1), {}, {}};
      for (std::size_t i = 0; i < 2000; ++i)
      {
        samples.values(static_cast<Eigen::Index>(i), 0) =
          std::sin(2.0 * std::acos(-1.0) * 30.0 * times[i] + seed) + 1e-4 * normal(generator);
      }
      SmoothingOptions options;
      options.signal = signal;
      options.varying = true;
      EXPECT_NEAR(hod::smooth(samples, {}, options).report().noise[0], 1e-4, 2e-5) << signal;
    }
  }
}

TEST(SmoothingVariation, DependsNeitherOnUnitsNorOnWhenItWas)
{
  const SmoothingSamples samples = strokes(3);
  const Smoothed plain = hod::smooth(samples, StatedNoise{{kNoise}}, varying());
  const double seconds = 1024.0;
  const double radians = 1e3;
  const double begin = 64.0;
  SmoothingSamples other = samples;
  other.values *= radians;
  for (double & time : other.times)
  {
    time = seconds * (begin + time);
  }
  const Smoothed found = hod::smooth(other, StatedNoise{{kNoise * radians}}, varying());
  for (int i = 0; i < 50; ++i)
  {
    const double time = 0.1 * i;
    const RowMatrix expected = motion_at(plain, time, 4);
    const RowMatrix rows = motion_at(found, seconds * (begin + time), 4);
    for (int k = 0; k < 4; ++k)
    {
      const double unit = radians * std::pow(seconds, -k);
      EXPECT_NEAR(rows(k, 0) / unit, expected(k, 0), 0.01 * deviation_at(plain, time, k))
        << "q" << k << " at " << time;
    }
  }
}

TEST(SmoothingVariation, AFewSamplesMayRepeatThePreviousOne)
{
  SmoothingSamples samples = strokes(1);
  for (const int i : {10, 300, 700})
  {
    samples.values(i, 0) = samples.values(i - 1, 0);
  }
  EXPECT_NO_THROW(hod::smooth(samples, CrossValidation{}, varying()));
}

TEST(SmoothingVariation, WhatHasNoScoreIsRefused)
{
  for (const SmoothingRule & rule :
       {SmoothingRule(hod::CutOff{5.0}), SmoothingRule(hod::SmoothnessWeight{1e-9}),
        SmoothingRule(hod::StatedResidual{{kNoise}})})
  {
    EXPECT_THAT(
      [&] { hod::smooth(strokes(1), rule, varying()); },
      ThrowsMessage<hod::Error>(HasSubstr("a varying weight: found a stated cut-off")));
  }
}

TEST(SmoothingVariation, NumbersBeyondWhatCanBeSquaredAreRefused)
{
  SmoothingSamples samples = strokes(1);
  samples.values(7, 0) = 1e150;
  for (const SmoothingOptions & options : {varying(), SmoothingOptions{}})
  {
    EXPECT_THAT(
      [&] { hod::smooth(samples, CrossValidation{}, options); },
      ThrowsMessage<hod::Error>(
        HasSubstr("values: found 1e+150 as the largest of channel 0, at index 7")));
  }
  SmoothingSamples quick{even_times(60, 2e-12), {}, {}, {}};
  quick.values = 1e99 * noisy_sines(even_times(60, 0.03), 0, 0.01, 1);
  EXPECT_THAT(
    [&] { hod::smooth(quick, StatedNoise{{1e97}}, varying()); },
    ThrowsMessage<hod::Error>(HasSubstr("a varying weight: found values too far from each other")));
}

TEST(SmoothingVariation, GapsOfABillionIntervalsAreRefused)
{
  SmoothingSamples samples = strokes(1);
  for (std::size_t i = 0; i < samples.times.size(); ++i)
  {
    samples.times[i] = 1e-6 * static_cast<double>(i) + (i > samples.times.size() / 2 ? 1e6 : 0.0);
  }
  SmoothingOptions options = varying();
  options.largest_gap = 1e9;
  EXPECT_THAT(
    [&] { hod::smooth(samples, StatedNoise{{kNoise}}, options); },
    ThrowsMessage<hod::Error>(HasSubstr("a varying weight: found gaps too long")));
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
// What cannot be smoothed, in one sentence each; gaps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "hod/error.hpp"
#include "hod/motion/smoothing.hpp"
#include "smoothing_cases.hpp"

namespace
{

using namespace hod::detail::smoothing_cases;
using hod::CutOff;
using hod::Smoothed;
using hod::SmoothingOptions;
using hod::SmoothingRule;
using hod::SmoothingSamples;
using testing::HasSubstr;

const double kNan = std::numeric_limits<double>::quiet_NaN();

SmoothingSamples good()
{
  SmoothingSamples samples{even_times(40, 0.01), {}, {}, {}};
  samples.values = noisy_sines(samples.times, 0, 0.1, 1);
  return samples;
}

std::string error_of(
  const SmoothingSamples & samples, const SmoothingRule & rule = hod::CrossValidation{},
  const SmoothingOptions & options = {})
{
  try
  {
    hod::smooth(samples, rule, options);
  }
  catch (const hod::Error & error)
  {
    return error.what();
  }
  return "";
}

TEST(SmoothingSamples, TimesThatCannotBe)
{
  SmoothingSamples samples = good();
  samples.times[7] = samples.times[6];
  EXPECT_THAT(error_of(samples), HasSubstr("times"));
  samples.times[7] = samples.times[5];
  EXPECT_THAT(error_of(samples), HasSubstr("times"));
  samples.times[7] = kNan;
  EXPECT_THAT(error_of(samples), HasSubstr("times"));
  for (const double unit : {1e-11, 1e15})
  {
    samples.times = even_times(40, 0.01 * unit);
    const std::string sentence = error_of(samples);
    EXPECT_THAT(sentence, HasSubstr("times: found a median interval of"));
    EXPECT_THAT(sentence, HasSubstr("s, expected one from 1e-12 to 1e+12 s"));
  }
  samples = good();
  samples.times.resize(6);
  EXPECT_THAT(error_of(samples), HasSubstr("6"));
}

TEST(SmoothingSamples, ValuesThatCannotBe)
{
  SmoothingSamples samples = good();
  samples.values(3, 0) = kNan;
  EXPECT_THAT(error_of(samples), HasSubstr("values"));
  samples = good();
  samples.values *= 1e-150;
  EXPECT_THAT(
    error_of(samples), HasSubstr("as the largest of channel 0, at index 38, expected one from"));
  samples.values = hod::RowMatrix::Zero(39, 1);
  EXPECT_EQ(error_of(samples), "rows of values: found 39, expected 40");
  samples.values.resize(40, 0);
  EXPECT_THAT(error_of(samples), HasSubstr("no channel"));
}

TEST(SmoothingSamples, WeightsThatCannotBe)
{
  SmoothingSamples samples = good();
  samples.weights.assign(40, 1);
  for (const double weight : {0.0, -1.0, kNan, std::numeric_limits<double>::infinity()})
  {
    samples.weights[4] = weight;
    EXPECT_THAT(error_of(samples), HasSubstr("weights, row 4: found"));
  }
  samples.weights[4] = 1e101;
  EXPECT_EQ(error_of(samples), "weights, row 4: found 1e+101, expected one from 1e-100 to 1e+100");
  samples.weights[4] = 1e13;
  EXPECT_EQ(error_of(samples), "weights: found 1 and 1e+13, expected a ratio of at most 1e+12");
  samples.weights.assign(3, 1);
  EXPECT_EQ(error_of(samples), "weights: found 3, expected 40");
}

TEST(SmoothingSamples, RulesThatCannotBe)
{
  const SmoothingSamples samples = good();
  for (const double figure : {0.0, -1.0, kNan, std::numeric_limits<double>::infinity()})
  {
    EXPECT_THAT(error_of(samples, CutOff{figure}), HasSubstr("cutoff: found"));
    EXPECT_THAT(error_of(samples, hod::SmoothnessWeight{figure}), HasSubstr("weight: found"));
    EXPECT_THAT(error_of(samples, hod::StatedNoise{{figure}}), HasSubstr("noise: found"));
    EXPECT_THAT(error_of(samples, hod::StatedResidual{{figure}}), HasSubstr("residual: found"));
  }
  EXPECT_THAT(error_of(samples, hod::StatedNoise{{1e-101}}), HasSubstr("noise: found 1e-101"));
  EXPECT_THAT(error_of(samples, hod::StatedResidual{{1e101}}), HasSubstr("residual: found 1e+101"));
  EXPECT_EQ(error_of(samples, hod::StatedNoise{{1, 2}}), "noise figures: found 2, expected 1");
  EXPECT_EQ(error_of(samples, hod::StatedNoise{{}}), "noise figures: found 0, expected 1");
}

TEST(SmoothingSamples, OptionsThatCannotBe)
{
  SmoothingOptions options;
  options.signal = 6;
  EXPECT_THAT(error_of(good(), CutOff{5}, options), HasSubstr("above the sampled one"));
  options.signal = -1;
  EXPECT_THAT(error_of(good(), CutOff{5}, options), HasSubstr("signal -1"));
  options = {};
  options.degree = 5;
  EXPECT_EQ(error_of(good(), CutOff{5}, options), "degree: found 5, expected 6 to 11");
  options = {};
  options.penalty = 16;
  EXPECT_EQ(error_of(good(), CutOff{5}, options), "penalty: found 16, expected 1 to 15");
  options = {};
  options.knot_spacing = -1;
  EXPECT_THAT(error_of(good(), CutOff{5}, options), HasSubstr("knot spacing"));
  options = {};
  options.largest_gap = kNan;
  EXPECT_THAT(error_of(good(), CutOff{5}, options), HasSubstr("largest gap"));
}

TEST(SmoothingSamples, StartsThatCannotBe)
{
  SmoothingSamples samples = good();
  SmoothingOptions options;
  options.signal = 2;
  samples.start = hod::RowMatrix::Zero(1, 1);
  EXPECT_EQ(error_of(samples, CutOff{5}, options), "rows of start: found 1, expected 2");
  samples.start = hod::RowMatrix::Zero(2, 2);
  EXPECT_EQ(error_of(samples, CutOff{5}, options), "columns of start: found 2, expected 1");
  samples.start = hod::RowMatrix::Constant(2, 1, kNan);
  EXPECT_THAT(error_of(samples, CutOff{5}, options), HasSubstr("start"));
}

SmoothingSamples with_gap(double length)
{
  SmoothingSamples samples = good();
  samples.times = even_times(400, 0.01);
  for (std::size_t i = 200; i < 400; ++i)
  {
    samples.times[i] += length;
  }
  samples.values = noisy_sines(samples.times, 0, 0.01, 1);
  return samples;
}

TEST(SmoothingSamples, GapsAreNamedAndBridgedOnlyIfAsked)
{
  EXPECT_THAT(error_of(with_gap(0.5)), HasSubstr("a gap of 0.51 s after time 1.99"));
  EXPECT_EQ(error_of(with_gap(0.2)), "");
  SmoothingOptions options;
  options.largest_gap = 0.6;
  const Smoothed smoothed = hod::smooth(with_gap(0.5), CutOff{5}, options);
  ASSERT_EQ(smoothed.report().warnings.size(), 1U);
  EXPECT_THAT(smoothed.report().warnings[0], HasSubstr("bridged a gap of"));
  EXPECT_GT(deviation_at(smoothed, 2.25, 0), 5 * deviation_at(smoothed, 1, 0));
  EXPECT_NEAR(deviation_at(smoothed, 3.5, 0), deviation_at(smoothed, 1, 0), 0.001);
  const double error = motion_at(smoothed, 2.25, 1)(0, 0) - sines(2.25, 0);
  EXPECT_LT(std::abs(error), 3 * deviation_at(smoothed, 2.25, 0));
}

TEST(SmoothingSamples, ALongGapLeavesTheRestAlone)
{
  SmoothingOptions options;
  options.largest_gap = 1e5;
  const Smoothed smoothed = hod::smooth(with_gap(1e4), CutOff{5}, options);
  const Smoothed alone = hod::smooth(with_gap(0), CutOff{5}, options);
  EXPECT_LT(smoothed.polynomial().segments(), 500);
  for (int k = 0; k < 5; ++k)
  {
    const double tolerance = 0.02 * deviation_at(alone, 1, k);
    EXPECT_NEAR(motion_at(smoothed, 1, 5)(k, 0), motion_at(alone, 1, 5)(k, 0), tolerance) << k;
    EXPECT_NEAR(deviation_at(smoothed, 1, k), deviation_at(alone, 1, k), tolerance) << k;
  }
}

/// Less freedom than a polynomial of degree 11 has was once reported as the best fit.
TEST(SmoothingSamples, TooFewDigitsAreNamed)
{
  SmoothingSamples samples{even_times(30, 0.1), {}, {}, {}};
  for (std::size_t i = 15; i < 30; ++i)
  {
    samples.times[i] += 3.0;
  }
  samples.values = noisy_sines(samples.times, 0, 2.0, 1);
  SmoothingOptions options;
  options.penalty = 12;
  options.degree = 14;
  options.knot_spacing = 0.01;
  options.largest_gap = 10.0;
  EXPECT_THAT(
    error_of(samples, CutOff{0.11}, options), HasSubstr("smoothing: found too few digits left"));
  options = {};
  options.largest_gap = 10.0;
  EXPECT_EQ(error_of(samples, CutOff{0.11}, options), "");
}

TEST(SmoothingSamples, SevenAreEnough)
{
  SmoothingSamples samples = good();
  samples.times.resize(7);
  samples.values.conservativeResize(7, 1);
  EXPECT_EQ(error_of(samples), "");
  EXPECT_EQ(error_of(samples, CutOff{1}), "");
  EXPECT_EQ(error_of(samples, hod::StatedNoise{{0.1}}), "");
  EXPECT_EQ(error_of(samples, hod::StatedResidual{{0.1}}), "");
}

TEST(SmoothingSamples, TwoAreEnoughForAStraightLine)
{
  const SmoothingSamples samples{{0.0, 1.0}, hod::RowMatrix::Constant(2, 1, 3.0), {}, {}};
  SmoothingOptions options;
  options.signal = 2;
  options.penalty = 3;
  EXPECT_NEAR(motion_at(hod::smooth(samples, {}, options), 0.5, 3)(2, 0), 3.0, 1e-12);
}

TEST(SmoothingSamples, MayAllBeTheSame)
{
  SmoothingSamples samples = good();
  samples.values.setConstant(3);
  const Smoothed smoothed = hod::smooth(samples);
  EXPECT_NEAR(motion_at(smoothed, 0.2, 1)(0, 0), 3, 1e-10);
  samples.values.setZero();
  EXPECT_EQ(motion_at(hod::smooth(samples), 0.2, 5).norm(), 0);
}

}  // namespace

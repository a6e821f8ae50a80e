// SPDX-License-Identifier: Apache-2.0
// How much to smooth: the hat matrix, leave-one-out, stated figures.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
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

SmoothingSamples noisy(int count, double noise, unsigned seed)
{
  SmoothingSamples samples{uneven_times(count, 0.01, seed), {}, {}, {}};
  samples.values = noisy_sines(samples.times, 0, noise, seed);
  return samples;
}

TEST(SmoothingWeight, DegreesOfFreedomAreTheTraceOfTheHatMatrix)
{
  for (const bool weighted : {false, true})
  {
    for (const double cutoff : {0.7, 5.0, 30.0})
    {
      SmoothingSamples samples = noisy(50, 0.1, 2);
      samples.weights = weighted ? uneven_weights(50, 4) : std::vector<double>{};
      const Smoothed smoothed = hod::smooth(samples, CutOff{cutoff});
      const Eigen::MatrixXd hat = hat_matrix(samples, CutOff{cutoff}, {});
      EXPECT_NEAR(smoothed.report().degrees_of_freedom, hat.trace(), 1e-6);
    }
  }
}

TEST(SmoothingWeight, DegreesOfFreedomKeepTheirDigitsBesideAGreatWeight)
{
  SmoothingSamples samples = noisy(50, 0.1, 2);
  for (const double great : {1e4, 1e8, 1e12})
  {
    samples.weights.assign(50, 1.0);
    samples.weights[20] = great;
    for (const double cutoff : {1e-9, 0.7, 5.0, 30.0})
    {
      const double degrees = hod::smooth(samples, CutOff{cutoff}).report().degrees_of_freedom;
      const double expected =
        cutoff < 0.1 ? SmoothingOptions{}.penalty : hat_matrix(samples, CutOff{cutoff}, {}).trace();
      EXPECT_NEAR(degrees, expected, 1e-5) << great << ", " << cutoff;
    }
  }
}

/// The noise of the others is stated, and what they say about a motion does not depend on it.
TEST(SmoothingWeight, DeviationsBesideAGreatWeightAreThoseBesideAKnownSample)
{
  SmoothingSamples samples = noisy(50, 0.1, 2);
  samples.weights.assign(50, 1.0);
  samples.weights[20] = 1e6;
  const Smoothed known = hod::smooth(samples, CutOff{5.0});
  for (const double great : {1e8, 1e10, 1e12})
  {
    samples.weights[20] = great;
    const Smoothed one = hod::smooth(samples, CutOff{5.0});
    for (const double time : {0.03, 0.25, 0.45})
    {
      EXPECT_NEAR(deviation_at(one, time, 0) / deviation_at(known, time, 0), 1.0, 1e-3) << great;
    }
  }
}

/// A sample that pins the motion down says nothing about the noise of the others.
TEST(SmoothingWeight, IsThatOfTheOthersBesideAGreatWeight)
{
  SmoothingSamples samples = noisy(400, 0.05, 6);
  const auto without = hod::smooth(samples).report();
  for (const double great : {1e4, 1e8, 1e12})
  {
    samples.weights.assign(400, 1.0);
    samples.weights[0] = great;
    for (const hod::SmoothingRule & rule :
         {hod::SmoothingRule(hod::CrossValidation{}), hod::SmoothingRule(hod::StatedNoise{{0.05}})})
    {
      const auto report = hod::smooth(samples, rule).report();
      EXPECT_NEAR(report.cutoff / without.cutoff, 1.0, 0.1) << great;
      EXPECT_NEAR(report.noise[0], 0.05, 0.005) << great;
    }
  }
}

TEST(SmoothingWeight, ReportsTheResidualInTheUnitOfTheWeights)
{
  SmoothingSamples samples = noisy(50, 0.1, 2);
  samples.weights = uneven_weights(50, 4);
  const Smoothed smoothed = hod::smooth(samples, CutOff{5});
  double squares = 0;
  for (std::size_t i = 0; i < 50; ++i)
  {
    const double rest = samples.values(static_cast<Eigen::Index>(i), 0) -
                        motion_at(smoothed, samples.times[i], 1)(0, 0);
    squares += samples.weights[i] * rest * rest;
  }
  const auto & report = smoothed.report();
  EXPECT_NEAR(report.residual[0], std::sqrt(squares / 50), 1e-10);
  EXPECT_NEAR(report.noise[0], std::sqrt(squares / (50 - report.degrees_of_freedom)), 1e-10);
}

/// (y - f) / (1 - h) is the error at a sample that was left out. Cross-validation rests on this;
/// here the sample is really left out, by a weight of nothing.
TEST(SmoothingWeight, HatMatrixForetellsWhatLeavingOneOutDoes)
{
  const int count = 40;
  const double cutoff = 5;
  SmoothingSamples samples = noisy(count, 0.1, 2);
  const Smoothed smoothed = hod::smooth(samples, CutOff{cutoff});
  const Eigen::MatrixXd hat = hat_matrix(samples, CutOff{cutoff}, {});
  for (std::size_t i = 0; i < count; i += 3)
  {
    const auto row = static_cast<Eigen::Index>(i);
    SmoothingSamples others = samples;
    others.weights.assign(count, 1);
    others.weights[i] = 1e-12;
    const double weight = smoothed.report().weight * count / (count - 1);  // of mean weights of 1
    const Smoothed without = hod::smooth(others, hod::SmoothnessWeight{weight});
    const double rest = samples.values(row, 0) - motion_at(smoothed, samples.times[i], 1)(0, 0);
    const double foretold = samples.values(row, 0) - rest / (1 - hat(row, row));
    EXPECT_NEAR(motion_at(without, samples.times[i], 1)(0, 0), foretold, 1e-6);
  }
}

/// A column of white noise of variance 1.
RowMatrix noise_alone(int count, unsigned seed)
{
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  return RowMatrix::NullaryExpr(count, 1, [&]() { return normal(generator); });
}

RowMatrix wave(const std::vector<double> & times, double frequency)
{
  RowMatrix values(times.size(), 1);
  for (std::size_t i = 0; i < times.size(); ++i)
  {
    values(static_cast<Eigen::Index>(i), 0) =
      std::sin(2.0 * std::acos(-1.0) * frequency * times[i]);
  }
  return values;
}

/// Of one channel without weights.
double cross_validation_score(const hod::SmoothingReport & report, double count)
{
  const double squares = count * report.residual[0] * report.residual[0];
  return count * squares / std::pow(count - report.degrees_of_freedom, 2);
}

double brute_force_score(
  const SmoothingSamples & samples, double cutoff, const SmoothingOptions & options)
{
  const Eigen::MatrixXd hat = hat_matrix(samples, CutOff{cutoff}, options);
  const auto count = static_cast<double>(samples.times.size());
  const double squares = (samples.values - hat * samples.values).squaredNorm();
  return count * squares / std::pow(count - hat.trace(), 2);
}

TEST(SmoothingWeight, CrossValidationFindsTheBruteForceMinimum)
{
  for (const unsigned seed : {1U, 2U, 3U})
  {
    const SmoothingSamples samples = noisy(80, 0.05, seed);
    SmoothingOptions options;
    options.knot_spacing = seed == 3 ? 0.02 : 0;
    const double found = hod::smooth(samples, hod::CrossValidation{}, options).report().cutoff;
    double best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (double cutoff = 0.2; cutoff < 40; cutoff *= 1.03)
    {
      const double score = brute_force_score(samples, cutoff, options);
      best = score < least ? cutoff : best;
      least = std::min(least, score);
    }
    EXPECT_NEAR(std::log(found / best), 0, 0.03) << seed;
    EXPECT_LT(brute_force_score(samples, found, options), least * (1 + 1e-3)) << seed;
  }
}

/// Signals of 4.2 to 200 samples per period. Between a cut-off that passes them and one that takes
/// them for noise, scores are higher than at both.
TEST(SmoothingWeight, OfFastSignalsIsTheLowestOfAllFrequencies)
{
  for (const double frequency : {5.0, 35.0, 55.0, 75.0, 110.0, 160.0, 240.0})
  {
    for (const double noise : {0.3, 1e-3})
    {
      SmoothingSamples samples{even_times(2000, 1e-3), {}, {}, {}};
      samples.values = wave(samples.times, frequency) + noise * noise_alone(2000, 3);
      const double score = cross_validation_score(hod::smooth(samples).report(), 2000);
      for (double cutoff = 0.1; cutoff < 500; cutoff *= 1.15)
      {
        const double other =
          cross_validation_score(hod::smooth(samples, CutOff{cutoff}).report(), 2000);
        EXPECT_LT(score, other * (1 + 5e-3)) << frequency << " Hz, " << noise << ", " << cutoff;
      }
    }
  }
}

struct Vibration
{
  double frequency;
  double amplitude;  ///< of the noise
};

/// Of a motion of 1 Hz with noise of 1e-4.
SmoothingSamples vibrating(int count, const Vibration & vibration, unsigned seed)
{
  SmoothingSamples samples{even_times(count, 1e-3), {}, {}, {}};
  samples.values = wave(samples.times, 1.0) +
                   1e-4 * vibration.amplitude * wave(samples.times, vibration.frequency) +
                   1e-4 * noise_alone(count, seed);
  return samples;
}

class WeakVibration : public testing::TestWithParam<Vibration>
{};

/// Such a vibration doubles the residuals at most, as if the noise were larger.
TEST_P(WeakVibration, OfASlowMotionIsPassed)
{
  const Vibration vibration = GetParam();
  for (const int count : {500, 2000, 10000})
  {
    const SmoothingSamples samples = vibrating(count, vibration, 3);
    for (const hod::SmoothingRule & rule :
         {hod::SmoothingRule(hod::CrossValidation{}), hod::SmoothingRule(hod::StatedNoise{{1e-4}})})
    {
      const Smoothed smoothed = hod::smooth(samples, rule);
      EXPECT_GT(smoothed.report().cutoff, vibration.frequency) << count;
      EXPECT_NEAR(smoothed.report().noise[0], 1e-4, 1e-5) << count;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
  OfAllFrequencies, WeakVibration,
  testing::Values(
    Vibration{25.0, 0.6}, Vibration{60.0, 0.8}, Vibration{60.0, 100.0}, Vibration{100.0, 1.1},
    Vibration{150.0, 1.4}, Vibration{200.0, 1.8}, Vibration{240.0, 2.2}, Vibration{300.0, 4.0}));

TEST(SmoothingWeight, NoiseAloneIsNoVibration)
{
  for (unsigned seed = 0; seed < 100; ++seed)
  {
    SmoothingSamples samples{even_times(300, 1e-3), noise_alone(300, seed), {}, {}};
    EXPECT_LT(hod::smooth(samples).report().cutoff, 1000.0 / 24.0) << seed;
  }
}

TEST(SmoothingWeight, StatedOnesThatRemoveTheMotionAreDoubted)
{
  const SmoothingSamples samples = vibrating(2000, {3.0, 1e4}, 3);
  for (const hod::SmoothingRule & rule :
       {hod::SmoothingRule(CutOff{0.8}), hod::SmoothingRule(hod::SmoothnessWeight{1e-6}),
        hod::SmoothingRule(hod::StatedResidual{{0.3}})})
  {
    EXPECT_TRUE(is_warned_of(hod::smooth(samples, rule), "the cut-off removes a signal"));
  }
  EXPECT_TRUE(hod::smooth(samples, CutOff{10.0}).report().warnings.empty());
}

TEST(SmoothingWeight, StatedOnesThatInterpolateAreDoubted)
{
  const SmoothingSamples samples = vibrating(2000, {3.0, 1e4}, 3);
  for (const hod::SmoothingRule & rule :
       {hod::SmoothingRule(CutOff{600.0}), hod::SmoothingRule(hod::SmoothnessWeight{1e-45}),
        hod::SmoothingRule(hod::StatedResidual{{1e-6}})})
  {
    EXPECT_TRUE(is_warned_of(hod::smooth(samples, rule), "above half of the sampling rate"));
  }
  EXPECT_TRUE(hod::smooth(samples, CutOff{490.0}).report().warnings.empty());
}

TEST(SmoothingWeight, StatedNoiseAndCrossValidationAgreeWhenItIsRight)
{
  const SmoothingSamples samples = noisy(4000, 0.05, 6);
  const Smoothed blind = hod::smooth(samples);
  const Smoothed stated = hod::smooth(samples, hod::StatedNoise{{0.05}});
  EXPECT_NEAR(blind.report().noise[0], 0.05, 0.002);
  EXPECT_NEAR(stated.report().cutoff / blind.report().cutoff, 1, 0.1);
  EXPECT_DOUBLE_EQ(stated.report().noise[0], 0.05);
  EXPECT_TRUE(stated.report().warnings.empty());
  EXPECT_TRUE(blind.report().warnings.empty());
}

TEST(SmoothingWeight, SaysWhenTheResidualsContradictTheStatedNoise)
{
  const Smoothed stated = hod::smooth(noisy(4000, 0.05, 6), hod::StatedNoise{{0.02}});
  ASSERT_FALSE(stated.report().warnings.empty());
  EXPECT_NE(stated.report().warnings.back().find("not 0.02 as stated"), std::string::npos);
}

/// Half the noise once made derivatives of 1e6 times their size.
TEST(SmoothingWeight, CountsWithTheNoiseThatIsThereIfLessIsStated)
{
  const SmoothingSamples samples = noisy(4000, 0.05, 6);
  for (const bool varying : {false, true})
  {
    SmoothingOptions options;
    options.varying = varying;
    const Smoothed right = hod::smooth(samples, hod::StatedNoise{{0.05}}, options);
    for (const double noise : {0.04, 0.03, 0.02, 1e-3, 1e-6})
    {
      const Smoothed stated = hod::smooth(samples, hod::StatedNoise{{noise}}, options);
      EXPECT_NEAR(stated.report().noise[0], 0.05, 0.002) << noise;
      EXPECT_NEAR(stated.report().cutoff / right.report().cutoff, 1, 0.1) << noise;
      ASSERT_EQ(stated.report().warnings.size(), 1U) << noise;
      EXPECT_NE(stated.report().warnings[0].find("the indicated noise is used"), std::string::npos);
    }
  }
}

TEST(SmoothingWeight, StatedResidualIsLeft)
{
  SmoothingSamples samples = noisy(2000, 0.05, 6);
  for (const double residual : {0.03, 0.05, 0.2})
  {
    const Smoothed smoothed = hod::smooth(samples, hod::StatedResidual{{residual}});
    EXPECT_NEAR(smoothed.report().residual[0], residual, 1e-4 * residual);
  }
  const Smoothed polynomial = hod::smooth(samples, hod::StatedResidual{{10}});
  EXPECT_EQ(polynomial.report().warnings.size(), 1U);
  const Smoothed interpolation = hod::smooth(samples, hod::StatedResidual{{1e-9}});
  EXPECT_EQ(interpolation.report().warnings.size(), 1U);
}

TEST(SmoothingWeight, StatedResidualsOfChannelsAreLeftOnAverage)
{
  SmoothingSamples samples = noisy(2000, 0.05, 6);
  samples.values.conservativeResize(2000, 2);
  samples.values.col(1) = 3.0 * noisy_sines(samples.times, 0, 0.05, 9);
  const hod::StatedResidual rule{{0.05, 0.15}};
  const auto report = hod::smooth(samples, rule).report();
  const double one = report.residual[0] / rule.residual[0];
  const double other = report.residual[1] / rule.residual[1];
  EXPECT_NEAR((one * one + other * other) / 2.0, 1.0, 1e-4);
}

TEST(SmoothingWeight, DoesNotDependOnTheUnitOfTheWeights)
{
  SmoothingSamples samples = noisy(500, 0.05, 6);
  samples.weights = uneven_weights(500, 4);
  SmoothingSamples scaled = samples;
  for (double & weight : scaled.weights)
  {
    weight *= 1e6;
  }
  const Smoothed one = hod::smooth(samples, hod::StatedNoise{{0.05}});
  const Smoothed other = hod::smooth(scaled, hod::StatedNoise{{50}});
  EXPECT_NEAR(other.report().cutoff / one.report().cutoff, 1, 1e-6);
  EXPECT_NEAR(other.report().residual[0] / one.report().residual[0], 1e3, 1e-3);
  for (int k = 0; k < 5; ++k)
  {
    EXPECT_NEAR(deviation_at(other, 2.5, k) / deviation_at(one, 2.5, k), 1, 1e-6);
  }
}

TEST(SmoothingWeight, OfChannelsDoesNotDependOnTheirUnits)
{
  SmoothingSamples samples = noisy(1000, 0.05, 6);
  samples.values.conservativeResize(1000, 2);
  samples.values.col(1) = 1e5 * noisy_sines(samples.times, 0, 0.05, 9);
  const double together = hod::smooth(samples).report().cutoff;
  samples.values.col(1) *= 1e-9;
  EXPECT_NEAR(hod::smooth(samples).report().cutoff / together, 1, 1e-6);
}

TEST(SmoothingWeight, OfAMotionIsThatBesideJointsThatNeverMove)
{
  for (const hod::SmoothingRule & rule :
       {hod::SmoothingRule(hod::CrossValidation{}), hod::SmoothingRule(hod::StatedNoise{{0.05}})})
  {
    SmoothingSamples samples = noisy(1000, 0.05, 6);
    const double alone = hod::smooth(samples, rule).report().cutoff;
    samples.values.conservativeResize(1000, 3);
    samples.values.col(1).setZero();
    samples.values.col(2).setConstant(1.7);
    const auto report = hod::smooth(samples, rule).report();
    EXPECT_NEAR(report.cutoff / alone, 1, 1e-6);
  }
}

TEST(SmoothingWeight, JointsThatNeverMoveAreNotDoubted)
{
  SmoothingSamples samples{even_times(2000, 1e-3), {}, {}, {}};
  samples.values = wave(samples.times, 3.0);
  samples.values.conservativeResize(2000, 2);
  samples.values.col(1).setConstant(1.7);
  EXPECT_TRUE(hod::smooth(samples).report().warnings.empty());
}

TEST(SmoothingWeight, OfAPolynomialWithoutNoiseIsGreat)
{
  SmoothingSamples samples = noisy(1000, 0, 6);
  for (std::size_t i = 0; i < 1000; ++i)
  {
    samples.values(static_cast<Eigen::Index>(i), 0) = std::pow(samples.times[i] - 3, 3);
  }
  const Smoothed smoothed = hod::smooth(samples);
  EXPECT_NEAR(motion_at(smoothed, 5, 4)(3, 0), 6, 1e-6);
  EXPECT_LT(smoothed.report().residual[0], 1e-8);
}

TEST(SmoothingWeight, OfSamplesWithoutNoiseIsSmall)
{
  SmoothingSamples samples{even_times(2000, 1e-3), {}, {}, {}};
  samples.values = noisy_sines(samples.times, 0, 0, 1);
  const Smoothed smoothed = hod::smooth(samples);
  const double tolerances[] = {1e-11, 1e-9, 1e-6, 1e-3, 1};
  for (double time = 0.2; time < 1.8; time += 0.0137)
  {
    const hod::RowMatrix motion = motion_at(smoothed, time, 5);
    for (int k = 0; k < 5; ++k)
    {
      EXPECT_NEAR(motion(k, 0), sines(time, k), tolerances[k]) << k;
    }
  }
}

}  // namespace

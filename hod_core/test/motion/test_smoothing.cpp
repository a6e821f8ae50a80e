// SPDX-License-Identifier: Apache-2.0
// The smoothing polynomials: their limits, frequency response, channels and integrals.
#include "hod/motion/smoothing.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <vector>

#include "smoothing_cases.hpp"

namespace
{

using namespace hod::detail::smoothing_cases;
using hod::CutOff;
using hod::RowMatrix;
using hod::Smoothed;
using hod::SmoothingOptions;
using hod::SmoothingSamples;
using hod::SmoothnessWeight;

TEST(Smoothing, WithoutWeightInterpolates)
{
  SmoothingSamples samples = weighted_sines(60, 0.02);
  for (const double weight : {1e-32, 1e-40, 1e-200})
  {
    const Smoothed smoothed = hod::smooth(samples, SmoothnessWeight{weight});
    EXPECT_LT(smoothed.report().residual[0], 1e-5);
    EXPECT_NEAR(smoothed.report().degrees_of_freedom, 60, 1e-2);
    EXPECT_NEAR(motion_at(smoothed, samples.times[17], 1)(0, 0), samples.values(17, 0), 1e-5);
  }
}

TEST(Smoothing, WithAllWeightIsTheLeastSquaresPolynomial)
{
  const SmoothingSamples samples = weighted_sines(60, 0.02);
  for (const int d : {2, 5, 6})
  {
    Eigen::MatrixXd powers(60, d);
    for (int i = 0; i < 60; ++i)
    {
      for (int k = 0; k < d; ++k)
      {
        powers(i, k) = std::pow(samples.times[static_cast<std::size_t>(i)] / 0.6 - 1, k);
      }
    }
    const Eigen::VectorXd root =
      Eigen::Map<const Eigen::VectorXd>(samples.weights.data(), 60).cwiseSqrt();
    const Eigen::VectorXd fit = powers * (root.asDiagonal() * powers)
                                           .colPivHouseholderQr()
                                           .solve(root.asDiagonal() * samples.values.col(0));
    SmoothingOptions options;
    options.penalty = d;
    for (const double weight : {1e6, 1e12, 1e20})
    {
      const Smoothed smoothed = hod::smooth(samples, SmoothnessWeight{weight}, options);
      EXPECT_NEAR(smoothed.report().degrees_of_freedom, d, 1e-6);
      for (int i = 0; i < 60; ++i)
      {
        const double time = samples.times[static_cast<std::size_t>(i)];
        EXPECT_NEAR(motion_at(smoothed, time, 1)(0, 0), fit(i), 1e-7) << d << " " << weight;
      }
    }
  }
}

TEST(Smoothing, StaysSoundOverTwentyFourDecadesOfWeight)
{
  SmoothingSamples samples{uneven_times(4000, 1e-3, 5), {}, {}, {}};
  samples.values = noisy_sines(samples.times, 0, 1e-3, 7);
  double residual = 0;
  double freedom = std::numeric_limits<double>::infinity();
  for (double exponent = -24; exponent <= 12; exponent += 1.5)
  {
    const Smoothed smoothed = hod::smooth(samples, SmoothnessWeight{std::pow(10, exponent)});
    EXPECT_TRUE(std::isfinite(motion_at(smoothed, 1.7, 5).sum()));
    EXPECT_GT(smoothed.report().residual[0], residual * (1 - 1e-9)) << exponent;
    EXPECT_LT(smoothed.report().degrees_of_freedom, freedom * (1 + 1e-3)) << exponent;
    residual = smoothed.report().residual[0];
    freedom = smoothed.report().degrees_of_freedom;
  }
  EXPECT_NEAR(freedom, 6, 1e-6);
}

/// Fine knots although the weight is great: an old trap of normal equations, whose smooth part
/// drowns in the rounding of the stiff one.
TEST(Smoothing, NeedsNoKnotsThatSuitTheWeight)
{
  SmoothingSamples samples{even_times(2000, 1e-3), {}, {}, {}};
  samples.values = noisy_sines(samples.times, 0, 0, 7);
  for (const int degree : {6, 9})
  {
    SmoothingOptions fine;
    fine.knot_spacing = 1e-3;
    fine.degree = degree;
    const CutOff rule{8};
    const Smoothed suited = hod::smooth(samples, rule);
    const Smoothed unsuited = hod::smooth(samples, rule, fine);
    ASSERT_EQ(unsuited.polynomial().segments(), 1999);
    for (double time = 0; time < 2; time += 0.013)
    {
      const RowMatrix difference = motion_at(suited, time, 3) - motion_at(unsuited, time, 3);
      EXPECT_LT(std::abs(difference(0, 0)), 2e-6);
      EXPECT_LT(std::abs(difference(2, 0)), 2e-2);
    }
  }
}

TEST(Smoothing, PassesWavesAsAFilterOfItsOrder)
{
  SmoothingSamples samples{even_times(4001, 1e-3), RowMatrix(4001, 3), {}, {}};
  const double pi = std::acos(-1.0);
  const double cutoff = 12;
  const double frequencies[] = {9, 12, 15};
  for (Eigen::Index i = 0; i < 4001; ++i)
  {
    for (Eigen::Index c = 0; c < 3; ++c)
    {
      samples.values(i, c) =
        std::cos(2 * pi * frequencies[c] * (1e-3 * static_cast<double>(i) - 2));
    }
  }
  for (const int degree : {6, 8})
  {
    SmoothingOptions options;
    options.degree = degree;
    const RowMatrix middle = motion_at(hod::smooth(samples, CutOff{cutoff}, options), 2, 1);
    for (Eigen::Index c = 0; c < 3; ++c)
    {
      const double gain = 1 / (1 + std::pow(frequencies[c] / cutoff, 12));
      EXPECT_NEAR(middle(0, c), gain, degree == 6 ? 2e-3 : 2e-5);
    }
  }
}

TEST(Smoothing, IsLinearAndTreatsChannelsAlike)
{
  SmoothingSamples both{uneven_times(300, 2e-3, 1), RowMatrix(300, 3), {}, {}};
  both.values.col(0) = noisy_sines(both.times, 0, 0.1, 1);
  both.values.col(1) = noisy_sines(both.times, 1, 0.1, 2);
  both.values.col(2) = 2 * both.values.col(0) - 3 * both.values.col(1);
  SmoothingSamples single = both;
  single.values = both.values.col(1);
  const Smoothed together = hod::smooth(both, CutOff{6});
  const Smoothed alone = hod::smooth(single, CutOff{6});
  for (double time = -0.01; time < 0.62; time += 0.017)
  {
    const RowMatrix motion = motion_at(together, time, 5);
    EXPECT_TRUE(motion.col(1).isApprox(motion_at(alone, time, 5).col(0), 1e-9));
    EXPECT_TRUE(motion.col(2).isApprox(2 * motion.col(0) - 3 * motion.col(1), 1e-7));
  }
}

TEST(Smoothing, IsSmoothAtItsKnots)
{
  SmoothingSamples samples{uneven_times(300, 2e-3, 1), {}, {}, {}};
  samples.values = noisy_sines(samples.times, 0, 0.1, 1);
  const Smoothed smoothed = hod::smooth(samples, CutOff{6});
  const hod::PiecewisePolynomial & polynomial = smoothed.polynomial();
  ASSERT_EQ(polynomial.degree(), 6);
  RowMatrix before(6, 1);
  RowMatrix after(6, 1);
  for (int s = 1; s < polynomial.segments(); ++s)
  {
    const double knot = polynomial.knots()[static_cast<std::size_t>(s)];
    polynomial.evaluate_on(s - 1, knot, before);
    polynomial.evaluate_on(s, knot, after);
    const double length = knot - polynomial.knots()[static_cast<std::size_t>(s - 1)];
    for (int k = 0; k < 6; ++k)
    {
      const double rounding = 1e-14 * std::tgamma(k + 1) * std::pow(2 / length, k);
      EXPECT_NEAR(before(k, 0), after(k, 0), rounding) << s << " " << k;
    }
  }
}

TEST(Smoothing, OfAccelerationsIsThatOfASignalIntegratedExactly)
{
  SmoothingSamples samples{uneven_times(400, 2e-3, 1), {}, {}, {}};
  samples.values = noisy_sines(samples.times, 2, 1, 1);
  samples.start.resize(2, 1);
  samples.start << 0.3, -1.5;
  SmoothingOptions options;
  options.signal = 2;
  const Smoothed motion = hod::smooth(samples, CutOff{8}, options);
  SmoothingSamples plain = samples;
  plain.start.resize(0, 0);
  SmoothingOptions four;
  four.penalty = 4;
  const Smoothed signal = hod::smooth(plain, CutOff{8}, four);
  EXPECT_TRUE(motion_at(motion, 0, 2).isApprox(samples.start, 1e-12));
  double position = 0.3;
  double velocity = -1.5;
  const double step = 1e-4;
  for (int i = 0; i < 7000; ++i)  // integrals of a cubic through three values are exact enough
  {
    const double begin = motion_at(signal, i * step, 1)(0, 0);
    const double middle = motion_at(signal, (i + 0.5) * step, 1)(0, 0);
    const double end = motion_at(signal, (i + 1) * step, 1)(0, 0);
    position += step * velocity + step * step * (begin + 2 * middle) / 6;
    velocity += step * (begin + 4 * middle + end) / 6;
  }
  const RowMatrix found = motion_at(motion, 0.7, 5);
  EXPECT_NEAR(found(0, 0), position, 1e-10);
  EXPECT_NEAR(found(1, 0), velocity, 1e-10);
  EXPECT_TRUE(found.bottomRows(3).isApprox(motion_at(signal, 0.7, 3), 1e-9));
}

/// The motion's own derivatives do not leap, and the sampled one is the signal smoothed by itself.
TEST(Smoothing, OfJerksIsIntegratedThreeTimes)
{
  SmoothingSamples samples{uneven_times(400, 2e-3, 1), {}, {}, {}};
  samples.values = noisy_sines(samples.times, 3, 1, 1);
  samples.start.resize(3, 1);
  samples.start << 0.3, -1.5, 2.0;
  SmoothingOptions options;
  options.signal = 3;
  const Smoothed motion = hod::smooth(samples, CutOff{8}, options);
  EXPECT_TRUE(motion_at(motion, 0, 3).isApprox(samples.start, 1e-12));
  const hod::PiecewisePolynomial & polynomial = motion.polynomial();
  RowMatrix before(6, 1);
  RowMatrix after(6, 1);
  for (int s = 0; s + 1 < polynomial.segments(); ++s)
  {
    const double knot = polynomial.knots()[static_cast<std::size_t>(s) + 1];
    polynomial.evaluate_on(s, knot, before);
    polynomial.evaluate_on(s + 1, knot, after);
    EXPECT_TRUE(before.isApprox(after, 1e-9)) << knot;
  }
  samples.start.resize(0, 0);
  SmoothingOptions three;
  three.penalty = 3;
  const Smoothed signal = hod::smooth(samples, CutOff{8}, three);
  EXPECT_TRUE(motion_at(motion, 0.7, 6).bottomRows(3).isApprox(motion_at(signal, 0.7, 3), 1e-9));
}

TEST(Smoothing, DoesNotMindLargeTimes)
{
  const double interval = 1.0 / 1024;  // so that no stamp is rounded
  SmoothingSamples samples{even_times(3000, interval), {}, {}, {}};
  samples.values = noisy_sines(samples.times, 0, 1e-3, 1);
  SmoothingSamples late = samples;
  late.times = even_times(3000, interval, 1.7e9);
  const Smoothed first = hod::smooth(samples, CutOff{10});
  const Smoothed second = hod::smooth(late, CutOff{10});
  for (int i = 0; i < 3000; i += 37)
  {
    const RowMatrix expected = motion_at(first, i * interval, 5);
    const RowMatrix found = motion_at(second, 1.7e9 + i * interval, 5);
    for (int k = 0; k < 5; ++k)
    {
      EXPECT_NEAR(found(k, 0), expected(k, 0), 1e-3 * deviation_at(first, i * interval, k)) << k;
    }
  }
}

TEST(Smoothing, DoesNotMindRoundedStamps)
{
  SmoothingSamples samples{even_times(3000, 1e-3), {}, {}, {}};
  samples.values = noisy_sines(samples.times, 0, 1e-3, 1);
  SmoothingSamples late = samples;
  late.times = even_times(3000, 1e-3, 1.7e9);  // to 0.2 µs
  const Smoothed first = hod::smooth(samples, CutOff{10});
  const Smoothed second = hod::smooth(late, CutOff{10});
  EXPECT_EQ(first.polynomial().segments(), second.polynomial().segments());
  for (int i = 0; i < 3000; i += 37)
  {
    const RowMatrix difference =
      motion_at(first, i * 1e-3, 5) - motion_at(second, late.times[static_cast<std::size_t>(i)], 5);
    for (int k = 0; k < 5; ++k)
    {
      EXPECT_LT(std::abs(difference(k, 0)), 0.1 * deviation_at(first, i * 1e-3, k)) << k;
    }
  }
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/limits.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "random_robot.hpp"

namespace
{

using hod::Bounds;
using hod::SampledCurve;
using hod::Violation;
using hod::reference::Random;
using testing::DoubleNear;
using testing::IsEmpty;
using testing::SizeIs;

constexpr double kPi = 3.14159265358979323846;

std::vector<double> even_times(std::size_t count, double step)
{
  std::vector<double> times;
  for (std::size_t i = 0; i < count; ++i)
  {
    times.push_back(static_cast<double>(i) * step);
  }
  return times;
}

SampledCurve sine(const std::vector<double> & times)
{
  SampledCurve curve{times, {}, {}};
  for (const double time : times)
  {
    curve.values.push_back(std::sin(time));
    curve.slopes.push_back(std::cos(time));
  }
  return curve;
}

/// The cubic itself, from its samples and in its polynomial form.
double between_samples(const SampledCurve & curve, double time)
{
  std::size_t i = 0;
  while (i + 2 < curve.times.size() && curve.times[i + 1] <= time)
  {
    ++i;
  }
  const double h = curve.times[i + 1] - curve.times[i];
  const double u = (time - curve.times[i]) / h;
  const double step = curve.values[i + 1] - curve.values[i];
  if (!curve.has_slopes())
  {
    return curve.values[i] + u * step;
  }
  const double first = h * curve.slopes[i];
  const double last = h * curve.slopes[i + 1];
  return curve.values[i] +
         u * (first + u * (3.0 * step - 2.0 * first - last + u * (first + last - 2.0 * step)));
}

TEST(Limits, CrossingsOfASineAreWhereItsInverseSays)
{
  const std::vector<double> times = even_times(70, 0.1);
  const auto violations = find_violations(sine(times), {-0.5, 0.8});
  ASSERT_THAT(violations, SizeIs(2));
  const double error = 2e-7;  // h⁴/384 over the slope at the crossing
  EXPECT_THAT(violations[0].begin, DoubleNear(std::asin(0.8), error / 0.6));
  EXPECT_THAT(violations[0].end, DoubleNear(kPi - std::asin(0.8), error / 0.6));
  EXPECT_THAT(violations[1].begin, DoubleNear(kPi * 7.0 / 6.0, error / 0.8));
  EXPECT_THAT(violations[1].end, DoubleNear(kPi * 11.0 / 6.0, error / 0.8));
  EXPECT_EQ(violations[0].limit, 0.8);
  EXPECT_EQ(violations[1].limit, -0.5);
  EXPECT_THAT(violations[0].peak.time, DoubleNear(kPi / 2.0, 1e-3));
  EXPECT_THAT(violations[0].peak.value, DoubleNear(1.0, 3e-7));
  EXPECT_THAT(violations[1].peak.value, DoubleNear(-1.0, 3e-7));
}

TEST(Limits, APeakBetweenTwoSamplesCounts)
{
  const std::vector<double> times{0.0, 2.0};
  const SampledCurve arch{times, {0.0, 0.0}, {2.0, -2.0}};  // 2 t − t²
  const auto violations = find_violations(arch, {-1.0, 0.75});
  ASSERT_THAT(violations, SizeIs(1));
  EXPECT_THAT(violations[0].begin, DoubleNear(0.5, 1e-14));
  EXPECT_THAT(violations[0].end, DoubleNear(1.5, 1e-14));
  EXPECT_THAT(violations[0].peak.time, DoubleNear(1.0, 1e-14));
  EXPECT_THAT(worst_point(arch, {-1.0, 0.75}).value, DoubleNear(1.0, 1e-14));
  EXPECT_THAT(find_violations(arch, {-1.0, 1.0}), IsEmpty()) << "being at a bound keeps it";
}

TEST(Limits, WithoutSlopesTheCurveIsStraight)
{
  const std::vector<double> times{1.0, 2.0, 4.0};
  const auto violations = hod::find_violations({times, {0.0, 4.0, -4.0}, {}}, {-2.0, 2.0});
  ASSERT_THAT(violations, SizeIs(2));
  EXPECT_THAT(violations[0].begin, DoubleNear(1.5, 1e-15));
  EXPECT_THAT(violations[0].end, DoubleNear(2.5, 1e-15));
  EXPECT_EQ(violations[0].peak.time, 2.0);
  EXPECT_THAT(violations[1].begin, DoubleNear(3.5, 1e-15));
  EXPECT_EQ(violations[1].end, 4.0) << "it is still beyond when the motion ends";
  EXPECT_EQ(violations[1].peak.value, -4.0);
}

TEST(Limits, OneSampleIsEnough)
{
  const std::vector<double> times{3.0};
  const auto violations = hod::find_violations({times, {5.0}, {7.0}}, {-1.0, 1.0});
  ASSERT_THAT(violations, SizeIs(1));
  EXPECT_EQ(violations[0].begin, 3.0);
  EXPECT_EQ(violations[0].end, 3.0);
  EXPECT_EQ(violations[0].peak.value, 5.0);
  EXPECT_EQ(hod::worst_point({times, {5.0}, {}}, {}).value, 5.0);
}

TEST(Limits, NothingIsBeyondNoBound)
{
  const std::vector<double> times = even_times(10, 1.0);
  EXPECT_THAT(find_violations(sine(times), {}), IsEmpty());
  EXPECT_THAT(find_violations(sine(times), {-1e300, 1e300}), IsEmpty());
}

TEST(Limits, RandomCurvesAreBeyondExactlyDuringTheirViolations)
{
  Random random(7);
  for (int trial = 0; trial < 300; ++trial)
  {
    std::vector<double> times{random.uniform(-1.0, 1.0)};
    SampledCurve curve{times, {}, {}};
    for (int i = 0; i < 6; ++i)
    {
      times.push_back(times.back() + random.uniform(0.1, 2.0));
    }
    for (int i = 0; i < 7; ++i)
    {
      curve.values.push_back(random.uniform(-1.0, 1.0));
      curve.slopes.push_back(random.uniform(-3.0, 3.0));
    }
    if (trial % 3 == 0)
    {
      curve.slopes.clear();
    }
    const Bounds bounds{random.uniform(-1.0, 0.0), random.uniform(0.0, 1.0)};
    const auto violations = find_violations(curve, bounds);
    const hod::CurvePoint worst = worst_point(curve, bounds);
    EXPECT_THAT(between_samples(curve, worst.time), DoubleNear(worst.value, 1e-12));
    for (int i = 0; i <= 2000; ++i)
    {
      const double share = i / 2000.0;
      const double time = (1.0 - share) * times.front() + share * times.back();
      const double excess = bounds.excess(between_samples(curve, time));
      bool inside_one = false;
      for (const Violation & one : violations)
      {
        if (one.begin <= time && time <= one.end)
        {
          inside_one = true;
          EXPECT_LE(excess, bounds.excess(one.peak.value) + 1e-12);
        }
      }
      EXPECT_LE(excess, bounds.excess(worst.value) + 1e-12);
      EXPECT_TRUE(std::abs(excess) < 1e-9 || (excess > 0.0) == inside_one) << trial << " " << time;
    }
  }
}

TEST(Limits, PiecesOfACurveAreAsGoodAsTheWhole)
{
  Random random(8);
  for (int trial = 0; trial < 200; ++trial)
  {
    std::vector<double> times;
    SampledCurve curve{times, {}, {}};
    for (int i = 0; i < 12; ++i)
    {
      times.push_back(i + random.uniform(0.0, 0.9));
      curve.values.push_back(random.uniform(-1.0, 1.0));
      curve.slopes.push_back(random.uniform(-3.0, 3.0));
    }
    if (trial % 3 == 0)
    {
      curve.slopes.clear();
    }
    const Bounds bounds{random.uniform(-1.0, 0.0), random.uniform(0.0, 1.0)};
    hod::LimitWatch watch(bounds);
    for (int first = 0; first < 12;)
    {
      const int last = std::min(first + 1 + random.integer(4), 12);
      const std::vector<double> part(times.begin() + first, times.begin() + last);
      SampledCurve piece{part, {curve.values.begin() + first, curve.values.begin() + last}, {}};
      if (curve.has_slopes())
      {
        piece.slopes.assign(curve.slopes.begin() + first, curve.slopes.begin() + last);
      }
      watch.watch(piece);
      first = last;
    }
    const hod::CurvePoint worst = worst_point(curve, bounds);
    EXPECT_EQ(watch.worst().value, worst.value);
    EXPECT_EQ(watch.worst().segment, worst.segment);
    EXPECT_EQ(watch.worst().time, worst.time);
    const auto expected = find_violations(curve, bounds);
    const auto found = watch.violations();
    ASSERT_THAT(found, SizeIs(expected.size())) << trial;
    for (std::size_t i = 0; i < found.size(); ++i)
    {
      EXPECT_EQ(found[i].begin, expected[i].begin);
      EXPECT_EQ(found[i].end, expected[i].end);
      EXPECT_EQ(found[i].peak.value, expected[i].peak.value);
      EXPECT_EQ(found[i].peak.segment, expected[i].peak.segment);
    }
  }
}

TEST(Limits, PeaksBetweenSamplesCountInAnyUnit)
{
  const std::vector<double> times{0.0, 2.0};
  for (const double unit : {1e-200, 1e-30, 1e100, 1e200})
  {
    const SampledCurve arch{times, {0.0, 0.5 * unit}, {2.0 * unit, -1.5 * unit}};  // 2 t − 7/8 t²
    const hod::CurvePoint worst = worst_point(arch, {-unit, unit});
    EXPECT_THAT(worst.time, DoubleNear(8.0 / 7.0, 1e-14)) << unit;
    EXPECT_THAT(worst.value / unit, DoubleNear(8.0 / 7.0, 1e-14)) << unit;
  }
}

TEST(Limits, WhatJoinsAPieceWithoutSlopesIsStraight)
{
  const std::vector<double> first{0.0, 1.0};
  const std::vector<double> second{2.0, 3.0};
  hod::LimitWatch watch({-1.0, 1.0});
  watch.watch({first, {0.0, 0.0}, {}});
  watch.watch({second, {2.0, 0.0}, {-2.0, -2.0}});
  ASSERT_THAT(watch.violations(), SizeIs(1));
  EXPECT_THAT(watch.violations()[0].begin, DoubleNear(1.5, 1e-15));
  EXPECT_THAT(watch.violations()[0].end, DoubleNear(2.5, 1e-15));
}

}  // namespace

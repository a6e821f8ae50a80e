// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/motion_covariance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "hod/error.hpp"

namespace hod
{
namespace
{

constexpr int kDegree = 5;
constexpr int kJoints = 3;
const std::vector<double> kKnots = {-1.0, -0.6, 0.1, 0.5, 1.4, 2.0};

/// Control point i of tᵖ on clamped knots: the mean of the products of p of the knots behind it
/// (its blossom).
double control_point(int point, int power)
{
  std::vector<double> clamped(kDegree, kKnots.front());
  clamped.insert(clamped.end(), kKnots.begin(), kKnots.end());
  clamped.insert(clamped.end(), kDegree, kKnots.back());
  std::vector<double> sums(kDegree + 1, 0.0);  // elementary symmetric polynomials
  sums[0] = 1.0;
  for (int i = 1; i <= kDegree; ++i)
  {
    for (int p = i; p > 0; --p)
    {
      const auto place = static_cast<std::size_t>(p);
      sums[place] += sums[place - 1] * clamped[static_cast<std::size_t>(point + i)];
    }
  }
  double choices = 1.0;
  for (int p = 0; p < power; ++p)
  {
    choices *= static_cast<double>(kDegree - p) / (p + 1);
  }
  return sums[static_cast<std::size_t>(power)] / choices;
}

/// The k-th derivative of tᵖ.
double power_of(double t, int power, int derivative)
{
  double factor = 1.0;
  for (int k = 0; k < derivative; ++k)
  {
    factor *= power - k;
  }
  return factor == 0.0 ? 0.0 : factor * std::pow(t, power - derivative);
}

/// Joints 0 and 2 move: sample p of the first is tᵖ, of the other -2 tᵖ.
MotionCovariance of_powers()
{
  MotionCovariance covariance;
  covariance.knots = kKnots;
  covariance.columns = {0, 2};
  covariance.joints = kJoints;
  covariance.degree = kDegree;
  const auto points = static_cast<Eigen::Index>(kKnots.size()) - 1 + kDegree;
  covariance.samples.resize(points, 2 * (kDegree + 1));
  for (Eigen::Index point = 0; point < points; ++point)
  {
    for (int power = 0; power <= kDegree; ++power)
    {
      const double value = control_point(static_cast<int>(point), power);
      covariance.samples(point, power) = static_cast<float>(value);
      covariance.samples(point, kDegree + 1 + power) = static_cast<float>(-2.0 * value);
    }
  }
  return covariance;
}

TEST(MotionCovariance, SamplesArePolynomialsWithTheirDerivatives)
{
  constexpr int kRows = kDegree + 2;
  std::vector<double> times = kKnots;
  for (int i = 0; i < 3000; ++i)  // more than one thread takes
  {
    times.push_back(-1.0 + 3.0 * i / 3000.0);
  }
  const MotionCovariance covariance = of_powers();
  const auto size = static_cast<Eigen::Index>((kDegree + 1) * kRows) * kJoints;
  const double untouched = 1e99;
  std::vector<double> motions(times.size() * static_cast<std::size_t>(size) + 1, untouched);
  covariance.sample_motions(times, kRows, motions.data());
  EXPECT_EQ(motions.back(), untouched) << "written past the end";
  double worst = 0.0;
  for (std::size_t i = 0; i < times.size(); ++i)
  {
    for (int power = 0; power <= kDegree; ++power)
    {
      const Eigen::Map<const RowMatrix> motion(
        motions.data() + static_cast<Eigen::Index>(i) * size + power * kRows * kJoints, kRows,
        kJoints);
      for (int k = 0; k < kDegree; ++k)
      {
        // Control points are in single precision; a difference of two divides by 0.4 s / 5 or more.
        const double allowed = 4e-6 * std::pow(25.0, k);
        const double expected = power_of(times[i], power, k);
        worst = std::max(worst, std::abs(motion(k, 0) - expected) / allowed);
        worst = std::max(worst, std::abs(motion(k, 2) + 2.0 * expected) / allowed);
        EXPECT_EQ(motion(k, 1), 0.0) << "it stands still";
      }
      EXPECT_TRUE((motion.bottomRows(kRows - kDegree).array() == INFINITY).all());
    }
  }
  EXPECT_LT(worst, 1.0);
}

TEST(MotionCovariance, WithoutMovingJointsThereIsNothingToWrite)
{
  MotionCovariance covariance = of_powers();
  covariance.columns.clear();
  double untouched = 1e99;
  covariance.sample_motions({0.0}, 1, &untouched);
  EXPECT_EQ(untouched, 1e99);
}

TEST(MotionCovariance, RefusesSizesThatDoNotFit)
{
  RowMatrix rows(2, kJoints);
  double sample = 0.0;
  EXPECT_THROW(of_powers().deviations(0.0, rows), Error) << "no band";
  const auto expect_refused = [&](const auto & damage) {
    MotionCovariance covariance = of_powers();
    const std::size_t points = kKnots.size() - 1 + kDegree;
    covariance.band.assign(points * 2 * (kDegree + 1), 1.0);
    EXPECT_NO_THROW(covariance.deviations(0.0, rows));
    damage(covariance);
    EXPECT_THROW(covariance.deviations(0.0, rows), Error);
    EXPECT_THROW(covariance.sample_motions({0.0}, 1, &sample), Error);
  };
  expect_refused([](MotionCovariance & motion) { motion.knots.clear(); });
  expect_refused([](MotionCovariance & motion) { motion.knots.pop_back(); });
  expect_refused([](MotionCovariance & motion) { motion.columns[1] = kJoints; });
  expect_refused([](MotionCovariance & motion) { motion.columns[1] = -1; });
  expect_refused([](MotionCovariance & motion) { motion.degree = 16; });
  expect_refused([](MotionCovariance & motion) { motion.degree = -1; });
  MotionCovariance covariance = of_powers();
  covariance.common.resize(2);
  covariance.common[0].times = {0.0, 1.0};
  EXPECT_THROW(covariance.common_deviation(0, 0.5), Error);
  RowMatrix other(2, kJoints + 1);
  EXPECT_THROW(covariance.deviations(0.0, other), Error);
  EXPECT_THROW(covariance.deviations({0.0, 0.1, 0.2}, rows), Error);
  EXPECT_THROW(covariance.sample_motions({0.0}, -1, &sample), Error);
}

}  // namespace
}  // namespace hod

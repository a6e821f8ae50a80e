// SPDX-License-Identifier: Apache-2.0
// How exact the motion from accelerations is, and what errors of the samples do to it.
#include "hod/motion/interpolation.hpp"

#include <gmock/gmock.h>

#include "motion_cases.hpp"

namespace hod
{
namespace
{

using namespace motion_cases;

constexpr double kEnd = 1.5;

EndCondition wave_end(EndKind kind, int order, double time)
{
  const int r = (order - 2) / 2;
  EndCondition end{kind, {}};
  if (kind == EndKind::given || kind == EndKind::top)
  {
    end.values = RowMatrix::NullaryExpr(r, 1, [&](Eigen::Index row, Eigen::Index) {
      const auto e = static_cast<int>(row);
      return wave(time, kind == EndKind::top ? order - e : 3 + e);
    });
  }
  return end;
}

PiecewisePolynomial wave_motion(int order, EndKind kind, const std::vector<double> & knots)
{
  RowMatrix accelerations(static_cast<Eigen::Index>(knots.size()), 1);
  for (std::size_t i = 0; i < knots.size(); ++i)
  {
    accelerations(static_cast<Eigen::Index>(i), 0) = wave(knots[i], 2);
  }
  AccelerationOptions options;
  options.order = order;
  options.start = wave_end(kind, order, knots.front());
  options.end = wave_end(kind, order, knots.back());
  options.position = Eigen::RowVectorXd::Constant(1, wave(knots.front(), 0));
  options.velocity = Eigen::RowVectorXd::Constant(1, wave(knots.front(), 1));
  return interpolate_accelerations(knots, accelerations, options).motion;
}

/// Largest error of each derivative up to the order.
Eigen::ArrayXd errors(int order, EndKind kind, int segments)
{
  const PiecewisePolynomial motion = wave_motion(order, kind, even_knots(segments, kEnd));
  Eigen::ArrayXd largest = Eigen::ArrayXd::Zero(order + 1);
  RowMatrix rows(order + 1, 1);
  for (int i = 0; i <= 4000; ++i)
  {
    const double time = kEnd * i / 4000;
    motion.evaluate(time, rows);
    for (int d = 0; d <= order; ++d)
    {
      largest[d] = std::max(largest[d], std::abs(rows(d, 0) - wave(time, d)));
    }
  }
  return largest;
}

TEST(Interpolation, EveryDerivativeConvergesAtItsRate)
{
  for (const EndKind kind : {EndKind::given, EndKind::top, EndKind::estimated})
  {
    for (const int order : {4, 6})
    {
      const int segments = order == 4 ? 80 : 48;
      const Eigen::ArrayXd rates =
        (errors(order, kind, segments) / errors(order, kind, 2 * segments)).log() / std::log(2.0);
      for (int d = 0; d <= order; ++d)
      {
        // q and q' gain nothing on q'' but may: known ends let errors of neighbours cancel.
        const double expected = std::min(order, order + 2 - d);
        EXPECT_GT(rates[d], expected - 0.35) << "order " << order << ", derivative " << d;
        EXPECT_TRUE(d < 2 || rates[d] < expected + 0.35) << "order " << order << ", d " << d;
      }
    }
  }
}

/// Knots from -1 to 1, from 0 to 2 and far away; periodic ones are joined in another way.
TEST(Interpolation, DoesNotDependOnWhenItWas)
{
  constexpr int kOrder = 6;
  RowMatrix accelerations = RowMatrix::Random(13, 1);
  accelerations.row(12) = accelerations.row(0);
  for (const EndKind kind : {EndKind::estimated, EndKind::periodic})
  {
    const auto motion_from = [&](double start) {
      std::vector<double> knots = even_knots(12, 2.0);
      for (double & knot : knots)
      {
        knot += start;
      }
      AccelerationOptions options;
      options.order = kOrder;
      options.start.kind = options.end.kind = kind;
      return interpolate_accelerations(knots, accelerations, options).motion;
    };
    RowMatrix first(kOrder + 1, 1), other(kOrder + 1, 1);
    motion_from(0.0).evaluate(0.7, first);
    for (const double start : {-1.0, 1024.0})
    {
      motion_from(start).evaluate(start + 0.7, other);
      for (int d = 0; d <= kOrder; ++d)
      {
        EXPECT_NEAR(other(d, 0), first(d, 0), 1e-9 * (1.0 + std::abs(first(d, 0)))) << d;
      }
    }
  }
}

TEST(Interpolation, NaturalEndsLoseTheOrder)
{
  const double rate =
    std::log2(errors(4, EndKind::natural, 80)[2] / errors(4, EndKind::natural, 160)[2]);
  EXPECT_NEAR(rate, 2.0, 0.35);
}

/// One channel per sample, each with an error of 1 in that sample alone, knots 1 s apart.
PiecewisePolynomial responses(int order, int segments, EndKind kind)
{
  const RowMatrix samples = RowMatrix::Identity(segments + 1, segments + 1);
  const EndCondition end{
    kind, kind == EndKind::top ? RowMatrix::Zero((order - 2) / 2, segments + 1) : RowMatrix()};
  AccelerationOptions options;
  options.order = order;
  options.start = options.end = end;
  return interpolate_accelerations(even_knots(segments, segments), samples, options).motion;
}

/// Largest |q''| half way between knots for one bad sample of size 1.
double amplification(int order, int segments, EndKind kind)
{
  const PiecewisePolynomial motion = responses(order, segments, kind);
  double largest = 0.0;
  for (int segment = 0; segment < segments; ++segment)
  {
    largest = std::max(largest, at(motion, segment + 0.5, 2).cwiseAbs().maxCoeff());
  }
  return largest;
}

/// Largest |q⁽ᵐ⁾| at a knot if the signs of all errors are the worst.
double worst_case(int order, int segments, EndKind kind)
{
  const PiecewisePolynomial motion = responses(order, segments, kind);
  double largest = 0.0;
  for (int knot = 0; knot < segments; ++knot)
  {
    largest = std::max(largest, at(motion, knot, order).cwiseAbs().sum());
  }
  return largest;
}

TEST(Interpolation, ErrorsOfSamplesDoNotGrowAlongTheChain)
{
  for (const auto & [order, expected] : {std::pair{4, 0.73}, std::pair{6, 0.93}})
  {
    for (const int segments : {8, 32, 51, 500})
    {
      EXPECT_NEAR(amplification(order, segments, EndKind::top), expected, 0.01) << segments;
    }
    EXPECT_NEAR(
      amplification(order, 500, EndKind::estimated), amplification(order, 51, EndKind::estimated),
      1e-9);
    EXPECT_LT(amplification(order, 500, EndKind::estimated), 1.3);
    EXPECT_NEAR(
      worst_case(order, 16, EndKind::estimated), worst_case(order, 64, EndKind::estimated),
      0.1 * worst_case(order, 16, EndKind::estimated));
  }
}

TEST(Interpolation, OddOrdersAreWarnedOfForAReason)
{
  for (const int order : {3, 5})
  {
    EXPECT_GT(
      worst_case(order, 64, EndKind::natural), 2.0 * worst_case(order, 16, EndKind::natural));
    AccelerationOptions options;
    options.order = order;
    const auto result =
      interpolate_accelerations(even_knots(9, 1.0), random_table(10, 1, 1), options);
    EXPECT_THAT(result.warnings, testing::ElementsAre(testing::HasSubstr("is odd")));
  }
  EXPECT_TRUE(interpolate_accelerations({0, 1, 2, 3}, random_table(4, 1, 1), {}).warnings.empty());
}

}  // namespace
}  // namespace hod

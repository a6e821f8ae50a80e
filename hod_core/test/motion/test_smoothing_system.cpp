// SPDX-License-Identifier: Apache-2.0
// The parts of the solver: B-splines, equations of samples, reflections.
#include "motion/smoothing_system.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>
#include <vector>

#include "motion/smoothing_basis.hpp"
#include "motion/smoothing_factor.hpp"
#include "smoothing_cases.hpp"

namespace
{

using namespace hod::detail::smoothing_cases;
using hod::RowMatrix;
using hod::SmoothingSamples;
using namespace hod::detail::smoothing;

/// De Boor's recursion for values.
double spline_value(const std::vector<double> & knots, int first, int degree, double time)
{
  const auto knot = [&knots](int i) { return knots[static_cast<std::size_t>(i)]; };
  if (degree == 0)
  {
    return knot(first) <= time && time < knot(first + 1) ? 1 : 0;
  }
  return (time - knot(first)) / (knot(first + degree) - knot(first)) *
           spline_value(knots, first, degree - 1, time) +
         (knot(first + degree + 1) - time) / (knot(first + degree + 1) - knot(first + 1)) *
           spline_value(knots, first + 1, degree - 1, time);
}

TEST(SmoothingBasis, IsThatOfDeBoor)
{
  const std::vector<double> knots = uneven_times(16, 0.1, 3);
  for (const int degree : {1, 3, 6})
  {
    for (int segment = degree; segment + degree + 1 < 16; ++segment)
    {
      const SegmentBasis basis(knots, segment, degree);
      const double begin = knots[static_cast<std::size_t>(segment)];
      const double time = begin + 0.3 * basis.length();
      std::vector<double> values(static_cast<std::size_t>(degree + 1));
      basis.derivatives(basis.local_time(time), 0, values.data());
      for (int j = 0; j <= degree; ++j)
      {
        const double expected = spline_value(knots, segment - degree + j, degree, time);
        EXPECT_NEAR(values[static_cast<std::size_t>(j)], expected, 1e-14);
      }
    }
  }
}

TEST(SmoothingBasis, DerivativesAndIntegralsAreThoseOfTheValues)
{
  const std::vector<double> knots = uneven_times(12, 0.5, 3);
  const SegmentBasis basis(knots, 4, 5);
  std::array<double, 6> low{}, high{}, slope{}, integral{}, twice{}, ahead{};
  const double step = 1e-5;
  const double x_step = 2 * step / basis.length();
  for (int k = 1; k < 5; ++k)
  {
    basis.derivatives(0.2 - x_step, k - 1, low.data());
    basis.derivatives(0.2 + x_step, k - 1, high.data());
    basis.derivatives(0.2, k, slope.data());
    for (std::size_t j = 0; j < 6; ++j)
    {
      EXPECT_NEAR((high[j] - low[j]) / (2 * step), slope[j], 1e-6 * std::pow(10, k));
    }
  }
  basis.integrals(0.2 - x_step, 2, low.data());
  basis.integrals(0.2 + x_step, 2, ahead.data());
  basis.integrals(0.2, 1, integral.data());
  basis.integrals(-1, 2, twice.data());
  for (std::size_t j = 0; j < 6; ++j)
  {
    EXPECT_NEAR((ahead[j] - low[j]) / (2 * step), integral[j], 1e-8);
    EXPECT_NEAR(twice[j], 0, 1e-15);
  }
}

SmoothingSamples noisy(int count)
{
  SmoothingSamples samples{uneven_times(count, 0.01, 1), {}, uneven_weights(count, 2), {}};
  samples.values = noisy_sines(samples.times, 0, 0.1, 1);
  return samples;
}

void expect_equal(const Fit & one, const Fit & other)
{
  EXPECT_NEAR(one.squares[0], other.squares[0], 1e-9 * other.squares[0]);
  EXPECT_NEAR(one.degrees_of_freedom, other.degrees_of_freedom, 1e-7);
  ASSERT_EQ(one.splines.size(), other.splines.size());
  for (std::size_t i = 0; i < one.splines.size(); ++i)
  {
    EXPECT_NEAR(one.splines[i], other.splines[i], 1e-8);
  }
}

TEST(SmoothingBlocks, MergedSayWhatTheSamplesSay)
{
  const SmoothingSamples samples = noisy(700);
  SampleBlocks blocks = gather(samples, finest_knots(samples.times, 0.01), 6);
  for (double spacing = 0.02; spacing < 1; spacing *= 2)
  {
    blocks = merged(blocks, merged_knots(blocks.knots, 1.1 * spacing));
    const SampleBlocks direct = gather(samples, blocks.knots, 6);
    Fit one, other;
    System(blocks, 4).solve(1e-6, one);
    System(direct, 4).solve(1e-6, other);
    expect_equal(one, other);
    for (int s = 0; s < blocks.segments(); ++s)
    {
      EXPECT_LE(blocks.count(s), 6);
    }
  }
  EXPECT_LT(blocks.segments(), 15);
}

TEST(SmoothingBlocks, KnotsAreMergedUpToALimitAlone)
{
  const std::vector<double> merged = merged_knots({0.0, 1.0, 2.0, 10.0, 11.0}, 2.5);
  EXPECT_EQ(merged, (std::vector<double>{0.0, 2.0, 10.0, 11.0}));
}

TEST(SmoothingBlocks, KnotsAreEvenAndGrowIntoGaps)
{
  std::vector<double> times = even_times(100, 0.01);
  times.push_back(11);
  times.push_back(11.01);
  const std::vector<double> knots = finest_knots(times, 0.01);
  EXPECT_EQ(knots.front(), 0);
  EXPECT_EQ(knots.back(), 11.01);
  EXPECT_LT(knots.size(), 130U);
  for (std::size_t i = 2; i < knots.size(); ++i)
  {
    const double ratio = (knots[i] - knots[i - 1]) / (knots[i - 1] - knots[i - 2]);
    EXPECT_GT(ratio, 0.25);
    EXPECT_LT(ratio, 4);
  }
}

TEST(SmoothingTriangle, IsThatOfTheNormalEquationsWhateverTheRowsWeigh)
{
  std::mt19937 generator(1);
  std::normal_distribution<double> normal;
  for (const int width : {4, 5, 6, 7, 9})
  {
    const RowShape shape{1, width};
    RowTriangle triangle(shape);
    RowMatrix all = RowMatrix::NullaryExpr(20, width + 1, [&] { return normal(generator); });
    for (Eigen::Index first = 0; first < 20; first += 5)
    {
      RowMatrix rows = all.middleRows(first, 5);
      triangle.absorb(rows.data(), 5);
    }
    RowMatrix found = Eigen::Map<const RowMatrix>(triangle.row(0), width, width + 1);
    EXPECT_TRUE(RowMatrix(found.rightCols(width).triangularView<Eigen::StrictlyUpper>()).isZero(0));
    const RowMatrix expected = all.transpose() * all;
    const RowMatrix products = found.transpose() * found;
    EXPECT_TRUE(products.bottomRows(width).isApprox(expected.bottomRows(width), 1e-12));
  }
}

/// A light row that alone determines something is not lost beside one that is 10¹² times heavier.
TEST(SmoothingTriangle, KeepsLightRowsBesideHeavyOnes)
{
  for (const bool heavy_first : {true, false})
  {
    RowTriangle triangle({1, 2});
    RowMatrix rows(2, 3);
    rows << 5e12, 1e12, -1e12, /**/ 3.25, 0.25, 1;
    if (!heavy_first)
    {
      rows.row(0).swap(rows.row(1));
    }
    triangle.absorb(rows.data(), 2);
    const double x = triangle.row(0)[0] / triangle.row(0)[1];
    const double y = (triangle.row(1)[0] - triangle.row(1)[1] * x) / triangle.row(1)[2];
    EXPECT_NEAR(x - y, 5, 1e-14);
    EXPECT_NEAR(0.25 * x + y, 3.25, 1e-14);
  }
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
#include "hod/series/functions.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "random_series.hpp"

namespace
{

using hod::Series;
using hod::test::expect_near;
using hod::test::RandomSeries;

constexpr int kTerms = 9;
constexpr int kTrials = 200;
using S = Series<kTerms>;
using L = Series<kTerms, long double>;

L in_long_double(const S & series)
{
  L copy;
  for (int k = 0; k < kTerms; ++k)
  {
    copy[k] = series[k];
  }
  return copy;
}

S rounded(const L & series)
{
  S copy;
  for (int k = 0; k < kTerms; ++k)
  {
    copy[k] = static_cast<double>(series[k]);
  }
  return copy;
}

TEST(SeriesFunctions, OfTimeItselfAreTheKnownSeries)
{
  const auto angle = hod::sin_cos(S::time());
  const S exponential = hod::exp(S::time());
  const double sines[] = {0, 1, 0, -1, 0, 1, 0, -1, 0};
  const double cosines[] = {1, 0, -1, 0, 1, 0, -1, 0, 1};
  for (int k = 0; k < kTerms; ++k)
  {
    EXPECT_NEAR(angle.sin.derivative(k), sines[k], 1e-14);
    EXPECT_NEAR(angle.cos.derivative(k), cosines[k], 1e-14);
    EXPECT_NEAR(exponential.derivative(k), 1.0, 1e-14);
  }
  const S tangent = hod::tanh(S::time());
  const double tangents[] = {0, 1, 0, -1.0 / 3, 0, 2.0 / 15, 0, -17.0 / 315, 0};
  const S root = hod::sqrt(S(1.0) + S::time());
  const double roots[] = {1, 0.5, -0.125, 0.0625, -5.0 / 128, 7.0 / 256, -21.0 / 1024, 33.0 / 2048};
  for (int k = 0; k < kTerms - 1; ++k)
  {
    EXPECT_NEAR(tangent[k], tangents[k], 1e-15);
    EXPECT_NEAR(root[k], roots[k], 1e-15);
  }
}

TEST(SeriesFunctions, ObeyTheirIdentities)
{
  RandomSeries random;
  for (int trial = 0; trial < kTrials; ++trial)
  {
    const L x = random.next<kTerms, long double>();
    const L y = random.next<kTerms, long double>();
    const auto at_x = hod::sin_cos(x);
    const auto at_y = hod::sin_cos(y);
    const auto at_sum = hod::sin_cos(x + y);
    expect_near(at_x.sin * at_x.sin + at_x.cos * at_x.cos, L(1.0L), 1e-12);
    expect_near(at_sum.sin, at_x.sin * at_y.cos + at_x.cos * at_y.sin, 1e-13);
    expect_near(at_sum.cos, at_x.cos * at_y.cos - at_x.sin * at_y.sin, 1e-13);
    expect_near(hod::exp(x + y), hod::exp(x) * hod::exp(y), 1e-13);
    expect_near(hod::tanh(x) * (hod::exp(x) + hod::exp(-x)), hod::exp(x) - hod::exp(-x), 1e-12);
    const L square = x * x + L(1.0L);
    expect_near(hod::sqrt(square) * hod::sqrt(square), square, 1e-13);
  }
}

TEST(SeriesFunctions, AgreeWithLongDouble)
{
  RandomSeries random;
  for (int trial = 0; trial < kTrials; ++trial)
  {
    const S x = random.next<kTerms>();
    const L wide = in_long_double(x);
    expect_near(hod::sin_cos(x).sin, rounded(hod::sin_cos(wide).sin), 1e-14);
    expect_near(hod::sin_cos(x).cos, rounded(hod::sin_cos(wide).cos), 1e-14);
    expect_near(hod::exp(x), rounded(hod::exp(wide)), 1e-14);
    expect_near(hod::tanh(x), rounded(hod::tanh(wide)), 1e-13);
    const S square = x * x + S(0.5);
    expect_near(hod::sqrt(square), rounded(hod::sqrt(in_long_double(square))), 1e-10);
  }
}

TEST(SeriesFunctions, TheirDerivativesAreThoseOfTheChainRule)
{
  RandomSeries random;
  for (int trial = 0; trial < kTrials; ++trial)
  {
    const S x = random.next<kTerms>();
    const auto rate = hod::derivative(x);
    const auto angle = hod::sin_cos(x);
    const auto cut = [](const S & series) { return series.resized<kTerms - 1>(); };
    expect_near(hod::derivative(angle.sin), cut(angle.cos) * rate, 1e-13);
    expect_near(hod::derivative(hod::exp(x)), cut(hod::exp(x)) * rate, 1e-13);
    const S tangent = hod::tanh(x);
    expect_near(hod::derivative(tangent), cut(S(1.0) - tangent * tangent) * rate, 1e-12);
  }
}

// tanh x = 2 / (1 + exp(−2x)) − 1
TEST(SeriesFunctions, TanhKeepsTheDigitsOfItsDerivativesWhereItIsNearlyOne)
{
  for (const double x : {-17.0, -9.0, 9.0, 17.0, 30.0})
  {
    const S tangent = hod::tanh(S(x) + S::time());
    const long double sign = x < 0.0 ? -1.0L : 1.0L;
    const L falling = hod::exp(-2.0L * sign * (L(x) + L::time()));
    const L exact = sign * (L(2.0L) / (L(1.0L) + falling));
    for (int k = 1; k < kTerms; ++k)
    {
      const auto expected = static_cast<double>(exact[k]);
      EXPECT_NEAR(tangent[k], expected, 1e-14 * std::abs(expected)) << x << ", term " << k;
    }
  }
}

TEST(SeriesFunctions, TanhSaturatesWithoutOverflow)
{
  const S far = hod::tanh(S(1e4) + S::time());
  EXPECT_EQ(far[0], 1.0);
  for (int k = 1; k < kTerms; ++k)
  {
    EXPECT_EQ(far[k], 0.0);
  }
}

TEST(SeriesFunctions, SqrtHasNoSeriesWhereTheRootHasNoDerivative)
{
  EXPECT_EQ(hod::sqrt(S()), S());
  const S vertical = hod::sqrt(S::time());
  EXPECT_EQ(vertical[0], 0.0);
  EXPECT_FALSE(std::isfinite(vertical[1]));
  const S imaginary = hod::sqrt(S(-1.0) + S::time());
  for (int k = 0; k < kTerms; ++k)
  {
    EXPECT_TRUE(std::isnan(imaginary[k]));
  }
}

}  // namespace

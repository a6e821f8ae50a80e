// SPDX-License-Identifier: Apache-2.0
#include "hod/series/series.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <type_traits>

#include "random_series.hpp"

namespace
{

using hod::Series;
using hod::test::expect_near;
using hod::test::RandomSeries;

constexpr int kTerms = 9;
constexpr int kTrials = 200;
using S = Series<kTerms>;

TEST(Series, WorksAtCompileTime)
{
  constexpr Series<3> series = Series<3>::time(2.0) * Series<3>::time(2.0);
  static_assert(series[0] == 4.0 && series[1] == 4.0 && series[2] == 1.0);
  static_assert(hod::derivative(series)[1] == 2.0);
  static_assert(std::is_trivially_copyable_v<S> && sizeof(S) == kTerms * sizeof(double));
  static_assert(noexcept(S() * S()) && noexcept(S() / S()));
}

TEST(Series, SumAndProductObeyTheLawsOfARing)
{
  RandomSeries random;
  for (int trial = 0; trial < kTrials; ++trial)
  {
    const S a = random.next<kTerms>();
    const S b = random.next<kTerms>();
    const S c = random.next<kTerms>();
    expect_near(a * (b + c), a * b + a * c, 1e-14);
    expect_near(a * (b * c), (a * b) * c, 1e-14);
    expect_near(a * b, b * a, 1e-15);
    expect_near(a - a, S(), 0.0);
    expect_near(2.0 * a, a + a, 0.0);
    expect_near(-a + a, S(), 0.0);
  }
}

TEST(Series, ProductIsThatOfThePolynomials)
{
  RandomSeries random;
  for (int trial = 0; trial < kTrials; ++trial)
  {
    const Series<4> a = random.next<4>();
    const Series<4> b = random.next<4>();
    const auto product = a.resized<7>() * b.resized<7>();
    EXPECT_NEAR(product.at(0.7), a.at(0.7) * b.at(0.7), 1e-14);
    EXPECT_NEAR(product.at(-1.3), a.at(-1.3) * b.at(-1.3), 1e-13);
  }
}

TEST(Series, QuotientUndoesTheProduct)
{
  RandomSeries random;
  for (int trial = 0; trial < kTrials; ++trial)
  {
    const auto a = random.next<kTerms, long double>();
    const auto b = random.next_away_from_zero<kTerms, long double>();
    expect_near((a * b) / b, a, 1e-11);
    expect_near((a / b) * b, a, 1e-11);
  }
}

TEST(Series, QuotientOfOneByOneMinusTimeIsTheGeometricSeries)
{
  const S quotient = S(1.0) / (S(1.0) - S::time());
  for (int k = 0; k < kTerms; ++k)
  {
    EXPECT_EQ(quotient[k], 1.0);
  }
}

TEST(Series, QuotientByASeriesWithoutConstantTermIsNowhereFinite)
{
  for (const S & numerator : {S(1.0), S(), S::time()})
  {
    const S quotient = numerator / S::time();
    for (int k = 0; k < kTerms; ++k)
    {
      EXPECT_FALSE(std::isfinite(quotient[k])) << k;
    }
  }
}

TEST(Series, DerivativeObeysTheProductRule)
{
  RandomSeries random;
  for (int trial = 0; trial < kTrials; ++trial)
  {
    const S a = random.next<kTerms>();
    const S b = random.next<kTerms>();
    const auto rule =
      hod::derivative(a) * b.resized<kTerms - 1>() + a.resized<kTerms - 1>() * hod::derivative(b);
    expect_near(hod::derivative(a * b), rule, 1e-14);
  }
}

TEST(Series, IntegralUndoesTheDerivative)
{
  RandomSeries random;
  for (int trial = 0; trial < kTrials; ++trial)
  {
    const S a = random.next<kTerms>();
    expect_near(hod::integral(hod::derivative(a), a[0]), a, 1e-15);
    expect_near(hod::derivative(hod::integral(a, 3.0)), a, 1e-15);
  }
}

TEST(Series, DerivativesAndCoefficientsConvertIntoEachOther)
{
  const double derivatives[] = {1.0, -2.0, 3.0, -4.0, 5.0, -6.0};
  const auto series = Series<6>::from_derivatives(derivatives);
  EXPECT_EQ(series[3], -4.0 / 6.0);
  for (int k = 0; k < 6; ++k)
  {
    EXPECT_NEAR(series.derivative(k), derivatives[k], 1e-15);
  }
}

TEST(Series, DerivativesAreReadWithAStrideAndPaddedWithZeros)
{
  const double columns[] = {1.0, 10.0, 2.0, 20.0, 3.0, 30.0};
  const auto second = Series<5>::from_derivatives(columns + 1, 3, 2);
  EXPECT_EQ(second[0], 10.0);
  EXPECT_EQ(second[1], 20.0);
  EXPECT_EQ(second[2], 15.0);
  EXPECT_EQ(second[3], 0.0);
  EXPECT_EQ(second[4], 0.0);
}

TEST(Series, ResizingCutsOrContinuesWithZeros)
{
  RandomSeries random;
  const S a = random.next<kTerms>();
  EXPECT_EQ(a.resized<12>().resized<kTerms>(), a);
  EXPECT_EQ(a.resized<12>()[10], 0.0);
  EXPECT_EQ(a.resized<2>()[1], a[1]);
}

TEST(Series, ScaledTimeIsTheSeriesAtTheScaledTime)
{
  RandomSeries random;
  for (int trial = 0; trial < kTrials; ++trial)
  {
    const S a = random.next<kTerms>();
    EXPECT_NEAR(hod::time_scaled(a, 0.3).at(1.5), a.at(0.45), 1e-14);
    EXPECT_NEAR(hod::time_scaled(a, -2.0).derivative(3), -8.0 * a.derivative(3), 1e-12);
  }
}

TEST(Combinatorics, SmallValues)
{
  static_assert(hod::factorial(0) == 1.0 && hod::factorial(10) == 3628800.0);
  static_assert(hod::binomial(10, 3) == 120.0 && hod::binomial(5, 6) == 0.0);
  static_assert(hod::binomial(5, -1) == 0.0 && hod::binomial(0, 0) == 1.0);
  const double expected[] = {1, 1, 2, 5, 14, 42, 132, 429, 1430};
  for (int p = 0; p < 9; ++p)
  {
    EXPECT_EQ(hod::catalan(p), expected[p]);
  }
}

TEST(Combinatorics, CatalanNumbersSolveTheTriangularSystemOfTheGeneralizedEquation)
{
  for (int n = 1; n <= 12; ++n)
  {
    for (int total = 2 * n; total <= 2 * n + 6; ++total)
    {
      double sum = 0.0;
      for (int p = 1; p <= n; ++p)
      {
        sum += hod::catalan(p) * hod::binomial(total - 2 * p, n - p);
      }
      EXPECT_EQ(sum, hod::binomial(total, n - 1)) << n << ' ' << total;
    }
  }
}

}  // namespace

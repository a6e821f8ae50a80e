// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/piecewise_polynomial.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <random>

#include "hod/error.hpp"

namespace hod
{
namespace
{

/// Σ c_k uᵏ and its derivatives in t, term by term.
double derivative(const double * c, int degree, double u, double length, int order)
{
  double sum = 0.0;
  for (int k = order; k <= degree; ++k)
  {
    double factor = 1.0;
    for (int j = 0; j < order; ++j)
    {
      factor *= k - j;
    }
    sum += factor * c[k] * std::pow(u, k - order);
  }
  return sum / std::pow(length, order);
}

std::vector<double> random_numbers(std::size_t count, unsigned seed)
{
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> distribution(-1.0, 1.0);
  std::vector<double> numbers(count);
  for (double & number : numbers)
  {
    number = distribution(generator);
  }
  return numbers;
}

const std::vector<double> kKnots{-1.0, 0.5, 0.75, 3.0};

PiecewisePolynomial random_polynomial(int degree, int channels)
{
  const auto count = static_cast<std::size_t>(3 * channels * (degree + 1));
  return {kKnots, degree, channels, random_numbers(count, 7)};
}

void expect_terms(const PiecewisePolynomial & polynomial, double time, std::size_t segment)
{
  const int degree = polynomial.degree(), channels = polynomial.channels();
  RowMatrix motion = RowMatrix::Constant(degree + 3, channels, 99.0);
  polynomial.evaluate(time, motion);
  const double length = kKnots[segment + 1] - kKnots[segment];
  for (int channel = 0; channel < channels; ++channel)
  {
    const auto first = (static_cast<int>(segment) * channels + channel) * (degree + 1);
    const double * c = polynomial.coefficients().data() + first;
    for (int k = 0; k < motion.rows(); ++k)
    {
      const double expected = derivative(c, degree, (time - kKnots[segment]) / length, length, k);
      EXPECT_NEAR(motion(k, channel), expected, 1e-12 * (1.0 + std::abs(expected)))
        << "time " << time << ", derivative " << k;
    }
  }
}

TEST(PiecewisePolynomial, EveryDerivativeOnEverySegmentAndBeyondTheEnds)
{
  for (const int degree : {0, 1, 5, 11})
  {
    for (const int channels : {1, 3})
    {
      const PiecewisePolynomial polynomial = random_polynomial(degree, channels);
      expect_terms(polynomial, -1.3, 0);
      expect_terms(polynomial, -1.0, 0);
      expect_terms(polynomial, 0.2, 0);
      expect_terms(polynomial, 0.5, 1);
      expect_terms(polynomial, 0.6, 1);
      expect_terms(polynomial, 2.0, 2);
      expect_terms(polynomial, 3.0, 2);
      expect_terms(polynomial, 3.4, 2);
    }
  }
}

TEST(PiecewisePolynomial, FewerRowsAndBlocksOfALargerTable)
{
  const PiecewisePolynomial polynomial = random_polynomial(5, 2);
  RowMatrix all(6, 2), table = RowMatrix::Constant(8, 5, 99.0);
  polynomial.evaluate(0.3, all);
  polynomial.evaluate(0.3, table.block(2, 1, 3, 2));
  EXPECT_EQ(RowMatrix(table.block(2, 1, 3, 2)), RowMatrix(all.topRows(3)));
  table.block(2, 1, 3, 2).setConstant(99.0);
  EXPECT_TRUE((table.array() == 99.0).all());
}

TEST(PiecewisePolynomial, AnyGuessFindsTheSegment)
{
  const PiecewisePolynomial polynomial = random_polynomial(2, 1);
  for (const double time : {-2.0, -1.0, 0.0, 0.5, 0.6, 0.75, 1.0, 3.0, 4.0})
  {
    for (int guess = -2; guess < 6; ++guess)
    {
      EXPECT_EQ(polynomial.segment_at(time, guess), polynomial.segment_at(time)) << time;
    }
  }
  EXPECT_EQ(polynomial.segment_at(0.5), 1);
  EXPECT_EQ(polynomial.segment_at(std::nextafter(0.5, 0.0)), 0);
}

TEST(PiecewisePolynomial, TheSegmentIsFoundAmongKnotsOfAnySpacing)
{
  std::vector<double> knots{0.0};
  for (int i = 0; i < 60; ++i)
  {
    knots.push_back(knots.back() + std::pow(10.0, (i * 7) % 13 - 6));
  }
  const PiecewisePolynomial polynomial(knots, 0, 1, random_numbers(60, 3));
  for (std::size_t i = 0; i < 60; ++i)
  {
    for (const double part : {0.0, 0.5})
    {
      const double time = knots[i] + part * (knots[i + 1] - knots[i]);
      EXPECT_EQ(polynomial.segment_at(time), static_cast<int>(i)) << part;
      for (int guess = 0; guess < 60; ++guess)
      {
        EXPECT_EQ(polynomial.segment_at(time, guess), static_cast<int>(i)) << guess;
      }
    }
  }
}

TEST(PiecewisePolynomial, NotANumberIsHarmless)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  RowMatrix motion(3, 1);
  random_polynomial(2, 1).evaluate(nan, motion);
  EXPECT_TRUE(std::isnan(motion(0, 0)));
}

std::string error_of(std::vector<double> knots, int degree, int channels, std::vector<double> c)
{
  try
  {
    PiecewisePolynomial(std::move(knots), degree, channels, std::move(c));
  }
  catch (const Error & error)
  {
    return error.what();
  }
  return "none";
}

TEST(PiecewisePolynomial, SaysWhatIsWrong)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(error_of({1.0}, 1, 1, {}), "knots: found 1, expected at least 2");
  EXPECT_EQ(
    error_of({0.0, 2.0, 2.0}, 0, 1, {1.0, 1.0}),
    "knots: found 2 at index 2 after 2, expected strictly increasing times");
  EXPECT_EQ(
    error_of({0.0, nan}, 0, 1, {1.0}), "knots: found nan at index 1, expected finite numbers");
  EXPECT_EQ(error_of({0.0, 1.0}, 32, 1, {}), "degree: found 32, expected 0 to 31");
  EXPECT_EQ(error_of({0.0, 1.0}, 1, 0, {}), "channels: found 0, expected at least 1");
  EXPECT_EQ(
    error_of({0.0, 1.0}, 1, 1, {1.0}),
    "coefficients: found 1, expected 2, degree + 1 for each segment and channel");
  EXPECT_EQ(
    error_of({0.0, 1.0}, 1, 1, {1.0, nan}),
    "coefficients: found nan at index 1, expected finite numbers");
}

}  // namespace
}  // namespace hod

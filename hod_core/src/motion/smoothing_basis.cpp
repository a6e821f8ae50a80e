// SPDX-License-Identifier: Apache-2.0
#include "motion/smoothing_basis.hpp"

#include <cmath>
#include <cstddef>

namespace hod::smoothing
{
namespace
{

double knot_at(const std::vector<double> & knots, int index) noexcept
{
  const int last = static_cast<int>(knots.size()) - 1;
  const auto at = [&knots](int place) { return knots[static_cast<std::size_t>(place)]; };
  if (index < 0)
  {
    return at(0) + index * (at(1) - at(0));
  }
  return index <= last ? at(index) : at(last) + (index - last) * (at(last) - at(last - 1));
}

/// target += (constant + slope x) * source
void add_product(
  LocalPolynomial & target, const LocalPolynomial & source, int width, double constant,
  double slope) noexcept
{
  for (int k = 0; k < width; ++k)
  {
    const auto place = static_cast<std::size_t>(k);
    target[place] += constant * source[place];
    target[place + 1] += slope * source[place];
  }
}

/// Antiderivative that is zero at x = -1.
LocalPolynomial integrated(const LocalPolynomial & polynomial, int width, double scale) noexcept
{
  LocalPolynomial result{};
  double at_begin = 0;
  for (int k = width; k > 0; --k)
  {
    const auto place = static_cast<std::size_t>(k);
    result[place] = scale * polynomial[place - 1] / k;
    at_begin = -(at_begin + result[place]);
  }
  result[0] = -at_begin;
  return result;
}

double value(const LocalPolynomial & polynomial, int width, double x) noexcept
{
  double sum = 0;
  for (int k = width; k-- > 0;)
  {
    sum = sum * x + polynomial[static_cast<std::size_t>(k)];
  }
  return sum;
}

}  // namespace

LocalPolynomial power_derivatives(double x, int width, int derivative) noexcept
{
  LocalPolynomial row{};
  double power = 1;
  for (int k = derivative; k < width; ++k)
  {
    double factor = 1;
    for (int i = 0; i < derivative; ++i)
    {
      factor *= k - i;
    }
    row[static_cast<std::size_t>(k)] = factor * power;
    power *= x;
  }
  return row;
}

SegmentBasis::SegmentBasis(const std::vector<double> & knots, int segment, int degree) noexcept
: width_(degree + 1), splines_{}
{
  std::array<double, 2 * kMaxWidth> around{};  // the segment begins at around[degree]
  for (int i = 0; i <= 2 * degree + 1; ++i)
  {
    around[index(i)] = knot_at(knots, segment - degree + i);
  }
  const double begin = around[index(degree)];
  length_ = around[index(degree + 1)] - begin;
  middle_ = begin + 0.5 * length_;
  splines_[index(degree)][0] = 1;
  for (int k = 1; k <= degree; ++k)
  {
    raise_degree(around.data(), k);
  }
}

/// De Boor's recursion for the polynomials: splines_[j] of `degree` - 1 become those of `degree`.
void SegmentBasis::raise_degree(const double * knots, int degree) noexcept
{
  const int last = width_ - 1;
  const double half = 0.5 * length_;
  for (int j = last - degree; j <= last; ++j)
  {
    LocalPolynomial raised{};
    if (j > last - degree)
    {
      const double span = knots[j + degree] - knots[j];
      add_product(raised, splines_[index(j)], degree, (middle_ - knots[j]) / span, half / span);
    }
    if (j < last)
    {
      const double end = knots[j + degree + 1];
      const double span = end - knots[j + 1];
      add_product(raised, splines_[index(j + 1)], degree, (end - middle_) / span, -half / span);
    }
    splines_[index(j)] = raised;
  }
}

void SegmentBasis::derivatives(double x, int derivative, double * row) const noexcept
{
  const LocalPolynomial powers = power_derivatives(x, width_, derivative);
  const double scale = std::pow(2 / length_, derivative);
  for (int j = 0; j < width_; ++j)
  {
    double sum = 0;
    for (int k = derivative; k < width_; ++k)
    {
      sum += splines_[index(j)][index(k)] * powers[index(k)];
    }
    row[j] = scale * sum;
  }
}

void SegmentBasis::integrals(double x, int times, double * row) const noexcept
{
  for (int j = 0; j < width_; ++j)
  {
    LocalPolynomial integral = splines_[index(j)];
    for (int i = 0; i < times; ++i)
    {
      integral = integrated(integral, width_ + i, 0.5 * length_);
    }
    row[j] = value(integral, width_ + times, x);
  }
}

LocalPolynomial in_unit_time(LocalPolynomial polynomial, int width) noexcept
{
  for (int first = 0; first + 1 < width; ++first)  // expand about x = -1
  {
    for (int k = width - 2; k >= first; --k)
    {
      polynomial[static_cast<std::size_t>(k)] -= polynomial[static_cast<std::size_t>(k + 1)];
    }
  }
  double scale = 1;
  for (int k = 0; k < width; ++k, scale *= 2)
  {
    polynomial[static_cast<std::size_t>(k)] *= scale;
  }
  return polynomial;
}

}  // namespace hod::smoothing

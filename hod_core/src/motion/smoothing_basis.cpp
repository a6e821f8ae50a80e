// SPDX-License-Identifier: Apache-2.0
#include "motion/smoothing_basis.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace hod::detail::smoothing
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

/// A factor constant + slope x.
struct Line
{
  double constant;
  double slope;
};

/// first becomes first * rising + second * falling, each with `width` numbers.
void blend(
  LocalPolynomial & first, Line rising, const LocalPolynomial & second, Line falling,
  std::size_t width) noexcept
{
  first[width] = rising.slope * first[width - 1] + falling.slope * second[width - 1];
  for (std::size_t k = width - 1; k > 0; --k)
  {
    first[k] = rising.constant * first[k] + rising.slope * first[k - 1] +
               (falling.constant * second[k] + falling.slope * second[k - 1]);
  }
  first[0] = rising.constant * first[0] + falling.constant * second[0];
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
: width_(degree + 1)
{
  std::array<double, 2 * kMaxWidth> around{};  // the segment begins at around[degree]
  for (int i = 0; i <= 2 * degree + 1; ++i)
  {
    around[index(i)] = knot_at(knots, segment - degree + i);
  }
  const double begin = around[index(degree)];
  length_ = around[index(degree + 1)] - begin;
  middle_ = begin + 0.5 * length_;
  for (int j = 0; j < width_; ++j)
  {
    std::fill_n(splines_[index(j)].begin(), width_, 0.0);
  }
  splines_[index(degree)][0] = 1;
  for (int k = 1; k <= degree; ++k)
  {
    raise_degree(around.data(), k);
  }
}

/// De Boor's recursion for the polynomials: splines_[j] of `degree` - 1 become those of `degree`.
/// The first is new and begins as zero; for the last there is no next one.
void SegmentBasis::raise_degree(const double * knots, int degree) noexcept
{
  const int last = width_ - 1;
  const double half = 0.5 * length_;
  const LocalPolynomial nothing{};
  Line rising{0, 0};
  for (int j = last - degree; j <= last; ++j)
  {
    Line falling{0, 0};
    Line next{0, 0};
    if (j < last)
    {
      const double inverse = 1 / (knots[j + degree + 1] - knots[j + 1]);
      falling = {(knots[j + degree + 1] - middle_) * inverse, -half * inverse};
      next = {(middle_ - knots[j + 1]) * inverse, half * inverse};
    }
    blend(
      splines_[index(j)], rising, j < last ? splines_[index(j + 1)] : nothing, falling,
      index(degree));
    rising = next;
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

}  // namespace hod::detail::smoothing

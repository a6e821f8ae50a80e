// SPDX-License-Identifier: Apache-2.0
#include "smoothing_factor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace hod::detail::smoothing
{

namespace
{

/// The row with the largest number at `place` becomes the pivot.
void choose_pivot(double * pivot, double * rows, int count, std::size_t size, std::size_t place)
{
  double * heaviest = pivot;
  for (int r = 0; r < count; ++r, rows += size)
  {
    heaviest = std::abs(rows[place]) > std::abs(heaviest[place]) ? rows : heaviest;
  }
  if (heaviest != pivot)
  {
    std::swap_ranges(pivot, pivot + size, heaviest);
  }
}

double squares_at(const double * rows, int count, std::size_t size, std::size_t place)
{
  double squares = 0;
  for (int r = 0; r < count; ++r, rows += size)
  {
    squares += rows[place] * rows[place];
  }
  return squares;
}

/// target += factor * source
template <std::size_t kSize>
void add(double * target, double factor, const double * source, std::size_t given_size)
{
  const std::size_t size = kSize > 0 ? kSize : given_size;
  for (std::size_t k = 0; k < size; ++k)
  {
    target[k] += factor * source[k];
  }
}

/// The reflection 1 - v vᵀ / (norm |v₀|) that moves all of the numbers at `place` into the pivot
/// row. v consists of these numbers except for v₀. Numbers after `place` are zero in all rows.
template <std::size_t kSize>
void reflect(
  double * pivot, double * rows, int count, std::size_t size, std::size_t place, double * buffer)
{
  choose_pivot(pivot, rows, count, size, place);
  const double squares = squares_at(rows, count, size, place);
  if (squares == 0)
  {
    return;
  }
  const double head = pivot[place];
  const double norm = std::sqrt(head * head + squares);
  const double first = head + std::copysign(norm, head);
  const double scale = 1 / (norm * std::abs(first));
  std::array<double, std::max<std::size_t>(kSize, 1)> registers;
  double * sums = kSize > 0 ? registers.data() : buffer;
  std::fill_n(sums, size, 0.0);
  add<kSize>(sums, first * scale, pivot, size);
  for (int r = 0; r < count; ++r)
  {
    const double * row = rows + static_cast<std::size_t>(r) * size;
    add<kSize>(sums, row[place] * scale, row, size);
  }
  add<kSize>(pivot, -first, sums, size);
  for (int r = 0; r < count; ++r)
  {
    double * row = rows + static_cast<std::size_t>(r) * size;
    add<kSize>(row, -row[place], sums, size);
    row[place] = 0;
  }
}

}  // namespace

RowTriangle::RowTriangle(RowShape shape)
: shape_(shape), rows_(static_cast<std::size_t>(shape.width) * shape.size()), sums_(shape.size())
{}

void RowTriangle::clear()
{
  std::fill(rows_.begin(), rows_.end(), 0.0);
}

void RowTriangle::absorb(double * rows, int count)
{
  switch (shape_.size())
  {
    case 6:
      return absorb_fixed<6>(rows, count);
    case 7:
      return absorb_fixed<7>(rows, count);
    case 8:
      return absorb_fixed<8>(rows, count);
    default:
      return absorb_fixed<0>(rows, count);
  }
}

/// With the size of a row known at compile time, 0 if it is not: rows are short.
template <std::size_t kSize>
void RowTriangle::absorb_fixed(double * rows, int count)
{
  const std::size_t size = kSize > 0 ? kSize : shape_.size();
  for (int column = shape_.width; column-- > 0;)
  {
    const auto place = static_cast<std::size_t>(shape_.channels + column);
    reflect<kSize>(
      rows_.data() + static_cast<std::size_t>(column) * size, rows, count, size, place,
      sums_.data());
  }
}

void RowTriangle::shift()
{
  const auto channels = static_cast<std::size_t>(shape_.channels);
  for (int i = shape_.width; --i > 0;)
  {
    const double * above = rows_.data() + place(i - 1);
    double * target = rows_.data() + place(i);
    std::copy(above, above + channels, target);
    target[channels] = 0;
    std::copy(above + channels, above + channels + i, target + channels + 1);
  }
  std::fill_n(rows_.data(), shape_.size(), 0.0);
}

CovarianceWindow::CovarianceWindow(int width, int integrals)
: width_(width),
  integrals_(integrals),
  numbers_(static_cast<std::size_t>(size() * size())),
  functional_(static_cast<std::size_t>(size())),
  moved_(static_cast<std::size_t>(size()))
{}

/// Turns two neighbouring columns, from a row on, so that the right one is zero there.
void CovarianceWindow::turn_columns(int column, int first_row)
{
  const double * const first = line(first_row) + column;
  const double norm = std::hypot(first[0], first[1]);
  if (!(norm > 0))
  {
    return;
  }
  const double cosine = first[0] / norm;
  const double sine = first[1] / norm;
  for (int i = first_row; i < size(); ++i)
  {
    double * const pair = line(i) + column;
    const double turned = cosine * pair[0] + sine * pair[1];
    pair[1] = cosine * pair[1] - sine * pair[0];
    pair[0] = turned;
  }
}

/// Without the first row, every row has one number beside its diagonal: columns turn until there is
/// a triangle again. The column left over is zero; its place is beside the newest coefficient.
void CovarianceWindow::drop_oldest()
{
  const int last = width_ - 1;
  for (int i = 0; i < last; ++i)
  {
    std::copy(row(i + 1), row(i + 1) + i + 2, line(i));
  }
  std::fill_n(line(last), size(), 0.0);
  for (int column = 0; column + 1 < size(); ++column)
  {
    turn_columns(column, column < last ? column : column + 1);
  }
  for (int i = width_; i < size(); ++i)
  {
    std::copy_backward(line(i) + last, line(i) + i, line(i) + i + 1);
    line(i)[last] = 0;
  }
}

void CovarianceWindow::push(const double * row_of_factor)
{
  drop_oldest();
  const int last = width_ - 1;
  double * const newest = line(last);
  const double inverse = 1 / row_of_factor[last];
  for (int k = 0; k < last; ++k)
  {
    double sum = 0;
    for (int i = k; i < last; ++i)
    {
      sum += row_of_factor[i] * row(i)[k];
    }
    newest[k] = -sum * inverse;
  }
  newest[last] = inverse;
}

/// The highest first: each consists of the lower ones and itself before.
void CovarianceWindow::integrate(const SegmentBasis & basis)
{
  for (int times = integrals_; times > 0; --times)
  {
    const int own = width_ + times - 1;
    motion_functional(basis, 1, integrals_ - times, integrals_, functional_.data());
    std::fill(moved_.begin(), moved_.end(), 0.0);
    for (int i = 0; i <= own; ++i)
    {
      const double factor = functional_[static_cast<std::size_t>(i)];
      std::transform(
        row(i), row(i) + i + 1, moved_.begin(), moved_.begin(),
        [factor](double number, double sum) { return sum + factor * number; });
    }
    std::copy_n(moved_.begin(), own + 1, line(own));
  }
}

double CovarianceWindow::variance(const double * functional) const
{
  double squares = 0;
  for (int k = 0; k < size(); ++k)
  {
    double sum = 0;
    for (int i = k; i < size(); ++i)
    {
      sum += functional[i] * row(i)[k];
    }
    squares += sum * sum;
  }
  return squares;
}

void motion_functional(
  const SegmentBasis & basis, double x, int derivative, int integrals, double * functional)
{
  double * rest = functional + basis.width();
  std::fill(rest, rest + integrals, 0.0);
  if (derivative >= integrals)
  {
    basis.derivatives(x, derivative - integrals, functional);
    return;
  }
  const int times = integrals - derivative;
  basis.integrals(x, times, functional);
  const double elapsed = 0.5 * basis.length() * (x + 1);
  double power = 1;
  for (int i = 0; i < times; ++i)
  {
    rest[times - 1 - i] = power;
    power *= elapsed / (i + 1);
  }
}

}  // namespace hod::detail::smoothing

// SPDX-License-Identifier: Apache-2.0
#include "motion/smoothing_triangle.hpp"

#include <algorithm>
#include <cmath>

namespace hod::smoothing
{
namespace
{

/// The row whose number at `place` is largest becomes the pivot.
void choose_pivot(double * pivot, double * rows, int count, std::size_t stride, std::size_t place)
{
  double * heaviest = pivot;
  for (int r = 0; r < count; ++r, rows += stride)
  {
    heaviest = std::abs(rows[place]) > std::abs(heaviest[place]) ? rows : heaviest;
  }
  if (heaviest != pivot)
  {
    std::swap_ranges(pivot, pivot + place + 1, heaviest);
  }
}

double squares_at(const double * rows, int count, std::size_t stride, std::size_t place)
{
  double squares = 0;
  for (int r = 0; r < count; ++r, rows += stride)
  {
    squares += rows[place] * rows[place];
  }
  return squares;
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
  for (int column = shape_.width; column-- > 0;)
  {
    eliminate(column, rows, count);
  }
}

/// The reflection 1 - v vᵀ / (norm |v₀|) that puts the whole of a column into the pivot row. v is
/// the column itself but for v₀, so it stays where it is while the numbers left of it are
/// reflected.
void RowTriangle::eliminate(int column, double * rows, int count)
{
  const std::size_t stride = shape_.size();
  const auto active = static_cast<std::size_t>(shape_.channels + column);
  double * pivot = rows_.data() + place(column);
  choose_pivot(pivot, rows, count, stride, active);
  const double squares = squares_at(rows, count, stride, active);
  if (squares == 0)
  {
    return;
  }
  const double head = pivot[active];
  const double norm = std::sqrt(head * head + squares);
  const double first = head + std::copysign(norm, head);
  const double scale = 1 / (norm * std::abs(first));
  double * sums = sums_.data();
  for (std::size_t k = 0; k < active; ++k)
  {
    sums[k] = first * pivot[k];
  }
  for (int r = 0; r < count; ++r)
  {
    const double * row = rows + static_cast<std::size_t>(r) * stride;
    const double factor = row[active];
    for (std::size_t k = 0; k < active; ++k)
    {
      sums[k] += factor * row[k];
    }
  }
  for (std::size_t k = 0; k < active; ++k)
  {
    sums[k] *= scale;
    pivot[k] -= first * sums[k];
  }
  for (int r = 0; r < count; ++r)
  {
    double * row = rows + static_cast<std::size_t>(r) * stride;
    const double factor = row[active];
    for (std::size_t k = 0; k < active; ++k)
    {
      row[k] -= factor * sums[k];
    }
  }
  pivot[active] = -std::copysign(norm, head);
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

}  // namespace hod::smoothing

// SPDX-License-Identifier: Apache-2.0
#include "band_system.hpp"

#include <cmath>

namespace hod
{

BandSystem::BandSystem(Index rows, Index below, Index above)
: rows_(rows),
  below_(below),
  reach_(above + below),
  width_(below_ + reach_ + 1),
  entries_(static_cast<std::size_t>(rows * width_)),
  pivots_(static_cast<std::size_t>(rows))
{}

BandSystem::Index BandSystem::exchange_pivot(Index column)
{
  Index best = column;
  for (Index row = column + 1; row < end_below(column); ++row)
  {
    best = std::abs(at(row, column)) > std::abs(at(best, column)) ? row : best;
  }
  if (best != column)
  {
    double * const one = line(column);
    std::swap_ranges(one + column, one + end_beside(column), line(best) + column);
  }
  return best;
}

bool BandSystem::factor()
{
  for (Index column = 0; column < rows_; ++column)
  {
    pivots_[static_cast<std::size_t>(column)] = exchange_pivot(column);
    const double * const upper = line(column);
    if (!(std::abs(upper[column]) > 0.0))
    {
      return false;
    }
    for (Index row = column + 1; row < end_below(column); ++row)
    {
      double * const lower = line(row);
      lower[column] /= upper[column];
      for (Index k = column + 1; lower[column] != 0.0 && k < end_beside(column); ++k)
      {
        lower[k] -= lower[column] * upper[k];
      }
    }
  }
  return true;
}

void BandSystem::solve(RowMatrix & right) const
{
  const Index sides = right.cols();
  const auto subtract = [&right, sides](Index from, Index what, double factor) {
    double * const to = right.data() + from * sides;
    const double * const by = right.data() + what * sides;
    for (Index side = 0; side < sides; ++side)
    {
      to[side] -= factor * by[side];
    }
  };
  for (Index column = 0; column < rows_; ++column)
  {
    const Index pivot = pivots_[static_cast<std::size_t>(column)];
    if (pivot != column)
    {
      right.row(column).swap(right.row(pivot));
    }
    for (Index row = column + 1; row < end_below(column); ++row)
    {
      subtract(row, column, line(row)[column]);
    }
  }
  for (Index row = rows_ - 1; row >= 0; --row)
  {
    for (Index k = row + 1; k < end_beside(row); ++k)
    {
      subtract(row, k, line(row)[k]);
    }
    for (Index side = 0; side < sides; ++side)
    {
      right(row, side) /= line(row)[row];
    }
  }
}

}  // namespace hod

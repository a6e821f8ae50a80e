// SPDX-License-Identifier: Apache-2.0
#include "load_table.hpp"

#include <utility>

#include "motion/hermite.hpp"

namespace hod::detail
{
namespace
{

constexpr int kColumns = Load::kColumns;

/// A column's Taylor coefficients at one instant, over the segment's own time u = t / h.
void taylor_at(
  const RowMatrix & wrenches, Eigen::Index instant, int column, double h, double * coefficients)
{
  double factor = 1.0;
  const Eigen::Index rows = wrenches.cols() / kColumns;
  for (Eigen::Index k = 0; k < rows; ++k)
  {
    coefficients[k] = factor * wrenches(instant, k * kColumns + column);
    factor *= h / static_cast<double>(k + 1);
  }
}

PiecewisePolynomial interpolated(std::vector<double> times, const RowMatrix & wrenches)
{
  const int rows = static_cast<int>(wrenches.cols()) / kColumns;
  const int size = 2 * rows;
  std::vector<double> coefficients((times.size() - 1) * kColumns * static_cast<std::size_t>(size));
  double * next = coefficients.data();
  double ends[2][kMaxTwoPointRows];
  for (std::size_t segment = 0; segment + 1 < times.size(); ++segment)
  {
    const double h = times[segment + 1] - times[segment];
    const auto instant = static_cast<Eigen::Index>(segment);
    for (int column = 0; column < kColumns; ++column)
    {
      taylor_at(wrenches, instant, column, h, ends[0]);
      taylor_at(wrenches, instant + 1, column, h, ends[1]);
      two_point_polynomial(rows, ends[0], ends[1], next);
      next += size;
    }
  }
  return {std::move(times), size - 1, kColumns, std::move(coefficients)};
}

}  // namespace

LoadTable::LoadTable(std::vector<double> times, const RowMatrix & wrenches)
: polynomial_(interpolated(std::move(times), wrenches))
{}

Load::Wrench LoadTable::at(double time) const noexcept
{
  Load::Wrench wrench;
  polynomial_.evaluate(time, wrench);
  return wrench;
}

}  // namespace hod::detail

// SPDX-License-Identifier: Apache-2.0
#include "load_table.hpp"

#include <utility>

#include "motion/hermite.hpp"

namespace hod::detail
{
namespace
{

constexpr int kColumns = Load::kColumns;

/// A column's derivatives at one instant, over the segment's own time u = t / h.
Eigen::VectorXd derivatives_at(
  const RowMatrix & wrenches, Eigen::Index instant, int column, double h)
{
  Eigen::VectorXd result(wrenches.cols() / kColumns);
  double factor = 1.0;
  for (Eigen::Index k = 0; k < result.size(); ++k)
  {
    result[k] = factor * wrenches(instant, k * kColumns + column);
    factor *= h;
  }
  return result;
}

PiecewisePolynomial interpolated(std::vector<double> times, const RowMatrix & wrenches)
{
  const int rows = static_cast<int>(wrenches.cols()) / kColumns;
  const Hermite hermite(rows - 1);
  const Eigen::Index size = hermite.coefficients.rows();
  std::vector<double> coefficients((times.size() - 1) * kColumns * static_cast<std::size_t>(size));
  double * next = coefficients.data();
  for (std::size_t segment = 0; segment + 1 < times.size(); ++segment)
  {
    const double h = times[segment + 1] - times[segment];
    const auto instant = static_cast<Eigen::Index>(segment);
    for (int column = 0; column < kColumns; ++column)
    {
      Eigen::VectorXd nodes(size);
      nodes << derivatives_at(wrenches, instant, column, h),
        derivatives_at(wrenches, instant + 1, column, h);
      Eigen::Map<Eigen::VectorXd>(next, size).noalias() = hermite.coefficients * nodes;
      next += size;
    }
  }
  return {std::move(times), static_cast<int>(size) - 1, kColumns, std::move(coefficients)};
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

// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/load_table.hpp"

#include <string>
#include <utility>

#include "hod/error.hpp"
#include "motion/hermite.hpp"

namespace hod
{
namespace
{

constexpr int kColumns = 6;

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

void check_table(const std::vector<double> & times, const RowMatrix & wrenches)
{
  const Eigen::Index rows = wrenches.cols() / kColumns;
  if (rows < 1 || rows > Load::kRows || wrenches.cols() != rows * kColumns)
  {
    throw Error(
      "load table: found " + std::to_string(wrenches.cols()) +
      " columns, expected six per derivative, of at most " + std::to_string(Load::kRows) +
      " derivatives");
  }
  if (wrenches.rows() != static_cast<Eigen::Index>(times.size()) || times.size() < 2)
  {
    throw Error(
      "load table: found " + std::to_string(times.size()) + " times and " +
      std::to_string(wrenches.rows()) + " wrenches, expected as many of both and at least two");
  }
  if (!wrenches.allFinite())
  {
    throw Error("load table: found a wrench that is not finite, expected finite numbers");
  }
}

PiecewisePolynomial interpolated(std::vector<double> times, const RowMatrix & wrenches)
{
  check_table(times, wrenches);
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

void LoadTable::check_covers(double first, double last) const
{
  if (!(start() <= first && last <= end()))
  {
    throw Error(
      "load table: found times from " + std::to_string(start()) + " s to " + std::to_string(end()) +
      " s, expected all of the motion, " + std::to_string(first) + " s to " + std::to_string(last) +
      " s");
  }
}

Load::Wrench LoadTable::at(double time) const noexcept
{
  Load::Wrench wrench;
  polynomial_.evaluate(time, wrench);
  return wrench;
}

}  // namespace hod

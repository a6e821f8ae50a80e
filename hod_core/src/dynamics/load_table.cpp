// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/load_table.hpp"

#include <array>
#include <string>
#include <utility>

#include "hod/error.hpp"
#include "hod/series/combinatorics.hpp"

namespace hod
{
namespace
{

constexpr int kColumns = 6;
using Derivatives = std::array<double, Load::kRows>;  // over the segment's own time u, by k!

/// Coefficients of the polynomial in u whose first `rows` derivatives are given at u = 0 and at
/// u = 1: Taylor's at 0 and, beyond its degree, u^rows (c_0 + c_1 (u − 1) + …), where the series of
/// what is left at u = 1 over that of u^rows gives the c_i one after the other.
void write_segment(const Derivatives & start, const Derivatives & end, int rows, double * result)
{
  Derivatives rest = end;
  for (int i = 0; i < rows; ++i)
  {
    for (int k = i; k < rows; ++k)
    {
      rest[static_cast<std::size_t>(i)] -= binomial(k, i) * start[static_cast<std::size_t>(k)];
    }
    result[i] = start[static_cast<std::size_t>(i)];
    result[rows + i] = 0.0;
  }
  for (int i = 0; i < rows; ++i)
  {
    const double c = rest[static_cast<std::size_t>(i)];
    for (int k = i; k < rows; ++k)
    {
      rest[static_cast<std::size_t>(k)] -= c * binomial(rows, k - i);
    }
    for (int k = 0; k <= i; ++k)
    {
      result[rows + k] += c * binomial(i, k) * ((i - k) % 2 == 0 ? 1.0 : -1.0);
    }
  }
}

Derivatives derivatives_at(const RowMatrix & wrenches, Eigen::Index instant, int column, double h)
{
  Derivatives result{};
  double factor = 1.0;
  for (Eigen::Index k = 0; k < wrenches.cols() / kColumns; ++k)
  {
    result[static_cast<std::size_t>(k)] = factor * wrenches(instant, k * kColumns + column);
    factor *= h / static_cast<double>(k + 1);
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
  const std::size_t size = 2 * static_cast<std::size_t>(rows);
  std::vector<double> coefficients((times.size() - 1) * kColumns * size);
  double * next = coefficients.data();
  for (std::size_t segment = 0; segment + 1 < times.size(); ++segment)
  {
    const double h = times[segment + 1] - times[segment];
    const auto instant = static_cast<Eigen::Index>(segment);
    for (int column = 0; column < kColumns; ++column)
    {
      write_segment(
        derivatives_at(wrenches, instant, column, h),
        derivatives_at(wrenches, instant + 1, column, h), rows, next);
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

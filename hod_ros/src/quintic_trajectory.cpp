// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/quintic_trajectory.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "hod/error.hpp"

namespace hod_ros
{
namespace
{

using Eigen::Index;
using Polynomial = std::array<double, 6>;

/// The velocity of point 1 and, through it, the accelerations of points 1 and 2.
constexpr Index kRowsThatDependOnTheStart = 2;

[[noreturn]] void refuse(Index point, const std::string & what)
{
  throw hod::Error("trajectory point " + std::to_string(point) + ": " + what);
}

void check_times(const std::vector<double> & times)
{
  if (times.empty())
  {
    throw hod::Error("trajectory: has no points, expected at least one");
  }
  for (std::size_t i = 0; i < times.size(); ++i)
  {
    const double previous = i == 0 ? 0.0 : times[i - 1];
    const bool ascends = i == 0 ? times[i] >= 0.0 : times[i] > previous;
    if (!std::isfinite(times[i]) || !ascends)
    {
      refuse(
        static_cast<Index>(i), "time_from_start is " + std::to_string(times[i]) +
                                 " s, expected more than the " + std::to_string(previous) +
                                 " s before it");
    }
  }
}

void check_table(const hod::RowMatrix & table, const TrajectoryPoints & points, const char * name)
{
  if (
    table.rows() != static_cast<Index>(points.times.size()) ||
    table.cols() != points.positions.cols())
  {
    throw hod::Error(
      "trajectory: " + std::to_string(table.rows()) + " × " + std::to_string(table.cols()) + " " +
      name + ", expected " + std::to_string(points.times.size()) + " × " +
      std::to_string(points.positions.cols()));
  }
  for (Index point = 0; point < table.rows(); ++point)
  {
    if (!table.row(point).allFinite())
    {
      refuse(point, std::string(name) + " are not all finite numbers");
    }
  }
}

/// Derivatives of sampled values in the rows 1 … last but the end ones: the parabola through three
/// neighbours.
void fill_slopes(
  const std::vector<double> & times, const hod::RowMatrix & values, Index last,
  hod::RowMatrix & result)
{
  for (Index i = 1; i <= last && i + 1 < values.rows(); ++i)
  {
    const auto k = static_cast<std::size_t>(i);
    const double before = times[k] - times[k - 1];
    const double after = times[k + 1] - times[k];
    result.row(i) = (before / after * (values.row(i + 1) - values.row(i)) +
                     after / before * (values.row(i) - values.row(i - 1))) /
                    (before + after);
  }
}

void prepend_row(hod::RowMatrix & table)
{
  hod::RowMatrix longer(table.rows() + 1, table.cols());
  longer.row(0).setZero();
  longer.bottomRows(table.rows()) = table;
  table = std::move(longer);
}

/// Coefficients in u = t / length, with q, q' and q'' given at u = 0 and u = 1.
Polynomial through(const Eigen::Vector3d & first, const Eigen::Vector3d & last, double length)
{
  const double way = last[0] - first[0];
  const double v0 = first[1] * length;
  const double v1 = last[1] * length;
  const double a0 = first[2] * length * length;
  const double a1 = last[2] * length * length;
  return {
    {first[0], v0, a0 / 2, 10 * way - 6 * v0 - 4 * v1 - (3 * a0 - a1) / 2,
     -15 * way + 8 * v0 + 7 * v1 + (3 * a0 - 2 * a1) / 2, 6 * way - 3 * (v0 + v1) - (a0 - a1) / 2}};
}

double value(const Polynomial & coefficients, double u)
{
  double sum = 0.0;
  for (std::size_t i = coefficients.size(); i-- > 0;)
  {
    sum = sum * u + coefficients[i];
  }
  return sum;
}

/// Divides by the segment's length as well: the derivative is with respect to time.
void differentiate(Polynomial & coefficients, double length)
{
  for (std::size_t i = 1; i < coefficients.size(); ++i)
  {
    coefficients[i - 1] = static_cast<double>(i) * coefficients[i] / length;
  }
  coefficients.back() = 0.0;
}

}  // namespace

QuinticTrajectory::QuinticTrajectory(TrajectoryPoints points)
: points_(std::move(points)),
  velocities_given_(points_.velocities.rows() > 0),
  accelerations_given_(points_.accelerations.rows() > 0)
{
  check_times(points_.times);
  check_table(points_.positions, points_, "positions");
  settle(points_.velocities, velocities_given_, "velocities");
  settle(points_.accelerations, accelerations_given_, "accelerations");
  if (points_.times.front() > 0.0)
  {
    starts_where_told_ = true;
    points_.times.insert(points_.times.begin(), 0.0);
    prepend_row(points_.positions);
    prepend_row(points_.velocities);
    prepend_row(points_.accelerations);
    points_.positions.row(0) = points_.positions.row(1);
  }
  complete(points_.positions.rows());
}

void QuinticTrajectory::settle(hod::RowMatrix & table, bool given, const char * name) const
{
  if (given)
  {
    check_table(table, points_, name);
  }
  else
  {
    table = hod::RowMatrix::Zero(points_.positions.rows(), points_.positions.cols());
  }
}

void QuinticTrajectory::complete(Index last)
{
  if (!velocities_given_)
  {
    fill_slopes(points_.times, points_.positions, last, points_.velocities);
  }
  if (!accelerations_given_)
  {
    fill_slopes(points_.times, points_.velocities, last, points_.accelerations);
  }
}

void QuinticTrajectory::start_from(const hod::ConstRowMatrixRef & motion)
{
  if (!starts_where_told_)
  {
    return;
  }
  const auto finite_or = [](double value, double otherwise) {
    return std::isfinite(value) ? value : otherwise;
  };
  for (Index joint = 0; joint < joints(); ++joint)
  {
    points_.positions(0, joint) = finite_or(motion(0, joint), points_.positions(1, joint));
    points_.velocities(0, joint) = finite_or(motion(1, joint), 0.0);
    points_.accelerations(0, joint) = finite_or(motion(2, joint), 0.0);
  }
  complete(kRowsThatDependOnTheStart);
}

void QuinticTrajectory::stand_at(Index point, hod::RowMatrixRef motion) const
{
  motion.setZero();
  motion.row(0) = points_.positions.row(point);
}

void QuinticTrajectory::evaluate(double time, hod::RowMatrixRef motion) const
{
  const auto & times = points_.times;
  if (time < 0.0 || time >= duration())
  {
    stand_at(time < 0.0 ? 0 : points_.positions.rows() - 1, motion);
    return;
  }
  const auto next = std::upper_bound(times.begin(), times.end(), time);
  const Index last = next - times.begin();
  const Index first = last - 1;
  const double begin = times[static_cast<std::size_t>(first)];
  const double length = *next - begin;
  const double u = (time - begin) / length;
  for (Index joint = 0; joint < joints(); ++joint)
  {
    Polynomial polynomial = through(
      {points_.positions(first, joint), points_.velocities(first, joint),
       points_.accelerations(first, joint)},
      {points_.positions(last, joint), points_.velocities(last, joint),
       points_.accelerations(last, joint)},
      length);
    for (Index order = 0; order < motion.rows(); ++order)
    {
      motion(order, joint) = value(polynomial, u);
      differentiate(polynomial, length);
    }
  }
}

}  // namespace hod_ros

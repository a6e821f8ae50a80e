// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/trajectory.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "hod/error.hpp"
#include "hod/motion/interpolation.hpp"

namespace hod_ros
{
namespace
{

using Eigen::Index;

[[noreturn]] void refuse(Index point, const std::string & what)
{
  throw hod::Error("trajectory point " + std::to_string(point) + ": " + what);
}

void check_times(const std::vector<double> & times)
{
  if (times.empty() || !(times.back() > 0.0))
  {
    throw hod::Error(
      "trajectory: has " + std::to_string(times.size()) +
      " points, expected at least one that is later than its start");
  }
  for (std::size_t i = 0; i < times.size(); ++i)
  {
    const double before = i == 0 ? 0.0 : times[i - 1];
    const bool increases = i == 0 ? times[i] >= 0.0 : times[i] > before;
    if (!std::isfinite(times[i]) || !increases)
    {
      refuse(
        static_cast<Index>(i), "time_from_start is " + std::to_string(times[i]) +
                                 " s, expected more than the " + std::to_string(before) +
                                 " s before it");
    }
  }
}

void check_table(
  const hod::RowMatrix & table, const TrajectoryPoints & points, int joints, const char * name)
{
  if (table.rows() != static_cast<Index>(points.times.size()) || table.cols() != joints)
  {
    throw hod::Error(
      "trajectory: " + std::to_string(table.rows()) + " × " + std::to_string(table.cols()) + " " +
      name + ", expected " + std::to_string(points.times.size()) + " × " + std::to_string(joints));
  }
  for (Index point = 0; point < table.rows(); ++point)
  {
    if (!table.row(point).allFinite())
    {
      refuse(point, std::string(name) + " are not all finite numbers");
    }
  }
}

void check_rest(const hod::RowMatrix & table, const char * name)
{
  if (table.rows() > 0 && table.bottomRows(1).cwiseAbs().maxCoeff() > 0.0)
  {
    refuse(table.rows() - 1, std::string("the last ") + name + " are not zero, expected rest");
  }
}

void give_start(
  const hod::ConstRowMatrixRef & start, int derivative, std::vector<hod::KnotDerivative> & given)
{
  for (int order = 1; order < derivative && order < kStartRows; ++order)
  {
    const Eigen::RowVectorXd values =
      start.row(order).unaryExpr([](double value) { return std::isfinite(value) ? value : 0.0; });
    given.push_back({0, order, values});
  }
}

/// Velocities or accelerations of the points from `first` on, which are knots 1, 2, …
void give_points(
  const hod::RowMatrix & table, Index first, int order, std::vector<hod::KnotDerivative> & given)
{
  for (Index point = first; point < table.rows(); ++point)
  {
    given.push_back({static_cast<int>(point - first) + 1, order, table.row(point)});
  }
}

}  // namespace

void check(const TrajectoryPoints & points, int joints)
{
  check_times(points.times);
  check_table(points.positions, points, joints, "positions");
  if (points.velocities.rows() > 0)
  {
    check_table(points.velocities, points, joints, "velocities");
    check_rest(points.velocities, "velocities");
  }
  if (points.accelerations.rows() > 0)
  {
    check_table(points.accelerations, points, joints, "accelerations");
    check_rest(points.accelerations, "accelerations");
  }
}

TrajectoryPoints at_speed(const TrajectoryPoints & points, double speed)
{
  TrajectoryPoints other = points;
  for (double & time : other.times)
  {
    time /= speed;
  }
  other.velocities *= speed;
  other.accelerations *= speed * speed;
  return other;
}

hod::PiecewisePolynomial plan(
  const TrajectoryPoints & points, const hod::ConstRowMatrixRef & start, int derivative)
{
  const Index first = points.times.front() > 0.0 ? 0 : 1;
  const Index later = points.positions.rows() - first;
  std::vector<double> knots = {0.0};
  knots.insert(knots.end(), points.times.begin() + first, points.times.end());
  hod::RowMatrix positions(later + 1, points.positions.cols());
  positions.row(0) = start.row(0);
  positions.bottomRows(later) = points.positions.bottomRows(later);

  std::vector<hod::KnotDerivative> given;
  give_start(start, derivative, given);
  give_points(points.velocities, first, 1, given);
  give_points(points.accelerations, first, 2, given);
  return hod::interpolate_waypoints(knots, positions, derivative, given).motion;
}

void evaluate(const hod::PiecewisePolynomial & motion, double time, hod::RowMatrixRef rows)
{
  const double inside = std::clamp(time, motion.start(), motion.end());
  if (time >= motion.start() && time < motion.end())
  {
    motion.evaluate(time, rows);
    return;
  }
  rows.setZero();
  motion.evaluate(inside, rows.topRows(1));
}

}  // namespace hod_ros

// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "hod/motion/interpolation.hpp"
#include "hod/series/series.hpp"
#include "hod_ros/trajectory.hpp"

namespace hod_ros
{
namespace
{

using Eigen::Index;
using Phase = Progress::Phase;
using StartSeries = hod::Series<kStartRows>;

constexpr double kStopInterval = 0.01;  ///< between knots of a stop [s]
constexpr int kFewestStopSegments = 10;

/// How far along its way a plan gets that comes to rest: s, in one channel.
hod::PiecewisePolynomial pace_to_rest(double duration)
{
  const Eigen::Vector2d way(0.0, 0.5 * duration);
  const std::vector<hod::KnotDerivative> moving = {{0, 1, Eigen::RowVectorXd::Ones(1)}};
  return hod::interpolate_waypoints({0.0, duration}, way, kStartRows, moving).motion;
}

/// From derivatives of q at s to those of q(s(t)), by the series of s.
void compose(const hod::RowMatrix & pace, hod::RowMatrix & rows)
{
  StartSeries step = StartSeries::from_derivatives(pace.data());
  step[0] = 0.0;
  for (Index joint = 0; joint < rows.cols(); ++joint)
  {
    const auto outer =
      StartSeries::from_derivatives(rows.data() + joint, kStartRows, rows.outerStride());
    StartSeries composed;
    for (int power = kStartRows - 1; power >= 0; --power)
    {
      composed = composed * step + outer[power];
    }
    for (int order = 0; order < kStartRows; ++order)
    {
      rows(order, joint) = composed.derivative(order);
    }
  }
}

/// The first joint that is farther off than it may be; false if none is. What is not measured is
/// nowhere: beyond every finite tolerance.
bool is_beyond(
  const Eigen::VectorXd & tolerance, const hod::ConstRowMatrixRef & errors, Eigen::Index row,
  Progress & progress)
{
  for (Eigen::Index joint = 0; joint < tolerance.size(); ++joint)
  {
    const double error = errors(row, joint);
    if (std::isfinite(tolerance[joint]) && !(std::abs(error) <= tolerance[joint]))
    {
      progress.joint = static_cast<int>(joint);
      progress.velocity = row == 1;
      progress.error = error;
      progress.tolerance = tolerance[joint];
      return true;
    }
  }
  return false;
}

}  // namespace

Tolerances::Tolerances(int joints)
: path_position(Eigen::VectorXd::Constant(joints, std::numeric_limits<double>::infinity())),
  path_velocity(path_position),
  goal_position(path_position),
  goal_velocity(path_position)
{}

void Plan::evaluate(double time, hod::RowMatrixRef rows) const
{
  const Plan * plan = this;
  while (time < plan->start && plan->before)
  {
    plan = plan->before.get();
  }
  hod_ros::evaluate(plan->motion, time - plan->start, rows);
}

hod::PiecewisePolynomial stop_along(const Plan & plan, double from, double duration, int derivative)
{
  const auto pace = pace_to_rest(duration);
  const int segments =
    std::max(kFewestStopSegments, static_cast<int>(std::ceil(duration / kStopInterval)));
  const int joints = plan.motion.channels();
  std::vector<double> knots;
  hod::RowMatrix positions(segments + 1, joints);
  std::vector<hod::KnotDerivative> given;
  hod::RowMatrix way(kStartRows, 1);
  hod::RowMatrix rows(kStartRows, joints);
  for (int knot = 0; knot <= segments; ++knot)
  {
    knots.push_back(duration * knot / segments);
    pace.evaluate(knots.back(), way);
    plan.evaluate(from + way(0, 0), rows);
    compose(way, rows);
    positions.row(knot) = rows.row(0);
    for (int order = 1; order < derivative; ++order)
    {
      given.push_back({knot, order, rows.row(order)});
    }
  }
  return hod::interpolate_waypoints(knots, positions, derivative, given).motion;
}

std::shared_ptr<const Plan> governing(
  const std::shared_ptr<const Plan> & plan, double from, double until)
{
  if (!plan || plan->start < until)
  {
    if (!plan || !plan->before)
    {
      return plan;
    }
    auto copy = std::make_shared<Plan>(*plan);
    copy->before = plan->start <= from ? nullptr : governing(plan->before, from, plan->start);
    return copy;
  }
  return governing(plan->before, from, until);
}

const Progress & PlanMonitor::update(
  const Plan * plan, double time, const hod::ConstRowMatrixRef & error)
{
  if (plan == nullptr)
  {
    progress_ = {};
    return progress_;
  }
  if (progress_.id != plan->id)
  {
    progress_ = {};
    progress_.id = plan->id;
    progress_.phase = Phase::waiting;
  }
  if (progress_.phase == Phase::waiting && time >= plan->start)
  {
    progress_.phase = Phase::running;
  }
  if (progress_.phase != Phase::running)
  {
    return progress_;
  }
  const Tolerances & tolerances = plan->tolerances;
  if (time < plan->end())
  {
    if (
      is_beyond(tolerances.path_position, error, 0, progress_) ||
      is_beyond(tolerances.path_velocity, error, 1, progress_))
    {
      progress_.phase = Phase::path_violated;
    }
    return progress_;
  }
  if (
    !is_beyond(tolerances.goal_position, error, 0, progress_) &&
    !is_beyond(tolerances.goal_velocity, error, 1, progress_))
  {
    progress_.phase = Phase::succeeded;
  }
  else if (tolerances.goal_time > 0.0 && time > plan->end() + tolerances.goal_time)
  {
    progress_.phase = Phase::goal_violated;
  }
  return progress_;
}

}  // namespace hod_ros

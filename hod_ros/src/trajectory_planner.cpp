// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/trajectory_planner.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <utility>

#include "hod/error.hpp"
#include "hod_ros/continuous_joints.hpp"

namespace hod_ros
{
namespace
{

using Eigen::Index;

/// Scaled once by a speed found from coarse samples, a motion may still be beyond by a little.
constexpr int kAttempts = 6;
constexpr double kMargin = 0.995;

/// A stop does not wait for longer [s]. Begun late it is no step: at first it hardly leaves the
/// plan.
constexpr double kLongestStopLead = 0.02;

/// A start that is farther ahead is named [s]: its stamp may be of another clock.
constexpr double kLongWait = 60.0;

hod::RowMatrix without_first(const hod::RowMatrix & table, Index count)
{
  return table.rows() == 0 ? table : hod::RowMatrix(table.bottomRows(table.rows() - count));
}

/// Where points lead at a time, along straight lines; the first of them before it is due.
Eigen::RowVectorXd position_at(const TrajectoryPoints & points, double time)
{
  const auto next = std::upper_bound(points.times.begin(), points.times.end(), time);
  const Index after = next - points.times.begin();
  if (after == 0 || next == points.times.end())
  {
    return points.positions.row(std::max<Index>(0, after - 1));
  }
  const double before = *(next - 1);
  const double share = (time - before) / (*next - before);
  return (1.0 - share) * points.positions.row(after - 1) + share * points.positions.row(after);
}

}  // namespace

TrajectoryPlanner::TrajectoryPlanner(
  std::vector<std::string> joints, PlannerSettings settings, LimitCheck limits)
: joints_(std::move(joints)), settings_(settings), limits_(std::move(limits))
{}

TrajectoryPlanner::Made TrajectoryPlanner::plan(
  const TrajectoryPoints & points, std::optional<double> start, const Tolerances & tolerances,
  const Situation & situation)
{
  check(points, static_cast<int>(joints_.size()));
  const double earliest = situation.now + settings_.lead_time;
  const double begin = start.value_or(earliest);
  const double from = std::max(begin, earliest);
  const hod::RowMatrix motion = motion_at(from, situation);
  const TrajectoryPoints later =
    remaining(moved_by_turns(points, from - begin, motion), begin, from);
  if (begin == from)
  {
    check_start(later, motion);
  }
  Made made;
  made.plan = finished(from, within_limits(later, motion, made.remark), tolerances, situation);
  if (from - situation.now > kLongWait)
  {
    std::ostringstream text;
    text << made.remark << (made.remark.empty() ? "" : "; ") << "trajectory: begins in "
         << from - situation.now << " s, by its stamp, which may be of another clock";
    made.remark = text.str();
  }
  return made;
}

TrajectoryPlanner::Made TrajectoryPlanner::stop(const Situation & situation)
{
  const double from = situation.now + std::min(settings_.lead_time, kLongestStopLead);
  auto motion = stop_along(*situation.plan, from, settings_.stop_duration, settings_.smoothness);
  Made made;
  auto breaches = limits_.breaches(motion);
  // The way and its velocities are the plan's; coarse samples of a long stop may not show that.
  breaches.erase(
    std::remove_if(
      breaches.begin(), breaches.end(),
      [](const hod::LimitPoint & breach) {
        return breach.kind == hod::LimitKind::position || breach.kind == hod::LimitKind::velocity;
      }),
    breaches.end());
  if (!breaches.empty())
  {
    made.remark = complaint("coming to rest", breaches) + " (parameter trajectory.stop_duration)";
  }
  made.plan =
    finished(from, std::move(motion), Tolerances(static_cast<int>(joints_.size())), situation);
  return made;
}

TrajectoryPoints TrajectoryPlanner::remaining(
  TrajectoryPoints points, double begin, double start) const
{
  const double gone = start - begin;
  if (gone <= 0.0)
  {
    return points;
  }
  const auto first = std::upper_bound(points.times.begin(), points.times.end(), gone);
  if (first == points.times.end())
  {
    throw hod::Error(
      "trajectory: its last point was due " + std::to_string(gone - points.times.back()) +
      " s ago, expected one in the future");
  }
  const Index over = first - points.times.begin();
  points.times.erase(points.times.begin(), first);
  for (double & time : points.times)
  {
    time -= gone;
  }
  points.positions = without_first(points.positions, over);
  points.velocities = without_first(points.velocities, over);
  points.accelerations = without_first(points.accelerations, over);
  return points;
}

hod::RowMatrix TrajectoryPlanner::motion_at(double time, const Situation & situation) const
{
  hod::RowMatrix motion = situation.motion.topRows(kStartRows);
  if (situation.plan)
  {
    situation.plan->evaluate(time, motion);
  }
  for (std::size_t joint = 0; joint < joints_.size(); ++joint)
  {
    if (!std::isfinite(motion(0, static_cast<Index>(joint))))
    {
      throw hod::Error(
        "joint '" + joints_[joint] + "': neither its reference nor its position is known, " +
        "expected a measured position to start from");
    }
  }
  return motion;
}

TrajectoryPoints TrajectoryPlanner::moved_by_turns(
  TrajectoryPoints points, double time, const hod::RowMatrix & motion) const
{
  const Eigen::RowVectorXd by_now = position_at(points, time);
  for (std::size_t joint = 0; joint < joints_.size(); ++joint)
  {
    const auto column = static_cast<Index>(joint);
    if (limits_.turns_without_end(column))
    {
      const double off_first = motion(0, column) - points.positions(0, column);
      const double off_now = motion(0, column) - by_now[column];
      const double first = whole_turns(off_first);
      const double now = whole_turns(off_now);
      const bool still_there = std::abs(off_first - first) <= std::abs(off_now - now);
      points.positions.col(column).array() += still_there ? first : now;
    }
  }
  return points;
}

void TrajectoryPlanner::check_start(
  const TrajectoryPoints & points, const hod::RowMatrix & motion) const
{
  if (points.times.front() > 0.0)
  {
    return;
  }
  for (std::size_t joint = 0; joint < joints_.size(); ++joint)
  {
    const auto column = static_cast<Index>(joint);
    const double off = std::abs(points.positions(0, column) - motion(0, column));
    if (off > settings_.start_tolerance)
    {
      std::ostringstream text;
      text << "trajectory: begins at " << points.positions(0, column) << " for joint '"
           << joints_[joint] << "', which is at " << motion(0, column) << ", expected at most "
           << settings_.start_tolerance << " between them (parameter trajectory.start_tolerance)";
      throw hod::Error(text.str());
    }
  }
}

hod::PiecewisePolynomial TrajectoryPlanner::within_limits(
  const TrajectoryPoints & points, const hod::RowMatrix & start, std::string & remark)
{
  auto motion = hod_ros::plan(points, start, settings_.smoothness);
  const auto breaches = limits_.breaches(motion);
  if (breaches.empty())
  {
    return motion;
  }
  auto slower = slowed(points, start, limits_.speed_that_keeps(motion));
  std::ostringstream text;
  text << complaint("trajectory", breaches);
  if (slower)
  {
    text << "; at " << slower->speed << " times the speed all limits are kept";
  }
  else
  {
    text << "; no lower speed keeps all limits";
  }
  remark = text.str();
  if (settings_.on_limits == OnLimits::warn)
  {
    return motion;
  }
  if (settings_.on_limits == OnLimits::scale && slower)
  {
    return std::move(slower->motion);
  }
  throw hod::Error(remark);
}

/// A motion that does not start at rest is another one at another speed: what is promised is tried.
std::optional<TrajectoryPlanner::Slowed> TrajectoryPlanner::slowed(
  const TrajectoryPoints & points, const hod::RowMatrix & start, double speed)
{
  for (int attempt = 0; attempt < kAttempts && speed > 0.0; ++attempt)
  {
    auto motion = hod_ros::plan(at_speed(points, speed), start, settings_.smoothness);
    if (limits_.breaches(motion).empty())
    {
      return Slowed{speed, std::move(motion)};
    }
    speed *= std::min(limits_.speed_that_keeps(motion), 1.0) * kMargin;
  }
  return std::nullopt;
}

std::string TrajectoryPlanner::complaint(
  const std::string & what, const std::vector<hod::LimitPoint> & breaches) const
{
  std::string text = what + ": ";
  for (const hod::LimitPoint & breach : breaches)
  {
    text += (&breach == &breaches.front() ? "" : ", ") + limits_.sentence(breach);
  }
  return text;
}

std::shared_ptr<const Plan> TrajectoryPlanner::finished(
  double start, hod::PiecewisePolynomial motion, const Tolerances & tolerances,
  const Situation & situation)
{
  ++plans_;
  return std::make_shared<const Plan>(Plan{
    plans_, start, std::move(motion), tolerances, governing(situation.plan, situation.now, start)});
}

}  // namespace hod_ros

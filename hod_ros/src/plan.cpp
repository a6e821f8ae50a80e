// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/plan.hpp"

#include <cmath>
#include <limits>

#include "hod_ros/trajectory.hpp"

namespace hod_ros
{
namespace
{

using Phase = Progress::Phase;

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

// SPDX-License-Identifier: Apache-2.0
#include "limited.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "dynamics/steady_base.hpp"
#include "hod/dynamics/drives/batch_motor.hpp"
#include "hod/error.hpp"
#include "hod/orders.hpp"
#include "io/text.hpp"
#include "parts.hpp"

namespace hod::detail
{
namespace
{

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// In both directions; a zero is a placeholder for no limit.
Bounds both_ways(double limit)
{
  return limit > 0.0 ? Bounds{-limit, limit} : Bounds{};
}

void check_times(const MotionSamples & samples)
{
  if (samples.times == nullptr || samples.count == 0)
  {
    throw Error("times: found none, expected at least one, and one per state");
  }
  const double * times = samples.times;
  for (std::size_t i = 0; i < samples.count; ++i)
  {
    if (!std::isfinite(times[i]) || (i > 0 && times[i] <= times[i - 1]))
    {
      throw Error(
        "times: found " + shortest(times[i]) + " at place " + std::to_string(i) +
        ", expected finite times that increase");
    }
  }
}

void check_loads(const Robot & robot, const MotionSamples & samples)
{
  const double begin = samples.times[0];
  const double end = samples.times[samples.count - 1];
  for (const Load & load : robot.loads())
  {
    if (load.changes() && !(load.times.front() <= begin && end <= load.times.back()))
    {
      throw Error(
        "load on link '" + load.link + "': found a table from " + shortest(load.times.front()) +
        " to " + shortest(load.times.back()) + " s, expected one that covers the motion, " +
        shortest(begin) + " to " + shortest(end) + " s");
    }
  }
}

/// The robot from which the force transmitted by each single joint is computed.
Robot freed(const Robot & robot)
{
  return robot.without_mimics().with([&robot](RobotDescription & description) {
    description.is_elastic = false;
    for (JointDescription & joint : description.joints)
    {
      if (robot.is_elastic() && robot.dof_index(joint.name) >= 0)
      {
        joint.drive.motor_inertia = 0.0;
      }
    }
  });
}

}  // namespace

int Limited::row() const
{
  return kind == LimitKind::velocity || kind == LimitKind::effort_rate ? 1 : 0;
}

LimitPoint Limited::point(const CurvePoint & at) const
{
  const double half = 0.5 * (bounds.upper - bounds.lower);
  const double ratio = std::isfinite(half) && half > 0.0
                         ? std::abs(at.value - (bounds.lower + half)) / half
                         : std::numeric_limits<double>::quiet_NaN();
  return {joint, kind, at.time, at.value, bounds.nearest(at.value), ratio};
}

MotionSamples samples_of(const Robot & robot, const States & states)
{
  const std::size_t size =
    static_cast<std::size_t>(states.rows) * static_cast<std::size_t>(robot.dof());
  const double * motion = states.motion;
  return {
    states.count, states.rows, states.times,
    [motion, size](std::size_t first, std::size_t count, double * target) {
      std::copy_n(motion + first * size, count * size, target);
    },
    states.bases};
}

std::vector<Limited> limited_numbers(const Robot & robot)
{
  std::vector<Limited> numbers;
  for (std::size_t joint = 0; joint < robot.joints().size(); ++joint)
  {
    const JointLimits & limits = robot.joints()[joint].limits;
    for (const auto & [kind, bounds] :
         {std::pair{LimitKind::position, Bounds{limits.lower, limits.upper}},
          {LimitKind::velocity, both_ways(limits.velocity)},
          {LimitKind::effort, both_ways(limits.effort)},
          {LimitKind::effort_rate, both_ways(limits.effort_rate)}})
    {
      if (bounds.lower > -kInfinity || bounds.upper < kInfinity)
      {
        numbers.push_back({joint, kind, bounds});
      }
    }
  }
  return numbers;
}

LimitsAlong::LimitsAlong(const Robot & robot, MotionSamples samples)
: robot_(robot), samples_(std::move(samples)), numbers_(limited_numbers(robot)), free_robot_(robot)
{
  check_times(samples_);
  if (samples_.rows < 3)
  {
    throw Error(
      "motion: found " + std::to_string(samples_.rows) +
      " rows, expected at least 3, q and its derivatives to order 2");
  }
  check_loads(robot, samples_);
  find_order();
  if (order_ >= 0 && samples_.count > 1 && samples_.bases == nullptr)
  {
    check_steady_base(robot, order_);
  }
  is_free_ = std::any_of(numbers_.begin(), numbers_.end(), [&robot](const Limited & number) {
    return number.is_effort() && robot.joints()[number.joint].is_mimic;
  });
  if (is_free_)
  {
    free_robot_ = freed(robot);
  }
}

void LimitsAlong::find_order()
{
  int highest = -1;
  for (const Limited & number : numbers_)
  {
    highest = number.is_effort() ? std::max(highest, number.row()) : highest;
  }
  if (highest < 0)
  {
    return;
  }
  const int extra = robot_.is_elastic() ? 2 : 0;
  const int available = std::min(samples_.rows - 3, kMaxOrder) - extra;
  if (available < highest)
  {
    throw Error(
      "motion: found " + std::to_string(samples_.rows) + " rows, expected " +
      std::to_string(highest + extra + 3) + ", q and its derivatives to order " +
      std::to_string(highest + extra + 2) + ", for limits of the " +
      (highest == 0 ? "effort" : "effort's rate"));
  }
  // The more derivatives there are, the more accurate the series of damped springs.
  order_ = extra + (motors_remember(robot_) ? available : std::min(available, highest + 1));
}

States LimitsAlong::part(std::size_t first, std::size_t count, std::vector<double> & memory) const
{
  const auto size =
    static_cast<std::size_t>(samples_.rows) * static_cast<std::size_t>(robot_.dof());
  memory.resize(count * size);
  samples_.read(first, count, memory.data());
  const BaseMotion * bases = samples_.bases == nullptr ? nullptr : samples_.bases + first;
  return {memory.data(), count, samples_.rows, samples_.times + first, bases};
}

States LimitsAlong::free_states(const States & part, std::vector<double> & expanded) const
{
  if (!is_free_)
  {
    return part;
  }
  const std::vector<Joint> & joints = robot_.joints();
  const auto dof = static_cast<std::size_t>(robot_.dof());
  const std::size_t rows = part.count * static_cast<std::size_t>(part.rows);
  expanded.resize(rows * joints.size());
  double * next = expanded.data();
  for (std::size_t row = 0; row < rows; ++row)
  {
    const bool is_position = row % static_cast<std::size_t>(part.rows) == 0;
    for (const Joint & joint : joints)
    {
      const double value = part.motion[row * dof + static_cast<std::size_t>(joint.dof)];
      *next++ = joint.multiplier * value + (is_position ? joint.offset : 0.0);
    }
  }
  return {expanded.data(), part.count, part.rows, part.times, part.bases};
}

const std::vector<double> & LimitsAlong::column_forces(
  const std::vector<double> & free_force, std::size_t rows, std::vector<double> & summed) const
{
  if (!is_free_)
  {
    return free_force;  // NOLINT(bugprone-return-const-ref-from-parameter): the header says it
  }
  const std::vector<Joint> & joints = robot_.joints();
  const auto dof = static_cast<std::size_t>(robot_.dof());
  summed.assign(rows * dof, 0.0);
  const double * next = free_force.data();
  for (std::size_t row = 0; row < rows; ++row)
  {
    for (const Joint & joint : joints)
    {
      summed[row * dof + static_cast<std::size_t>(joint.dof)] += joint.multiplier * *next++;
    }
  }
  return summed;
}

bool LimitsAlong::has_slopes(const Limited & number) const
{
  if (!number.is_effort())
  {
    return number.row() + 1 < samples_.rows;
  }
  const bool is_motor = robot_.is_elastic() && !robot_.joints()[number.joint].is_mimic;
  return number.row() + 1 <= order_ - (is_motor ? 2 : 0);
}

void LimitsAlong::check_finite(
  const Limited & number, const States & part, const std::vector<double> & values) const
{
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    if (!std::isfinite(values[i]))
    {
      throw Error(
        "joint '" + robot_.joints()[number.joint].name + "' at " + shortest(part.times[i]) +
        " s: found " + (number.is_effort() ? "an effort" : "a motion") +
        " that is not finite, expected finite numbers");
    }
  }
}

std::size_t LimitsAlong::states_at_once() const
{
  const int rows = samples_.rows + 4 * (order_ + 1);
  return detail::states_at_once(
    static_cast<std::size_t>(rows) * static_cast<std::size_t>(free_robot_.dof()));
}

void LimitsAlong::copy_row(
  const States & part, std::size_t joint, int row, std::vector<double> & values) const
{
  const Joint & source = robot_.joints()[joint];
  const auto dof = static_cast<std::size_t>(robot_.dof());
  const std::size_t stride = static_cast<std::size_t>(part.rows) * dof;
  const double * first =
    part.motion + static_cast<std::size_t>(row) * dof + static_cast<std::size_t>(source.dof);
  const double offset = row == 0 ? source.offset : 0.0;
  values.resize(part.count);
  for (std::size_t i = 0; i < part.count; ++i)
  {
    values[i] = source.multiplier * first[i * stride] + offset;
  }
}

}  // namespace hod::detail

// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/limit_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <sstream>
#include <utility>

#include "hod_ros/continuous_joints.hpp"

namespace hod_ros
{
namespace
{

using Eigen::Index;

constexpr double kNone = std::numeric_limits<double>::infinity();
/// Of motions that end at a limit of position [rad or m].
constexpr double kRounding = 1e-9;
/// Of the cubics through samples, where a motion begins at a limit [rad or m].
constexpr double kStartRounding = 1e-6;
constexpr int kRows = 7;  ///< what the rate of a motor's torque needs, and one more
constexpr const char * kNames[] = {"position", "velocity", "effort", "effort rate"};
constexpr const char * kUnits[] = {"rad", "rad/s", "N m", "N m/s"};
constexpr const char * kPrismaticUnits[] = {"m", "m/s", "N", "N/s"};

hod::JointLimits limits_of(const JointBounds & bounds, std::size_t place)
{
  const auto joint = static_cast<Index>(place);
  hod::JointLimits limits;
  limits.lower = bounds.lower[joint] - kRounding;
  limits.upper = bounds.upper[joint] + kRounding;
  limits.velocity = bounds.velocity[joint];
  limits.effort = bounds.effort[joint];
  limits.effort_rate = bounds.effort_rate[joint];
  return limits;
}

/// The joint of a name; null if it does not move.
const hod::Joint * moving_joint(const hod::Robot & robot, const std::string & name)
{
  const auto & joints = robot.joints();
  const auto found = std::find_if(
    joints.begin(), joints.end(), [&](const hod::Joint & joint) { return joint.name == name; });
  return found == joints.end() ? nullptr : &*found;
}

/// Limits by joint of the description: those of the bounds, of mimics of these joints the robot's
/// own, and none of the others.
hod::Robot limited(
  const hod::Robot & robot, const std::vector<int> & columns, const JointBounds & bounds)
{
  return robot.with([&](hod::RobotDescription & description) {
    for (hod::JointDescription & joint : description.joints)
    {
      const hod::Joint * const found = moving_joint(robot, joint.name);
      if (!found)
      {
        continue;
      }
      const auto place = std::find(columns.begin(), columns.end(), found->dof);
      if (place == columns.end())
      {
        joint.limits = {};
      }
      else if (!found->is_mimic)
      {
        joint.limits = limits_of(bounds, static_cast<std::size_t>(place - columns.begin()));
      }
    }
  });
}

/// How far a position is beyond the limits of a joint; negative inside.
double excess(const hod::Joint & joint, double position)
{
  return std::max(position - joint.limits.upper, joint.limits.lower - position);
}

bool is_worse(const hod::LimitPoint & one, const hod::LimitPoint & other)
{
  return std::abs(one.value - one.limit) > std::abs(other.value - other.limit);
}

}  // namespace

JointBounds::JointBounds(int joints)
: lower(Eigen::VectorXd::Constant(joints, -kNone)),
  upper(Eigen::VectorXd::Constant(joints, kNone)),
  velocity(upper),
  effort(upper),
  effort_rate(upper)
{}

LimitCheck::LimitCheck(
  const hod::Robot & robot, std::vector<int> columns, const JointBounds & bounds)
: bare_(limited(robot, columns, bounds)), robot_(bare_), columns_(std::move(columns))
{}

bool LimitCheck::turns_without_end(Eigen::Index joint) const
{
  const int column = columns_[static_cast<std::size_t>(joint)];
  const hod::JointLimits & limits = bare_.joint_of(column).limits;
  return is_continuous(bare_, column) && std::isinf(limits.lower) && std::isinf(limits.upper);
}

void LimitCheck::take(const LiveInputs & inputs)
{
  robot_ = inputs.apply(bare_);
  if (inputs.base)
  {
    // How it will move, nobody knows: what its IMU feels now, it goes on feeling.
    robot_ = robot_.with([](hod::RobotDescription & description) {
      description.base = hod::steadied(description.base, description.gravity);
    });
  }
}

hod::States LimitCheck::Samples::states() const
{
  return {motion.data(), times.size(), kRows, times.data()};
}

LimitCheck::Samples LimitCheck::sample(const hod::PiecewisePolynomial & motion) const
{
  const double length = motion.end() - motion.start();
  const int steps = std::clamp(static_cast<int>(std::ceil(length / kInterval)), 2, kMostSamples);
  const auto dof = static_cast<Index>(robot_.dof());
  Samples samples;
  samples.motion.assign(static_cast<std::size_t>((steps + 1) * kRows * dof), 0.0);
  hod::RowMatrix rows(kRows, motion.channels());
  for (int i = 0; i <= steps; ++i)
  {
    samples.times.push_back(motion.start() + length * i / steps);
    motion.evaluate(samples.times.back(), rows);
    Eigen::Map<hod::RowMatrix> all(samples.motion.data() + i * kRows * dof, kRows, dof);
    for (std::size_t joint = 0; joint < columns_.size(); ++joint)
    {
      all.col(columns_[joint]) = rows.col(static_cast<Index>(joint));
    }
  }
  return samples;
}

double LimitCheck::Samples::position(const hod::Joint & joint, bool last) const
{
  const std::size_t size = motion.size() / times.size();
  const double * const row = motion.data() + (last ? motion.size() - size : 0);
  return joint.multiplier * row[joint.dof] + joint.offset;
}

hod::Robot LimitCheck::widened(const Samples & samples) const
{
  const auto & joints = robot_.joints();
  const bool is_inside = std::all_of(joints.begin(), joints.end(), [&](const hod::Joint & joint) {
    return excess(joint, samples.position(joint, false)) <= 0.0;
  });
  if (is_inside)
  {
    return robot_;
  }
  return robot_.with([&](hod::RobotDescription & description) {
    for (hod::JointDescription & joint : description.joints)
    {
      if (const hod::Joint * const found = moving_joint(robot_, joint.name))
      {
        const double start = samples.position(*found, false);
        joint.limits.lower = std::min(joint.limits.lower, start - kStartRounding);
        joint.limits.upper = std::max(joint.limits.upper, start + kStartRounding);
      }
    }
  });
}

std::vector<hod::LimitPoint> LimitCheck::breaches(const hod::PiecewisePolynomial & motion) const
{
  const Samples samples = sample(motion);
  std::vector<hod::LimitPoint> found;
  for (std::size_t i = 0; i < robot_.joints().size(); ++i)
  {
    const hod::Joint & joint = robot_.joints()[i];
    const double end = samples.position(joint, true);
    if (excess(joint, samples.position(joint, false)) > 0.0 && excess(joint, end) > 0.0)
    {
      const double limit = end > joint.limits.upper ? joint.limits.upper : joint.limits.lower;
      found.push_back({i, hod::LimitKind::position, samples.times.back(), end, limit, 0.0});
    }
  }
  for (const hod::LimitViolation & violation :
       hod::check_limits(widened(samples), samples.states(), 1).violations)
  {
    const hod::LimitPoint & peak = violation.peak;
    const bool is_another =
      found.empty() || found.back().joint != peak.joint || found.back().kind != peak.kind;
    if (is_another)
    {
      found.push_back(peak);
    }
    else if (is_worse(peak, found.back()))
    {
      found.back() = peak;
    }
  }
  return found;
}

std::string LimitCheck::sentence(const hod::LimitPoint & breach) const
{
  const auto kind = static_cast<std::size_t>(breach.kind);
  const hod::Joint & joint = robot_.joints()[breach.joint];
  std::ostringstream text;
  text.precision(4);
  text << "joint '" << joint.name << "' breaks its " << kNames[kind] << " limit at " << breach.time
       << " s: " << breach.value << " of " << breach.limit << " "
       << (joint.prismatic ? kPrismaticUnits[kind] : kUnits[kind]);
  return text.str();
}

double LimitCheck::speed_that_keeps(const hod::PiecewisePolynomial & motion) const
{
  const Samples samples = sample(motion);
  const hod::LimitSpeedUp speed = hod::largest_speed_up(widened(samples), samples.states(), 1);
  return speed.possible ? std::min(speed.largest, 1.0) : 0.0;
}

}  // namespace hod_ros

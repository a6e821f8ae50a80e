// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/controller_settings.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

#include "hod/error.hpp"

namespace hod_ros
{
namespace
{

constexpr double kNone = std::numeric_limits<double>::infinity();

template <typename Term>
double share(const Term & term)
{
  return term.enabled ? term.scale : 0.0;
}

hod::TermScales scales_of(const ControllerParameters & parameters)
{
  const auto & terms = parameters.terms;
  hod::TermScales scales;
  scales.inertia = share(terms.inertia);
  scales.gravity = share(terms.gravity);
  scales.load = share(terms.load);
  scales.friction = share(terms.friction);
  scales.rotor = share(terms.rotor);
  return scales;
}

/// A robot's limit of zero is a placeholder.
double limit_of(double parameter, double robot)
{
  if (parameter > 0.0)
  {
    return parameter;
  }
  return robot > 0.0 ? robot : kNone;
}

double or_none(double tolerance)
{
  return tolerance > 0.0 ? tolerance : kNone;
}

}  // namespace

RobotSource robot_source(const ControllerParameters & parameters, const std::string & description)
{
  RobotSource source;
  source.description = description;
  source.robot_file = parameters.robot_file;
  source.gravity = parameters.gravity;
  source.drive = parameters.drive;
  source.urdf_friction = parameters.urdf_friction;
  source.wrench_link = parameters.wrench_link;
  source.wrench_frame = parameters.wrench_frame;
  return source;
}

LoopSettings loop_settings(
  const ControllerParameters & parameters, const hod::Robot & robot,
  const std::vector<int> & columns)
{
  LoopSettings settings(static_cast<int>(columns.size()));
  const JointBounds bounds = joint_bounds(parameters, robot, columns);
  settings.law.scales = scales_of(parameters);
  settings.law.feedback_from_motor = parameters.feedback.side == "motor";
  settings.law.hold_correction = parameters.hold_correction;
  settings.law.effort_limit = bounds.effort;
  settings.law.effort_rate_limit = bounds.effort_rate;
  for (std::size_t joint = 0; joint < columns.size(); ++joint)
  {
    const auto & gains = parameters.gains.joints_map.at(parameters.joints[joint]);
    settings.law.position_gain[static_cast<Eigen::Index>(joint)] = gains.kp;
    settings.law.velocity_gain[static_cast<Eigen::Index>(joint)] = gains.kd;
  }
  settings.reference_timeout = parameters.reference_timeout;
  settings.stop_on_timeout = parameters.on_reference_timeout == "stop";
  settings.lead = parameters.lead;
  settings.leader_ahead = parameters.leader_ahead;
  settings.estimated = parameters.missing_derivatives == "estimate";
  return settings;
}

PlannerSettings planner_settings(const ControllerParameters & parameters, const hod::Robot & robot)
{
  const auto & trajectory = parameters.trajectory;
  PlannerSettings settings;
  settings.smoothness = static_cast<int>(trajectory.smoothness);
  if (settings.smoothness == 0)
  {
    settings.smoothness = robot.is_elastic() ? 5 : 4;
  }
  settings.lead_time = trajectory.lead_time;
  settings.start_tolerance = trajectory.start_tolerance;
  settings.stop_duration = trajectory.stop_duration;
  settings.on_limits = trajectory.on_limits == "scale"  ? OnLimits::scale
                       : trajectory.on_limits == "warn" ? OnLimits::warn
                                                        : OnLimits::refuse;
  return settings;
}

JointBounds joint_bounds(
  const ControllerParameters & parameters, const hod::Robot & robot,
  const std::vector<int> & columns)
{
  JointBounds bounds(static_cast<int>(columns.size()));
  for (std::size_t place = 0; place < columns.size(); ++place)
  {
    const auto joint = static_cast<Eigen::Index>(place);
    const std::string & name = parameters.joints[place];
    const auto & limits = parameters.limits.joints_map.at(name);
    const hod::JointLimits & own = robot.joint_of(columns[place]).limits;
    bounds.lower[joint] = own.lower;
    bounds.upper[joint] = own.upper;
    bounds.velocity[joint] = limit_of(limits.velocity, own.velocity);
    bounds.effort[joint] = limit_of(limits.effort, own.effort);
    bounds.effort_rate[joint] = limit_of(limits.effort_rate, own.effort_rate);
    if (limits.effort == 0.0 && !std::isfinite(bounds.effort[joint]))
    {
      throw hod::Error(
        "joint '" + name +
        "': the robot gives it no effort limit (zero counts as none), expected " +
        "one; add it to the robot description or set parameter limits." + name +
        ".effort, to .inf if there really is none");
    }
  }
  return bounds;
}

Tolerances default_tolerances(const ControllerParameters & parameters)
{
  Tolerances tolerances(static_cast<int>(parameters.joints.size()));
  for (std::size_t place = 0; place < parameters.joints.size(); ++place)
  {
    const auto joint = static_cast<Eigen::Index>(place);
    const auto & own = parameters.constraints.joints_map.at(parameters.joints[place]);
    tolerances.path_position[joint] = or_none(own.trajectory);
    tolerances.goal_position[joint] = or_none(own.goal);
    tolerances.goal_velocity[joint] = or_none(parameters.constraints.stopped_velocity_tolerance);
  }
  tolerances.goal_time = parameters.constraints.goal_time;
  return tolerances;
}

double period_of(double rate)
{
  return rate > 0.0 ? 1.0 / rate : kNone;
}

}  // namespace hod_ros

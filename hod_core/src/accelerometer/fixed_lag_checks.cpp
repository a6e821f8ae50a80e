// SPDX-License-Identifier: Apache-2.0
#include "fixed_lag_checks.hpp"

#include <cmath>

#include "hod/accelerometer/observability.hpp"
#include "hod/error.hpp"
#include "text.hpp"

namespace hod::detail
{
namespace
{

constexpr int kMostSegments = 10'000;

void check_numbers(const FixedLagOptions & options)
{
  const bool counts = options.degree >= 3 && options.degree <= 11 && options.segments >= 2 &&
                      options.max_readings >= 1 && options.steps >= 1;
  if (!counts)
  {
    throw Error(
      "fixed lag: found degree " + std::to_string(options.degree) + ", " +
      std::to_string(options.segments) + " segments, " + std::to_string(options.max_readings) +
      " readings and " + std::to_string(options.steps) +
      " steps, expected a degree of 3 to 11, two segments and one of the others at least");
  }
  constexpr double kMostReadings = 1e7;
  const double room =
    (2.0 + static_cast<double>(options.segments)) * static_cast<double>(options.max_readings);
  if (!(room <= kMostReadings && options.segments <= kMostSegments))
  {
    throw Error(
      "fixed lag: found " + std::to_string(options.segments) + " segments of " +
      std::to_string(options.max_readings) + " readings, expected at most " +
      std::to_string(kMostSegments) + " segments and ten million readings of a sensor in all");
  }
  const auto finite = [](double value) { return std::isfinite(value); };
  const bool sizes = options.knot_spacing > 0.0 && finite(options.knot_spacing) &&
                     options.start_noise > 0.0 && finite(options.start_noise) &&
                     options.smoothing >= 0.0 && finite(options.smoothing) &&
                     finite(options.start_time);
  if (!sizes)
  {
    throw Error(
      "fixed lag: found knot spacing " + number(options.knot_spacing) + " s, start noise " +
      number(options.start_noise) + ", smoothing " + number(options.smoothing) +
      ", expected positive numbers and no negative smoothing");
  }
}

void check_start(const Robot & robot, const FixedLagOptions & options)
{
  for (const auto * start : {&options.start, &options.start_velocity})
  {
    if (start->size() != robot.dof() || !start->allFinite())
    {
      throw Error(
        "fixed lag, start: found " + std::to_string(start->size()) + " numbers, expected " +
        std::to_string(robot.dof()) + " finite positions and as many velocities");
    }
  }
}

}  // namespace

FreeJoints checked_fixed_lag(
  const Robot & robot, const std::vector<Accelerometer> & sensors, const FixedLagOptions & options)
{
  check_numbers(options);
  check_start(robot, options);
  FreeJoints joints = free_joints(robot, options.held, options.start);
  std::vector<MountedAccelerometer> mounted;
  for (const auto & sensor : sensors)
  {
    mounted.emplace_back(robot, sensor);
  }
  RowMatrix motion = RowMatrix::Zero(3, robot.dof());
  motion.row(0) = joints.rest.transpose();
  motion.row(1) = options.start_velocity.transpose();
  require_observed(observability(robot, mounted, {options.start_time}, motion, joints.moving, {}));
  return joints;
}

}  // namespace hod::detail

// SPDX-License-Identifier: Apache-2.0
#include "recovery_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "free_joints.hpp"
#include "groups.hpp"
#include "hod/error.hpp"
#include "measured_joints.hpp"
#include "motion/median.hpp"
#include "text.hpp"
#include "threads.hpp"

namespace hod::detail
{

namespace
{

constexpr double kMostSegments = 1e6;

/// The first and the last instant at which a sensor has read [s].
std::pair<double, double> sensed_span(
  const std::vector<EstimatedSensor> & sensors, const std::vector<Recording> & recordings)
{
  double start = std::numeric_limits<double>::infinity();
  double end = -start;
  for (std::size_t i = 0; i < sensors.size(); ++i)
  {
    start = std::min(start, sensors[i].time_of(recordings[i].times.front()));
    end = std::max(end, sensors[i].time_of(recordings[i].times.back()));
  }
  return {start, end};
}

}  // namespace

std::vector<double> knots_with_readings(
  const std::vector<EstimatedSensor> & sensors, const std::vector<Recording> & recordings,
  double spacing, double fewest, bool in_gaps)
{
  const auto [start, end] = sensed_span(sensors, recordings);
  const double wanted = std::ceil((end - start) / spacing - 1e-9);
  if (!(wanted <= kMostSegments))
  {
    throw Error(
      "knot_spacing: found " + detail::number(spacing) + " s, expected at least " +
      detail::number((end - start) / kMostSegments) + " s for so long a recording");
  }
  const auto segments = std::max(1, static_cast<int>(wanted));
  std::vector<double> knots = {start};
  double between = 0.0;
  std::vector<std::size_t> next(sensors.size(), 0);
  for (int segment = 1; segment <= segments; ++segment)
  {
    const double knot = segment == segments ? end : start + (end - start) * segment / segments;
    for (std::size_t i = 0; i < sensors.size(); ++i)
    {
      const auto & times = recordings[i].times;
      for (; next[i] < times.size() &&
             (segment == segments || sensors[i].time_of(times[next[i]]) < knot);
           ++next[i])
      {
        between += sensors[i].mounted.axes();
      }
    }
    if (between >= fewest || (in_gaps && between == 0.0))
    {
      knots.push_back(knot);
      between = 0.0;
    }
  }
  if (knots.back() < end)
  {
    knots.size() > 1 ? void(knots.back() = end) : knots.push_back(end);
  }
  return knots;
}

namespace
{

constexpr int kLowestDegree = 3;
constexpr int kHighestDegree = 11;
constexpr double kSparse = 0.25;           // [s] between readings
constexpr int kRestInstants = 4;           // per segment
constexpr double kRestNoise = 1e-6;        // [rad/s or m/s]
constexpr double kWanderStep = 1.0;        // [s]
constexpr double kMostWanderNodes = 12.0;  // each is an unknown common to all readings
constexpr double kVelocityNoise = 1e-9;    // of a known velocity without its position

void check_options(const Robot & robot, const RecoveryOptions & options)
{
  if (options.degree < kLowestDegree || options.degree > kHighestDegree)
  {
    throw Error(
      "degree: found " + std::to_string(options.degree) + ", expected " +
      std::to_string(kLowestDegree) + " to " + std::to_string(kHighestDegree));
  }
  for (const double value : {options.knot_spacing, options.smoothing})
  {
    if (!(value >= 0.0) || !std::isfinite(value))
    {
      throw Error(
        "knot spacing and smoothing: found " + number(value) + ", expected finite numbers from 0");
    }
  }
  for (const auto * ends :
       {&options.start, &options.start_velocity, &options.end, &options.end_velocity})
  {
    if (ends->size() != 0 && ends->size() != robot.dof())
    {
      throw Error(
        "start and end: found " + std::to_string(ends->size()) + " numbers, expected " +
        std::to_string(robot.dof()) + ", one per joint");
    }
  }
}

/// Knots as dense as robots need lie by the dozen between such readings: a search of hours.
void require_density(const RecoveryOptions & options, const RecoveryPlan & plan)
{
  double interval = std::numeric_limits<double>::infinity();
  for (const auto & readings : plan.readings)
  {
    const bool has_steps = readings.times.size() > 1;
    interval = std::min(interval, has_steps ? median_interval(readings.times) : interval);
  }
  if (options.knot_spacing == 0.0 && interval > kSparse && std::isfinite(interval))
  {
    throw Error(
      "sensors: found readings every " + number(interval) +
      " s, expected at least four per second (are their times in another unit than s?), or a "
      "stated knot_spacing");
  }
}

void find_noises(RecoveryPlan & plan)
{
  const std::size_t count = plan.readings.size();
  plan.noises.resize(count);
  in_threads(count, 1, 0, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
    {
      plan.noises[i] = noise_of(plan.readings[i].values);
    }
  });
}

/// Sensors that read at the same times are condensed together.
void condense(RecoveryPlan & plan)
{
  const std::size_t count = plan.readings.size();
  plan.condensed.resize(count);
  const auto alike = groups(count, [&](std::size_t one, std::size_t other) {
    return plan.readings[one].times == plan.readings[other].times;
  });
  for (const std::vector<std::size_t> & together : alike)
  {
    std::vector<NoisyReadings> all;
    for (const std::size_t i : together)
    {
      all.push_back({plan.readings[i].values, plan.noises[i]});
    }
    std::vector<CondensedReadings> few =
      condensed(plan.readings[together[0]].times, all, plan.longest_block);
    for (std::size_t i = 0; i < together.size(); ++i)
    {
      plan.condensed[together[i]] = std::move(few[i]);
    }
  }
}

/// Returns whether any readings of sensors were dropped.
bool mount(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const RecoveryOptions & options, RecoveryPlan & plan,
  std::vector<std::string> & warnings)
{
  if (sensors.empty() || sensors.size() != recordings.size())
  {
    throw Error(
      "sensors: found " + std::to_string(sensors.size()) + " with " +
      std::to_string(recordings.size()) + " recordings, expected one recording per sensor");
  }
  const MeasuredSpan span = measured_span(robot, plan.moving, options);
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < sensors.size(); ++i)
  {
    plan.report_progress();
    plan.sensors.emplace_back(MountedAccelerometer(robot, sensors[i]));
    plan.readings.push_back(
      checked_recording(robot, sensors[i], recordings[i], options.recording, warnings));
    left_out += keep_measured(plan.sensors.back(), span, plan.readings.back());
    plan.sensors.back().first_stamp = plan.readings.back().times.front();
  }
  if (left_out > 0)
  {
    warnings.push_back(
      std::to_string(left_out) + " readings of sensors before " + instant(span.start) +
      " s or after " + instant(span.end) +
      " s, when not all joints were measured, were left out (a known start or end lets them "
      "count)");
  }
  find_noises(plan);
  condense(plan);
  return left_out > 0;
}

/// Where a sensor stores the column of an unknown; null for one that cannot be requested.
int * unknown_column(EstimatedSensor & sensor, SensorUnknown kind)
{
  switch (kind)
  {
    case SensorUnknown::bias:
      return &sensor.bias_column;
    case SensorUnknown::scale:
      return &sensor.scale_column;
    case SensorUnknown::time_offset:
      return &sensor.offset_column;
    case SensorUnknown::position:
      return &sensor.position_column;
    case SensorUnknown::orientation:
      return &sensor.orientation_column;
    case SensorUnknown::clock_drift:
      return &sensor.drift_column;
    default:
      return nullptr;
  }
}

void add_estimate(const Estimate & estimate, RecoveryPlan & plan)
{
  if (estimate.sensor < 0 || estimate.sensor >= static_cast<int>(plan.sensors.size()))
  {
    throw Error(
      "estimates: found sensor " + std::to_string(estimate.sensor) + ", expected 0 to " +
      std::to_string(plan.sensors.size() - 1));
  }
  EstimatedSensor & sensor = plan.sensors[static_cast<std::size_t>(estimate.sensor)];
  int * const column = unknown_column(sensor, estimate.kind);
  if (column == nullptr)
  {
    throw Error(
      "estimates: found the wander of a bias, expected its density in bias_wander instead");
  }
  if (*column >= 0)
  {
    return;
  }
  if (size_of(estimate.kind, sensor.mounted.sensor()) == 0)
  {
    throw Error(
      "estimates: found the position of " + sensor_text(sensor.mounted.sensor()) +
      ", a gyroscope, which reads the same anywhere on its link, expected that of an "
      "accelerometer");
  }
  *column = static_cast<int>(plan.border());
  for (int axis = 0; axis < size_of(estimate.kind, sensor.mounted.sensor()); ++axis)
  {
    plan.unknowns.push_back({estimate, axis, 0.0, 0.0, 0.0});
  }
}

/// Nodes between which a wandering bias is linear.
void add_wander(int index, RecoveryPlan & plan)
{
  EstimatedSensor & sensor = plan.sensors[static_cast<std::size_t>(index)];
  const std::vector<double> & times = plan.readings[static_cast<std::size_t>(index)].times;
  if (sensor.mounted.sensor().bias_wander == 0.0)
  {
    return;
  }
  const double duration = times.back() - times.front();
  const double wanted = std::ceil(duration / kWanderStep);
  const auto nodes = static_cast<int>(std::clamp(wanted, 1.0, kMostWanderNodes));
  sensor.wander = RowMatrix::Zero(nodes, sensor.mounted.axes());
  sensor.wander_step = duration / nodes;
  sensor.wander_column = static_cast<int>(plan.border());
  for (int node = 0; node < nodes; ++node)
  {
    const double stamp = times.front() + (node + 1) * sensor.wander_step;
    for (int axis = 0; axis < sensor.mounted.axes(); ++axis)
    {
      plan.unknowns.push_back({{SensorUnknown::wander, index}, axis, 0.0, 0.0, stamp});
    }
  }
}

void add_rest(const RestPhase & phase, RecoveryPlan & plan)
{
  if (!(phase.start < phase.end))
  {
    throw Error(
      "rest phase: found " + number(phase.start) + " s to " + number(phase.end) +
      " s, expected an end after the start");
  }
  for (std::size_t segment = 0; segment + 1 < plan.knots.size(); ++segment)
  {
    const double length = plan.knots[segment + 1] - plan.knots[segment];
    for (int i = 0; i < kRestInstants; ++i)
    {
      const double time = plan.knots[segment] + length * (i + 0.5) / kRestInstants;
      for (int joint = 0; joint < plan.joints() && time >= phase.start && time <= phase.end;
           ++joint)
      {
        plan.equations.push_back({time, joint, 1, 0.0, kRestNoise});
      }
    }
  }
}

/// Fixes the outermost control points, or adds an equation for a velocity without a position.
void add_end(
  const Eigen::VectorXd & position, const Eigen::VectorXd & velocity, bool start,
  RecoveryPlan & plan)
{
  const auto last = plan.knots.size() - 1;
  const double length =
    start ? plan.knots[1] - plan.knots[0] : plan.knots[last] - plan.knots[last - 1];
  for (int joint = 0; joint < plan.joints(); ++joint)
  {
    const int column = plan.moving[static_cast<std::size_t>(joint)];
    const bool with_velocity = known(velocity, column);
    const Eigen::Index outermost = start ? 0 : plan.points() - 1;
    if (known(position, column))
    {
      plan.fixed.push_back({outermost, joint, position[column]});
      if (with_velocity)
      {
        const double change = velocity[column] * length / plan.degree;
        plan.fixed.push_back(
          {start ? 1 : outermost - 1, joint, position[column] + (start ? change : -change)});
      }
    }
    else if (with_velocity)
    {
      const double time = start ? plan.knots.front() : plan.knots.back();
      plan.equations.push_back({time, joint, 1, velocity[column], kVelocityNoise});
    }
  }
}

/// Drops joint readings for which there is no motion after sensors were cut.
void leave_out_unsensed(RecoveryPlan & plan)
{
  const std::pair<double, double> span = sensed_span(plan.sensors, plan.readings);
  plan.joint_readings.erase(
    std::remove_if(
      plan.joint_readings.begin(), plan.joint_readings.end(),
      [&span](const auto & equation) {
        return equation.time < span.first || equation.time > span.second;
      }),
    plan.joint_readings.end());
}

void check_count(const RecoveryPlan & plan)
{
  Eigen::Index numbers = static_cast<Eigen::Index>(plan.equations.size() + plan.fixed.size());
  for (const auto & recording : plan.readings)
  {
    numbers += recording.values.size();
  }
  for (const auto & sensor : plan.sensors)
  {
    numbers += sensor.wander.size();
  }
  const Eigen::Index unknowns = plan.points() * plan.joints() + plan.border();
  if (numbers < unknowns && plan.smoothing.isZero())
  {
    throw Error(
      "recordings: found " + std::to_string(numbers) + " numbers for " + std::to_string(unknowns) +
      " unknowns, expected at least as many; a larger knot spacing needs fewer");
  }
}

/// If all sensors are late by an unknown time, they observe the same motion at another time:
/// something must determine when it was.
void require_a_clock(const RecoveryOptions & options, const RecoveryPlan & plan)
{
  const bool all_late = std::all_of(
    plan.sensors.begin(), plan.sensors.end(),
    [](const EstimatedSensor & sensor) { return sensor.offset_column >= 0; });
  const auto moves = [](const Eigen::VectorXd & velocity) {
    return (velocity.array().isFinite() && velocity.array() != 0.0).any();
  };
  if (
    all_late && options.joint_recordings.empty() && options.recording.rests.empty() &&
    !moves(options.start_velocity) && !moves(options.end_velocity))
  {
    throw Error(
      "estimates: found the time offset of " + sensor_text(plan.sensors[0].mounted.sensor()) +
      (plan.sensors.size() > 1 ? " and of all others" : "") +
      " without a time reference, expected a sensor without an offset, joint readings, rest "
      "phases or an end in motion");
  }
}

}  // namespace

bool known(const Eigen::VectorXd & values, int joint)
{
  return values.size() > joint && std::isfinite(values[joint]);
}

RecoveryPlan recovery_plan(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const RecoveryOptions & options,
  std::vector<std::string> & warnings)
{
  check_options(robot, options);
  RecoveryPlan plan;
  if (options.progress)
  {
    plan.progress = std::make_shared<ProgressReport>(options.progress);
  }
  FreeJoints joints = free_joints(robot, options.held, Eigen::VectorXd::Zero(robot.dof()));
  plan.moving = std::move(joints.moving);
  plan.rest = std::move(joints.rest);
  const bool is_cut = mount(robot, sensors, recordings, options, plan, warnings);
  require_density(options, plan);
  for (const auto & estimate : options.estimates)
  {
    add_estimate(estimate, plan);
  }
  require_a_clock(options, plan);
  for (std::size_t i = 0; i < sensors.size(); ++i)
  {
    add_wander(static_cast<int>(i), plan);
  }
  for (const auto & recording : options.joint_recordings)
  {
    plan.report_progress();
    add_joint_recording(robot, recording, plan);
  }
  if (is_cut)
  {
    leave_out_unsensed(plan);
  }
  return plan;
}

void lay_knots(
  const RecoveryOptions & options, double spacing, int degree, int penalized,
  const RoughnessWeights & smoothing, RecoveryPlan & plan)
{
  plan.degree = degree;
  plan.penalized = penalized;
  // Between the few nodes of a block, nothing would determine a motion with denser knots.
  const double longest_block = std::min(kLongestBlock, spacing);
  if (longest_block != plan.longest_block)
  {
    plan.longest_block = longest_block;
    condense(plan);
  }
  // If its roughness is weighted, the uncertainty of the motion without readings is in the band.
  plan.knots = knots_with_readings(
    plan.sensors, plan.readings, spacing, static_cast<double>(plan.joints()),
    options.knot_spacing == 0.0);
  plan.smoothing = smoothing.between(plan.knots);
  plan.equations = plan.joint_readings;
  plan.fixed.clear();
  for (const auto & phase : options.recording.rests)
  {
    add_rest(phase, plan);
  }
  add_end(options.start, options.start_velocity, true, plan);
  add_end(options.end, options.end_velocity, false, plan);
  std::sort(
    plan.equations.begin(), plan.equations.end(),
    [](const auto & left, const auto & right) { return left.time < right.time; });
  check_count(plan);
}

}  // namespace hod::detail

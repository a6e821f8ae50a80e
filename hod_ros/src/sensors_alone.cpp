// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/sensors_alone.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "hod/accelerometer/recording_fit.hpp"
#include "hod/error.hpp"
#include "hod_ros/joint_names.hpp"
#include "hod_ros/stream_clock.hpp"
#include "hod_ros/window_sensors.hpp"

namespace hod_ros
{
namespace
{

constexpr std::size_t kFirstReadings = 10;  // of a sensor, that tell its rate
constexpr double kNever = -std::numeric_limits<double>::infinity();

/// So many readings of the others wait for a sensor that is silent at the start.
constexpr std::size_t kMostPending = 10'000;

/// A sensor that is farther behind the others has ceased; a stamp farther after the one before is
/// none of a steady stream [s].
constexpr double kFarthestAhead = StreamClock::kJump;

const char * sentence(hod::FixedLag::Push push)
{
  using Push = hod::FixedLag::Push;
  switch (push)
  {
    case Push::not_finite:
      return "a reading is not a finite number";
    case Push::out_of_order:
      return "a stamp is not after the one before, expected stamps that increase";
    case Push::too_late:
      return "a reading comes after the window has closed, expected sensors within a knot spacing";
    default:
      return "there are more readings than fit, expected at most 5000 per second";
  }
}

}  // namespace

SensorsAlone::SensorsAlone(hod::RecordingSettings settings, double noise)
: robot_(settings.robot), inputs_(std::move(settings.sensors))
{
  for (hod::RecordedSensor & input : inputs_)
  {
    input.sensor.noise = input.noise.value_or(noise);
  }
  options_.held = settings.held;
  options_.start = settings.start;
  options_.start_velocity = settings.start_velocity;
  for (const hod::HeldJoint & held : settings.held)
  {
    options_.start[robot_.dof_index(held.joint)] = held.position;
  }
  std::vector<std::string> unknown;
  for (Eigen::Index joint = 0; joint < options_.start.size(); ++joint)
  {
    double & velocity = options_.start_velocity[joint];
    velocity = std::isfinite(velocity) ? velocity : 0.0;
    if (!std::isfinite(options_.start[joint]))
    {
      unknown.push_back(robot_.joint_names()[static_cast<std::size_t>(joint)]);
    }
  }
  if (!unknown.empty())
  {
    throw hod::Error(
      "sensors without joint_readings: neither start nor hold says where these joints begin: " +
      listed(unknown));
  }
  reset();
}

void SensorsAlone::reset()
{
  lag_.reset();
  pending_.clear();
  heard_.assign(inputs_.size(), 0);
  newest_.assign(inputs_.size(), kNever);
  problem_.clear();
}

double SensorsAlone::latency() const
{
  return (options_.segments + 1) * options_.knot_spacing;
}

/// Noise that is stated as a density needs the rate of the readings.
void SensorsAlone::begin()
{
  sensors_.clear();
  double start = std::numeric_limits<double>::infinity();
  for (std::size_t sensor = 0; sensor < inputs_.size(); ++sensor)
  {
    double first = 0.0;
    double last = 0.0;
    int count = 0;
    for (const Pending & reading : pending_)
    {
      if (reading.sensor == static_cast<int>(sensor))
      {
        first = count == 0 ? reading.time : first;
        last = reading.time;
        ++count;
      }
    }
    sensors_.push_back(inputs_[sensor].sensor);
    if (const auto & density = inputs_[sensor].noise_density)
    {
      const double rate = (count - 1) / std::max(last - first, 1e-6);
      sensors_.back().noise = hod::noise_of_density(sensors_.back(), *density, rate);
    }
    start = std::min(start, first - sensors_.back().time_offset);
  }
  options_.start_time = start;
  lag_ = std::make_unique<hod::FixedLag>(robot_, sensors_, options_);
  newest_.assign(inputs_.size(), kNever);
  catch_up();
}

/// A sensor may begin seconds after the others: what came until then is worked through in the order
/// of time, as it would have been.
void SensorsAlone::catch_up()
{
  std::vector<Pending> pending = std::exchange(pending_, {});
  std::sort(pending.begin(), pending.end(), [this](const Pending & one, const Pending & other) {
    return time_of(one) < time_of(other);
  });
  for (const Pending & reading : pending)
  {
    work_through(time_of(reading));
    push(reading);
  }
}

void SensorsAlone::work_through(double complete)
{
  while (lag_->update(complete) == options_.segments)
  {}
}

double SensorsAlone::time_of(const Pending & reading) const
{
  return reading.time - inputs_[static_cast<std::size_t>(reading.sensor)].sensor.time_offset;
}

/// Nothing more is computed until reset(): where the robot is, is no longer known.
void SensorsAlone::give_up(const std::string & what)
{
  problem_ = what + "; activate the node anew where the robot is at its start";
  throw hod::Error(problem_);
}

/// One stamp that is far ahead is refused by itself; if it is not the stamp, a sensor has ceased.
void SensorsAlone::require_company(const Pending & reading)
{
  const auto index = static_cast<std::size_t>(reading.sensor);
  const double time = time_of(reading);
  if (newest_[index] != kNever && time > newest_[index] + kFarthestAhead)
  {
    throw hod::Error(
      "accelerometer '" + inputs_[index].sensor.name + "': a stamp is " +
      std::to_string(time - newest_[index]) + " s after the one before, expected a steady stream");
  }
  const double slowest = *std::min_element(newest_.begin(), newest_.end());
  if (lag_ && slowest != kNever && time > slowest + kFarthestAhead)
  {
    blame_slowest();
  }
}

void SensorsAlone::blame_slowest()
{
  const auto slowest = std::min_element(newest_.begin(), newest_.end());
  const auto silent = static_cast<std::size_t>(slowest - newest_.begin());
  give_up(
    "accelerometer '" + inputs_[silent].sensor.name +
    "' has ceased while others go on, expected readings of all sensors");
}

void SensorsAlone::require_taken(std::size_t index, hod::FixedLag::Push result) const
{
  if (result != hod::FixedLag::Push::ok)
  {
    throw hod::Error("accelerometer '" + inputs_[index].sensor.name + "': " + sentence(result));
  }
}

void SensorsAlone::push(const Pending & reading)
{
  require_company(reading);
  const auto index = static_cast<std::size_t>(reading.sensor);
  const auto result = lag_->push(reading.sensor, reading.time, reading.reading);
  if (
    result == hod::FixedLag::Push::full &&
    newest_[index] > *std::min_element(newest_.begin(), newest_.end()))
  {
    blame_slowest();
  }
  require_taken(index, result);
  newest_[index] = time_of(reading);
}

bool SensorsAlone::wait(const Pending & reading)
{
  const auto index = static_cast<std::size_t>(reading.sensor);
  require_company(reading);
  using Push = hod::FixedLag::Push;
  const Push result = !reading.reading.allFinite()           ? Push::not_finite
                      : !(time_of(reading) > newest_[index]) ? Push::out_of_order
                                                             : Push::ok;
  require_taken(index, result);
  const auto fewest = std::min_element(heard_.begin(), heard_.end());
  if (pending_.size() >= kMostPending)
  {
    const auto silent = static_cast<std::size_t>(fewest - heard_.begin());
    give_up(
      "accelerometer '" + inputs_[silent].sensor.name + "': gave " + std::to_string(*fewest) +
      " of the first " + std::to_string(kMostPending) + " readings, expected at least " +
      std::to_string(kFirstReadings) + " of each sensor");
  }
  pending_.push_back(reading);
  ++heard_[index];
  newest_[index] = time_of(reading);
  return *std::min_element(heard_.begin(), heard_.end()) >= kFirstReadings;
}

bool SensorsAlone::add(
  int sensor, double time, const Eigen::Vector3d & reading, Eigen::Index rows,
  MotionEstimate & estimate)
{
  if (!problem_.empty())
  {
    throw hod::Error(problem_);
  }
  if (!lag_)
  {
    if (!wait({sensor, time, reading}))
    {
      return false;
    }
    begin();
  }
  else
  {
    push({sensor, time, reading});
  }
  work_through(*std::min_element(newest_.begin(), newest_.end()));
  estimate.time = newest_.front() - latency();
  if (sensor != 0 || estimate.time < options_.start_time || estimate.time > lag_->final_end())
  {
    return false;
  }
  estimate.motion.resize(rows, robot_.dof());
  lag_->evaluate(estimate.time, estimate.motion);
  estimate.deviation.resize(0, robot_.dof());
  estimate.residual = 0.0;
  return !estimate.motion.hasNaN();  // the window may be ahead of a slow first sensor at the start
}

}  // namespace hod_ros

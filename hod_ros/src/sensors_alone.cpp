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
#include "hod_ros/window_sensors.hpp"

namespace hod_ros
{
namespace
{

constexpr std::size_t kFirstReadings = 10;  // of a sensor, that tell its rate
constexpr double kNever = -std::numeric_limits<double>::infinity();

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
  newest_.assign(inputs_.size(), kNever);
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
  for (const Pending & reading : pending_)
  {
    push(reading);
  }
  pending_.clear();
}

void SensorsAlone::push(const Pending & reading)
{
  const auto index = static_cast<std::size_t>(reading.sensor);
  const auto result = lag_->push(reading.sensor, reading.time, reading.reading);
  if (result != hod::FixedLag::Push::ok)
  {
    throw hod::Error("accelerometer '" + inputs_[index].sensor.name + "': " + sentence(result));
  }
  newest_[index] = reading.time - inputs_[index].sensor.time_offset;
}

bool SensorsAlone::add(
  int sensor, double time, const Eigen::Vector3d & reading, Eigen::Index rows,
  MotionEstimate & estimate)
{
  if (!lag_)
  {
    pending_.push_back({sensor, time, reading});
    for (int each = 0; each < static_cast<int>(inputs_.size()); ++each)
    {
      const auto count = std::count_if(
        pending_.begin(), pending_.end(),
        [each](const Pending & one) { return one.sensor == each; });
      if (count < static_cast<std::ptrdiff_t>(kFirstReadings))
      {
        return false;
      }
    }
    begin();
  }
  else
  {
    push({sensor, time, reading});
  }
  const double complete = *std::min_element(newest_.begin(), newest_.end());
  while (lag_->update(complete) == options_.segments)
  {}
  estimate.time = newest_.front() - latency();
  if (sensor != 0 || estimate.time < options_.start_time || estimate.time > lag_->final_end())
  {
    return false;
  }
  estimate.motion.resize(rows, robot_.dof());
  lag_->evaluate(estimate.time, estimate.motion);
  estimate.deviation.resize(0, robot_.dof());
  estimate.residual = 0.0;
  return true;
}

}  // namespace hod_ros

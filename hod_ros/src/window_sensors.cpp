// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/window_sensors.hpp"

#include <string>

#include "hod/accelerometer/recording_fit.hpp"
#include "hod/error.hpp"
#include "hod_ros/stream_clock.hpp"

namespace hod_ros
{

WindowSensors::WindowSensors(const hod::Robot & robot)
: robot_(robot),
  workspace_(robot, 2),
  linear_(robot.dof()),
  motion_(hod::RowMatrix::Zero(3, robot.dof()))
{}

int WindowSensors::add(const hod::RecordedSensor & sensor, double noise)
{
  hod::Accelerometer known = sensor.sensor;
  known.noise = sensor.noise.value_or(noise);
  sensors_.push_back({hod::MountedAccelerometer(robot_, known), sensor.noise_density});
  return static_cast<int>(sensors_.size()) - 1;
}

const hod::Accelerometer & WindowSensors::sensor(int index) const
{
  return at(index).mounted.sensor();
}

void WindowSensors::push(int index, double stamp, const Eigen::Vector3d & reading)
{
  Sensor & sensor = sensors_[static_cast<std::size_t>(index)];
  const hod::Accelerometer & known = sensor.mounted.sensor();
  const auto values = reading.head(sensor.mounted.axes());
  const double time = stamp - known.time_offset;
  if (!values.allFinite())
  {
    throw hod::Error("accelerometer '" + known.name + "': a reading is not a finite number");
  }
  if (known.range > 0.0 && values.cwiseAbs().maxCoeff() >= known.range)
  {
    throw hod::Error(
      "accelerometer '" + known.name + "': a reading is at the end of its range of " +
      std::to_string(known.range) + " " + hod::unit_of(known));
  }
  auto & readings = sensor.readings;
  if (!readings.empty() && time <= readings.back().time)
  {
    if (time >= readings.back().time - StreamClock::kJump)
    {
      throw hod::Error(
        "accelerometer '" + known.name +
        "': a stamp is not after the one before, expected stamps that increase");
    }
    readings.clear();  // its clock was set back, or one stamp was far ahead
  }
  readings.push_back({time, reading});
  while (readings.front().time < time - kLongestWait)
  {
    readings.pop_front();
  }
}

void WindowSensors::forget(double before)
{
  for (Sensor & sensor : sensors_)
  {
    while (!sensor.readings.empty() && sensor.readings.front().time < before)
    {
      sensor.readings.pop_front();
    }
  }
}

void WindowSensors::clear()
{
  for (Sensor & sensor : sensors_)
  {
    sensor.readings.clear();
  }
}

double WindowSensors::noise(const Sensor & sensor) const
{
  const auto & readings = sensor.readings;
  const double span = readings.back().time - readings.front().time;
  if (!sensor.density || span == 0.0)
  {
    return sensor.mounted.sensor().noise;
  }
  const double rate = static_cast<double>(readings.size() - 1) / span;
  return hod::noise_of_density(sensor.mounted.sensor(), *sensor.density, rate);
}

void WindowSensors::write(const Sensor & sensor, Reading & reading, const Motion & motion)
{
  motion(reading.time, motion_);
  if (sensor.mounted.evaluate(workspace_, motion_, linear_) != hod::Result::ok)
  {
    return;
  }
  const int axes = sensor.mounted.axes();
  const Eigen::Index joints = robot_.dof();
  const double weight = 1.0 / noise(sensor);
  const auto slope = (weight * sensor.mounted.sensor().scale.head(axes)).eval();
  SensorEquation & equation = reading.equation;
  equation.time = reading.time;
  equation.by.resize(axes, 3 * joints);
  equation.by << slope.asDiagonal() * linear_.by_position.topRows(axes),
    slope.asDiagonal() * linear_.by_velocity.topRows(axes),
    slope.asDiagonal() * linear_.by_acceleration.topRows(axes);
  const Eigen::Vector3d here = sensor.mounted.reading(linear_.component);
  equation.right = weight * (reading.value - here).head(axes);
  for (Eigen::Index k = 0; k < 3; ++k)
  {
    equation.right += equation.by.middleCols(k * joints, joints) * motion_.row(k).transpose();
  }
  reading.is_written = true;
}

std::vector<const SensorEquation *> WindowSensors::equations(double until, const Motion & motion)
{
  std::vector<const SensorEquation *> all;
  for (Sensor & sensor : sensors_)
  {
    for (Reading & reading : sensor.readings)
    {
      if (reading.time > until)
      {
        break;
      }
      if (!reading.is_written)
      {
        write(sensor, reading, motion);
      }
      if (reading.is_written)
      {
        all.push_back(&reading.equation);
      }
    }
  }
  return all;
}

}  // namespace hod_ros

// SPDX-License-Identifier: Apache-2.0
#include "unexplained.hpp"

#include <algorithm>
#include <cmath>

#include "recording_checks.hpp"
#include "text.hpp"

namespace hod::detail
{
namespace
{

constexpr double kUnlikely = 1.5;  // χ² over degrees of freedom
constexpr double kStandardGravity = 9.80665;
constexpr double kDegree = 0.017453292519943295;
constexpr std::size_t kSuspects = 2;

/// Deviation from the mean, of all columns together.
double variation(const RowMatrix & values)
{
  const RowMatrix centred = values.rowwise() - values.colwise().mean();
  return std::sqrt(centred.squaredNorm() / static_cast<double>(centred.size()));
}

/// What is left of a sensor's readings: the mean square of what no noise explains.
double left_of_sensor(const RecoveryPlan & plan, std::size_t i, double sum)
{
  const Accelerometer & sensor = plan.sensors[i].mounted.sensor();
  const double found = noise_of(plan.readings[i].values);
  const bool stated = sensor.noise != Accelerometer().noise;
  const double noise = stated ? std::max(sensor.noise, found) : found;
  const CondensedReadings & readings = plan.condensed[i];
  const auto rows = static_cast<double>(readings.values.size());
  double count = 0.0;
  for (const double weight : readings.weights)
  {
    count += weight * static_cast<double>(readings.values.cols());
  }
  const double squares = sum * sensor.noise * sensor.noise;
  return squares > kUnlikely * rows * noise * noise ? (squares - rows * noise * noise) / count
                                                    : 0.0;
}

void add_sensor(
  const RecoveryPlan & plan, std::size_t i, double sum, double most, std::vector<Unexplained> & all)
{
  const double left = std::sqrt(left_of_sensor(plan, i, sum));
  const double varies = variation(plan.readings[i].values);
  if (left > most * varies)
  {
    const Accelerometer & sensor = plan.sensors[i].mounted.sensor();
    const std::string unit = std::string(" ") + unit_of(sensor);
    all.push_back(
      {sensor_text(sensor) + ": found " + number(left) + unit +
         " rms of its readings, which vary by " + number(varies) + unit +
         ", that no motion explains",
       static_cast<int>(i), left / varies});
  }
}

void add_joint(
  const Robot & robot, const RecoveryPlan & plan, int joint, double sum, double most,
  std::vector<Unexplained> & all)
{
  double weights = 0.0;
  double mean = 0.0;
  double square = 0.0;
  int count = 0;
  for (const auto & equation : plan.joint_readings)
  {
    if (equation.joint == joint && equation.derivative == 0)
    {
      const double weight = 1.0 / (equation.noise * equation.noise);
      weights += weight;
      mean += weight * equation.value;
      square += weight * equation.value * equation.value;
      ++count;
    }
  }
  if (count < 2 || sum <= kUnlikely * count)
  {
    return;
  }
  const double varies =
    std::sqrt(std::max(0.0, square / weights - mean * mean / (weights * weights)));
  const double left = std::sqrt((sum - count) / weights);
  if (left > most * varies)
  {
    const auto column = static_cast<std::size_t>(plan.moving[static_cast<std::size_t>(joint)]);
    all.push_back(
      {"joint '" + robot.joint_names()[column] + "': found " + number(left) +
         " rms of its readings, which vary by " + number(varies) +
         ", that the motion found does not explain",
       -1, left / varies});
  }
}

template <typename Change>
void add_variant(
  const std::vector<Accelerometer> & sensors, const std::vector<Recording> & recordings,
  const RecoveryOptions & options, const std::string & text, Change change,
  std::vector<Variant> & all)
{
  all.push_back({text, sensors, recordings, options});
  change(all.back());
}

}  // namespace

std::vector<Unexplained> unexplained(
  const Robot & robot, const RecoveryProblem & problem, double most)
{
  const RecoveryPlan & plan = problem.plan();
  std::vector<Unexplained> all;
  for (std::size_t i = 0; i < plan.sensors.size(); ++i)
  {
    add_sensor(plan, i, problem.sums()[index(i)], most, all);
  }
  for (int joint = 0; joint < plan.joints(); ++joint)
  {
    add_joint(robot, plan, joint, problem.sums()[index(plan.sensors.size()) + joint], most, all);
  }
  std::sort(all.begin(), all.end(), [](const auto & left, const auto & right) {
    return left.share > right.share;
  });
  return all;
}

std::vector<Variant> variants(
  const std::vector<Accelerometer> & sensors, const std::vector<Recording> & recordings,
  const RecoveryOptions & options, const std::vector<Unexplained> & left)
{
  std::vector<Variant> all;
  const auto add = [&](const std::string & text, auto change) {
    add_variant(sensors, recordings, options, text, change, all);
  };
  for (std::size_t suspect = 0; suspect < std::min(kSuspects, left.size()); ++suspect)
  {
    if (left[suspect].sensor < 0)
    {
      continue;
    }
    const auto i = static_cast<std::size_t>(left[suspect].sensor);
    const std::string name = sensor_text(sensors[i]);
    const Eigen::Index axes = sensors[i].axes.rows();
    add("a bias of " + name, [&](Variant & v) {
      v.options.estimates.push_back({SensorUnknown::bias, static_cast<int>(i)});
    });
    for (Eigen::Index axis = 0; axis < axes; ++axis)
    {
      add(
        "axis " + std::to_string(axis) + " of " + name + " with the other sign",
        [&](Variant & v) { v.sensors[i].axes.row(axis) *= -1.0; });
    }
    add("all axes of " + name + " with the other sign", [&](Variant & v) {
      v.sensors[i].axes *= -1.0;
    });
    for (Eigen::Index axis = 0; axis < axes; ++axis)
    {
      for (Eigen::Index other = axis + 1; other < axes; ++other)
      {
        add(
          "axes " + std::to_string(axis) + " and " + std::to_string(other) + " of " + name +
            " exchanged",
          [&](Variant & v) { v.sensors[i].axes.row(axis).swap(v.sensors[i].axes.row(other)); });
      }
    }
    if (sensors[i].quantity == SensorQuantity::angular_velocity)
    {
      add(name + " in deg/s instead of rad/s", [&](Variant & v) {
        v.recordings[i].values *= kDegree;
      });
    }
    else
    {
      const bool whole = sensors[i].quantity == SensorQuantity::specific_force;
      add(name + " in g instead of m/s²", [&](Variant & v) {
        v.recordings[i].values *= kStandardGravity;
      });
      add(
        name + " reading " + (whole ? "acceleration without gravity" : "specific force"),
        [&](Variant & v) {
          v.sensors[i].quantity =
            whole ? SensorQuantity::acceleration : SensorQuantity::specific_force;
        });
    }
    add("another time offset of " + name, [&](Variant & v) {
      v.options.estimates.push_back({SensorUnknown::time_offset, static_cast<int>(i)});
    });
  }
  const bool end = options.end.size() > 0 && options.end.array().isFinite().any();
  if (end)
  {
    add("another end", [&](Variant & v) {
      v.options.end.resize(0);
      v.options.end_velocity.resize(0);
    });
  }
  for (std::size_t suspect = 0; suspect < std::min(kSuspects, left.size()); ++suspect)
  {
    if (left[suspect].sensor < 0)
    {
      continue;
    }
    const auto i = static_cast<std::size_t>(left[suspect].sensor);
    const std::string name = sensor_text(sensors[i]);
    add("a clock of " + name + " that drifts", [&](Variant & v) {
      v.options.estimates.push_back({SensorUnknown::clock_drift, static_cast<int>(i)});
    });
    if (sensors[i].quantity != SensorQuantity::angular_velocity)
    {
      add("another place of " + name, [&](Variant & v) {
        v.options.estimates.push_back({SensorUnknown::position, static_cast<int>(i)});
      });
    }
    add("another orientation of " + name, [&](Variant & v) {
      v.options.estimates.push_back({SensorUnknown::orientation, static_cast<int>(i)});
    });
  }
  for (std::size_t suspect = 0; suspect < left.size() && sensors.size() > 1; ++suspect)
  {
    if (left[suspect].sensor >= 0)
    {
      const int i = left[suspect].sensor;
      const auto place = static_cast<std::ptrdiff_t>(i);
      add(
        "another place or direction of " + sensor_text(sensors[static_cast<std::size_t>(i)]) +
          ", as the others agree without it",
        [&](Variant & v) {
          v.sensors.erase(v.sensors.begin() + place);
          v.recordings.erase(v.recordings.begin() + place);
          auto & estimates = v.options.estimates;
          estimates.erase(
            std::remove_if(
              estimates.begin(), estimates.end(), [&](const auto & e) { return e.sensor == i; }),
            estimates.end());
          for (auto & estimate : estimates)
          {
            estimate.sensor -= estimate.sensor > i ? 1 : 0;
          }
        });
    }
  }
  return all;
}

}  // namespace hod::detail

// SPDX-License-Identifier: Apache-2.0
#include "recording_checks.hpp"

#include <algorithm>
#include <cmath>

#include "hod/error.hpp"
#include "motion/median.hpp"
#include "text.hpp"

namespace hod
{
namespace
{

using detail::instant;
using detail::number;
using detail::sensor_text;

constexpr double kLowestRatio = 0.8;
constexpr double kHighestRatio = 1.2;
constexpr double kHardlyEver = 3.0;  // times g in the median, either way

/// The reading in units of g, with the scale taken out; what three axes measure as a whole.
Eigen::VectorXd in_gravities(
  const Robot & robot, const Accelerometer & sensor, const RowMatrix & values)
{
  Eigen::VectorXd result(values.rows());
  for (Eigen::Index i = 0; i < values.rows(); ++i)
  {
    const Eigen::VectorXd scale = sensor.scale.head(values.cols());
    result[i] = values.row(i).transpose().cwiseQuotient(scale).norm() / robot.gravity().norm();
  }
  return result;
}

Recording during(const Recording & recording, const RestPhase & phase, double time_offset)
{
  const auto first =
    std::lower_bound(recording.times.begin(), recording.times.end(), phase.start + time_offset);
  const auto last = std::upper_bound(first, recording.times.end(), phase.end + time_offset);
  Recording part;
  part.times.assign(first, last);
  part.values =
    recording.values.middleRows(first - recording.times.begin(), std::distance(first, last));
  return part;
}

void check_rest(
  const Robot & robot, const Accelerometer & sensor, const Recording & recording,
  const RestPhase & phase)
{
  const RowMatrix values = during(recording, phase, sensor.time_offset).values;
  if (values.rows() == 0)
  {
    return;
  }
  const double ratio = in_gravities(robot, sensor, values).mean();
  const bool whole = values.cols() == 3;
  if (ratio > kHighestRatio || (whole && ratio < kLowestRatio))
  {
    throw Error(
      sensor_text(sensor) + " at rest from " + instant(phase.start) + " s: found the mean " +
      number(ratio * robot.gravity().norm()) + ", expected " + (whole ? "about " : "at most ") +
      number(robot.gravity().norm()) + " m/s², so the unit cannot be right");
  }
}

}  // namespace

namespace detail
{

void check_columns(const Robot & robot, const std::vector<int> & columns, const std::string & what)
{
  for (const int column : columns)
  {
    if (column < 0 || column >= robot.dof())
    {
      throw Error(
        what + ": found the column " + std::to_string(column) + ", expected 0 to " +
        std::to_string(robot.dof() - 1));
    }
  }
}

void check_sizes(const Accelerometer & sensor, const Recording & recording)
{
  const auto stamps = index(recording.times.size());
  if (stamps < 2)
  {
    throw Error(
      sensor_text(sensor) + ": found " + std::to_string(stamps) + " readings, expected at least 2");
  }
  if (recording.values.rows() != stamps || recording.values.cols() != sensor.axes.rows())
  {
    throw Error(
      sensor_text(sensor) + ": found " + std::to_string(recording.values.rows()) + " readings of " +
      std::to_string(recording.values.cols()) + " axes with " + std::to_string(stamps) +
      " stamps, expected one reading per stamp and " + std::to_string(sensor.axes.rows()) +
      " axes");
  }
}

void check_stamps(const Accelerometer & sensor, const std::vector<double> & times)
{
  for (std::size_t i = 0; i < times.size(); ++i)
  {
    if (!std::isfinite(times[i]) || (i > 0 && times[i] <= times[i - 1]))
    {
      throw Error(
        sensor_text(sensor) + ", reading " + std::to_string(i + 1) + ": found the stamp " +
        instant(times[i]) + " s" + (i > 0 ? " after " + instant(times[i - 1]) + " s" : "") +
        ", expected stamps that increase");
    }
  }
}

void check_unit(
  const Robot & robot, const Accelerometer & sensor, const Recording & recording,
  const RecordingOptions & options, std::vector<std::string> & warnings)
{
  if (sensor.quantity != SensorQuantity::specific_force || robot.gravity().isZero())
  {
    return;
  }
  for (const auto & phase : options.rests)
  {
    check_rest(robot, sensor, recording, phase);
  }
  const Eigen::VectorXd ratios = in_gravities(robot, sensor, recording.values);
  const double usual = median({ratios.data(), ratios.data() + ratios.size()});
  if (recording.values.cols() == 3 && (usual > kHardlyEver || usual * kHardlyEver < 1.0))
  {
    warnings.push_back(
      sensor_text(sensor) + ": reads " + number(usual * robot.gravity().norm()) +
      " in the median, far from " + number(robot.gravity().norm()) +
      " m/s², which looks like another unit");
  }
}

}  // namespace detail

Eigen::Vector3d bias_at_rest(
  const Robot & robot, const Accelerometer & sensor, const Recording & recording,
  const Eigen::VectorXd & position, const RestPhase & phase)
{
  detail::check_sizes(sensor, recording);
  detail::check_stamps(sensor, recording.times);
  const RowMatrix values = during(recording, phase, sensor.time_offset).values;
  if (values.rows() == 0)
  {
    throw Error(
      sensor_text(sensor) + ": found no reading from " + instant(phase.start) + " s to " +
      instant(phase.end) + " s, expected some in the rest phase");
  }
  if (position.size() != robot.dof())
  {
    throw Error(
      "position: found " + std::to_string(position.size()) + " numbers, expected " +
      std::to_string(robot.dof()));
  }
  RowMatrix still = RowMatrix::Zero(3, robot.dof());
  still.row(0) = position.transpose();
  Accelerometer unbiased = sensor;
  unbiased.bias.setZero();
  Eigen::Vector3d bias = Eigen::Vector3d::Zero();
  bias.head(values.cols()) =
    (values.colwise().mean() - predicted_readings(robot, unbiased, still)).transpose();
  return bias;
}

}  // namespace hod

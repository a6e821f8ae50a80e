// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/instant.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "hod/error.hpp"
#include "recording_checks.hpp"
#include "text.hpp"

namespace hod
{
namespace
{

using detail::number;

constexpr int kCorrections = 3;
constexpr double kRankTolerance = 1e-8;
constexpr double kBeyondAnyArm = 1e4;  // rad/s or m/s: only accumulated errors get there

/// Weights of up to four values at `nodes` in the polynomial through them.
Eigen::Vector4d lagrange(const double * nodes, int count, double time)
{
  Eigen::Vector4d weights = Eigen::Vector4d::Zero();
  for (int i = 0; i < count; ++i)
  {
    weights[i] = 1.0;
    for (int j = 0; j < count; ++j)
    {
      weights[i] *= i == j ? 1.0 : (time - nodes[j]) / (nodes[i] - nodes[j]);
    }
  }
  return weights;
}

/// Solves for q'' at an instant.
class InstantSolver
{
public:
  InstantSolver(
    const Robot & robot, const std::vector<Accelerometer> & sensors,
    const std::vector<int> & moving)
  : robot_(robot), workspace_(robot, 2), equation_(robot.dof()), moving_(moving)
  {
    Eigen::Index rows = 0;
    for (const auto & sensor : sensors)
    {
      mounted_.emplace_back(robot, sensor);
      rows += mounted_.back().axes();
    }
    matrix_.resize(rows, static_cast<Eigen::Index>(moving.size()));
    right_.resize(rows);
    solver_.setThreshold(kRankTolerance);
  }

  /// @param readings of all sensors side by side
  /// @param motion rows q, q', q''; receives q''
  void solve(const Eigen::RowVectorXd & readings, double time, RowMatrix & motion)
  {
    check_motion(time, motion);
    for (const int joint : moving_)
    {
      motion(2, joint) = 0.0;
    }
    stack(readings, motion);
    solver_.compute(matrix_);
    if (solver_.rank() < matrix_.cols())
    {
      throw Error(
        "sensors at " + number(time) + " s: found axis · J of rank " +
        std::to_string(solver_.rank()) + " for " + std::to_string(matrix_.cols()) +
        " joints, expected full rank, so " + weakest() + " is not observed");
    }
    const Eigen::VectorXd acceleration = solver_.solve(right_);
    if (!acceleration.allFinite())
    {
      throw Error(
        "sensors at " + number(time) +
        " s: found readings that are not finite or too large, expected smaller ones");
    }
    for (std::size_t i = 0; i < moving_.size(); ++i)
    {
      motion(2, moving_[i]) = acceleration[static_cast<Eigen::Index>(i)];
    }
  }

private:
  /// Rejects a motion that has drifted away: it says nothing about what the sensors determine.
  void check_motion(double time, const RowMatrix & motion) const
  {
    for (const int joint : moving_)
    {
      // Not (x <= y) also catches NaN.
      if (!(std::abs(motion(1, joint)) <= kBeyondAnyArm) || !std::isfinite(motion(0, joint)))
      {
        const auto & name = robot_.joint_names()[static_cast<std::size_t>(joint)];
        throw Error(
          "motion at " + number(time) + " s: found '" + name + "' at " + number(motion(1, joint)) +
          (robot_.joint_of(joint).prismatic ? " m/s" : " rad/s") +
          ", due to errors accumulated from instant to instant, expected a shorter recording, "
          "more sensors or recover()");
      }
    }
  }

  void stack(const Eigen::RowVectorXd & readings, const RowMatrix & motion)
  {
    Eigen::Index row = 0;
    for (const auto & mounted : mounted_)
    {
      if (mounted.evaluate(workspace_, motion, equation_) != Result::ok)
      {
        throw Error("start: found positions that do not fit the robot, expected one per joint");
      }
      const Accelerometer & sensor = mounted.sensor();
      for (int axis = 0; axis < mounted.axes(); ++axis, ++row)
      {
        const double weight = sensor.scale[axis] / sensor.noise;
        const double component = (readings[row] - sensor.bias[axis]) / sensor.scale[axis];
        right_[row] = weight * (component - equation_.component[axis]);
        for (Eigen::Index i = 0; i < matrix_.cols(); ++i)
        {
          matrix_(row, i) =
            weight * equation_.by_acceleration(axis, moving_[static_cast<std::size_t>(i)]);
        }
      }
    }
  }

  std::string weakest() const
  {
    const auto last = solver_.colsPermutation().indices()[matrix_.cols() - 1];
    const auto joint = static_cast<std::size_t>(moving_[static_cast<std::size_t>(last)]);
    return "'" + robot_.joint_names()[joint] + "'";
  }

  const Robot & robot_;
  KinematicsWorkspace workspace_;
  ReadingEquation equation_;
  std::vector<int> moving_;
  std::vector<MountedAccelerometer> mounted_;
  Eigen::MatrixXd matrix_;
  Eigen::VectorXd right_;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> solver_;
};

void check_counts(
  const std::vector<Accelerometer> & sensors, const std::vector<Recording> & recordings)
{
  if (sensors.empty() || sensors.size() != recordings.size())
  {
    throw Error(
      "recordings: found " + std::to_string(recordings.size()) + " for " +
      std::to_string(sensors.size()) + " sensors, expected one for each of at least one");
  }
}

RowMatrix beside_each_other(
  const std::vector<Accelerometer> & sensors, const std::vector<Recording> & recordings,
  const std::vector<double> & times)
{
  RowMatrix all(static_cast<Eigen::Index>(times.size()), 0);
  for (std::size_t i = 0; i < sensors.size(); ++i)
  {
    const RowMatrix part = resampled(sensors[i], recordings[i], times);
    if (part.cols() != sensors[i].axes.rows())
    {
      throw Error(
        detail::sensor_text(sensors[i]) + ": found readings of " + std::to_string(part.cols()) +
        " axes, expected " + std::to_string(sensors[i].axes.rows()));
    }
    all.conservativeResize(Eigen::NoChange, all.cols() + part.cols());
    all.rightCols(part.cols()) = part;
  }
  return all;
}

}  // namespace

RowMatrix resampled(
  const Accelerometer & sensor, const Recording & recording, const std::vector<double> & times)
{
  const auto & stamps = recording.times;
  if (stamps.empty() || recording.values.rows() != detail::index(stamps.size()))
  {
    throw Error(
      detail::sensor_text(sensor) + ": found " + std::to_string(recording.values.rows()) +
      " readings with " + std::to_string(stamps.size()) +
      " stamps, expected one reading per stamp and at least one");
  }
  detail::check_stamps(sensor, stamps);
  const auto count = std::min<std::ptrdiff_t>(4, static_cast<std::ptrdiff_t>(stamps.size()));
  RowMatrix values(static_cast<Eigen::Index>(times.size()), recording.values.cols());
  for (std::size_t i = 0; i < times.size(); ++i)
  {
    const double stamp = times[i] + sensor.time_offset;
    const auto after = std::lower_bound(stamps.begin(), stamps.end(), stamp) - stamps.begin();
    const auto most = static_cast<std::ptrdiff_t>(stamps.size()) - count;
    const auto first = std::clamp<std::ptrdiff_t>(after - 2, 0, most);
    const Eigen::Vector4d weights = lagrange(stamps.data() + first, static_cast<int>(count), stamp);
    values.row(static_cast<Eigen::Index>(i)) =
      weights.head(count).transpose() * recording.values.middleRows(first, count);
  }
  return values;
}

std::vector<double> common_times(
  const std::vector<Accelerometer> & sensors, const std::vector<Recording> & recordings)
{
  check_counts(sensors, recordings);
  double start = -std::numeric_limits<double>::infinity();
  double end = std::numeric_limits<double>::infinity();
  std::size_t fastest = 0;
  for (std::size_t i = 0; i < sensors.size(); ++i)
  {
    if (recordings[i].times.empty())
    {
      throw Error(detail::sensor_text(sensors[i]) + ": found no readings, expected some");
    }
    detail::check_stamps(sensors[i], recordings[i].times);
    start = std::max(start, recordings[i].times.front() - sensors[i].time_offset);
    end = std::min(end, recordings[i].times.back() - sensors[i].time_offset);
    fastest = recordings[i].times.size() > recordings[fastest].times.size() ? i : fastest;
  }
  std::vector<double> times;
  for (const double stamp : recordings[fastest].times)
  {
    const double time = stamp - sensors[fastest].time_offset;
    if (time >= start && time <= end)
    {
      times.push_back(time);
    }
  }
  if (times.size() < 2)
  {
    throw Error(
      "recordings: found " + std::to_string(times.size()) +
      " instants that all of them cover, expected at least 2");
  }
  return times;
}

InstantMotion integrated_motion(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const std::vector<int> & moving,
  const Eigen::VectorXd & start, const Eigen::VectorXd & start_velocity)
{
  if (start.size() != robot.dof() || start_velocity.size() != robot.dof())
  {
    throw Error(
      "start: found " + std::to_string(start.size()) + " positions and " +
      std::to_string(start_velocity.size()) + " velocities, expected " +
      std::to_string(robot.dof()) + " each");
  }
  if (sensors.empty() || moving.empty())
  {
    throw Error(
      "accelerations: found " + std::to_string(sensors.size()) + " sensors and " +
      std::to_string(moving.size()) + " joints that may move, expected at least one of each");
  }
  if (!start.allFinite() || !start_velocity.allFinite())
  {
    throw Error("start: found numbers that are not finite, expected positions and velocities");
  }
  detail::check_columns(robot, moving, "joints that may move");
  InstantMotion result;
  result.times = common_times(sensors, recordings);
  const RowMatrix readings = beside_each_other(sensors, recordings, result.times);
  result.position = result.velocity = result.acceleration =
    RowMatrix::Zero(readings.rows(), robot.dof());
  InstantSolver solver(robot, sensors, moving);
  RowMatrix motion = RowMatrix::Zero(3, robot.dof());
  motion.row(0) = start.transpose();
  for (const int joint : moving)
  {
    motion(1, joint) = start_velocity[joint];
  }
  for (Eigen::Index i = 0; i < readings.rows(); ++i)
  {
    const RowMatrix before = motion;
    const double time = result.times[static_cast<std::size_t>(i)];
    const double step = i > 0 ? time - result.times[static_cast<std::size_t>(i - 1)] : 0.0;
    for (int correction = 0; correction < (i > 0 ? kCorrections : 1); ++correction)
    {
      const Eigen::RowVectorXd sum = before.row(2) + motion.row(2);
      motion.row(0) =
        before.row(0) + step * before.row(1) + step * step / 6.0 * (before.row(2) + sum);
      motion.row(1) = before.row(1) + 0.5 * step * sum;
      solver.solve(readings.row(i), time, motion);
    }
    result.position.row(i) = motion.row(0);
    result.velocity.row(i) = motion.row(1);
    result.acceleration.row(i) = motion.row(2);
  }
  return result;
}

}  // namespace hod

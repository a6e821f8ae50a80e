// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__ACCELEROMETER__SYNTHETIC_HPP_
#define HOD__TEST__ACCELEROMETER__SYNTHETIC_HPP_

#include <cmath>
#include <string>
#include <vector>

#include "hod/accelerometer/recovery.hpp"
#include "random_robot.hpp"

namespace hod::test
{

/// A smooth motion known in closed form: two sines per joint.
struct SmoothMotion
{
  RowMatrix amplitude, rate, phase;

  SmoothMotion(std::uint64_t seed, int joints, double size = 0.6)
  : amplitude(2, joints), rate(2, joints), phase(2, joints)
  {
    reference::Random random(seed);
    for (int joint = 0; joint < joints; ++joint)
    {
      for (int i = 0; i < 2; ++i)
      {
        amplitude(i, joint) = random.uniform(0.3 * size, size);
        rate(i, joint) = random.uniform(1.0, 4.0);
        phase(i, joint) = random.uniform(-3.0, 3.0);
      }
    }
  }

  /// q … q⁽ʳᵒʷˢ⁻¹⁾ at a time.
  RowMatrix at(double time, int rows) const
  {
    RowMatrix motion = RowMatrix::Zero(rows, amplitude.cols());
    for (int k = 0; k < rows; ++k)
    {
      for (Eigen::Index joint = 0; joint < motion.cols(); ++joint)
      {
        for (int i = 0; i < 2; ++i)
        {
          const double quarter = 0.5 * 3.14159265358979323846 * k;
          motion(k, joint) += amplitude(i, joint) * std::pow(rate(i, joint), k) *
                              std::sin(rate(i, joint) * time + phase(i, joint) + quarter);
        }
      }
    }
    return motion;
  }
};

/// A chain of revolute joints with links of about human size.
inline Robot arm(std::uint64_t seed, int joints)
{
  return Robot(reference::random_robot(seed, {joints, 0.0, 0.0, 0.0, 0.0, 0.0, false}));
}

/// A sensor with all three axes somewhere on the link below each joint.
inline std::vector<Accelerometer> triaxial_on_each_link(std::uint64_t seed, const Robot & robot)
{
  reference::Random random(seed);
  std::vector<Accelerometer> sensors;
  for (int joint = 0; joint < robot.dof(); ++joint)
  {
    Accelerometer sensor;
    sensor.link = "l" + std::to_string(joint);
    sensor.name = "imu_" + std::to_string(joint);
    sensor.position = random.vector(0.3);
    sensor.axes = random.rotation();
    sensors.push_back(sensor);
  }
  return sensors;
}

/// What a sensor records of a motion at a rate [Hz], exactly.
inline Recording record(
  const Robot & robot, const Accelerometer & sensor, const SmoothMotion & motion, double duration,
  double rate)
{
  Recording recording;
  const int count = static_cast<int>(std::round(duration * rate)) + 1;
  RowMatrix motions(3 * count, robot.dof());
  for (int i = 0; i < count; ++i)
  {
    const double time = i / rate;
    recording.times.push_back(time + sensor.time_offset);
    motions.middleRows(3 * i, 3) = motion.at(time, 3);
  }
  recording.values = predicted_readings(robot, sensor, motions);
  return recording;
}

/// Both ends of a motion known.
inline RecoveryOptions between_ends(const SmoothMotion & motion, double duration)
{
  RecoveryOptions options;
  options.start = motion.at(0.0, 1).row(0).transpose();
  options.start_velocity = motion.at(0.0, 2).row(1).transpose();
  options.end = motion.at(duration, 1).row(0).transpose();
  options.end_velocity = motion.at(duration, 2).row(1).transpose();
  return options;
}

/// The largest error of q⁽ᵏ⁾ of all joints, away from the ends by a share of the duration.
inline double largest_error(
  const PiecewisePolynomial & found, const SmoothMotion & motion, int k, double margin = 0.0)
{
  double worst = 0.0;
  const double duration = found.end() - found.start();
  RowMatrix rows(k + 1, found.channels());
  for (int i = 0; i <= 400; ++i)
  {
    const double time = found.start() + duration * (margin + (1.0 - 2.0 * margin) * i / 400.0);
    found.evaluate(time, rows);
    worst = std::max(worst, (rows.row(k) - motion.at(time, k + 1).row(k)).cwiseAbs().maxCoeff());
  }
  return worst;
}

}  // namespace hod::test

#endif  // HOD__TEST__ACCELEROMETER__SYNTHETIC_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__SENSED_MOTION_HPP_
#define HOD__TEST__FUZZ__SENSED_MOTION_HPP_

#include <string>
#include <utility>
#include <vector>

#include "hod/accelerometer/accelerometer.hpp"
#include "hod/accelerometer/recording.hpp"
#include "hod/robot/robot.hpp"
#include "known_motion.hpp"
#include "random_robot.hpp"

namespace hod::fuzz
{

/// Chains and trees of up to four joints, which encoders can follow.
inline const Robot & small_robot_number(int number)
{
  static const std::vector<Robot> robots = [] {
    std::vector<Robot> all;
    for (std::uint64_t seed = 0; seed < 16; ++seed)
    {
      const int joints = static_cast<int>(seed % 5);
      const double mimic = seed % 3 == 0 ? 0.4 : 0.0;
      all.emplace_back(reference::random_robot(seed, {joints, 0.2, 0.3, mimic, 0.2, 0.0, false}));
    }
    return all;
  }();
  return robots[static_cast<std::size_t>(number) % robots.size()];
}

/// Joint by joint.
inline RowMatrix cubics_by_joint(Bytes & bytes, int dof)
{
  RowMatrix coefficients(4, dof);
  for (double & coefficient : coefficients.reshaped())
  {
    coefficient = (bytes.byte() - 128.0) / 256.0;
  }
  return coefficients;
}

/// A robot that moves, what sensors on it read, and the bytes that decide on all of it.
struct SensedMotion
{
  Bytes & bytes;  // read by what follows, in this order
  const Robot & robot;
  KnownMotion truth;
  int count;      ///< of readings
  double origin;  ///< of time [s]

  explicit SensedMotion(Bytes & given)
  : bytes(given),
    robot(small_robot_number(bytes.byte())),
    truth(cubics_by_joint(bytes, robot.dof())),
    count(bytes.integer(10, 40)),
    origin(bytes.byte() % 8 == 0 ? 1e9 : 0.0)
  {}

  bool rarely() { return fuzz::rarely(bytes); }
  double share() { return bytes.byte() / 255.0; }

  std::vector<double> times()
  {
    std::vector<double> times;
    const bool uneven = bytes.byte() % 4 == 3;
    for (int i = 0; i < count; ++i)
    {
      times.push_back(origin + kStep * (i + (uneven ? 0.4 * share() : 0.0)));
    }
    return times;
  }

  /// Rarely unsorted, repeated, not finite, none, or fewer or more than the readings.
  bool spoil(Recording & recording)
  {
    if (!rarely())
    {
      return false;
    }
    auto & times = recording.times;
    switch (bytes.integer(0, 7))
    {
      case 0:
        times.clear();
        break;
      case 1:
        times.resize(1);
        break;
      case 2:
        std::swap(times[1], times[2]);
        break;
      case 3:
        times[1] = times[0];
        break;
      case 4:
        times[bytes.byte() % times.size()] = NAN;
        break;
      case 5:
        times.push_back(times.back() + kStep);
        break;
      case 6:
        recording.values = RowMatrix(0, recording.values.cols());
        break;
      default:
        recording = {};
    }
    return true;
  }

  Accelerometer next_sensor(int number)
  {
    Accelerometer sensor;
    const auto & links = robot.links();
    sensor.name = "sensor " + std::to_string(number);
    sensor.link = links[bytes.byte() % links.size()].name;
    sensor.position = {0.1 * bytes.integer(-3, 3), 0.07, 0.1 * bytes.integer(-3, 3)};
    sensor.axes = Eigen::Matrix3d::Identity().topRows(3 - bytes.byte() % 8 / 6);
    sensor.quantity = static_cast<SensorQuantity>(bytes.byte() % 16 / 7);
    sensor.misalignment = misalignment_from_angles(
      Eigen::Vector3d(share(), share(), share()) - 0.5 * Eigen::Vector3d::Ones());
    sensor.scale *= 1.0 + 0.1 * share();
    sensor.bias.setConstant(0.1 * share());
    sensor.time_offset = bytes.byte() % 4 == 0 ? 0.5 * share() : 0.0;
    sensor.noise = 1e-3;
    return sensor;
  }

  Recording recorded(const Accelerometer & sensor, std::vector<double> instants)
  {
    Recording recording;
    recording.values = predicted_readings(robot, sensor, motions_at(instants));
    for (double & time : instants)
    {
      time += sensor.time_offset;
    }
    recording.times = std::move(instants);
    return recording;
  }

  RowMatrix motions_at(const std::vector<double> & instants) const
  {
    RowMatrix motions(3 * static_cast<Eigen::Index>(instants.size()), robot.dof());
    for (std::size_t i = 0; i < instants.size(); ++i)
    {
      motions.middleRows(3 * static_cast<Eigen::Index>(i), 3) = truth.at(instants[i] - origin);
    }
    return motions;
  }
};

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__SENSED_MOTION_HPP_

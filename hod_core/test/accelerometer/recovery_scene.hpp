// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ACCELEROMETER__RECOVERY_SCENE_HPP_
#define HOD__ACCELEROMETER__RECOVERY_SCENE_HPP_

#include <gmock/gmock.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "hod/accelerometer/recovery.hpp"
#include "hod/error.hpp"
#include "synthetic.hpp"

namespace hod::test
{

constexpr double kDuration = 2.0;

/// Sensors on an arm, a motion and what they record of it.
struct Scene
{
  Robot robot;
  SmoothMotion motion;
  std::vector<Accelerometer> sensors;
  std::vector<Recording> recordings;
  RecoveryOptions options;

  Scene(std::uint64_t seed, int joints, double rate = 500.0)
  : robot(arm(seed, joints)),
    motion(seed + 10, joints),
    sensors(triaxial_on_each_link(seed + 20, robot)),
    options(between_ends(motion, kDuration))
  {
    options.knot_spacing = 0.025;
    take(rate);
  }

  void take(double rate)
  {
    recordings.clear();
    for (const auto & sensor : sensors)
    {
      recordings.push_back(record(robot, sensor, motion, kDuration, rate));
    }
  }

  Recovery recover() const { return recover_motion(robot, sensors, recordings, options); }
  auto recovering() const
  {
    return [this] { recover(); };
  }
};

/// What an encoder reads, every 10 ms.
inline JointRecording positions_of(const Scene & scene, int joint)
{
  JointRecording encoder;
  encoder.joint = scene.robot.joint_names()[static_cast<std::size_t>(joint)];
  for (int i = 0; i <= 200; ++i)
  {
    encoder.times.push_back(0.01 * i);
    encoder.values.push_back(scene.motion.at(0.01 * i, 1)(0, joint));
  }
  return encoder;
}

inline auto says(const std::string & text)
{
  return testing::ThrowsMessage<Error>(testing::HasSubstr(text));
}

inline void add_noise(std::vector<Recording> & recordings, double deviation)
{
  std::mt19937_64 engine(5);
  std::normal_distribution<double> normal(0.0, deviation);
  for (auto & recording : recordings)
  {
    recording.values = recording.values.unaryExpr([&](double x) { return x + normal(engine); });
  }
}

}  // namespace hod::test

#endif  // HOD__ACCELEROMETER__RECOVERY_SCENE_HPP_

// SPDX-License-Identifier: Apache-2.0
// Recordings that are described wrongly in one way: the refusal says in which.
#include <algorithm>
#include <functional>
#include <string>

#include "recovery_scene.hpp"

namespace hod
{
namespace
{

using test::add_noise;
using test::kDuration;
using test::positions_of;
using test::record;
using test::says;
using test::Scene;

constexpr double kGravity = 9.80665;
constexpr double kNoise = 0.01;
constexpr int kJoints = 3;

/// Three sensors, with encoders or between known ends.
Scene noisy_scene(std::uint64_t seed, bool encoders)
{
  Scene scene(seed, kJoints, 200.0);
  scene.options.knot_spacing = 0.0;
  for (auto & sensor : scene.sensors)
  {
    sensor.noise = kNoise;
  }
  add_noise(scene.recordings, kNoise);
  for (int joint = 0; joint < kJoints && encoders; ++joint)
  {
    scene.options.joint_recordings.push_back(positions_of(scene, joint));
  }
  return scene;
}

struct Fault
{
  std::string hint;
  std::function<void(Scene &)> make;
};

void add(std::vector<double> & values, double change)
{
  std::for_each(values.begin(), values.end(), [change](double & value) { value += change; });
}

void multiply(std::vector<double> & values, double factor)
{
  std::for_each(values.begin(), values.end(), [factor](double & value) { value *= factor; });
}

/// Of sensors, with encoders or without.
const Fault kOfSensors[] = {
  {"axis 1 of sensor 'imu_2' with the other sign",
   [](Scene & scene) { scene.recordings[2].values.col(1) *= -1.0; }},
  {"axes 0 and 2 of sensor 'imu_1' exchanged",
   [](Scene & scene) {
     scene.recordings[1].values.col(0).swap(scene.recordings[1].values.col(2));
   }},
  {"sensor 'imu_1' in g instead of m/s²",
   [](Scene & scene) { scene.recordings[1].values /= kGravity; }},
  {"all sensors in g instead of m/s²",
   [](Scene & scene) {
     for (Recording & recording : scene.recordings)
     {
       recording.values /= kGravity;
     }
   }},
};

/// What only encoders tell, or what is wrong of these.
const Fault kBesideEncoders[] = {
  {"a bias of sensor 'imu_2'",
   [](Scene & scene) { scene.recordings[2].values.col(0).array() += 1.5; }},
  {"another time offset of sensor 'imu_1'",
   [](Scene & scene) { add(scene.recordings[1].times, 0.05); }},
  {"another time offset of all joint readings",
   [](Scene & scene) {
     for (JointRecording & joint : scene.options.joint_recordings)
     {
       add(joint.times, 0.05);
     }
   }},
  {"readings of joint 'j1' with the other sign",
   [](Scene & scene) { multiply(scene.options.joint_recordings[1].values, -1.0); }},
  {"readings of joint 'j1' in degrees",
   [](Scene & scene) {
     multiply(scene.options.joint_recordings[1].values, 180.0 / 3.141592653589793);
   }},
  // Of the last joint it would be the same as another orientation of the only sensor beyond it.
  {"another zero of joint 'j1'",
   [](Scene & scene) { add(scene.options.joint_recordings[1].values, 0.2); }},
};

const Fault kOfEnds[] = {
  {"another end", [](Scene & scene) { scene.options.end[1] += 0.5; }},
  {"another start", [](Scene & scene) { scene.options.start[1] += 0.5; }},
};

void expect_named(const Fault & fault, bool encoders)
{
  Scene scene = noisy_scene(31, encoders);
  if (encoders)
  {
    scene.options.start.resize(0);
    scene.options.start_velocity.resize(0);
    scene.options.end.resize(0);
    scene.options.end_velocity.resize(0);
  }
  ASSERT_NO_THROW(scene.recover());
  fault.make(scene);
  EXPECT_THAT(scene.recovering(), says("; " + fault.hint));
}

TEST(RecoveryExplanation, NamesWhatIsWrongOfSensorsBesideEncoders)
{
  for (const Fault & fault : kOfSensors)
  {
    expect_named(fault, true);
  }
}

TEST(RecoveryExplanation, NamesWhatIsWrongOfSensorsBetweenKnownEnds)
{
  expect_named(kOfSensors[0], false);
  expect_named(kOfSensors[3], false);
}

TEST(RecoveryExplanation, NamesWhatEncodersTellAndWhatIsWrongOfThem)
{
  for (const Fault & fault : kBesideEncoders)
  {
    expect_named(fault, true);
  }
}

TEST(RecoveryExplanation, NamesAWrongEnd)
{
  for (const Fault & fault : kOfEnds)
  {
    expect_named(fault, false);
  }
}

TEST(RecoveryExplanation, ANoiseThatIsStatedTooLargeHidesNothingWithoutAWarning)
{
  Scene scene = noisy_scene(31, false);
  for (auto & sensor : scene.sensors)
  {
    sensor.noise = 50.0 * kNoise;
  }
  EXPECT_THAT(scene.recover().warnings, testing::IsEmpty());
  scene.options.end[1] += 0.1;
  EXPECT_THAT(
    scene.recover().warnings,
    testing::Contains(testing::HasSubstr("pass for the stated noise of 0.5")));
}

}  // namespace
}  // namespace hod

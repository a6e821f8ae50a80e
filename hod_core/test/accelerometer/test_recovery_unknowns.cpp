// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/recovery.hpp"

#include <gmock/gmock.h>

#include "recovery_scene.hpp"

namespace hod
{
namespace
{

using test::add_noise;
using test::arm;
using test::kDuration;
using test::largest_error;
using test::positions_of;
using test::record;
using test::says;
using test::Scene;
using test::triaxial_on_each_link;

TEST(RecoveryOfUnknowns, OneAxisWithABiasBetweenKnownEnds)
{
  for (const bool specific_force : {true, false})
  {
    Scene scene(9, 1);
    scene.sensors[0].axes = Eigen::RowVector3d::UnitY();
    scene.sensors[0].quantity =
      specific_force ? SensorQuantity::specific_force : SensorQuantity::acceleration;
    scene.sensors[0].bias[0] = 0.2;
    scene.take(500.0);
    scene.sensors[0].bias[0] = 0.0;
    if (!specific_force)
    {
      EXPECT_THAT(scene.recovering(), says("; a bias of sensor 'imu_0' would explain them"));
    }
    else  // tilted towards gravity by as much as the bias, the link reads the same
    {
      EXPECT_GE(largest_error(scene.recover().motion, scene.motion, 0), 1e-3);
    }
    scene.options.estimates = {{SensorUnknown::bias, 0}};
    const Recovery found = scene.recover();
    EXPECT_LE(largest_error(found.motion, scene.motion, 0), 1e-9);
    EXPECT_NEAR(found.unknowns.at(0).value, 0.2, 1e-8);
    EXPECT_NEAR(found.sensors[0].bias[0], 0.2, 1e-8);
  }
}

TEST(RecoveryOfUnknowns, BiasScaleAndTimeOffsetOfEverySensor)
{
  Scene scene(10, 3);
  for (std::size_t i = 0; i < 3; ++i)
  {
    const double sign = i % 2 == 0 ? 1.0 : -1.0;
    scene.sensors[i].bias = Eigen::Vector3d(0.1, -0.2, 0.15) * sign;
    scene.sensors[i].scale = Eigen::Vector3d(1.02, 0.97, 1.01);
    scene.sensors[i].time_offset = i == 0 ? 0.0 : 0.006 * sign;
  }
  scene.take(500.0);
  const std::vector<Accelerometer> truth = scene.sensors;
  for (int i = 0; i < 3; ++i)
  {
    Accelerometer & sensor = scene.sensors[static_cast<std::size_t>(i)];
    sensor.bias.setZero();
    sensor.scale.setOnes();
    sensor.time_offset = 0.0;
    scene.options.estimates.push_back({SensorUnknown::bias, i});
    scene.options.estimates.push_back({SensorUnknown::scale, i});
    if (i > 0)
    {
      scene.options.estimates.push_back({SensorUnknown::time_offset, i});
    }
  }
  // The stamps of the late sensors begin late, so the known ends are not those of the first stamp.
  scene.options.start.resize(0);
  scene.options.start_velocity.resize(0);
  scene.options.end.resize(0);
  scene.options.end_velocity.resize(0);
  JointRecording encoder;
  for (int joint = 0; joint < 3; ++joint)
  {
    encoder.joint = scene.robot.joint_names()[static_cast<std::size_t>(joint)];
    encoder.times = {0.1, 1.0, 1.9};
    encoder.values.clear();
    for (const double time : encoder.times)
    {
      encoder.values.push_back(scene.motion.at(time, 1)(0, joint));
    }
    scene.options.joint_recordings.push_back(encoder);
  }
  const Recovery found = scene.recover();
  for (std::size_t i = 0; i < 3; ++i)
  {
    EXPECT_LE((found.sensors[i].bias - truth[i].bias).norm(), 1e-5);
    EXPECT_LE((found.sensors[i].scale - truth[i].scale).norm(), 1e-5);
    EXPECT_NEAR(found.sensors[i].time_offset, truth[i].time_offset, 1e-7);
  }
  EXPECT_LE(largest_error(found.motion, scene.motion, 0, 0.02), 1e-6);
}

TEST(RecoveryOfUnknowns, RatesOffsetsAndGapsDiffer)
{
  Scene scene(11, 3);
  const double rates[] = {1000.0, 400.0, 250.0};
  for (std::size_t i = 0; i < 3; ++i)
  {
    scene.sensors[i].time_offset = 0.3 * static_cast<double>(i);
    scene.recordings[i] = record(scene.robot, scene.sensors[i], scene.motion, kDuration, rates[i]);
  }
  EXPECT_LE(largest_error(scene.recover().motion, scene.motion, 0), 1e-9);

  Recording & holed = scene.recordings[0];
  Recording rest = holed;
  holed.times.erase(holed.times.begin() + 700, holed.times.begin() + 900);
  rest.values.middleRows(700, 1101) = holed.values.bottomRows(1101);
  holed.values = rest.values.topRows(1801);
  EXPECT_THAT(scene.recovering(), says("sensor 'imu_0': found a gap from 0.699 s to 0.9 s"));
  scene.options.recording.bridge_gaps = true;
  const Recovery found = scene.recover();
  EXPECT_LE(largest_error(found.motion, scene.motion, 0), 1e-4);
  EXPECT_THAT(found.warnings, testing::ElementsAre(testing::HasSubstr("was bridged")));
}

/// 100 µg/√Hz at 1 kHz: errors as large as the deviations that are reported say.
TEST(RecoveryOfUnknowns, NoiseGivesTheErrorsThatAreReported)
{
  Scene scene(12, 3, 1000.0);
  const double deviation = 100e-6 * 9.81 * std::sqrt(500.0);
  for (auto & sensor : scene.sensors)
  {
    sensor.noise = deviation;
  }
  add_noise(scene.recordings, deviation);
  const Recovery found = scene.recover();
  EXPECT_NEAR(found.noise_ratio, 1.0, 0.05);
  RowMatrix row(1, 3);
  RowMatrix deviations(1, 3);
  double squares = 0.0;
  int count = 0;
  for (double time = 0.05; time < kDuration; time += 0.05)
  {
    found.motion.evaluate(time, row);
    found.covariance.deviations(time, deviations);
    EXPECT_LE(deviations.maxCoeff(), 1e-3);
    const RowMatrix error = row - scene.motion.at(time, 1);
    squares += error.cwiseQuotient(deviations).squaredNorm();
    count += 3;
  }
  EXPECT_GE(squares / count, 0.3);
  EXPECT_LE(squares / count, 3.0);
  EXPECT_LE(largest_error(found.motion, scene.motion, 0), 1e-3);
}

TEST(RecoveryOfUnknowns, SaysWhenResidualsAreNotTheStatedNoise)
{
  Scene scene(12, 1);
  scene.sensors[0].noise = 0.01;
  EXPECT_THAT(scene.recover().warnings, testing::IsEmpty());
  add_noise(scene.recordings, 0.1);
  for (const double spacing : {0.025, 0.0})  // it is white: the motion is right
  {
    scene.options.knot_spacing = spacing;
    EXPECT_THAT(
      scene.recover().warnings, testing::Contains(testing::HasSubstr("times the stated noise")));
  }
}

TEST(RecoveryOfUnknowns, SmoothingTamesTheFourthDerivative)
{
  Scene scene(13, 1, 1000.0);
  add_noise(scene.recordings, 0.02);
  scene.sensors[0].noise = 0.02;
  scene.options.knot_spacing = 0.02;
  const double rough = largest_error(scene.recover().motion, scene.motion, 4, 0.1);
  scene.options.smoothing = 1e-2;
  const double smooth = largest_error(scene.recover().motion, scene.motion, 4, 0.1);
  EXPECT_LE(smooth, 0.1 * rough);
}

/// A swing between two rests, read by one axis: nothing says when it was.
struct Swing
{
  Robot robot = arm(14, 1);
  Accelerometer sensor = triaxial_on_each_link(3, robot)[0];
  RowMatrix motions = RowMatrix(3 * 801, 1);
  std::vector<double> times;
  RecoveryOptions options;

  Swing()
  {
    sensor.axes = Eigen::RowVector3d::UnitX();
    for (int i = 0; i <= 800; ++i)  // half a second at rest, a swing of one second, rest again
    {
      const double u = std::clamp((i - 200) / 400.0, 0.0, 1.0);
      times.push_back(i / 400.0);
      motions.middleRows(3 * i, 3) << u * u * u * u * (35.0 + u * (-84.0 + u * (70.0 - 20.0 * u))),
        140.0 * std::pow(u * (1.0 - u), 3), 420.0 * std::pow(u * (1.0 - u), 2) * (1.0 - 2.0 * u);
    }
    options.start = Eigen::VectorXd::Zero(1);
    options.start_velocity = Eigen::VectorXd::Zero(1);
    options.knot_spacing = 0.025;
  }

  Recovery recover() const
  {
    return recover_motion(
      robot, {sensor}, {{times, predicted_readings(robot, sensor, motions)}}, options);
  }
};

TEST(RecoveryOfUnknowns, AnOffsetThatNothingShowsIsRefusedByName)
{
  Swing swing;
  for (const double spacing : {0.0, 0.025, 0.05})
  {
    swing.options.knot_spacing = spacing;
    swing.options.estimates.clear();
    EXPECT_NO_THROW(swing.recover());
    swing.options.estimates = {{SensorUnknown::time_offset, 0}};
    EXPECT_THAT([&] { swing.recover(); }, says("time offset of sensor 'imu_0'"));
  }
}

TEST(RecoveryOfUnknowns, RestPhasesGiveTheBias)
{
  Swing swing;
  swing.options.recording.rests = {{0.0, 0.5}};
  swing.options.estimates = {{SensorUnknown::bias, 0}};
  swing.sensor.bias[0] = -0.3;
  Recording recording{swing.times, predicted_readings(swing.robot, swing.sensor, swing.motions)};
  swing.sensor.bias[0] = 0.0;
  const Recovery found = recover_motion(swing.robot, {swing.sensor}, {recording}, swing.options);
  EXPECT_NEAR(found.sensors[0].bias[0], -0.3, 1e-4);
  RowMatrix row(1, 1);
  found.motion.evaluate(2.0, row);
  EXPECT_NEAR(row(0, 0), 1.0, 1e-3);
}

TEST(RecoveryOfUnknowns, JointsWithoutSensorsAreHeldOrMeasuredElsewhere)
{
  Scene scene(15, 3);
  scene.sensors.pop_back();
  scene.recordings.pop_back();
  const std::string last = scene.robot.joint_names()[2];
  EXPECT_THAT(
    scene.recovering(), says("do not observe '" + last + "' (rank 2 for 3 joints), expected"));
  scene.options.joint_recordings = {positions_of(scene, 2)};
  EXPECT_LE(largest_error(scene.recover().motion, scene.motion, 0), 1e-7);
  scene.options.joint_recordings.clear();
  scene.options.held = {{last, 0.4}};
  const Recovery found = scene.recover();
  RowMatrix rows(2, 3);
  found.motion.evaluate(1.3, rows);
  EXPECT_EQ(rows(0, 2), 0.4);
  EXPECT_EQ(rows(1, 2), 0.0);
  EXPECT_LE((rows - scene.motion.at(1.3, 2)).leftCols(2).cwiseAbs().maxCoeff(), 1e-8);
}

}  // namespace
}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
// Gyroscopes, and what is found of sensors besides the motion: where they are, how they are turned,
// clocks that drift and biases that wander.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "recovery_scene.hpp"

namespace hod
{
namespace
{

using test::add_noise;
using test::kDuration;
using test::largest_error;
using test::record;
using test::says;
using test::Scene;

/// Encoders without errors, so that the sensors are what is to be found.
void add_encoders(Scene & scene, double rate = 200.0)
{
  for (int joint = 0; joint < scene.robot.dof(); ++joint)
  {
    JointRecording encoder;
    encoder.joint = scene.robot.joint_names()[static_cast<std::size_t>(joint)];
    encoder.noise = 1e-6;
    for (int i = 0; i <= static_cast<int>(kDuration * rate); ++i)
    {
      encoder.times.push_back(i / rate);
      encoder.values.push_back(scene.motion.at(i / rate, 1)(0, joint));
    }
    scene.options.joint_recordings.push_back(encoder);
  }
}

TEST(RecoveryOfCalibration, GyroscopesGiveTheMotionFromAKnownStart)
{
  Scene scene(31, 4);
  for (auto & sensor : scene.sensors)
  {
    sensor.quantity = SensorQuantity::angular_velocity;
  }
  scene.take(500.0);
  scene.options.end.resize(0);
  scene.options.end_velocity.resize(0);
  const Recovery found = scene.recover();
  EXPECT_LE(largest_error(found.motion, scene.motion, 0), 1e-8);
  EXPECT_LE(largest_error(found.motion, scene.motion, 1), 1e-7);
}

TEST(RecoveryOfCalibration, AGyroscopeBesideAnAccelerometerHasItsOwnBiasAndMakesTheMotionBetter)
{
  Scene scene(32, 3);
  scene.options.end.resize(0);
  scene.options.end_velocity.resize(0);
  const double noise = 0.02;
  for (auto & sensor : scene.sensors)
  {
    sensor.noise = noise;
  }
  add_noise(scene.recordings, noise);
  const double alone = largest_error(scene.recover().motion, scene.motion, 1);
  Accelerometer gyroscope = scene.sensors.back();
  gyroscope.name = "gyro";
  gyroscope.quantity = SensorQuantity::angular_velocity;
  gyroscope.noise = 1e-3;
  gyroscope.bias = {0.02, -0.01, 0.03};
  std::vector<Recording> turning = {record(scene.robot, gyroscope, scene.motion, kDuration, 500.0)};
  add_noise(turning, gyroscope.noise);
  gyroscope.bias.setZero();
  scene.sensors.push_back(gyroscope);
  scene.recordings.push_back(turning[0]);
  scene.options.estimates = {{SensorUnknown::bias, 3}};
  const Recovery found = scene.recover();
  const Eigen::Vector3d bias = found.sensors.back().bias;
  EXPECT_LE((bias - Eigen::Vector3d(0.02, -0.01, 0.03)).norm(), 1e-3);
  EXPECT_LE(largest_error(found.motion, scene.motion, 1), alone);
}

TEST(RecoveryOfCalibration, LeverAndOrientationAreFound)
{
  Scene scene(33, 3);
  add_encoders(scene);
  const Eigen::Vector3d shift(0.03, -0.02, 0.04);
  const Eigen::Vector3d turn(0.05, -0.1, 0.08);
  Accelerometer & sensor = scene.sensors.back();
  const Accelerometer nominal = sensor;
  sensor.position += shift;
  sensor.misalignment = misalignment_from_angles(turn) * sensor.misalignment;
  scene.take(500.0);
  const Accelerometer truth = sensor;
  sensor = nominal;
  scene.options.estimates = {{SensorUnknown::position, 2}, {SensorUnknown::orientation, 2}};
  const Recovery found = scene.recover();
  EXPECT_LE((found.sensors[2].position - truth.position).norm(), 1e-5);
  EXPECT_LE((found.sensors[2].misalignment - truth.misalignment).norm(), 1e-6);
  ASSERT_EQ(found.unknowns.size(), 6U);
  EXPECT_NEAR(found.unknowns[1].value, truth.position.y(), 1e-5);
  EXPECT_NEAR(found.unknowns[5].value, turn.z(), 1e-6);
}

TEST(RecoveryOfCalibration, AClockThatDriftsIsFound)
{
  Scene scene(34, 3);
  add_encoders(scene);
  const double drift = 2e-3;
  for (double & stamp : scene.recordings[1].times)
  {
    stamp /= 1.0 - drift;  // from the first, at zero, on
  }
  scene.options.end.resize(0);  // the late stamps end later
  scene.options.end_velocity.resize(0);
  scene.options.estimates = {{SensorUnknown::bias, 0}, {SensorUnknown::clock_drift, 1}};
  const Recovery found = scene.recover();
  EXPECT_NEAR(found.unknowns.back().value, drift, 1e-7);
  EXPECT_LE(largest_error(found.motion, scene.motion, 0, 0.02), 1e-6);
}

TEST(RecoveryOfCalibration, ABiasThatWandersIsFollowed)
{
  Scene scene(35, 3);
  add_encoders(scene);
  Recording & readings = scene.recordings[2];
  for (Eigen::Index i = 0; i < readings.values.rows(); ++i)
  {
    const double time = readings.times[static_cast<std::size_t>(i)];
    readings.values(i, 1) += 0.1 * time;  // 0.1 m/s² after a second, 0.2 after two
  }
  for (auto & sensor : scene.sensors)
  {
    sensor.noise = 1e-3;
  }
  scene.sensors[2].bias_wander = 0.1;
  const Recovery found = scene.recover();
  ASSERT_EQ(found.unknowns.size(), 6U);  // two nodes of three axes
  EXPECT_EQ(found.unknowns[1].what.kind, SensorUnknown::wander);
  EXPECT_NEAR(found.unknowns[1].stamp, 1.0, 1e-12);
  EXPECT_NEAR(found.unknowns[1].value, 0.1, 1e-4);
  EXPECT_NEAR(found.unknowns[4].value, 0.2, 1e-4);
  EXPECT_NEAR(found.unknowns[3].value, 0.0, 1e-4);
  EXPECT_LE(found.residuals[2].cwiseAbs().maxCoeff(), 1e-3);
}

TEST(RecoveryOfCalibration, WhatDoesNotShowIsRefusedByName)
{
  Scene scene(36, 3);
  add_encoders(scene);
  // One axis says nothing of a turn about it.
  scene.sensors[2].axes = Eigen::RowVector3d::UnitY();
  scene.take(500.0);
  scene.options.estimates = {{SensorUnknown::orientation, 2}};
  EXPECT_THAT(scene.recovering(), says("the orientation of sensor 'imu_2' about y"));
  scene.sensors[2].quantity = SensorQuantity::angular_velocity;
  scene.take(500.0);
  scene.options.estimates = {{SensorUnknown::position, 2}};
  EXPECT_THAT(scene.recovering(), says("the position of sensor 'imu_2', a gyroscope"));
  scene.options.estimates = {
    {SensorUnknown::time_offset, 0},
    {SensorUnknown::time_offset, 1},
    {SensorUnknown::time_offset, 2}};
  scene.options.joint_recordings.clear();
  scene.options.start_velocity.setZero();
  scene.options.end_velocity.setZero();
  EXPECT_THAT(
    scene.recovering(),
    says("found the time offset of sensor 'imu_0' and of all others without a time reference"));
  scene.options.estimates = {{SensorUnknown::wander, 2}};
  EXPECT_THAT(scene.recovering(), says("expected its density in bias_wander"));
}

}  // namespace
}  // namespace hod

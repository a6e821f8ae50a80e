// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/recording_settings.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <fstream>

#include "hod/error.hpp"
#include "hod/robot/urdf.hpp"

namespace hod
{
namespace
{

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kArm[] = R"(<robot name="arm"><link name="base"/><link name="upper"/>
<link name="tip"/>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
<axis xyz="0 1 0"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
<joint name="mount" type="fixed"><parent link="upper"/><child link="tip"/></joint></robot>)";

class RecordingSettingsFile : public testing::Test
{
protected:
  void SetUp() override
  {
    const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = std::filesystem::path(testing::TempDir()) / ("hod_settings_" + name);
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "arm.urdf") << kArm;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  RecordingSettings read(const std::string & text) const
  {
    std::ofstream(folder_ / "fit.yaml") << text;
    return read_recording_settings(folder_ / "fit.yaml");
  }

  std::string refusal(const std::string & text) const
  {
    try
    {
      read(text);
    }
    catch (const Error & error)
    {
      return error.what();
    }
    return "";
  }

  std::filesystem::path folder_;
};

TEST_F(RecordingSettingsFile, EverythingIsRead)
{
  const RecordingSettings settings = read(R"(
robot: {urdf: arm.urdf, gravity: [0, 0, -1.6]}
time: {column: t}
sensors:
  - {link: tip, topic: /imu, components: zx, axes: [[0, 0, 2], [1, 0, 0]], unit: g,
     position: [0.1, 0, 0], kind: acceleration, range: 20, scale: [1.1, 1.2], bias: [0.1, 0.2],
     misalignment: [0, 0.1, 0], time_offset: 0.01, noise: 0.3, columns: [a, b], stamp: receive}
  - {name: other, link: upper, topic: /other, rpy: [0, 0, 1.5707963267948966], noise_density: 90}
joint_readings:
  - {joint: shoulder, topic: /joint_states, quantity: velocity, unit: deg/s, noise: 0.5}
start: {shoulder: 1}
end: {shoulder: {velocity: 0}}
hold: {shoulder: 1}
rest: [[0, 0.4], [1, 2]]
estimate: [scale, bias]
gaps: bridge
saturated: drop
fit: {order: 5, segments: 7, smoothing: 2, method: interpolate}
output: {rate: 100, orders: 3}
)");
  EXPECT_EQ(settings.robot.gravity().z(), -1.6);
  ASSERT_EQ(settings.sensors.size(), 2U);
  const RecordedSensor & first = settings.sensors[0];
  EXPECT_EQ(first.sensor.name, "tip");
  EXPECT_EQ(first.signal.topic, "/imu");
  EXPECT_THAT(first.signal.components, ElementsAre(2, 0));
  EXPECT_DOUBLE_EQ(first.signal.factor, 9.80665);
  EXPECT_TRUE(first.signal.stamped_on_receipt);
  EXPECT_EQ(first.sensor.axes.row(0), Eigen::RowVector3d::UnitZ());
  EXPECT_EQ(first.sensor.position.x(), 0.1);
  EXPECT_EQ(first.sensor.quantity, SensorQuantity::acceleration);
  EXPECT_EQ(first.sensor.range, 20.0);
  EXPECT_EQ(first.sensor.scale.head<2>(), Eigen::Vector2d(1.1, 1.2));
  EXPECT_EQ(first.sensor.bias.head<2>(), Eigen::Vector2d(0.1, 0.2));
  EXPECT_NEAR(first.sensor.misalignment(0, 2), std::sin(0.1), 1e-12);
  EXPECT_EQ(first.sensor.time_offset, 0.01);
  EXPECT_EQ(first.noise, 0.3);
  const RecordedSensor & second = settings.sensors[1];
  EXPECT_EQ(second.sensor.quantity, SensorQuantity::specific_force);
  EXPECT_NEAR(second.sensor.axes(0, 1), 1.0, 1e-12);  // its x points along the link's y
  EXPECT_EQ(second.noise_density, 90.0);
  EXPECT_THAT(second.signal.components, ElementsAre(0, 1, 2));
  ASSERT_EQ(settings.joints.size(), 1U);
  EXPECT_EQ(settings.joints[0].derivative, 1);
  EXPECT_DOUBLE_EQ(settings.joints[0].signal.factor, std::acos(-1.0) / 180.0);
  EXPECT_EQ(settings.start[0], 1.0);
  EXPECT_TRUE(std::isnan(settings.start_velocity[0]));
  EXPECT_TRUE(std::isnan(settings.end[0]));
  EXPECT_EQ(settings.end_velocity[0], 0.0);
  EXPECT_EQ(settings.held.at(0).position, 1.0);
  EXPECT_EQ(settings.rests.at(1).end, 2.0);
  EXPECT_THAT(settings.estimates, ElementsAre(SensorUnknown::scale, SensorUnknown::bias));
  EXPECT_TRUE(settings.bridge_gaps && settings.drop_saturated && settings.interpolate);
  EXPECT_EQ(settings.order, 5);
  EXPECT_EQ(settings.segments, 7);
  EXPECT_EQ(settings.smoothing, 2.0);
  EXPECT_EQ(settings.rate, 100.0);
  EXPECT_EQ(settings.orders, 3);
}

TEST_F(RecordingSettingsFile, TheRobotMayComeFromElsewhere)
{
  std::ofstream(folder_ / "fit.yaml") << "sensors: [{link: tip, topic: /imu}]\n";
  const RecordingSettings settings =
    read_recording_settings(folder_ / "fit.yaml", parse_urdf(kArm));
  EXPECT_EQ(settings.robot.name(), "arm");
  EXPECT_THAT(refusal("sensors: [{link: tip, topic: /imu}]"), HasSubstr("robot"));
}

TEST_F(RecordingSettingsFile, AGyroscopeIsASensorOfItsOwnInTheSameMessages)
{
  RecordingSettings settings = read(R"(
robot: arm.urdf
sensors:
  - {topic: /imu, components: x, axes: [[0, 1, 0]], position: [0.1, 0, 0], time_offset: 0.01,
     bias: [0.2], bias_wander: 0.01,
     gyro: {unit: deg/s, bias: [0.3], noise_density: 0.005, range: 8}}
joint_readings:
  - {joint: shoulder, topic: /joint_states}
  - {joint: shoulder, topic: /joint_states, quantity: effort}
estimate: [position, orientation, clock_drift]
)");
  ASSERT_EQ(settings.sensors.size(), 2U);
  EXPECT_EQ(settings.joints.size(), 1U);  // efforts are for `hod replay`
  const RecordedSensor & gyro = settings.sensors[1];
  EXPECT_EQ(settings.sensors[0].sensor.bias_wander, 0.01);
  EXPECT_EQ(gyro.sensor.quantity, SensorQuantity::angular_velocity);
  EXPECT_EQ(gyro.signal.name, "/imu gyro");
  EXPECT_EQ(gyro.signal.topic, "/imu");
  EXPECT_NEAR(gyro.signal.factor, 0.017453292519943295, 1e-18);
  EXPECT_EQ(gyro.sensor.bias[0], 0.3);
  EXPECT_EQ(gyro.sensor.bias_wander, 0.0);
  EXPECT_EQ(gyro.sensor.range, 8.0);
  EXPECT_EQ(gyro.sensor.time_offset, 0.01);
  EXPECT_EQ(gyro.sensor.axes, settings.sensors[0].sensor.axes);
  EXPECT_EQ(gyro.noise_density, 0.005);
  EXPECT_THAT(
    settings.estimates,
    ElementsAre(SensorUnknown::position, SensorUnknown::orientation, SensorUnknown::clock_drift));
  EXPECT_THAT(
    [&] { place_in_frames(settings, {"camera", "tip"}); },
    testing::ThrowsMessage<Error>(HasSubstr("found frame_id 'camera', which is no link of 'arm'")));
  place_in_frames(settings, {"tip", "tip"});
  EXPECT_EQ(settings.sensors[0].sensor.link, "tip");
  EXPECT_EQ(settings.sensors[1].sensor.link, "tip");
}

TEST_F(RecordingSettingsFile, AxesOfAnyLengthAreDirections)
{
  const RecordingSettings settings = read(
    "robot: arm.urdf\nsensors: [{link: tip, topic: /i, axes: [[1e200, 0, 0], [0, 3e-9, 4e-9]]}]\n");
  EXPECT_EQ(settings.sensors[0].sensor.axes.row(0), Eigen::RowVector3d(1.0, 0.0, 0.0));
  EXPECT_TRUE(
    settings.sensors[0].sensor.axes.row(1).isApprox(Eigen::RowVector3d(0.0, 0.6, 0.8), 1e-15));
}

TEST_F(RecordingSettingsFile, WhatMeansNothingIsRefusedByFileAndLine)
{
  const std::string robot = "robot: arm.urdf\n";
  const std::vector<std::pair<std::string, std::string>> cases = {
    {"sensor: []\n", "fit.yaml:2"},
    {"sensors: [{link: tipp, topic: /i}]\n", "'tip' perhaps"},
    {"sensors: [{link: tip}]\n", "topic"},
    {"sensors: [{link: tip, topic: /i, components: xw}]\n", "found 'xw', expected 3 of x, y, z"},
    {"sensors: [{link: tip, topic: /i, components: xyzw}]\n", "found 'xyzw', expected 3"},
    {"sensors: [{link: tip, topic: /i, axes: [[0, 0, 0]]}]\n", "axis of length zero"},
    {"sensors: [{link: tip, topic: /i, axes: []}]\n", "found 0 axes"},
    {"sensors: [{link: tip, topic: /i, axes: [[0, 0, 1]], rpy: [0, 0, 0]}]\n", "both"},
    {"sensors: [{link: tip, topic: /i, noise: 1, noise_density: 1}]\n", "both"},
    {"sensors: [{link: tip, topic: /i}, {link: tip, topic: /k}]\n", "'tip' twice"},
    {"joint_readings: [{joint: elbow, topic: /i}]\n", "elbow"},
    {"joint_readings: [{joint: shoulder, topic: /i, unit: mm}]\n", "found 'mm', expected"},
    {"sensors: [{link: tip, topic: /i}]\nhold: {elbow: 1}\n", "elbow"},
    {"sensors: [{link: tip, topic: /i}]\nfit: {segments: 1.5}\n", "whole number"},
    {"sensors: [{link: tip, topic: /i}]\nfit: {segments: 2, knot_spacing: 1}\n", "both"},
    {"sensors: [{link: tip, topic: /i}]\nhold: {shoulder: 0}\nstart: {shoulder: 0.5}\n",
     "found 'shoulder' moving or elsewhere"},
    {"sensors: [{link: tip, topic: /i, gyro: {unit: g}}]\n", "rad/s"},
    {"sensors: [{link: tip, topic: /i, kind: angular_velocity, gyro: {}}]\n",
     "found a gyro of a sensor of angular velocity"},
    {"sensors: [{link: tip, topic: /i}]\noutput: {orders: 5}\n", "found 5, expected at most 4"},
    {"rest: [[0, 1]]\n", "neither 'sensors' nor 'joint_readings'"},
    {"joint_readings: [{joint: shoulder, topic: /i, quantity: effort}]\n", "found only efforts"}};
  for (const auto & [text, sentence] : cases)
  {
    EXPECT_THAT(refusal(robot + text), HasSubstr(sentence)) << text;
    EXPECT_THAT(refusal(robot + text), HasSubstr("fit.yaml")) << text;
  }
}

}  // namespace
}  // namespace hod

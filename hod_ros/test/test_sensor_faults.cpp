// SPDX-License-Identifier: Apache-2.0
// Accelerometers that begin late, cease, or whose clocks jump, beside joint states and alone.
#include <gmock/gmock.h>

#include <cmath>
#include <optional>
#include <random>

#include "hod/accelerometer/accelerometer.hpp"
#include "hod/robot/urdf.hpp"
#include "hod_ros/sensors_alone.hpp"
#include "hod_ros/window_sensors.hpp"
#include "refusal.hpp"
#include "two_link_arm.hpp"
#include "two_link_dynamics.hpp"

using hod_ros::MotionEstimate;
using hod_ros::SensorsAlone;
using hod_ros::WindowSensors;
using testing::HasSubstr;

namespace
{

constexpr double kStep = 0.001;

hod::RecordedSensor sensor_on(const std::string & link)
{
  hod::RecordedSensor recorded;
  recorded.sensor.name = recorded.sensor.link = link;
  recorded.sensor.position = {0.3, 0.05, 0.1};
  recorded.noise = 0.01;
  return recorded;
}

hod::RowMatrix motion_at(double time)
{
  hod::RowMatrix motion = hod::RowMatrix::Zero(3, 3);
  for (int k = 0; k < 3; ++k)
  {
    motion(k, 0) = two_link::motion(0, k, time);
    motion(k, 1) = two_link::motion(1, k, time);
  }
  return motion;
}

/// Two accelerometers on the two-link arm without joint states.
class AloneTest : public testing::Test
{
protected:
  static hod::RecordingSettings settings(const hod::Robot & robot)
  {
    hod::RecordingSettings settings{robot};
    settings.sensors = {sensor_on("forearm"), sensor_on("upper_arm")};
    const hod::RowMatrix begin = motion_at(0.0);
    settings.start = begin.row(0).transpose();
    settings.start_velocity = begin.row(1).transpose();
    settings.held = {{"slide", 0.0}};
    return settings;
  }

  /// What a sensor reads at a time, stamped with it or otherwise.
  bool read(
    int sensor, double time, std::optional<double> stamp = std::nullopt,
    const Eigen::Vector3d & noise = Eigen::Vector3d::Zero())
  {
    const hod::Accelerometer & one = sensors[static_cast<std::size_t>(sensor)].sensor;
    const Eigen::Vector3d reading =
      hod::predicted_readings(robot, one, motion_at(time)).row(0).transpose() + noise;
    return alone.add(sensor, stamp.value_or(time), reading, 3, estimate);
  }

  /// Both, for a while; how many estimates came.
  int play(double from, double to)
  {
    int count = 0;
    for (int i = 0; from + kStep * i < to; ++i)
    {
      count += read(0, from + kStep * i) ? 1 : 0;
      count += read(1, from + kStep * i) ? 1 : 0;
    }
    return count;
  }

  void expect_truth() const
  {
    const hod::RowMatrix truth = motion_at(estimate.time);
    EXPECT_LT((estimate.motion.row(0) - truth.row(0)).cwiseAbs().maxCoeff(), 2e-3);
    EXPECT_LT((estimate.motion.row(1) - truth.row(1)).cwiseAbs().maxCoeff(), 2e-2);
  }

  hod::Robot robot{hod::parse_urdf(two_link_arm())};
  std::vector<hod::RecordedSensor> sensors = settings(robot).sensors;
  SensorsAlone alone{settings(robot), 0.01};
  MotionEstimate estimate;
};

}  // namespace

TEST_F(AloneTest, FindTheMotion)
{
  EXPECT_GT(play(0.0, 1.0), 500);
  EXPECT_GT(estimate.time, 0.5);
  expect_truth();
}

/// Estimates lag by a knot spacing more than the window is long.
TEST_F(AloneTest, AreNotExtrapolated)
{
  std::mt19937_64 engine(3);
  std::normal_distribution<double> normal(0.0, 0.01);
  double squares = 0.0;
  int count = 0;
  for (double time = 0.0; time < 2.0; time += kStep)
  {
    for (const int sensor : {1, 0})
    {
      const Eigen::Vector3d noise(normal(engine), normal(engine), normal(engine));
      if (read(sensor, time, std::nullopt, noise))
      {
        squares += (estimate.motion - motion_at(estimate.time)).row(2).squaredNorm();
        ++count;
      }
    }
  }
  EXPECT_GT(count, 1500);
  EXPECT_LT(std::sqrt(squares / count), 0.02);
}

TEST_F(AloneTest, OneMayBeginSecondsLater)
{
  for (int i = 0; i < 3000; ++i)
  {
    EXPECT_FALSE(read(0, kStep * i));
  }
  EXPECT_GT(play(3.0, 3.5), 300);
  EXPECT_GT(estimate.time, 3.0);
  expect_truth();
}

TEST_F(AloneTest, AStampFarAheadIsRefusedByItself)
{
  play(0.0, 0.5);
  for (const int sensor : {0, 1})
  {
    EXPECT_THAT(
      refusal([&]() { read(sensor, 0.5, 1e9); }), HasSubstr("s after the one before, expected a"));
  }
  EXPECT_GT(play(0.5, 1.0), 400);
  expect_truth();
}

TEST_F(AloneTest, WithoutOneOfThemNothingIsComputedAnyMore)
{
  play(0.0, 0.5);
  std::string first;
  for (int i = 0; i < 2000 && first.empty(); ++i)
  {
    first = refusal([&]() { read(0, 0.5 + kStep * i); });
  }
  EXPECT_THAT(first, HasSubstr("accelerometer 'upper_arm' has ceased"));
  EXPECT_THAT(first, HasSubstr("activate the node anew"));
  EXPECT_EQ(refusal([&]() { read(1, 1.01); }), first);
  alone.reset();
  EXPECT_GT(play(0.0, 1.0), 500);
  expect_truth();
}

TEST_F(AloneTest, OneThatIsSilentFromTheStartIsNamed)
{
  std::string first;
  int count = 0;
  for (; count < 20000 && first.empty(); ++count)
  {
    first = refusal([&]() { read(0, kStep * count); });
  }
  EXPECT_EQ(count, 10001);
  EXPECT_THAT(first, HasSubstr("accelerometer 'upper_arm': gave 0 of the first 10000 readings"));
}

TEST(SensorsBesideJointStates, AClockThatWasSetBackBeginsAnew)
{
  const hod::Robot robot{hod::parse_urdf(two_link_arm())};
  WindowSensors sensors{robot};
  sensors.add(sensor_on("forearm"), 0.01);
  const auto read = [&](double time) { sensors.push(0, time, Eigen::Vector3d::Zero()); };
  const auto waiting = [&]() {
    return sensors
      .equations(1e12, [](double time, hod::RowMatrixRef rows) { rows = motion_at(time); })
      .size();
  };
  read(1.0);
  read(2.0);
  EXPECT_EQ(waiting(), 2U);
  read(1e9);  // one stamp far ahead
  read(2.001);
  read(2.002);
  EXPECT_EQ(waiting(), 2U);
  EXPECT_THAT(refusal([&]() { read(1.9); }), HasSubstr("a stamp is not after the one before"));
}

TEST(SensorsBesideJointStates, ReadingsThatNobodyAsksForAreForgotten)
{
  const hod::Robot robot{hod::parse_urdf(two_link_arm())};
  WindowSensors sensors{robot};
  sensors.add(sensor_on("forearm"), 0.01);
  for (int i = 0; i < 10000; ++i)
  {
    sensors.push(0, 0.01 * i, Eigen::Vector3d::Zero());
  }
  const auto equations =
    sensors.equations(1e12, [](double time, hod::RowMatrixRef rows) { rows = motion_at(time); });
  EXPECT_NEAR(static_cast<double>(equations.size()), 100.0 * WindowSensors::kLongestWait, 2.0);
  EXPECT_NEAR(equations.back()->time, 99.99, 1e-9);
}

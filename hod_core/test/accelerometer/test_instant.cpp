// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/instant.hpp"

#include <gmock/gmock.h>

#include "hod/error.hpp"
#include "synthetic.hpp"

namespace hod
{
namespace
{

using test::arm;
using test::record;
using test::SmoothMotion;
using test::triaxial_on_each_link;

Eigen::VectorXd row(const SmoothMotion & motion, double time, int k)
{
  return motion.at(time, k + 1).row(k).transpose();
}

double error(const InstantMotion & found, const SmoothMotion & motion)
{
  double worst = 0.0;
  for (std::size_t i = 0; i < found.times.size(); ++i)
  {
    const RowMatrix exact = motion.at(found.times[i], 1);
    const auto position = found.position.row(static_cast<Eigen::Index>(i));
    worst = std::max(worst, (position - exact).cwiseAbs().maxCoeff());
  }
  return worst;
}

TEST(Instant, IntegratesToSecondOrder)
{
  const Robot robot = arm(3, 4);
  const SmoothMotion motion(4, 4);
  const auto sensors = triaxial_on_each_link(5, robot);
  const auto error_at = [&](double rate) {
    std::vector<Recording> recordings;
    for (const auto & sensor : sensors)
    {
      recordings.push_back(record(robot, sensor, motion, 1.0, rate));
    }
    return error(
      integrated_motion(
        robot, sensors, recordings, {0, 1, 2, 3}, row(motion, 0.0, 0), row(motion, 0.0, 1)),
      motion);
  };
  const double coarse = error_at(250.0);
  const double fine = error_at(500.0);
  EXPECT_LE(fine, 1e-3);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.3);
}

/// q'' = ((reading - bias) / scale - axisᵀ(J' q' - g)) / axisᵀJ, by the kinematics alone.
TEST(Instant, OneJointWithOneAxisIsTheClosedForm)
{
  const Robot robot = arm(6, 1);
  const SmoothMotion motion(7, 1);
  Accelerometer sensor = triaxial_on_each_link(8, robot)[0];
  sensor.axes = Eigen::RowVector3d(0.0, 0.6, 0.8);
  sensor.scale[0] = 1.1;
  sensor.bias[0] = 0.3;
  const Recording recording = record(robot, sensor, motion, 0.1, 1000.0);
  const InstantMotion found =
    integrated_motion(robot, {sensor}, {recording}, {0}, row(motion, 0.0, 0), row(motion, 0.0, 1));
  for (Eigen::Index i = 0; i < found.position.rows(); ++i)
  {
    KinematicsWorkspace workspace(robot, 2);
    RowMatrix rows = RowMatrix::Zero(3, 1);
    rows(0, 0) = found.position(i, 0);
    rows(1, 0) = found.velocity(i, 0);
    ASSERT_EQ(kinematics(workspace, rows, 2), Result::ok);
    const int link = robot.link_index(sensor.link);
    ASSERT_EQ(jacobian(workspace, link, 1, sensor.position), Result::ok);
    const Eigen::Vector3d axis = orientation(workspace, link) * sensor.axes.row(0).transpose();
    const Eigen::Vector3d rest =
      workspace.jacobian.col(0).segment<3>(6) * rows(1, 0) - robot.gravity();
    const double expected = ((recording.values(i, 0) - 0.3) / 1.1 - axis.dot(rest)) /
                            axis.dot(workspace.jacobian.col(0).head<3>());
    // The last correction moved q and q' a little after q'' was solved for.
    EXPECT_NEAR(found.acceleration(i, 0), expected, 1e-9 * (1.0 + std::abs(expected)));
  }
}

TEST(Instant, ResamplingIsExactForCubics)
{
  Accelerometer sensor;
  sensor.time_offset = 0.5;
  Recording recording;
  recording.values.resize(9, 3);
  const auto cubic = [](double t) { return 1.0 + t * (2.0 + t * (-3.0 + t)); };
  for (int i = 0; i < 9; ++i)
  {
    const double time = 0.1 * i + 0.01 * (i % 3);
    recording.times.push_back(time + 0.5);
    recording.values.row(i).setConstant(cubic(time));
  }
  const std::vector<double> times = {-0.05, 0.0, 0.07, 0.333, 0.8, 0.85};
  const RowMatrix values = resampled(sensor, recording, times);
  for (std::size_t i = 0; i < times.size(); ++i)
  {
    EXPECT_NEAR(values(static_cast<Eigen::Index>(i), 1), cubic(times[i]), 1e-12);
  }
}

TEST(Instant, CommonTimesAreThoseOfTheFastestWhereAllRecorded)
{
  std::vector<Accelerometer> sensors(2);
  sensors[1].time_offset = 10.0;
  std::vector<Recording> recordings(2);
  recordings[0].times = {0.0, 0.1, 0.2, 0.3, 0.4};
  recordings[1].times = {10.1, 10.35};
  EXPECT_THAT(common_times(sensors, recordings), testing::ElementsAre(0.1, 0.2, 0.3));
  recordings[1].times = {11.1, 11.35};
  EXPECT_THAT(
    [&] { common_times(sensors, recordings); },
    testing::ThrowsMessage<Error>(testing::HasSubstr("found 0 instants that all of them cover")));
}

TEST(Instant, NamesTheJointThatIsNotObserved)
{
  const Robot robot = arm(9, 3);
  const SmoothMotion motion(10, 3);
  auto sensors = triaxial_on_each_link(11, robot);
  sensors.pop_back();
  std::vector<Recording> recordings;
  for (const auto & sensor : sensors)
  {
    recordings.push_back(record(robot, sensor, motion, 0.1, 500.0));
  }
  EXPECT_THAT(
    [&] {
      integrated_motion(
        robot, sensors, recordings, {0, 1, 2}, row(motion, 0.0, 0), row(motion, 0.0, 1));
    },
    testing::ThrowsMessage<Error>(
      testing::HasSubstr("axis · J of rank 2 for 3 joints, expected full rank, so 'j2' is not")));
}

TEST(Instant, AMotionThatHasDriftedOffIsNotCalledUnobserved)
{
  const Robot robot = arm(3, 2);
  const SmoothMotion motion(4, 2);
  const auto sensors = triaxial_on_each_link(5, robot);
  std::vector<Recording> recordings;
  for (const auto & sensor : sensors)
  {
    recordings.push_back(record(robot, sensor, motion, 1.0, 250.0));
    recordings.back().values.bottomRows(100).setConstant(1e9);
  }
  const auto found = [&] {
    integrated_motion(robot, sensors, recordings, {0, 1}, row(motion, 0.0, 0), row(motion, 0.0, 1));
  };
  EXPECT_THAT(
    found, testing::ThrowsMessage<Error>(testing::AllOf(
             testing::HasSubstr("due to errors accumulated"),
             testing::Not(testing::HasSubstr("observed")))));
}

TEST(Instant, RefusesWhatDoesNotFit)
{
  const Robot robot = arm(9, 3);
  const auto sensors = triaxial_on_each_link(11, robot);
  const std::vector<Recording> recordings(sensors.size());
  const Eigen::VectorXd start = Eigen::VectorXd::Zero(3);
  const auto says = [](const char * text) {
    return testing::ThrowsMessage<Error>(testing::HasSubstr(text));
  };
  EXPECT_THAT(
    [&] { integrated_motion(robot, sensors, recordings, {0, 1, 2}, start.head(2), start); },
    says("start: found 2 positions and 3 velocities, expected 3 each"));
  EXPECT_THAT(
    [&] { integrated_motion(robot, sensors, recordings, {}, start, start); },
    says("found 3 sensors and 0 joints that may move, expected at least one of each"));
  EXPECT_THAT(
    [&] { integrated_motion(robot, {}, {}, {0}, start, start); },
    says("found 0 sensors and 1 joints that may move, expected at least one of each"));
}

TEST(Instant, RefusesRecordingsThatDoNotFit)
{
  const Accelerometer sensor;
  const Recording fair{{0.0, 0.1, 0.2}, RowMatrix::Ones(3, 3)};
  const Recording none{{}, RowMatrix(0, 3)};
  const Recording fewer{{0.0, 0.1, 0.2}, RowMatrix::Ones(2, 3)};
  const Recording repeated{{0.0, 0.1, 0.1}, RowMatrix::Ones(3, 3)};
  for (const Recording & recording : {none, fewer, repeated})
  {
    EXPECT_THROW(resampled(sensor, recording, {0.05}), Error);
  }
  EXPECT_THROW(common_times({}, {}), Error);
  EXPECT_THROW(common_times({sensor, sensor}, {fair}), Error);
  EXPECT_THROW(common_times({sensor, sensor}, {fair, none}), Error);
  EXPECT_THROW(common_times({sensor, sensor}, {fair, repeated}), Error);
}

TEST(Instant, RefusesColumnsAxesAndNumbersThatDoNotFit)
{
  const Robot robot = arm(3, 2);
  const SmoothMotion motion(4, 2);
  const auto sensors = triaxial_on_each_link(5, robot);
  std::vector<Recording> recordings;
  for (const auto & sensor : sensors)
  {
    recordings.push_back(record(robot, sensor, motion, 0.1, 500.0));
  }
  const Eigen::VectorXd start = row(motion, 0.0, 0);
  const auto integrate = [&](const auto & given, const std::vector<int> & moving) {
    return integrated_motion(robot, sensors, given, moving, start, row(motion, 0.0, 1));
  };
  EXPECT_NO_THROW(integrate(recordings, {0, 1}));
  EXPECT_THROW(integrate(recordings, {0, 2}), Error);
  EXPECT_THROW(integrate(recordings, {-1}), Error);
  auto others = recordings;
  others.pop_back();
  EXPECT_THROW(integrate(others, {0, 1}), Error);
  others = recordings;
  others[1].values.conservativeResize(Eigen::NoChange, 2);
  EXPECT_THROW(integrate(others, {0, 1}), Error);
  others = recordings;
  others[1].values(others[1].values.rows() - 1, 0) = std::nan("");
  EXPECT_THROW(integrate(others, {0, 1}), Error);
}

TEST(Instant, JointsThatDoNotMoveStayAtTheirStart)
{
  const Robot robot = arm(3, 2);
  const SmoothMotion motion(4, 2);
  const auto sensors = triaxial_on_each_link(5, robot);
  const Recording recording = record(robot, sensors[1], motion, 0.1, 500.0);
  const InstantMotion found = integrated_motion(
    robot, {sensors[1]}, {recording}, {1}, row(motion, 0.0, 0), Eigen::Vector2d(0.7, 0.0));
  EXPECT_TRUE((found.position.col(0).array() == found.position(0, 0)).all());
  EXPECT_TRUE(found.velocity.col(0).isZero(0.0));
}

}  // namespace
}  // namespace hod

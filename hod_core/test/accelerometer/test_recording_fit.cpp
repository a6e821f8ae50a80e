// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/recording_fit.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <string>

#include "hod/error.hpp"
#include "recovery_scene.hpp"

namespace hod
{
namespace
{

using test::add_noise;
using test::kDuration;
using test::largest_error;
using test::says;
using test::Scene;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

RecordingSettings settings_for(const Robot & robot)
{
  RecordingSettings settings{robot};
  settings.start = settings.start_velocity = settings.end = settings.end_velocity =
    Eigen::VectorXd::Constant(robot.dof(), kNotANumber);
  return settings;
}

RecordingSettings settings_of(const Scene & scene)
{
  RecordingSettings settings = settings_for(scene.robot);
  for (const Accelerometer & sensor : scene.sensors)
  {
    settings.sensors.push_back({{sensor.link}, sensor, sensor.noise});
  }
  settings.start = scene.options.start;
  settings.start_velocity = scene.options.start_velocity;
  settings.end = scene.options.end;
  settings.end_velocity = scene.options.end_velocity;
  settings.segments = 80;
  return settings;
}

/// What an encoder reads of one derivative of a joint.
Recording encoder(const Scene & scene, int joint, int derivative, double start, double end)
{
  Recording readings;
  const int count = static_cast<int>((end - start) / 0.002) + 1;
  readings.values.resize(count, 1);
  for (int i = 0; i < count; ++i)
  {
    readings.times.push_back(start + 0.002 * i);
    readings.values(i, 0) = scene.motion.at(readings.times.back(), 3)(derivative, joint);
  }
  return readings;
}

double error_at(const RecordingFit & fit, const Scene & scene, double time, int derivative)
{
  RowMatrix rows(5, scene.robot.dof());
  fit.motion.evaluate(time, rows);
  return (rows - scene.motion.at(time, 5)).row(derivative).cwiseAbs().maxCoeff();
}

TEST(RecordingFit, IsThatOfRecoveryWithTheSameSettings)
{
  Scene scene(5, 3);
  RecordingSettings settings = settings_of(scene);
  const double last = scene.recordings[0].times.back();
  scene.options.knot_spacing = (last - scene.recordings[0].times.front()) / *settings.segments;
  const Recovery expected = scene.recover();
  const RecordingFit found = fit_recording(settings, scene.recordings, {});
  ASSERT_EQ(found.motion.parts.size(), 1U);
  EXPECT_EQ(found.motion.parts[0].polynomial.coefficients(), expected.motion.coefficients());
  EXPECT_LE(error_at(found, scene, 0.7, 0), 1e-9);
  EXPECT_EQ(found.sentences.size(), scene.sensors.size());
  EXPECT_EQ(found.end, last);
}

TEST(RecordingFit, RefusesAnOrderThatNoSplineHas)
{
  const Scene scene(5, 3);
  RecordingSettings settings = settings_of(scene);
  for (const int order : {1, 11, std::numeric_limits<int>::max()})
  {
    settings.order = order;
    EXPECT_THAT(
      [&] { fit_recording(settings, scene.recordings, {}); },
      testing::ThrowsMessage<Error>(
        "fit: found order " + std::to_string(order) + ", expected 2 to 10"));
  }
}

TEST(RecordingFit, EncodersCountWhileSensorsRead)
{
  const Scene scene(6, 2);
  RecordingSettings settings = settings_of(scene);
  settings.start = settings.end = Eigen::VectorXd::Constant(2, kNotANumber);
  settings.start_velocity = settings.end_velocity = settings.start;
  settings.joints = {{{"0"}, scene.robot.joint_names()[0], 0, 1e-6}};
  const RecordingFit found =
    fit_recording(settings, scene.recordings, {encoder(scene, 0, 0, -0.1, kDuration + 0.1)});
  EXPECT_LE(error_at(found, scene, 1.0, 0), 1e-6);
  ASSERT_EQ(found.warnings.size(), 1U);
  EXPECT_THAT(found.warnings[0], HasSubstr("when no sensor read, were left out"));
}

/// Accelerations alone would take another branch where no encoder reads.
TEST(RecordingFit, SensorsCountWhileAllJointsAreMeasured)
{
  const Scene scene(6, 2);
  RecordingSettings settings = settings_of(scene);
  const auto & names = scene.robot.joint_names();
  settings.joints = {{{"0"}, names[0], 0, 1e-6}, {{"1"}, names[1], 0, 1e-6}};
  const std::vector<Recording> joints = {
    encoder(scene, 0, 0, 0.5, kDuration - 0.3), encoder(scene, 1, 0, 0.0, kDuration)};
  const RecordingFit known = fit_recording(settings, scene.recordings, joints);
  EXPECT_EQ(known.start, 0.0);
  EXPECT_LE(error_at(known, scene, 0.1, 0), 1e-6);

  settings.start = settings.end = Eigen::VectorXd::Constant(2, kNotANumber);
  settings.start_velocity = settings.end_velocity = settings.start;
  const RecordingFit found = fit_recording(settings, scene.recordings, joints);
  EXPECT_EQ(found.start, 0.5);
  EXPECT_NEAR(found.end, kDuration - 0.3, 1e-9);
  EXPECT_LE(error_at(found, scene, 1.0, 0), 1e-6);
  EXPECT_THAT(
    found.warnings,
    testing::Contains(HasSubstr("when not all joints were measured, were left out")));
  settings.joints.pop_back();  // one that is not measured at all is told by the sensors
  EXPECT_EQ(fit_recording(settings, scene.recordings, {joints[0]}).start, 0.0);
}

TEST(RecordingFit, NoiseIsStatedOrSeenInDifferences)
{
  Scene scene(7, 1, 1000.0);
  add_noise(scene.recordings, 0.05);
  RecordedSensor sensor{{"imu"}, scene.sensors[0]};
  EXPECT_NEAR(noise_of(sensor, scene.recordings[0]), 0.05, 0.003);
  sensor.noise_density = 200.0;
  EXPECT_NEAR(noise_of(sensor, scene.recordings[0]), 200e-6 * 9.80665 * std::sqrt(500.0), 1e-9);
  sensor.noise = 0.3;
  EXPECT_EQ(noise_of(sensor, scene.recordings[0]), 0.3);
}

TEST(RecordingFit, WithoutSensorsJointsAreSmoothedOneByOne)
{
  const Scene scene(8, 3);
  RecordingSettings settings = settings_for(scene.robot);
  const auto & names = scene.robot.joint_names();
  settings.joints = {{{"a"}, names[2], 0, 1e-6}, {{"b"}, names[0], 1}};
  settings.start[0] = scene.motion.at(0.0, 1)(0, 0);
  settings.held = {{names[1], 0.4}};
  const RecordingFit found = fit_recording(
    settings, {}, {encoder(scene, 2, 0, 0.0, kDuration), encoder(scene, 0, 1, 0.0, kDuration)});
  RowMatrix rows(3, 3);
  found.motion.evaluate(1.0, rows);
  const RowMatrix truth = scene.motion.at(1.0, 3);
  EXPECT_NEAR(rows(0, 2), truth(0, 2), 1e-6);
  EXPECT_NEAR(rows(0, 0), truth(0, 0), 1e-6);
  EXPECT_NEAR(rows(2, 0), truth(2, 0), 1e-3);
  EXPECT_EQ(rows(0, 1), 0.4);
  EXPECT_EQ(rows(1, 1), 0.0);
}

TEST(RecordingFit, SaysWhatItEstimatesOfSensors)
{
  Scene scene(11, 2);
  scene.recordings[1].values.col(2).array() += 0.25;
  RecordingSettings settings = settings_of(scene);
  settings.estimates = {SensorUnknown::bias};
  const RecordingFit found = fit_recording(settings, scene.recordings, {});
  const std::size_t sensors = scene.sensors.size();
  ASSERT_EQ(found.sentences.size(), sensors + 3 * sensors);  // residuals, then a bias per axis
  const std::string of_second = scene.sensors[1].name + ": bias of axis 2 found to be 2.500000";
  EXPECT_THAT(found.sentences[sensors + 5], testing::StartsWith(of_second));
}

TEST(RecordingFit, AStartThatNobodyKnowsIsTakenForZeroAndSaidSo)
{
  const Scene scene(12, 1);
  RecordingSettings settings = settings_for(scene.robot);
  const std::string joint = scene.robot.joint_names()[0];
  settings.joints = {{{"a"}, joint, 1}};
  const RecordingFit found = fit_recording(settings, {}, {encoder(scene, 0, 1, 0.0, kDuration)});
  EXPECT_THAT(
    found.warnings, testing::Contains(joint + ": no position at the start, taken for zero"));
  RowMatrix rows(2, 1);
  found.motion.evaluate(0.0, rows);
  EXPECT_EQ(rows(0, 0), 0.0);
  EXPECT_NEAR(rows(1, 0), scene.motion.at(0.0, 2)(1, 0), 1e-3);
}

/// Readings repeat while the joint is slow: their errors are those of steps, not of each reading.
TEST(RecordingFit, EncodersThatReadInStepsAreFollowedWithinAStep)
{
  const Scene scene(13, 1);
  constexpr double kStep = 2e-3;
  Recording readings = encoder(scene, 0, 0, 0.0, kDuration);
  readings.values = (readings.values / kStep).array().round() * kStep;
  RecordingSettings settings = settings_for(scene.robot);
  settings.joints = {{{"a"}, scene.robot.joint_names()[0], 0}};
  const RecordingFit found = fit_recording(settings, {}, {readings});
  for (double time = 0.1; time < kDuration - 0.1; time += 0.05)
  {
    EXPECT_LE(error_at(found, scene, time, 0), kStep) << time;
  }
}

/// A joint that turns at 2 rad/s, read within a turn.
Recording wheel_readings()
{
  Recording readings;
  readings.values.resize(2000, 1);
  for (int i = 0; i < 2000; ++i)
  {
    readings.times.push_back(0.002 * i);
    readings.values(i, 0) = std::remainder(2.0 * readings.times.back(), 2.0 * std::acos(-1.0));
  }
  return readings;
}

TEST(RecordingFit, AnglesThatLeapByATurnGoOnAndMetresDoNot)
{
  for (const bool slides : {false, true})
  {
    const Robot robot = test::arm(9, 1).with([slides](RobotDescription & description) {
      description.joints[0].type = slides ? JointType::prismatic : JointType::continuous;
    });
    RecordingSettings settings = settings_for(robot);
    settings.joints = {{{"wheel"}, robot.joint_names()[0], 0}};
    const RecordingFit found = fit_recording(settings, {}, {wheel_readings()});
    RowMatrix rows(3, 1);
    found.motion.evaluate(3.0, rows);
    if (slides)
    {
      EXPECT_LE(rows(0, 0), 1.0);
      EXPECT_THAT(found.sentences, testing::IsEmpty());
      continue;
    }
    EXPECT_NEAR(rows(0, 0), 6.0, 1e-6);
    EXPECT_NEAR(rows(1, 0), 2.0, 1e-5);
    EXPECT_THAT(
      found.sentences,
      ElementsAre("wheel: found a leap by a turn at time 1.572, taken for angles that go on"));
  }
}

TEST(RecordingFit, RefusesAJointOfAnotherRobot)
{
  RecordingSettings settings = settings_for(test::arm(9, 1));
  settings.joints = {{{"wheel"}, "of another robot", 0}};
  EXPECT_THAT(
    [&] { fit_recording(settings, {}, {wheel_readings()}); },
    says("joint_readings: found the joint 'of another robot'"));
}

TEST(RecordingFit, RefusesWhatItCannotUse)
{
  const Scene scene(9, 2);
  RecordingSettings settings = settings_for(scene.robot);
  const auto & names = scene.robot.joint_names();
  settings.joints = {{{"wheel"}, names[0], 0}};
  const Recording good = encoder(scene, 0, 0, 0.0, kDuration);
  const auto fitting = [&settings](const Recording & readings) {
    return [&settings, readings] { fit_recording(settings, {}, {readings}); };
  };
  Recording bad = good;
  bad.values(7, 0) = kNotANumber;
  EXPECT_THAT(fitting(bad), says("wheel: found a reading that is not finite at time 0.014"));
  bad = good;
  bad.times[8] = bad.times[7];
  EXPECT_THAT(fitting(bad), says("wheel: found time 0.014 after 0.014"));
  bad = good;
  for (std::size_t i = 500; i < bad.times.size(); ++i)
  {
    bad.times[i] += 0.1;
  }
  EXPECT_THAT(fitting(bad), says("wheel: found a gap of 0.102 s at time 0.998"));
  settings.bridge_gaps = true;
  EXPECT_NO_THROW(fitting(bad)());
  EXPECT_THAT(fitting({{0.0}, RowMatrix::Zero(1, 1)}), says("wheel: found one reading"));
  settings.interpolate = true;
  EXPECT_THAT(fitting(good), says("'hod fit' alone"));
  settings.interpolate = false;
  settings.joints.push_back({{"again"}, names[0], 1});
  EXPECT_THAT([&] { fit_recording(settings, {}, {good, good}); }, says("'" + names[0] + "' twice"));
}

TEST(RecordingFit, KnownEndsMayBeLeftOutOfSettings)
{
  const Scene scene(6, 2);
  RecordingSettings settings{scene.robot};
  const auto & names = scene.robot.joint_names();
  settings.joints = {{{"0"}, names[0], 0, 1e-6}, {{"1"}, names[1], 1, 1e-6}};
  const std::vector<Recording> joints = {
    encoder(scene, 0, 0, 0.0, kDuration), encoder(scene, 1, 1, 0.0, kDuration)};
  const RecordingFit found = fit_recording(settings, {}, joints);
  EXPECT_THAT(found.warnings, testing::Contains(HasSubstr("no position at the start")));
  settings.end = Eigen::VectorXd::Zero(1);
  EXPECT_THROW(fit_recording(settings, {}, joints), Error);
}

TEST(RecordingFit, RefusesWhatDoesNotFitTheSettings)
{
  const Scene scene(6, 2);
  RecordingSettings settings = settings_for(scene.robot);
  EXPECT_THROW(fit_recording(settings, {}, {}), Error);
  settings.joints = {{{"0"}, scene.robot.joint_names()[0], 0, 1e-6}};
  const Recording fair = encoder(scene, 0, 0, 0.0, kDuration);
  EXPECT_NO_THROW(fit_recording(settings, {}, {fair}));
  EXPECT_THROW(fit_recording(settings, {}, {}), Error);
  EXPECT_THROW(fit_recording(settings, {fair}, {fair}), Error);
  Recording other = fair;
  other.times.push_back(other.times.back() + 1.0);
  EXPECT_THROW(fit_recording(settings, {}, {other}), Error) << "a stamp without a reading";
  other = fair;
  other.values.conservativeResize(Eigen::NoChange, 2);
  EXPECT_THROW(fit_recording(settings, {}, {other}), Error) << "two axes of a joint";
  settings.held = {{"nobody", 0.0}};
  EXPECT_THROW(fit_recording(settings, {}, {fair}), Error);
  settings.held = {};
  for (const int derivative : {-1, 3})
  {
    settings.joints[0].derivative = derivative;
    EXPECT_THROW(fit_recording(settings, {}, {fair}), Error) << derivative;
  }
}

TEST(RecordingFit, NoiseOfNoReadingsIsUnknown)
{
  EXPECT_THROW(noise_of(RecordedJoint{}, {}), Error);
  EXPECT_THROW(noise_of(RecordedJoint{}, {{0.0}, RowMatrix::Ones(1, 1)}), Error);
  RecordedSensor sensor;
  EXPECT_THROW(noise_of(sensor, {}), Error);
  sensor.noise_density = 100.0;
  EXPECT_THROW(noise_of(sensor, {}), Error);
  EXPECT_THROW(noise_of(sensor, {{1.0, 0.0}, RowMatrix::Ones(2, 3)}), Error);
}

TEST(RecordingFit, AMotionIsNotWrittenToAMatrixThatDoesNotFit)
{
  FoundMotion motion;
  motion.rest = Eigen::Vector2d(1.0, 2.0);
  RowMatrix rows(0, 2);
  EXPECT_THROW(motion.evaluate(0.0, rows), Error);
  rows.resize(1, 3);
  EXPECT_THROW(motion.evaluate(0.0, rows), Error);
}

}  // namespace
}  // namespace hod

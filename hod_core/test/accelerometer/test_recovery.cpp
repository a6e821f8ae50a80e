// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/recovery.hpp"

#include <gmock/gmock.h>

#include <random>

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

TEST(Recovery, ExactReadingsGiveTheMotion)
{
  for (const int joints : {1, 3, 7})
  {
    const Scene scene(5, joints);
    const Recovery found = scene.recover();
    EXPECT_LE(largest_error(found.motion, scene.motion, 0), 1e-9) << joints;
    EXPECT_LE(largest_error(found.motion, scene.motion, 2), 1e-5) << joints;
    EXPECT_LE(found.noise_ratio, 1e-6);
    EXPECT_TRUE(found.warnings.empty());
    EXPECT_TRUE(found.observability.unseen.empty());
  }
}

/// One polynomial is as smooth as can be: what its readings leave is rounding alone, and so is what
/// its smoothness costs, in which no step goes down any more.
TEST(Recovery, ExactReadingsOfACubicGiveIt)
{
  for (const double spacing : {0.0, 0.1})
  {
    Scene scene(5, 3, 100.0);
    const auto at = [](double t, int joint) {
      const double a = 0.2 * joint;
      Eigen::Vector3d rows;
      rows << a + t * (0.2 + t * (-0.3 - a + 0.25 * t)), 0.2 + t * (-0.6 - 2.0 * a + 0.75 * t),
        -0.6 - 2.0 * a + 1.5 * t;
      return rows;
    };
    const auto rows_at = [&](double time) {
      RowMatrix rows(3, 3);
      rows << at(time, 0), at(time, 1), at(time, 2);
      return rows;
    };
    for (std::size_t i = 0; i < scene.sensors.size(); ++i)
    {
      scene.sensors[i].noise = 0.01;
      const auto & times = scene.recordings[i].times;
      RowMatrix motions(3 * static_cast<Eigen::Index>(times.size()), 3);
      for (std::size_t k = 0; k < times.size(); ++k)
      {
        motions.middleRows(3 * static_cast<Eigen::Index>(k), 3) = rows_at(times[k]);
      }
      scene.recordings[i].values = predicted_readings(scene.robot, scene.sensors[i], motions);
    }
    scene.options.knot_spacing = spacing;
    scene.options.start = rows_at(0.0).row(0);
    scene.options.start_velocity = rows_at(0.0).row(1);
    scene.options.end = rows_at(kDuration).row(0);
    scene.options.end_velocity = rows_at(kDuration).row(1);
    const PiecewisePolynomial found = scene.recover().motion;
    RowMatrix rows(3, 3);
    for (const double time : {0.3, 1.0, 1.9})
    {
      found.evaluate(time, rows);
      EXPECT_LE((rows - rows_at(time)).row(0).cwiseAbs().maxCoeff(), 1e-7) << spacing;
      EXPECT_LE((rows - rows_at(time)).row(2).cwiseAbs().maxCoeff(), 1e-4) << spacing;
    }
  }
}

TEST(Recovery, NumbersThatCannotBeSquaredAreRefused)
{
  Scene scene(7, 2);
  scene.recordings[0].values(3, 0) = 1e200;
  EXPECT_THAT(scene.recovering(), says("found a reading that is not finite or beyond 1e50"));
  scene = Scene(7, 2);
  scene.sensors[0].noise = 1e-200;
  EXPECT_THAT(scene.recovering(), says("found the noise 1e-200 m/s², expected a positive number"));
}

/// A spline of degree p has q⁽ᵏ⁾ to the power p + 1 - k of its knots' distance.
TEST(Recovery, FourthDerivativeConvergesAtTheRateOfTheSpline)
{
  for (const int degree : {5, 7})
  {
    Scene scene(6, 2, 1000.0);
    scene.options.degree = degree;
    scene.options.knot_spacing = 0.1;
    const double coarse = largest_error(scene.recover().motion, scene.motion, 4);
    scene.options.knot_spacing = 0.05;
    const double fine = largest_error(scene.recover().motion, scene.motion, 4);
    EXPECT_NEAR(std::log2(coarse / fine), degree - 3, 0.35) << degree;
  }
}

/// Knots closer than the few nodes that readings were condensed to once left the motion to swing
/// between these.
TEST(Recovery, DenseKnotsAreHeldByAllReadings)
{
  Scene scene(6, 2, 1000.0);
  add_noise(scene.recordings, 0.02);
  scene.options.knot_spacing = 0.005;
  const Recovery found = scene.recover();
  EXPECT_LE(largest_error(found.motion, scene.motion, 2), 0.5);
  for (const RowMatrix & residuals : found.residuals)
  {
    EXPECT_LE(residuals.cwiseAbs().maxCoeff(), 0.1);
  }
}

TEST(Recovery, KnownEndsHoldExactly)
{
  Scene scene(7, 3);
  add_noise(scene.recordings, 0.1);
  const PiecewisePolynomial found = scene.recover().motion;
  RowMatrix rows(2, 3);
  for (const double time : {0.0, kDuration})
  {
    found.evaluate(time, rows);
    EXPECT_LE((rows - scene.motion.at(time, 2)).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(Recovery, StartAloneIsEnoughAndSoIsNothingWhereSensorsAbound)
{
  Scene scene(8, 2);
  scene.options.end.resize(0);
  scene.options.end_velocity.resize(0);
  EXPECT_LE(largest_error(scene.recover().motion, scene.motion, 0), 1e-9);
  scene.options.start.resize(0);
  scene.options.start_velocity.resize(0);
  EXPECT_LE(largest_error(scene.recover().motion, scene.motion, 0), 1e-9);
}

/// What engineers get wrong with a sensor or an end, and what the refusal has to say.
struct Misuse
{
  const char * name;
  const char * sentence;
  void (*commit)(Scene & scene);
};

class RecoveryOfMisuse : public testing::TestWithParam<Misuse>
{};

TEST_P(RecoveryOfMisuse, IsRefusedWithWhatWouldExplainTheReadings)
{
  Scene scene(18, 2, 200.0);
  add_noise(scene.recordings, 0.02);
  for (auto & sensor : scene.sensors)
  {
    sensor.noise = 0.02;
  }
  scene.options.knot_spacing = 0.0;
  EXPECT_LE(largest_error(scene.recover().motion, scene.motion, 0), 0.05);
  GetParam().commit(scene);
  EXPECT_THAT(scene.recovering(), says(GetParam().sentence));
}

INSTANTIATE_TEST_SUITE_P(
  OneAtATime, RecoveryOfMisuse,
  testing::Values(
    Misuse{
      "other_sign", "explains all readings; axis 0 of sensor 'imu_1' with the other sign",
      [](Scene & s) { s.sensors[1].axes.row(0) *= -1.0; }},
    Misuse{
      "exchanged_axes", "axes 0 and 1 of sensor 'imu_1' exchanged",
      [](Scene & s) { s.sensors[1].axes.row(0).swap(s.sensors[1].axes.row(1)); }},
    Misuse{
      "other_unit", "sensor 'imu_1' in g instead of m/s²",
      [](Scene & s) { s.recordings[1].values /= 9.80665; }},
    Misuse{
      "other_place", "another place of sensor 'imu_1'",
      [](Scene & s) { s.sensors[1].position += Eigen::Vector3d(0.4, -0.3, 0.3); }},
    Misuse{"other_end", "another end", [](Scene & s) { s.options.end[1] += 0.8; }},
    Misuse{
      "drifting_clock", "a clock of sensor 'imu_1' that drifts",
      [](Scene & s) {
        for (double & stamp : s.recordings[1].times)
        {
          stamp *= 0.93;
        }
      }}),
  [](const auto & misuse) { return std::string(misuse.param.name); });

/// Of a long recording of measured joints, a few stretches say how dense the knots have to be.
TEST(Recovery, LongRecordingsAreFoundWholeAndAsWellAsTheirBandsSay)
{
  constexpr double kLong = 45.0;
  constexpr double kEncoderNoise = 1e-4;
  Scene scene(20, 2);
  scene.options = {};
  scene.recordings.clear();
  for (auto & sensor : scene.sensors)
  {
    sensor.noise = 0.02;
    scene.recordings.push_back(test::record(scene.robot, sensor, scene.motion, kLong, 100.0));
  }
  add_noise(scene.recordings, 0.02);
  std::mt19937_64 engine(6);
  std::normal_distribution<double> normal(0.0, kEncoderNoise);
  for (int joint = 0; joint < 2; ++joint)
  {
    JointRecording encoder;
    encoder.joint = scene.robot.joint_names()[static_cast<std::size_t>(joint)];
    encoder.noise = kEncoderNoise;
    for (const double time : scene.recordings[0].times)
    {
      encoder.times.push_back(time);
      encoder.values.push_back(scene.motion.at(time, 1)(0, joint) + normal(engine));
    }
    scene.options.joint_recordings.push_back(encoder);
  }
  const Recovery found = scene.recover();
  EXPECT_NEAR(found.noise_ratio, 1.0, 0.05);
  EXPECT_NEAR(found.motion.start(), 0.0, 1e-12);
  EXPECT_NEAR(found.motion.end(), kLong, 1e-9);
  RowMatrix rows(5, 2);
  RowMatrix deviations(5, 2);
  Eigen::ArrayXd squares = Eigen::ArrayXd::Zero(5);
  constexpr int kInstants = 2000;
  for (int i = 0; i < kInstants; ++i)
  {
    const double time = 0.5 + (kLong - 1.0) * i / kInstants;
    found.motion.evaluate(time, rows);
    found.covariance.deviations(time, deviations);
    const RowMatrix errors = (rows - scene.motion.at(time, 5)).cwiseQuotient(deviations);
    squares += errors.rowwise().squaredNorm().array() / (2 * kInstants);
  }
  EXPECT_LE(squares.sqrt().maxCoeff(), 1.25);
  EXPECT_GE(squares.sqrt().minCoeff(), 0.4);  // sines are smoother than white noise integrated
  EXPECT_LE(largest_error(found.motion, scene.motion, 0), 2e-4);
}

TEST(Recovery, EndsWhatProgressThrows)
{
  struct Stop
  {};
  Scene scene(19, 2);
  int calls = 0;
  scene.options.progress = [&](const RecoveryProgress &) {
    if (++calls == 3)
    {
      throw Stop();
    }
  };
  EXPECT_THROW(scene.recover(), Stop);
  EXPECT_EQ(calls, 3);
}

TEST(Recovery, TellsHowFarItIs)
{
  Scene scene(19, 2);
  std::vector<RecoveryProgress> told;
  scene.options.progress = [&](const RecoveryProgress & now) { told.push_back(now); };
  const Recovery found = scene.recover();
  ASSERT_FALSE(told.empty());
  for (std::size_t i = 1; i < told.size(); ++i)
  {
    EXPECT_GE(told[i].passes, told[i - 1].passes);
    EXPECT_GE(told[i].share, told[i].passes == told[i - 1].passes ? told[i - 1].share : 0.0);
    EXPECT_LT(told[i].share, 1.0);
  }
  EXPECT_GE(told.back().passes, found.iterations);
  const double knots = static_cast<double>(found.motion.knots().size()) - 1.0;
  EXPECT_NEAR(told.back().spacing, (found.motion.end() - found.motion.start()) / knots, 1e-12);
}

/// One axis on the swinging link, as in a laboratory: both ends remove the drift of its bias.
TEST(Recovery, RefusesWhatReadingsDoNotTell)
{
  Scene scene(16, 1);
  scene.sensors[0].axes = Eigen::RowVector3d::UnitX();
  scene.sensors[0].quantity = SensorQuantity::acceleration;
  scene.take(500.0);
  scene.options.end.resize(0);
  scene.options.end_velocity.resize(0);
  EXPECT_NO_THROW(scene.recover());
  scene.options.estimates = {{SensorUnknown::bias, 0}};
  EXPECT_THAT(scene.recovering(), says("do not distinguish the bias of sensor 'imu_0' from the"));
  scene.options.estimates.clear();
  scene.options.knot_spacing = 0.002;
  scene.options.degree = 9;
  EXPECT_THAT(scene.recovering(), says("unknowns, expected at least as many"));
}

TEST(Recovery, RefusesReadingsFarApartUnlessKnotsAreStated)
{
  Scene scene(3, 1, 3.0);
  scene.options.knot_spacing = 0.0;
  EXPECT_THAT(
    scene.recovering(), testing::ThrowsMessage<Error>(testing::HasSubstr(
                          "found readings every 0.333333 s, expected at least four per second")));
  scene.options.knot_spacing = 1.0;
  EXPECT_NO_THROW(scene.recover());
  scene.options.knot_spacing = 0.0;
  scene.take(5.0);
  EXPECT_NO_THROW(scene.recover());
}

TEST(Recovery, RefusesOptionsThatCannotBe)
{
  const Scene scene(17, 2);
  const auto refusal = [&](auto change) {
    Scene other = scene;
    change(other.options);
    return [other] { other.recover(); };
  };
  using Options = RecoveryOptions;
  EXPECT_THAT(
    refusal([](Options & o) { o.degree = 2; }), says("degree: found 2, expected 3 to 11"));
  EXPECT_THAT(refusal([](Options & o) { o.knot_spacing = -1.0; }), says("found -1, expected"));
  EXPECT_THAT(
    refusal([](Options & o) { o.knot_spacing = 1e-12; }), says("expected at least 2e-06"));
  EXPECT_THAT(refusal([](Options & o) { o.start.resize(3); }), says("found 3 numbers, expected 2"));
  EXPECT_THAT(refusal([](Options & o) { o.held = {{"none", 0.0}}; }), says("the joint 'none'"));
  EXPECT_THAT(
    refusal([](Options & o) { o.held = {{"j0", 0.0}, {"j1", 0.0}}; }), says("none that may move"));
  EXPECT_THAT(
    refusal([](Options & o) { o.estimates = {{SensorUnknown::bias, 2}}; }), says("sensor 2"));
  EXPECT_THAT(
    refusal([](Options & o) { o.joint_recordings = {{"j0", 0, 1e-4, {0.0, 0.0}, {1.0, 1.0}}}; }),
    says("recording of joint 'j0', value 2: found 1 at 0 s, expected finite numbers"));
  EXPECT_THAT(
    refusal([](Options & o) { o.joint_recordings = {{"j0", 4, 1e-4, {0.0}, {1.0}}}; }),
    says("derivative 4"));
  EXPECT_THAT(
    refusal([](Options & o) { o.recording.rests = {{1.0, 0.5}}; }), says("expected an end after"));
  EXPECT_THAT(
    refusal([](Options & o) { o.guess = PiecewisePolynomial({0.0, 1.0}, 0, 1, {0.0}); }),
    says("guess: found 1 joints, expected 2"));
  Scene other = scene;
  other.recordings.pop_back();
  EXPECT_THAT(other.recovering(), says("sensors: found 2 with 1 recordings"));
}

}  // namespace
}  // namespace hod

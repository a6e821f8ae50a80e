// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <random>

#include "hod/robot/urdf.hpp"
#include "hod_ros/effort_record.hpp"
#include "hod_ros/joint_readings.hpp"
#include "hod_ros/last_values.hpp"
#include "hod_ros/motion_window.hpp"
#include "hod_ros/stream_clock.hpp"
#include "refusal.hpp"
#include "two_link_arm.hpp"
#include "two_link_dynamics.hpp"

using Eigen::VectorXd;
using hod_ros::JointReadings;
using hod_ros::MotionEstimate;
using hod_ros::MotionWindow;
using hod_ros::MotionWindowOptions;
using hod_ros::StreamClock;
using testing::ElementsAre;
using testing::HasSubstr;

namespace
{

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
const std::vector<std::string> kJoints = {"shoulder", "elbow", "slide"};

sensor_msgs::msg::JointState joint_state(
  const std::vector<std::string> & names, const std::vector<double> & positions,
  const std::vector<double> & velocities = {}, const std::vector<double> & efforts = {})
{
  sensor_msgs::msg::JointState message;
  message.name = names;
  message.position = positions;
  message.velocity = velocities;
  message.effort = efforts;
  return message;
}

JointReadings readings(double time, const VectorXd & position, const VectorXd & velocity)
{
  return {time, position, velocity, VectorXd::Constant(position.size(), kNaN)};
}

/// Derivative k of Σ cᵢ tⁱ.
double polynomial(const std::vector<double> & coefficients, int k, double t)
{
  double sum = 0.0;
  for (std::size_t i = coefficients.size(); i-- > static_cast<std::size_t>(k);)
  {
    double factor = coefficients[i];
    for (int step = 0; step < k; ++step)
    {
      factor *= static_cast<double>(i) - step;
    }
    sum = sum * t + factor;
  }
  return sum;
}

MotionWindowOptions options_for(int joints)
{
  MotionWindowOptions options;
  options.position_noise = VectorXd::Constant(joints, 1e-4);
  options.velocity_noise = VectorXd::Constant(joints, 1e-2);
  return options;
}

builtin_interfaces::msg::Time stamp(std::int32_t seconds, std::uint32_t nanoseconds)
{
  builtin_interfaces::msg::Time time;
  time.sec = seconds;
  time.nanosec = nanoseconds;
  return time;
}

}  // namespace

TEST(JointStateReaderTest, ReadsByNameAndSkipsStrangers)
{
  hod_ros::JointStateReader reader(kJoints, VectorXd::Constant(3, kNaN), {false, false, false});
  JointReadings found;
  EXPECT_FALSE(reader.read(joint_state({"gripper", "gripper"}, {9.0, 9.0}), 1.0, found));
  EXPECT_TRUE(
    reader.read(joint_state({"elbow", "gripper"}, {0.2, 9.0}, {0.5, 9.0}, {3.0, 9.0}), 2.0, found));
  EXPECT_EQ(found.time, 2.0);
  EXPECT_EQ(found.position[1], 0.2);
  EXPECT_EQ(found.velocity[1], 0.5);
  EXPECT_EQ(found.effort[1], 3.0);
  EXPECT_TRUE(std::isnan(found.position[0]));
  EXPECT_THAT(reader.unknown(), ElementsAre("shoulder", "slide"));
  EXPECT_TRUE(reader.read(joint_state({"slide", "shoulder"}, {0.1, 0.3}), 3.0, found));
  EXPECT_EQ(found.position[2], 0.1);
  EXPECT_TRUE(std::isnan(found.position[1])) << "this message says nothing about the elbow";
  EXPECT_TRUE(std::isnan(found.velocity[2]));
  EXPECT_TRUE(reader.unknown().empty());
}

TEST(JointStateReaderTest, JointsThatAreNeverNamedMayRest)
{
  hod_ros::JointStateReader reader(kJoints, VectorXd::Zero(3), {false, false, false});
  JointReadings found;
  reader.read(joint_state({"elbow"}, {0.2}, {kNaN}), 1.0, found);
  EXPECT_EQ(found.position[0], 0.0);
  EXPECT_EQ(found.velocity[0], 0.0);
  EXPECT_TRUE(std::isnan(found.velocity[1])) << "not measured";
  EXPECT_TRUE(reader.unknown().empty());
}

TEST(JointStateReaderTest, ContinuousJointsGoOnWhereMessagesLeapByATurn)
{
  hod_ros::JointStateReader reader(kJoints, VectorXd::Zero(3), {true, false, false});
  JointReadings found;
  for (int i = 0; i <= 2000; ++i)
  {
    const double angle = 8.0 * std::sin(0.01 * i);
    const double within_a_turn = std::remainder(angle, 2.0 * M_PI);
    reader.read(joint_state({"shoulder", "elbow"}, {within_a_turn, within_a_turn}), i, found);
    ASSERT_NEAR(found.position[0], angle, 1e-13) << i;
    ASSERT_EQ(found.position[1], within_a_turn) << i;
  }
}

TEST(JointStateReaderTest, AfterNonsenseContinuousJointsBeginAnew)
{
  hod_ros::JointStateReader reader(kJoints, VectorXd::Zero(3), {true, true, true});
  JointReadings found;
  reader.read(joint_state({"shoulder"}, {1e200}), 1.0, found);
  EXPECT_EQ(found.position[0], 1e200);
  reader.read(joint_state({"shoulder"}, {0.5}), 2.0, found);
  EXPECT_EQ(found.position[0], 0.5);
  reader.read(joint_state({"shoulder"}, {-6.0}), 3.0, found);
  EXPECT_NEAR(found.position[0], 2.0 * M_PI - 6.0, 1e-15);
}

TEST(JointStateReaderTest, RefusesRaggedAndUnknownValuesAndForgetsThem)
{
  hod_ros::JointStateReader reader(kJoints, VectorXd::Constant(3, kNaN), {false, false, false});
  JointReadings found;
  EXPECT_THAT(
    refusal([&]() { reader.read(joint_state({"elbow", "slide"}, {0.2}), 1.0, found); }),
    HasSubstr("2 names, 1 positions, 0 velocities and 0 efforts, expected as many"));
  EXPECT_THAT(
    refusal([&]() { reader.read(joint_state({"slide", "elbow"}, {0.2, kNaN}), 1.0, found); }),
    HasSubstr("position of joint 'elbow'"));
  for (int i = 0; i < 2; ++i)
  {
    EXPECT_THAT(
      refusal([&]() {
        reader.read(joint_state({"slide", "elbow", "slide"}, {0.2, 0.1, 0.3}), 1.0, found);
      }),
      HasSubstr("has joint 'slide' twice, expected it once"));
  }
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_THAT(
    refusal([&]() { reader.read(joint_state({"elbow"}, {0.2}, {infinite}), 1.0, found); }),
    HasSubstr("velocity of joint 'elbow' is inf"));
  EXPECT_EQ(reader.unknown().size(), 3U) << "the slide came with a message that was refused";
}

TEST(StreamClockTest, CountsFromTheFirstStampAndBack)
{
  StreamClock clock;
  EXPECT_EQ(clock.take(stamp(1'700'000'000, 999'999'999)), StreamClock::Step::on);
  EXPECT_EQ(clock.take(stamp(1'700'000'001, 0)), StreamClock::Step::on);
  EXPECT_EQ(clock.seconds(stamp(1'700'000'001, 0)), 1e-9);
  EXPECT_EQ(clock.stamp(1e-9), stamp(1'700'000'001, 0));
  EXPECT_EQ(clock.stamp(-1.0), stamp(1'699'999'999, 999'999'999));
}

TEST(StreamClockTest, TellsJitterFromJumps)
{
  StreamClock clock;
  clock.take(stamp(10, 0));
  EXPECT_EQ(clock.take(stamp(10, 0)), StreamClock::Step::stale);
  EXPECT_EQ(clock.take(stamp(9, 800'000'000)), StreamClock::Step::stale);
  EXPECT_EQ(clock.take(stamp(10, 100'000'000)), StreamClock::Step::on);
  EXPECT_EQ(clock.take(stamp(11, 0)), StreamClock::Step::gap);
  EXPECT_EQ(clock.take(stamp(3, 0)), StreamClock::Step::restart);
  EXPECT_EQ(clock.seconds(stamp(3, 500'000'000)), 0.5) << "counted anew";
  EXPECT_EQ(clock.take(stamp(3, 1)), StreamClock::Step::on);
}

TEST(EffortRecordTest, IsLinearBetweenReadings)
{
  hod_ros::EffortRecord record(0.2);
  for (int i = 0; i < 10; ++i)
  {
    const double time = 0.1 * i;
    record.add({time, {}, {}, VectorXd::Constant(1, 3.0 * time)});
  }
  EXPECT_NEAR(record.at(0.83)[0], 2.49, 1e-12);
  EXPECT_EQ(record.at(2.0)[0], 3.0 * 0.9) << "the newest";
  EXPECT_NEAR(record.at(0.0)[0], 1.8, 1e-12) << "the oldest that is kept";
}

TEST(LastValuesTest, TakesHigherDerivativesOfAPolynomialExactly)
{
  // v = 1 + 2t − 3t² + t³ at uneven times.
  const std::vector<double> v = {1.0, 2.0, -3.0, 1.0};
  hod_ros::LastValues estimator(1, 4);
  MotionEstimate found;
  EXPECT_FALSE(estimator.estimate(7, found)) << "nothing is known";
  for (const double t : {0.0, 0.1, 0.25, 0.3, 0.42})
  {
    estimator.add(readings(t, VectorXd::Zero(1), VectorXd::Constant(1, polynomial(v, 0, t))));
  }
  ASSERT_TRUE(estimator.estimate(7, found));
  EXPECT_EQ(found.time, 0.42);
  EXPECT_NEAR(found.motion(2, 0), polynomial(v, 1, 0.42), 1e-10);
  EXPECT_NEAR(found.motion(3, 0), polynomial(v, 2, 0.42), 1e-9);
  EXPECT_NEAR(found.motion(4, 0), 6.0, 1e-8);
  EXPECT_EQ(found.motion(5, 0), 0.0);
  estimator.reset();
  estimator.add(readings(0.1, VectorXd::Zero(1), VectorXd::Constant(1, 5.0)));
  ASSERT_TRUE(estimator.estimate(7, found));
  EXPECT_EQ(found.motion.bottomRows(5).cwiseAbs().maxCoeff(), 0.0);
}

TEST(LastValuesTest, KeepsWhatItKnewOfJointsThatAMessageLacks)
{
  hod_ros::LastValues estimator(2, 1);
  MotionEstimate found;
  estimator.add(readings(1.0, Eigen::Vector2d(0.2, kNaN), Eigen::Vector2d(0.5, kNaN)));
  EXPECT_FALSE(estimator.estimate(4, found));
  estimator.add(readings(2.0, Eigen::Vector2d(kNaN, 0.1), Eigen::Vector2d(kNaN, kNaN)));
  ASSERT_TRUE(estimator.estimate(4, found));
  EXPECT_THAT(found.motion.row(0), ElementsAre(0.2, 0.1));
  EXPECT_THAT(found.motion.row(1), ElementsAre(0.5, 0.0));
  EXPECT_EQ(found.motion.bottomRows(2).cwiseAbs().maxCoeff(), 0.0);
}

TEST(LegendreTest, IsOrthogonalAndObeysItsDifferentialEquation)
{
  for (const double x : {-1.0, -0.3, 0.77})
  {
    const auto p = hod_ros::legendre(7, 2, x);
    for (int k = 0; k <= 7; ++k)
    {
      EXPECT_NEAR(
        (1 - x * x) * p(k, 2) - 2 * x * p(k, 1) + k * (k + 1) * p(k, 0), 0.0, 1e-11 * (k + 1));
    }
  }
  EXPECT_EQ(hod_ros::legendre(5, 0, 1.0).col(0), VectorXd::Ones(6));
}

TEST(MotionWindowTest, IsExactForPolynomialsAtUnevenTimes)
{
  const std::vector<std::vector<double>> curves = {
    {0.3, -1.0, 2.0, 5.0, -7.0, 11.0}, {-2.0, 0.5, 0.0, 3.0, 20.0, -30.0}};
  MotionWindow window(options_for(2));
  MotionEstimate found;
  double time = 0.0;
  int estimates = 0;
  for (int i = 0; i < 60; ++i)
  {
    time += 0.003 + 0.002 * std::sin(7.0 * i);
    Eigen::Vector2d position, velocity;
    for (int joint = 0; joint < 2; ++joint)
    {
      const auto & curve = curves[static_cast<std::size_t>(joint)];
      position[joint] = polynomial(curve, 0, time);
      velocity[joint] = polynomial(curve, 1, time);
    }
    velocity[1] = i % 3 == 0 ? kNaN : velocity[1];
    position[1] = i % 5 == 0 ? kNaN : position[1];
    window.add(readings(time, position, velocity));
    if (!window.estimate(7, found))
    {
      continue;
    }
    ++estimates;
    EXPECT_NEAR(found.time, time - window.latency(), 1e-15);
    for (int k = 0; k < 7; ++k)
    {
      for (int joint = 0; joint < 2; ++joint)
      {
        const double expected = polynomial(curves[static_cast<std::size_t>(joint)], k, found.time);
        EXPECT_NEAR(found.motion(k, joint), expected, 1e-11 * std::pow(40.0, k)) << k;
      }
    }
    EXPECT_LT(found.residual, 1e-3);
  }
  EXPECT_GT(estimates, 20);
  EXPECT_TRUE(std::isinf(found.deviation(6, 0))) << "a sixth derivative is not known";
}

TEST(MotionWindowTest, DeviationsAreThoseOfTheErrors)
{
  std::mt19937 random(7);
  std::normal_distribution<double> noise;
  MotionWindow window(options_for(1));
  MotionEstimate found;
  Eigen::VectorXd squares = VectorXd::Zero(5);
  double residuals = 0.0;
  constexpr int kRuns = 400;
  for (int run = 0; run < kRuns; ++run)
  {
    window.reset();
    for (int i = 0; i <= 100; ++i)
    {
      window.add(readings(
        0.001 * i, VectorXd::Constant(1, 1.5 + 1e-4 * noise(random)),
        VectorXd::Constant(1, 1e-2 * noise(random))));
    }
    ASSERT_TRUE(window.estimate(5, found));
    Eigen::VectorXd error = found.motion.col(0);
    error[0] -= 1.5;
    squares += (error.array() / found.deviation.col(0).array()).square().matrix();
    residuals += found.residual;
  }
  for (int k = 0; k < 5; ++k)
  {
    // 400 squares of deviation √2 each: 5 deviations are 0.35.
    EXPECT_NEAR(squares[k] / kRuns, 1.0, 0.35) << k;
  }
  EXPECT_NEAR(residuals / kRuns, 1.0, 0.05);
}

TEST(MotionWindowTest, WaitsUntilItIsFullAndAfterAGapAgain)
{
  MotionWindow window(options_for(1));
  MotionEstimate found;
  const auto add = [&](double time) {
    window.add(readings(time, VectorXd::Constant(1, 0.2), VectorXd::Zero(1)));
    return window.estimate(3, found);
  };
  int first = -1;
  for (int i = 0; i <= 150; ++i)
  {
    first = add(0.001 * i) && first < 0 ? i : first;
  }
  EXPECT_EQ(first, 100);
  EXPECT_FALSE(add(0.4));
  EXPECT_EQ(window.problem(), "") << "it only needs time";
  EXPECT_FALSE(add(0.5));
  EXPECT_THAT(window.problem(), HasSubstr("0.100000 s have 2 joint states, too few"));
}

TEST(MotionWindowTest, RefusesWhatCannotBe)
{
  MotionWindowOptions options = options_for(1);
  options.latency = 0.2;
  EXPECT_THAT(refusal([&]() { MotionWindow{options}; }), HasSubstr("a latency from zero to that"));
  options = options_for(1);
  options.position_noise[0] = 0.0;
  EXPECT_THAT(refusal([&]() { MotionWindow{options}; }), HasSubstr("positive standard deviations"));
}

namespace
{

/// The slowly nodding two-link arm with an accelerometer on each link.
class FusionTest : public testing::Test
{
protected:
  FusionTest()
  {
    for (const char * link : {"upper_arm", "forearm"})
    {
      hod::RecordedSensor input;
      input.sensor.name = input.sensor.link = link;
      input.sensor.position = {0.3, 0.05, 0.1};
      input.sensor.time_offset = 0.002;
      sensors.add(input, 0.01);
    }
  }

  static hod::RowMatrix motion_at(double time)
  {
    hod::RowMatrix motion = hod::RowMatrix::Zero(5, 3);
    for (int k = 0; k < 5; ++k)
    {
      motion(k, 0) = two_link::motion(0, k, time);
      motion(k, 1) = two_link::motion(1, k, time);
    }
    return motion;
  }

  /// Plays 0.3 s of joint states at 100 Hz and accelerometers at 1 kHz, all with noise.
  /// @return errors of q … q'''' in standard deviations and itself, at the last instant
  void play(MotionWindow & window, MotionEstimate & found, double encoder_noise, double noise)
  {
    std::normal_distribution<double> random;
    for (int i = 0; i <= 300; ++i)
    {
      const double time = 0.001 * i;
      const hod::RowMatrix motion = motion_at(time);
      for (int sensor = 0; sensor < 2; ++sensor)
      {
        Eigen::Vector3d reading =
          hod::predicted_readings(robot, sensors.sensor(sensor), motion.topRows(3)).transpose();
        for (double & value : reading)
        {
          value += noise * random(engine);
        }
        sensors.push(sensor, time + 0.002, reading);
      }
      if (i % 10 == 0)
      {
        Eigen::Vector3d position = motion.row(0).transpose();
        for (double & value : position)
        {
          value += encoder_noise * random(engine);
        }
        window.add(readings(time, position, VectorXd::Constant(3, kNaN)));
        window.estimate(5, found);
      }
    }
  }

  std::mt19937 engine{11};
  hod::Robot robot{hod::parse_urdf(two_link_arm())};
  hod_ros::WindowSensors sensors{robot};
};

}  // namespace

TEST_F(FusionTest, FindsTheMotionThatBothTellOf)
{
  MotionWindowOptions options = options_for(3);
  options.degree = 9;
  MotionWindow window(options, &sensors);
  MotionEstimate found;
  play(window, found, 0.0, 0.0);
  EXPECT_NEAR(found.time, 0.25, 1e-12);
  const hod::RowMatrix truth = motion_at(found.time);
  const double tolerance[] = {1e-8, 1e-7, 1e-5, 1e-4, 1e-2};
  for (int k = 0; k < 5; ++k)
  {
    EXPECT_LT((found.motion.row(k) - truth.row(k)).cwiseAbs().maxCoeff(), tolerance[k]) << k;
  }
  EXPECT_LT(found.residual, 1e-2);
}

TEST_F(FusionTest, IsSurerThanEitherAndAsSureAsItSays)
{
  const hod::RowMatrix truth = motion_at(0.25);
  hod::RowMatrix squares = hod::RowMatrix::Zero(5, 2);
  double residuals = 0.0;
  constexpr int kRuns = 100;
  for (int run = 0; run < kRuns; ++run)
  {
    sensors.clear();
    MotionWindow together(options_for(3), &sensors);
    MotionEstimate found;
    play(together, found, 1e-4, 0.01);
    const hod::RowMatrix error = (found.motion - truth).leftCols(2);
    squares += (error.array() / found.deviation.leftCols(2).array()).square().matrix();
    residuals += found.residual;
    EXPECT_LT(found.deviation(2, 0), 5e-3);
  }
  for (int k = 0; k < 5; ++k)
  {
    EXPECT_NEAR(squares.row(k).mean() / kRuns, 1.0, 0.5) << k;
  }
  EXPECT_NEAR(residuals / kRuns, 1.0, 0.05);

  sensors.clear();
  MotionWindow alone(options_for(3));
  MotionEstimate found;
  play(alone, found, 1e-4, 0.01);
  EXPECT_GT(found.deviation(2, 0), 0.1) << "encoders by themselves";
}

TEST_F(FusionTest, RefusesReadingsThatCannotBe)
{
  sensors.push(0, 1.0, Eigen::Vector3d::Zero());
  EXPECT_THAT(
    refusal([&]() { sensors.push(0, 1.0, Eigen::Vector3d::Zero()); }),
    HasSubstr("accelerometer 'upper_arm': a stamp is not after the one before"));
  EXPECT_THAT(
    refusal([&]() { sensors.push(1, 1.0, Eigen::Vector3d(0.0, kNaN, 0.0)); }),
    HasSubstr("accelerometer 'forearm': a reading is not a finite number"));
  hod::RecordedSensor lost;
  lost.sensor.name = lost.sensor.link = "hand";
  EXPECT_THAT(refusal([&]() { sensors.add(lost, 0.01); }), HasSubstr("hand"));
}

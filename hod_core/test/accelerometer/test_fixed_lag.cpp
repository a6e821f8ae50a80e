// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/fixed_lag.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <random>
#include <utility>

#include "allocation_counter.hpp"
#include "hod/error.hpp"
#include "synthetic.hpp"

namespace hod
{
namespace
{

using test::arm;
using test::SmoothMotion;
using Push = FixedLag::Push;

constexpr double kDuration = 2.0;

struct Online
{
  Robot robot;
  SmoothMotion motion;
  std::vector<Accelerometer> sensors;
  std::vector<Recording> recordings;
  FixedLagOptions options;

  Online(std::uint64_t seed, int joints, double rate = 1000.0)
  : robot(arm(seed, joints)),
    motion(seed + 1, joints),
    sensors(test::triaxial_on_each_link(seed + 2, robot))
  {
    sensors.back().time_offset = 0.25;
    for (const auto & sensor : sensors)
    {
      recordings.push_back(test::record(robot, sensor, motion, kDuration, rate));
    }
    options.start = motion.at(0.0, 1).row(0).transpose();
    options.start_velocity = motion.at(0.0, 2).row(1).transpose();
  }

  /// Feeds all readings and calls `check` after each completed segment.
  template <class Check>
  void run(FixedLag & lag, Check && check) const
  {
    for (std::size_t i = 0; i < recordings[0].times.size(); ++i)
    {
      for (std::size_t sensor = 0; sensor < sensors.size(); ++sensor)
      {
        Eigen::Vector3d reading = Eigen::Vector3d::Zero();
        reading.head(recordings[sensor].values.cols()) =
          recordings[sensor].values.row(static_cast<Eigen::Index>(i)).transpose();
        ASSERT_EQ(
          lag.push(static_cast<int>(sensor), recordings[sensor].times[i], reading), Push::ok);
      }
      if (lag.update(0.001 * static_cast<double>(i)) > 0)
      {
        check();
      }
    }
  }

  double error(const FixedLag & lag, double time, int k) const
  {
    RowMatrix rows(k + 1, robot.dof());
    lag.evaluate(time, rows);
    return (rows - motion.at(time, k + 1)).row(k).cwiseAbs().maxCoeff();
  }
};

TEST(FixedLag, FollowsExactReadings)
{
  for (const int joints : {1, 3, 6})
  {
    const Online online(3, joints);
    FixedLag lag(online.robot, online.sensors, online.options);
    EXPECT_NEAR(lag.latency(), 0.2, 1e-15);
    double worst[5] = {};
    double newest = 0.0;
    int segments = 0;
    online.run(lag, [&] {
      ++segments;
      for (int k = 0; k < 5; ++k)
      {
        worst[k] = std::max(worst[k], online.error(lag, lag.final_end() - 0.01, k));
      }
      newest = std::max(newest, online.error(lag, lag.end(), 0));
    });
    EXPECT_EQ(segments, 100) << joints;
    EXPECT_NEAR(lag.end(), kDuration, 1e-12);
    EXPECT_NEAR(lag.final_end(), kDuration - lag.latency() + 0.02, 1e-12);
    EXPECT_LE(worst[0], 1e-8) << joints;
    EXPECT_LE(worst[1], 1e-7) << joints;
    EXPECT_LE(worst[2], 1e-5) << joints;
    EXPECT_LE(worst[4], 1.0) << joints;
    EXPECT_LE(newest, 1e-7) << joints;
  }
}

void make_noisy(Online & online)
{
  std::mt19937_64 engine(8);
  std::normal_distribution<double> normal(0.0, 0.02);
  for (std::size_t i = 0; i < online.sensors.size(); ++i)
  {
    online.sensors[i].noise = 0.02;
    online.recordings[i].values =
      online.recordings[i].values.unaryExpr([&](double x) { return x + normal(engine); });
  }
}

/// The prior holds all that was forgotten: the window is not worse than the whole recording.
TEST(FixedLag, NoisyReadingsGiveAboutWhatTheWholeRecordingGives)
{
  Online online(5, 3);
  make_noisy(online);
  FixedLag lag(online.robot, online.sensors, online.options);
  RecoveryOptions whole;
  whole.start = online.options.start;
  whole.start_velocity = online.options.start_velocity;
  whole.knot_spacing = 0.02;
  const Recovery best = recover_motion(online.robot, online.sensors, online.recordings, whole);
  double squares = 0.0;
  double best_squares = 0.0;
  online.run(lag, [&] {
    const double time = lag.final_end();
    RowMatrix rows(1, 3);
    lag.evaluate(time, rows);
    squares += (rows - online.motion.at(time, 1)).squaredNorm();
    best.motion.evaluate(time, rows);
    best_squares += (rows - online.motion.at(time, 1)).squaredNorm();
  });
  EXPECT_LE(squares, 9.0 * best_squares);
}

/// A window that holds all of the recording, so that both minimize the same sum.
TEST(FixedLag, SmoothsAsTheWholeRecordingIsSmoothed)
{
  Online online(5, 2);
  make_noisy(online);
  online.options.segments = 101;
  RecoveryOptions whole;
  whole.start = online.options.start;
  whole.start_velocity = online.options.start_velocity;
  whole.knot_spacing = online.options.knot_spacing;
  RowMatrix found[2], expected[2];  // fourth derivatives, a column per instant
  for (const int smoothed : {0, 1})
  {
    online.options.smoothing = whole.smoothing = smoothed == 0 ? 0.0 : 1e-4;
    FixedLag lag(online.robot, online.sensors, online.options);
    online.run(lag, [] {});
    const Recovery best = recover_motion(online.robot, online.sensors, online.recordings, whole);
    for (RowMatrix * rows : {&found[smoothed], &expected[smoothed]})
    {
      rows->setZero(2, 50);
    }
    for (int i = 0; i < 50; ++i)
    {
      RowMatrix rows(5, 2);
      lag.evaluate(0.5 + 0.02 * i, rows);
      found[smoothed].col(i) = rows.row(4).transpose();
      best.motion.evaluate(0.5 + 0.02 * i, rows);
      expected[smoothed].col(i) = rows.row(4).transpose();
    }
  }
  const double change = (expected[1] - expected[0]).norm();
  EXPECT_GT(change, 1.0);
  EXPECT_LE((found[1] - expected[1]).norm(), 0.05 * change);
}

/// The highest derivative of the spline jumps from segment to segment.
TEST(FixedLag, KnowsNothingBeyondTheWindow)
{
  const Online online(3, 1);
  FixedLag lag(online.robot, online.sensors, online.options);
  online.run(lag, [] {});
  const auto highest = [&](double time, double segments) {
    RowMatrix rows(online.options.degree + 1, 1);
    lag.evaluate(time + segments * online.options.knot_spacing, rows);
    return rows(online.options.degree, 0);
  };
  EXPECT_EQ(highest(lag.end(), -0.25), highest(lag.end(), 1e-6)) << "the last one has its end";
  EXPECT_NE(highest(lag.end(), -0.25), highest(lag.end(), -1.25));
  EXPECT_EQ(highest(lag.begin(), 0.25), highest(lag.begin(), -1e-6));
  EXPECT_NE(highest(lag.begin(), 0.25), highest(lag.begin(), 1.25));
  for (const double beyond : {0.01, 0.25, 1.0, 1e18})
  {
    EXPECT_TRUE(std::isnan(highest(lag.end(), beyond))) << beyond;
    EXPECT_TRUE(std::isnan(highest(lag.begin(), -beyond))) << beyond;
  }
}

/// The segment that the window has left is final, and not the next one extrapolated.
TEST(FixedLag, KeepsTheSegmentThatTheWindowLeft)
{
  Online online(5, 3);
  make_noisy(online);
  FixedLag lag(online.robot, online.sensors, online.options);
  const double late = lag.latency() + online.options.knot_spacing;
  RowMatrix last = RowMatrix::Zero(6, 3);
  online.run(lag, [&] {
    RowMatrix rows(6, 3);
    lag.evaluate(lag.end() - 0.5 * online.options.knot_spacing - lag.latency(), rows);
    if (lag.end() < late - 1e-9)
    {
      EXPECT_EQ(lag.begin(), 0.0);
      EXPECT_TRUE(rows.array().isNaN().all()) << lag.end();
    }
    else
    {
      EXPECT_NEAR(lag.begin(), lag.end() - late, 1e-12);
      EXPECT_LE(lag.end() < late + 1e-9 ? 0.0 : (rows - last).norm(), 1e-6 * last.norm());
    }
    lag.evaluate(lag.final_end() - 0.5 * online.options.knot_spacing, last);
  });
}

TEST(FixedLag, HeldJointsStayAndMissingReadingsAreDoneWithout)
{
  Online online(7, 2);
  online.sensors.pop_back();
  online.recordings.pop_back();
  EXPECT_THAT(
    [&] { FixedLag(online.robot, online.sensors, online.options); },
    testing::ThrowsMessage<Error>(testing::HasSubstr("do not observe 'j1'")));
  online.options.held = {{"j1", 0.7}};
  online.options.start_time = -1.0;
  FixedLag lag(online.robot, online.sensors, online.options);
  EXPECT_EQ(lag.update(-0.9), 5);  // no reading at all: the start goes on
  RowMatrix rows(2, 2);
  lag.evaluate(-0.95, rows);
  EXPECT_EQ(rows(0, 1), 0.7);
  EXPECT_NEAR(rows(1, 0), online.options.start_velocity[0], 1e-6);
}

TEST(FixedLag, RefusesReadingsThatCannotBe)
{
  const Online online(9, 1);
  FixedLagOptions options = online.options;
  options.max_readings = 2;
  options.segments = 2;
  FixedLag lag(online.robot, online.sensors, options);
  const Eigen::Vector3d reading(0.0, 0.0, 9.81);
  const double offset = online.sensors[0].time_offset;
  EXPECT_EQ(lag.push(1, offset, reading), Push::no_such_sensor);
  EXPECT_EQ(lag.push(-1, offset, reading), Push::no_such_sensor);
  EXPECT_EQ(lag.push(0, std::numeric_limits<double>::quiet_NaN(), reading), Push::not_finite);
  EXPECT_EQ(lag.push(0, offset - 0.1, reading), Push::too_late);
  EXPECT_EQ(lag.push(0, offset + 0.001, reading), Push::ok);
  EXPECT_EQ(lag.push(0, offset + 0.001, reading), Push::out_of_order);
  Push result = Push::ok;
  for (int i = 2; result == Push::ok && i < 100; ++i)
  {
    result = lag.push(0, offset + 0.001 * i, reading);
  }
  EXPECT_EQ(result, Push::full);
  EXPECT_EQ(lag.update(std::numeric_limits<double>::infinity()), options.segments);
}

TEST(FixedLag, RefusesOptionsThatCannotBe)
{
  const Online online(9, 1);
  const auto refusal = [&](auto change) {
    FixedLagOptions options = online.options;
    change(options);
    return [&online, options] { FixedLag(online.robot, online.sensors, options); };
  };
  const auto says = [](const char * text) {
    return testing::ThrowsMessage<Error>(testing::HasSubstr(text));
  };
  EXPECT_THAT(refusal([](auto & o) { o.degree = 2; }), says("found degree 2"));
  EXPECT_THAT(refusal([](auto & o) { o.degree = 12; }), says("found degree 12"));
  EXPECT_NO_THROW(refusal([](auto & o) { o.degree = 3; })());
  EXPECT_NO_THROW(refusal([](auto & o) { o.degree = 11; })());
  EXPECT_THAT(refusal([](auto & o) { o.knot_spacing = 0.0; }), says("found knot spacing 0 s"));
  EXPECT_THAT(refusal([](auto & o) { o.start.resize(0); }), says("start: found 0 numbers"));
  EXPECT_THAT(refusal([](auto & o) { o.held = {{"x", 0.0}}; }), says("found the joint 'x'"));
}

TEST(FixedLag, AllocatesNothingOnceMade)
{
  const Online online(11, 6);
  FixedLag lag(online.robot, online.sensors, online.options);
  RowMatrix rows(5, 6);
  const int before = allocations;
  int segments = 0;
  for (int i = 0; i < 600; ++i)
  {
    for (int sensor = 0; sensor < 6; ++sensor)
    {
      const auto & recording = online.recordings[static_cast<std::size_t>(sensor)];
      const Push pushed = lag.push(
        sensor, recording.times[static_cast<std::size_t>(i)],
        Eigen::Vector3d(recording.values.row(i)));
      segments += pushed == Push::ok ? 0 : 1000;
    }
    segments += lag.update(0.001 * i);
    lag.evaluate(lag.end(), rows);
  }
  const int counted = allocations - before;
  EXPECT_EQ(counted, 0);
  EXPECT_EQ(segments, 29);
}

TEST(FixedLag, AnswersWhatDoesNotFit)
{
  const Online online(3, 3);
  FixedLag lag(online.robot, online.sensors, online.options);
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  RowMatrix rows(2, 3);
  for (const double time : {kNan, std::numeric_limits<double>::infinity(), -1e18, 0.01, 1e18})
  {
    rows.setZero();
    lag.evaluate(time, rows);
    EXPECT_TRUE(rows.array().isNaN().all()) << time;
  }
  lag.evaluate(0.0, rows);
  EXPECT_EQ(rows.row(0).transpose(), online.options.start);
  RowMatrix wide = RowMatrix::Zero(2, 4);
  lag.evaluate(0.0, wide);
  EXPECT_TRUE(wide.array().isNaN().all());
  RowMatrix none(0, 3);
  lag.evaluate(0.0, none);
  EXPECT_EQ(lag.update(kNan), 0);
}

TEST(FixedLag, MovedFromKnowsNothing)
{
  const Online online(3, 3);
  FixedLag lag(online.robot, online.sensors, online.options);
  const FixedLag other(std::move(lag));
  EXPECT_EQ(lag.push(0, 0.3, Eigen::Vector3d::Zero()), Push::no_such_sensor);
  EXPECT_EQ(lag.update(1.0), 0);
  EXPECT_EQ(lag.latency(), 0.0);
  EXPECT_EQ(lag.begin(), 0.0);
  EXPECT_EQ(lag.end(), 0.0);
  EXPECT_EQ(lag.final_end(), 0.0);
  RowMatrix rows = RowMatrix::Zero(2, 3);
  lag.evaluate(0.0, rows);
  EXPECT_TRUE(rows.array().isNaN().all());
  EXPECT_GT(other.latency(), 0.0);
}

TEST(FixedLag, RefusesWindowsThatFillAnyMemory)
{
  Online online(3, 3);
  online.options.max_readings = std::numeric_limits<int>::max();
  EXPECT_THROW(FixedLag(online.robot, online.sensors, online.options), Error);
  online.options.max_readings = 10;
  online.options.segments = 10'001;
  EXPECT_THROW(FixedLag(online.robot, online.sensors, online.options), Error);
  online.options.segments = 10;
  online.options.knot_spacing = std::numeric_limits<double>::infinity();
  EXPECT_THROW(FixedLag(online.robot, online.sensors, online.options), Error);
}

}  // namespace
}  // namespace hod

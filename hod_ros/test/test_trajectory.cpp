// SPDX-License-Identifier: Apache-2.0
// Trajectories: their polynomials, plans of them, their limits and tolerances.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <random>

#include "elastic_arm.hpp"
#include "hod_ros/limit_check.hpp"
#include "hod_ros/plan.hpp"
#include "hod_ros/trajectory.hpp"
#include "hod_ros/trajectory_planner.hpp"
#include "refusal.hpp"

using hod::RowMatrix;
using hod_ros::kStartRows;
using hod_ros::OnLimits;
using hod_ros::Plan;
using hod_ros::Progress;
using hod_ros::Tolerances;
using hod_ros::TrajectoryPoints;
using testing::AllOf;
using testing::HasSubstr;
using Phase = Progress::Phase;

namespace
{

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TrajectoryPoints points_of(
  const std::vector<double> & times, const std::vector<std::vector<double>> & positions)
{
  TrajectoryPoints points;
  points.times = times;
  points.positions.resize(
    static_cast<Eigen::Index>(positions.size()),
    positions.empty() ? 0 : static_cast<Eigen::Index>(positions[0].size()));
  for (std::size_t i = 0; i < positions.size(); ++i)
  {
    for (std::size_t j = 0; j < positions[i].size(); ++j)
    {
      points.positions(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
        positions[i][j];
    }
  }
  return points;
}

RowMatrix standing(double shoulder, double elbow)
{
  RowMatrix motion = RowMatrix::Zero(7, 2);
  motion.row(0) << shoulder, elbow;
  return motion;
}

RowMatrix at(const hod::PiecewisePolynomial & motion, double time)
{
  RowMatrix rows(7, motion.channels());
  hod_ros::evaluate(motion, time, rows);
  return rows;
}

}  // namespace

TEST(Trajectory, PassesThroughItsPointsFromRestToRest)
{
  const auto points = points_of({0.5, 1.5, 2.0}, {{0.3, 1.0}, {-0.2, 2.0}, {0.5, 0.0}});
  hod_ros::check(points, 2);
  const auto motion = hod_ros::plan(points, standing(0.1, 0.2), 4);
  EXPECT_NEAR(at(motion, 0.0)(0, 1), 0.2, 1e-12);
  for (std::size_t i = 0; i < 3; ++i)
  {
    const RowMatrix expected = points.positions.row(static_cast<Eigen::Index>(i));
    EXPECT_LT((at(motion, points.times[i]).row(0) - expected).cwiseAbs().maxCoeff(), 1e-10);
  }
  EXPECT_LT(at(motion, 0.0).block(1, 0, 3, 2).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_LT(at(motion, 2.0 - 1e-9).block(1, 0, 2, 2).cwiseAbs().maxCoeff(), 1e-4);
  EXPECT_EQ(at(motion, 7.0)(0, 0), at(motion, 2.0)(0, 0)) << "holds the last point";
  EXPECT_EQ(at(motion, 7.0).bottomRows(6).cwiseAbs().maxCoeff(), 0.0);
  EXPECT_EQ(at(motion, -1.0).bottomRows(6).cwiseAbs().maxCoeff(), 0.0);
}

TEST(Trajectory, MeetsVelocitiesAndAccelerationsThatAreGiven)
{
  auto points = points_of({0.5, 1.5}, {{0.3, 1.0}, {-0.2, 2.0}});
  points.velocities = RowMatrix::Zero(2, 2);
  points.velocities.row(0) << 0.4, -0.5;
  points.accelerations = RowMatrix::Zero(2, 2);
  points.accelerations.row(0) << 1.0, 2.0;
  const auto motion = hod_ros::plan(points, standing(0.0, 0.0), 4);
  const RowMatrix inner = at(motion, 0.5);
  EXPECT_NEAR(inner(1, 1), -0.5, 1e-10);
  EXPECT_NEAR(inner(2, 0), 1.0, 1e-9);
  const RowMatrix before = at(motion, 0.5 - 1e-9);
  EXPECT_LT((inner - before).topRows(5).cwiseAbs().maxCoeff(), 1e-3) << "continuous to the snap";
}

TEST(Trajectory, GoesOnFromItsStartWithoutAStep)
{
  RowMatrix start = RowMatrix::Zero(kStartRows, 1);
  start.col(0) << 0.1, 0.5, -1.0, 3.0, -20.0;
  for (const int derivative : {3, 4, 5})
  {
    const auto motion = hod_ros::plan(points_of({1.0}, {{2.0}}), start, derivative);
    const RowMatrix begun = at(motion, 0.0);
    const int continuous = derivative;
    EXPECT_LT((begun - start).topRows(continuous).cwiseAbs().maxCoeff(), 1e-9) << derivative;
  }
  start(3, 0) = kNaN;
  EXPECT_NEAR(at(hod_ros::plan(points_of({1.0}, {{2.0}}), start, 4), 0.0)(3, 0), 0.0, 1e-9);
}

TEST(Trajectory, AtAnotherSpeedIsTheSameWay)
{
  auto points = points_of({0.5, 1.5}, {{0.3, 1.0}, {-0.2, 2.0}});
  points.velocities = RowMatrix::Zero(2, 2);
  points.velocities(0, 0) = 0.4;
  const auto motion = hod_ros::plan(points, standing(0.0, 0.0), 4);
  const auto slow = hod_ros::plan(hod_ros::at_speed(points, 0.25), standing(0.0, 0.0), 4);
  EXPECT_NEAR(slow.end(), 6.0, 1e-12);
  for (double time = 0.0; time < 1.5; time += 0.1)
  {
    EXPECT_NEAR(at(motion, time)(0, 0), at(slow, 4.0 * time)(0, 0), 1e-10);
    EXPECT_NEAR(at(motion, time)(2, 1), 16.0 * at(slow, 4.0 * time)(2, 1), 1e-7);
  }
}

TEST(Trajectory, StopsWithoutAStep)
{
  const std::vector<double> times = {0.3, 0.5, 1.0, 1.1, 2.0};
  const auto points =
    points_of(times, {{0.4, 0.0}, {0.6, 0.3}, {0.1, -0.2}, {0.0, -0.3}, {-0.5, 0.8}});
  for (const int derivative : {3, 4, 5})
  {
    const Plan followed{
      1, 5.0, hod_ros::plan(points, standing(0.1, 0.1).topRows(kStartRows), derivative),
      Tolerances(2)};
    for (const double duration : {0.03, 0.4, 3.0})
    {
      const double from = 5.7;
      const auto stop = hod_ros::stop_along(followed, from, duration, derivative);
      const RowMatrix left = at(followed.motion, from - 5.0);
      EXPECT_LT(
        (at(stop, 0.0) - left).topRows(derivative).cwiseAbs().maxCoeff(),
        1e-9 * left.cwiseAbs().maxCoeff());
      EXPECT_EQ(stop.end(), duration);
      EXPECT_LT(at(stop, duration).row(1).cwiseAbs().maxCoeff(), 1e-12);
      RowMatrix end(kStartRows, 2);
      followed.evaluate(from + 0.5 * duration, end);
      EXPECT_LT((at(stop, duration).row(0) - end.row(0)).cwiseAbs().maxCoeff(), 1e-12);
      for (double t = 0.0; t < duration; t += duration / 97.0)
      {
        // The smoothstep of degree 2 · 3 + 1, from one to zero, integrated.
        const double u = t / duration;
        const double way =
          t - duration * std::pow(u, 5) * (7.0 + u * (-14.0 + u * (10.0 - 2.5 * u)));
        RowMatrix there(kStartRows, 2);
        followed.evaluate(from + way, there);
        EXPECT_LT((at(stop, t).row(0) - there.row(0)).cwiseAbs().maxCoeff(), 1e-7)
          << derivative << " " << duration << " " << t;
      }
    }
  }
}

TEST(Trajectory, RefusesPointsThatNoMotionPassesThrough)
{
  const auto check = [](const TrajectoryPoints & points) {
    return refusal([&]() { hod_ros::check(points, 1); });
  };
  EXPECT_THAT(check(points_of({}, {})), HasSubstr("has 0 points"));
  EXPECT_THAT(check(points_of({0.0}, {{1.0}})), HasSubstr("later than its start"));
  EXPECT_THAT(check(points_of({1.0, 1.0}, {{1.0}, {2.0}})), HasSubstr("point 1: time_from_start"));
  EXPECT_THAT(check(points_of({-1.0, 1.0}, {{1.0}, {2.0}})), HasSubstr("point 0"));
  EXPECT_THAT(check(points_of({1.0}, {{kNaN}})), HasSubstr("not all finite"));
  EXPECT_THAT(check(points_of({1.0}, {{1.0, 2.0}})), HasSubstr("1 × 2 positions, expected 1 × 1"));
  auto moving = points_of({1.0}, {{1.0}});
  moving.velocities = RowMatrix::Ones(1, 1);
  EXPECT_THAT(check(moving), HasSubstr("the last velocities are not zero, expected rest"));
}

namespace
{

class Planner : public testing::Test
{
protected:
  static hod_ros::JointBounds bounds()
  {
    hod_ros::JointBounds bounds(2);
    bounds.lower.setConstant(-3.0);
    bounds.upper.setConstant(3.0);
    bounds.velocity.setConstant(3.0);
    bounds.effort << 50.0, 30.0;
    return bounds;
  }

  Planner() : planner({"shoulder", "elbow"}, {}, hod_ros::LimitCheck(robot, {0, 1}, bounds()))
  {
    situation.motion = standing(0.0, 0.0);
    situation.now = 10.0;
  }

  static hod_ros::JointBounds without_shoulder_limits()
  {
    hod_ros::JointBounds limited = bounds();
    limited.lower[0] = -kInfinity;
    limited.upper[0] = kInfinity;
    return limited;
  }

  hod::Robot endless() const
  {
    return robot.with([](hod::RobotDescription & description) {
      description.joints[0].type = description.joints[1].type = hod::JointType::continuous;
    });
  }

  hod_ros::TrajectoryPlanner::Made made(const TrajectoryPoints & points)
  {
    return planner.plan(points, std::nullopt, Tolerances(2), situation);
  }

  void on_limits(OnLimits action)
  {
    auto changed = planner.settings();
    changed.on_limits = action;
    planner.set(changed);
  }

  void stop_within(double duration)
  {
    auto changed = planner.settings();
    changed.stop_duration = duration;
    planner.set(changed);
  }

  hod::Robot robot{hod::parse_urdf(two_link_arm())};
  hod_ros::TrajectoryPlanner planner;
  hod_ros::Situation situation;
};

}  // namespace

TEST_F(Planner, StartsAfterItsLeadTime)
{
  const auto plan = made(points_of({2.0}, {{0.5, -0.5}})).plan;
  EXPECT_DOUBLE_EQ(plan->start, 10.02);
  RowMatrix rows(7, 2);
  plan->evaluate(10.0, rows);
  EXPECT_EQ(rows, standing(0.0, 0.0));
  plan->evaluate(13.0, rows);
  EXPECT_NEAR(rows(0, 0), 0.5, 1e-12);
}

TEST_F(Planner, GoesToTheNearestTurnOfContinuousJointsWithoutLimits)
{
  planner.limits() = hod_ros::LimitCheck(endless(), {0, 1}, without_shoulder_limits());
  situation.motion = standing(7.0, 2.5);
  auto points = points_of({0.0, 5.0, 10.0}, {{0.7, 2.5}, {0.9, 0.0}, {3.0, -2.5}});
  RowMatrix rows(7, 2);
  made(points).plan->evaluate(30.0, rows);
  EXPECT_NEAR(rows(0, 0), 3.0 + 2.0 * M_PI, 1e-9);
  EXPECT_NEAR(rows(0, 1), -2.5, 1e-9) << "one with limits goes back";
  planner.limits() = hod_ros::LimitCheck(robot, {0, 1}, without_shoulder_limits());
  EXPECT_THAT(refusal([&]() { made(points); }), HasSubstr("begins at 0.7 for joint 'shoulder'"));
}

TEST_F(Planner, JoinsATrajectoryOfManyTurnsAtTheTurnWhereItIs)
{
  planner.limits() = hod_ros::LimitCheck(endless(), {0, 1}, without_shoulder_limits());
  const auto points = points_of({0.0, 20.0}, {{0.0, 0.0}, {20.0, 0.0}});
  const double begun = situation.now - 4.0;
  RowMatrix rows(7, 2);
  planner.plan(points, begun, Tolerances(2), situation).plan->evaluate(30.0, rows);
  EXPECT_NEAR(rows(0, 0), 20.0, 1e-9) << "it stands where the points begin";
  situation.motion = standing(4.0 + 4.0 * M_PI, 0.0);
  planner.plan(points, begun, Tolerances(2), situation).plan->evaluate(30.0, rows);
  EXPECT_NEAR(rows(0, 0), 20.0 + 4.0 * M_PI, 1e-9) << "sent again on the way";
}

TEST_F(Planner, ReplacesARunningPlanWithContinuousJerk)
{
  const auto first = made(points_of({2.0}, {{0.5, -0.5}})).plan;
  situation.plan = first;
  situation.now = 10.7;
  const auto second = made(points_of({1.0}, {{-0.5, 0.5}})).plan;
  RowMatrix before(7, 2), after(7, 2), old(7, 2);
  second->evaluate(second->start - 1e-9, before);
  second->evaluate(second->start, after);
  first->evaluate(second->start - 1e-9, old);
  EXPECT_EQ(before, old) << "follows the first until it starts";
  EXPECT_LT((before - after).topRows(4).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_GT(std::abs(after(1, 0)), 0.1) << "on the move";

  situation.plan = second;
  situation.now = 10.71;
  const auto third = made(points_of({1.0}, {{0.2, 0.2}})).plan;
  ASSERT_TRUE(third->before && third->before->before) << "the second has not begun yet";
  EXPECT_EQ(third->before->id, second->id);
  EXPECT_EQ(third->before->before->id, first->id);
  situation.plan = third;
  situation.now = 11.0;
  const auto fourth = made(points_of({1.0}, {{0.2, 0.1}})).plan;
  EXPECT_FALSE(fourth->before->before) << "what is over is forgotten";
}

TEST_F(Planner, KeepsStartTimesAndLeavesOutWhatIsOver)
{
  const auto points = points_of({0.0, 1.0, 2.0}, {{0.0, 0.0}, {0.02, 0.02}, {0.05, 0.05}});
  const auto later = planner.plan(points, 12.0, Tolerances(2), situation).plan;
  EXPECT_EQ(later->start, 12.0);
  EXPECT_EQ(later->end(), 14.0);
  EXPECT_THAT(
    planner.plan(points, 1e9, Tolerances(2), situation).remark,
    HasSubstr("begins in 1e+09 s, by its stamp"));
  const auto begun = planner.plan(points, 8.5, Tolerances(2), situation).plan;
  EXPECT_DOUBLE_EQ(begun->start, 10.02);
  EXPECT_NEAR(begun->end(), 10.5, 1e-12);
  EXPECT_THAT(
    refusal([&]() { planner.plan(points, 2.0, Tolerances(2), situation); }),
    HasSubstr("its last point was due 6.02"));
}

TEST_F(Planner, RefusesToBeginElsewhere)
{
  EXPECT_THAT(
    refusal([&]() { made(points_of({0.0, 1.0}, {{0.0, 0.3}, {0.1, 0.1}})); }),
    HasSubstr("begins at 0.3 for joint 'elbow', which is at 0"));
  const auto plan = made(points_of({0.0, 1.0}, {{0.0, 0.05}, {0.1, 0.1}})).plan;
  RowMatrix rows(7, 2);
  plan->evaluate(plan->start, rows);
  EXPECT_NEAR(rows(0, 1), 0.0, 1e-12) << "where the reference is, not where the point is";
  situation.motion(0, 1) = kNaN;
  EXPECT_THAT(
    refusal([&]() { made(points_of({1.0}, {{0.1, 0.1}})); }),
    HasSubstr("joint 'elbow': neither its reference nor its position is known"));
}

TEST_F(Planner, NamesTheJointTheLimitAndTheTimeAndTheSpeedThatKeepsAll)
{
  const auto text = refusal([&]() { made(points_of({0.5}, {{0.0, 1.0}})); });
  EXPECT_THAT(
    text, HasSubstr("joint 'elbow' breaks its velocity limit at 0.25 s: 4.375 of 3 rad/s"));
  EXPECT_THAT(text, HasSubstr("times the speed all limits are kept"));
  EXPECT_THAT(
    refusal([&]() { made(points_of({5.0}, {{0.0, 3.5}})); }),
    AllOf(HasSubstr("joint 'elbow' breaks its position limit at "), HasSubstr("s: 3.5 of 3 rad")));
  EXPECT_THAT(
    refusal([&]() { made(points_of({5.0}, {{0.0, 3.5}})); }),
    HasSubstr("no lower speed keeps all limits"));
}

TEST_F(Planner, NamesOnlySpeedsThatKeepAllLimitsFromAMovingStart)
{
  std::mt19937 generator(4);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  int named = 0;
  int without = 0;
  for (int i = 0; i < 200; ++i)
  {
    situation.motion = standing(number(generator), number(generator));
    situation.motion.row(1) << 2.9 * number(generator), 2.9 * number(generator);
    situation.motion.row(2) << 20.0 * number(generator), 20.0 * number(generator);
    const auto points = points_of({0.7}, {{number(generator), number(generator)}});
    const std::string text = refusal([&]() { made(points); });
    const auto at = text.find("; at ");
    without += text.find("no lower speed keeps all limits") != std::string::npos ? 1 : 0;
    if (at != std::string::npos)
    {
      ++named;
      const double speed = std::stod(text.substr(at + 5));
      EXPECT_EQ(refusal([&]() { made(hod_ros::at_speed(points, speed)); }), "") << text;
    }
  }
  EXPECT_GT(named, 20);
  EXPECT_GT(without, 5);
}

TEST_F(Planner, ScalesOrWarnsIfAsked)
{
  const auto points = points_of({0.5}, {{0.0, 1.0}});
  on_limits(OnLimits::warn);
  const auto warned = made(points);
  EXPECT_NEAR(warned.plan->motion.end(), 0.5, 1e-12);
  EXPECT_THAT(warned.remark, HasSubstr("velocity limit"));

  on_limits(OnLimits::scale);
  const auto scaled = made(points);
  EXPECT_THAT(scaled.remark, HasSubstr("velocity limit"));
  EXPECT_GT(scaled.plan->motion.end(), 0.5 * 4.375 / 3.0 - 1e-3);
  hod_ros::LimitCheck check(robot, {0, 1}, bounds());
  EXPECT_TRUE(check.breaches(scaled.plan->motion).empty());
  EXPECT_THAT(
    refusal([&]() { made(points_of({5.0}, {{0.0, 3.5}})); }), HasSubstr("position limit"));
}

/// A stop was once half the way of constant velocity, wherever that led.
TEST_F(Planner, StopsOnTheWayAndKeepsItsLimits)
{
  situation.plan = made(points_of({1.6}, {{0.0, 2.0}})).plan;
  stop_within(60.0);
  auto narrow = bounds();
  narrow.upper[1] = 2.0;
  planner.limits() = hod_ros::LimitCheck(robot, {0, 1}, narrow);
  situation.now = 10.8;
  const auto slow = planner.stop(situation);
  EXPECT_EQ(slow.remark, "");
  RowMatrix rows(7, 2);
  slow.plan->evaluate(100.0, rows);
  EXPECT_NEAR(rows(0, 1), 2.0, 1e-12) << "the plan's own end comes first";
  auto patient = planner.settings();
  patient.lead_time = 5.0;
  planner.set(patient);
  EXPECT_DOUBLE_EQ(planner.stop(situation).plan->start, 10.82) << "does not wait";
  stop_within(0.02);
  EXPECT_THAT(planner.stop(situation).remark, HasSubstr("coming to rest: joint "));
}

TEST_F(Planner, ComesBackFromBeyondAPositionLimit)
{
  situation.motion = standing(0.0, 3.2);
  for (const double duration : {2.0, 20.0, 90.0})
  {
    EXPECT_EQ(made(points_of({duration}, {{0.1, 2.5}})).remark, "") << duration;
  }
  EXPECT_THAT(
    refusal([&]() { made(points_of({0.3}, {{0.1, 2.5}})); }),
    AllOf(
      HasSubstr("breaks its velocity limit"), HasSubstr("times the speed all limits are kept")));
  EXPECT_THAT(
    refusal([&]() { made(points_of({2.0}, {{0.1, 3.1}})); }),
    HasSubstr("joint 'elbow' breaks its position limit"))
    << "not back";
  EXPECT_THAT(
    refusal([&]() { made(points_of({1.0, 2.0}, {{0.1, 3.25}, {0.1, 2.5}})); }),
    HasSubstr("joint 'elbow' breaks its position limit"))
    << "farther out first";
}

TEST_F(Planner, ChecksTheEffortOfWhatIsCarried)
{
  const auto points = points_of({3.0}, {{0.3, 0.3}});
  EXPECT_EQ(made(points).remark, "");
  hod_ros::LiveInputs inputs;
  hod::Payload payload{"forearm", {}};
  payload.mass.mass = 6.0;
  payload.mass.center.x() = 0.5;
  inputs.carry(payload, robot);
  planner.limits().take(inputs);
  EXPECT_THAT(refusal([&]() { made(points); }), HasSubstr("joint 'elbow' breaks its effort limit"));
  payload.link = "hand";
  EXPECT_THAT(refusal([&]() { inputs.carry(payload, robot); }), HasSubstr("has no link 'hand'"));
}

// An IMU gives one instant, and no base turns exactly steadily.
TEST_F(Planner, ChecksTheEffortOnABaseThatTumbles)
{
  const auto points = points_of({3.0}, {{0.3, 0.3}});
  hod_ros::LiveInputs inputs;
  inputs.base.emplace();
  inputs.base->angular_velocity[0] = {0.01, 0.02, 0.3};
  planner.limits().take(inputs);
  EXPECT_EQ(made(points).remark, "");
  inputs.base->acceleration[0].z() = 60.0;
  planner.limits().take(inputs);
  EXPECT_THAT(refusal([&]() { made(points); }), HasSubstr("breaks its effort limit"));
}

TEST(LimitCheckTest, SeesRatesOfMotorTorques)
{
  hod_ros::JointBounds bounds(2);
  bounds.effort_rate << kInfinity, 5.0;
  const hod_ros::LimitCheck check(ElasticArm::robot(), {0, 1}, bounds);
  const auto motion = hod_ros::plan(points_of({1.0}, {{0.0, 1.0}}), standing(0.0, 0.0), 5);
  const auto found = check.breaches(motion);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, hod::LimitKind::effort_rate);
  const double speed = check.speed_that_keeps(motion);
  EXPECT_GT(speed, 0.05);
  EXPECT_LT(speed, 1.0);
  EXPECT_TRUE(
    check
      .breaches(
        hod_ros::plan(points_of({1.0 / (0.99 * speed)}, {{0.0, 1.0}}), standing(0.0, 0.0), 5))
      .empty());
}

namespace
{

class Monitor : public testing::Test
{
protected:
  Monitor()
  : plan{
      7, 1.0, hod_ros::plan(points_of({1.0}, {{1.0}}), RowMatrix::Zero(kStartRows, 1), 4),
      Tolerances(1)}
  {}

  Progress at(double time, double position_error)
  {
    RowMatrix error(2, 1);
    error << position_error, 0.0;
    return monitor.update(&plan, time, error);
  }

  Plan plan;
  hod_ros::PlanMonitor monitor;
};

}  // namespace

TEST_F(Monitor, SucceedsAtTheGoal)
{
  plan.tolerances.goal_position << 0.01;
  EXPECT_EQ(at(0.5, 0.0).phase, Phase::waiting);
  EXPECT_EQ(at(1.5, 0.5).phase, Phase::running);
  EXPECT_EQ(at(2.0, 0.02).phase, Phase::running) << "not there yet, and it may take its time";
  EXPECT_EQ(at(9.0, 0.005).phase, Phase::succeeded);
  EXPECT_EQ(at(9.1, 0.5).phase, Phase::succeeded) << "once is enough";
}

TEST_F(Monitor, FailsOnTheWay)
{
  plan.tolerances.path_position << 0.1;
  at(1.2, 0.05);
  const Progress progress = at(1.5, -0.2);
  EXPECT_EQ(progress.phase, Phase::path_violated);
  EXPECT_EQ(progress.joint, 0);
  EXPECT_NEAR(progress.error, -0.2, 1e-12);
  EXPECT_EQ(progress.tolerance, 0.1);
}

TEST_F(Monitor, FailsAtTheGoalOnceItsTimeIsOver)
{
  plan.tolerances.goal_position << 0.01;
  plan.tolerances.goal_time = 0.5;
  at(1.5, 0.0);
  EXPECT_EQ(at(2.4, 0.02).phase, Phase::running);
  EXPECT_EQ(at(2.6, 0.02).phase, Phase::goal_violated);
}

TEST_F(Monitor, WhatIsNotMeasuredIsBeyondEveryTolerance)
{
  plan.tolerances.path_position << 0.1;
  at(1.2, 0.0);
  EXPECT_EQ(at(1.3, kNaN).phase, Phase::path_violated);
  EXPECT_EQ(monitor.update(nullptr, 2.0, RowMatrix::Zero(2, 1)).phase, Phase::none);
}

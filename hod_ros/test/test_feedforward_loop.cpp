// SPDX-License-Identifier: Apache-2.0
// The controller's work without its interfaces: clock, input, live changes, and the loop as a whole
// against hod_core.
#include <gmock/gmock.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <random>
#include <thread>
#include <utility>

#include "hod/dynamics/forces/forces.hpp"
#include "hod_ros/cycle_clock.hpp"
#include "hod_ros/feedforward_loop.hpp"
#include "hod_ros/trajectory.hpp"
#include "random_robot.hpp"

using hod::RowMatrix;
using hod_ros::CycleClock;
using hod_ros::FeedforwardLoop;
using hod_ros::LiveInputs;
using hod_ros::LoopSettings;
using hod_ros::Mailbox;
using hod_ros::Plan;
using hod_ros::Reference;
using hod_ros::ReferenceInput;
using Status = ReferenceInput::Status;

namespace
{
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
}

TEST(CycleClockTest, GoesOnWithItsClockButNeitherBackNorFarAhead)
{
  CycleClock clock(0.01);
  EXPECT_EQ(clock.advance(5.0), CycleClock::Step::first);
  EXPECT_EQ(clock.now(), 5.0);
  EXPECT_EQ(clock.advance(5.01), CycleClock::Step::regular);
  EXPECT_EQ(clock.advance(5.05), CycleClock::Step::late);
  EXPECT_NEAR(clock.now(), 5.05, 1e-12) << "late cycles are made up for";
  EXPECT_EQ(clock.advance(2.0), CycleClock::Step::jumped);
  EXPECT_NEAR(clock.now(), 5.06, 1e-12);
  EXPECT_NEAR(clock.offset(), 3.06, 1e-12);
  EXPECT_EQ(clock.advance(2.01), CycleClock::Step::regular);
  EXPECT_EQ(clock.advance(900.0), CycleClock::Step::jumped);
  EXPECT_NEAR(clock.now(), 5.08, 1e-12);
}

namespace
{

class Input : public testing::Test
{
protected:
  Status update(double time, double timeout = 0.5)
  {
    return input.update(time, timeout, 0.0, true, reference);
  }

  static std::shared_ptr<const Plan> plan(double start)
  {
    hod_ros::TrajectoryPoints points;
    points.times = {2.0};
    points.positions = RowMatrix::Constant(1, 2, 1.5);
    return std::make_shared<const Plan>(Plan{
      1, start, hod_ros::plan(points, RowMatrix::Zero(hod_ros::kStartRows, 2), 4),
      hod_ros::Tolerances(2)});
  }

  ReferenceInput input{2, 3};
  Reference reference{2};
};

}  // namespace

TEST_F(Input, KnowsNothingAtFirstAndAfterReset)
{
  EXPECT_EQ(update(1.0), Status::nothing);
  EXPECT_TRUE(std::isnan(reference.now(0, 0)));
  input.post(RowMatrix::Constant(Reference::kRows, 2, 1.0));
  EXPECT_EQ(update(1.1), Status::followed);
  input.post(RowMatrix::Constant(Reference::kRows, 2, 2.0));
  input.reset();
  EXPECT_EQ(update(1.2), Status::nothing);
}

TEST_F(Input, SamplesGetOldAndThenStandStill)
{
  input.post(RowMatrix::Constant(Reference::kRows, 2, 3.0));
  EXPECT_EQ(update(1.0), Status::followed);
  EXPECT_EQ(reference.now(6, 1), 3.0);
  EXPECT_EQ(update(1.5), Status::followed);
  EXPECT_EQ(update(1.6), Status::timed_out);
  EXPECT_EQ(reference.now(0, 1), 3.0);
  EXPECT_EQ(reference.now.bottomRows(6).cwiseAbs().maxCoeff(), 0.0);
  EXPECT_EQ(update(99.0, 0.0), Status::followed) << "zero: never";
}

TEST_F(Input, EstimatesWhatASteadyStreamLeavesOpen)
{
  for (int i = 0; i < 4; ++i)
  {
    RowMatrix sample = RowMatrix::Constant(Reference::kRows, 2, kNaN);
    sample.topRows(3).setZero();
    sample(2, 0) = 5.0 * i * 0.1;
    input.post(sample);
    update(0.1 * i);
  }
  EXPECT_NEAR(reference.now(3, 0), 5.0, 1e-9);
  EXPECT_NEAR(input.delay(), 0.1, 1e-12);
}

TEST_F(Input, FollowsAPlanExactlyAtBothInstants)
{
  input.post(plan(4.0));
  input.update(5.0, 0.5, 0.3, true, reference);
  EXPECT_NEAR(reference.now(0, 0), 0.75, 1e-12) << "half way from rest to rest";
  RowMatrix ahead(Reference::kRows, 2);
  plan(4.0)->evaluate(5.3, ahead);
  EXPECT_EQ(reference.ahead, ahead);
  EXPECT_EQ(reference.lead, 0.3);
  EXPECT_EQ(update(99.0), Status::followed) << "a plan does not get old";
  EXPECT_NEAR(reference.now(0, 0), 1.5, 1e-12);
}

TEST(MailboxTest, GivesTheNewestItemOnceAndTakesTheOldOneBack)
{
  Mailbox<int> mailbox;
  std::unique_ptr<int> mine;
  EXPECT_FALSE(mailbox.take(mine));
  mailbox.post(std::make_unique<int>(1));
  mailbox.post(std::make_unique<int>(2));
  ASSERT_TRUE(mailbox.take(mine));
  EXPECT_EQ(*mine, 2);
  EXPECT_FALSE(mailbox.take(mine));
  EXPECT_EQ(*mine, 2);
  mailbox.post(std::make_unique<int>(3));
  mailbox.clear();
  EXPECT_FALSE(mailbox.take(mine));
}

TEST(MailboxTest, NeverTearsAnItemBetweenThreads)
{
  Mailbox<std::pair<int, int>> mailbox;
  std::atomic<bool> done = false;
  std::thread poster([&]() {
    for (int i = 1; i <= 20000; ++i)
    {
      mailbox.post(std::make_unique<std::pair<int, int>>(i, -i));
    }
    done = true;
  });
  std::unique_ptr<std::pair<int, int>> mine;
  int last = 0;
  bool finished = false;
  while (!finished)
  {
    finished = done;
    if (mailbox.take(mine))
    {
      EXPECT_EQ(mine->first, -mine->second);
      EXPECT_GT(mine->first, last);
      last = mine->first;
    }
  }
  poster.join();
  EXPECT_EQ(last, 20000);
}

/// Every term, live changes and both kinds of drive, on random robots: the effort is hod_core's.
TEST(Loop, EqualsHodCoreForRandomRobotsReferencesAndTerms)
{
  std::mt19937 random(12);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  for (int trial = 0; trial < 40; ++trial)
  {
    const int joints = 1 + trial % 8;
    const bool elastic = trial % 2 == 1;
    const hod::Robot robot = random_robot(joints, elastic, 100U + static_cast<unsigned>(trial));
    std::vector<int> columns;
    for (int joint = joints; joint-- > 0;)
    {
      columns.push_back(joint);
    }
    LoopSettings settings(joints);
    settings.law.scales = {1.0 + 0.3 * number(random), 0.5, 0.7, 0.4, 0.9};
    FeedforwardLoop loop(robot, columns, 2, 5, 1e-3, settings);

    auto inputs = std::make_unique<LiveInputs>();
    hod::Payload payload{robot.links().back().name, {}};
    payload.mass.mass = 1.3;
    payload.mass.center << 0.1, 0.0, 0.2;
    payload.mass.inertia = 0.01 * Eigen::Matrix3d::Identity();
    inputs->carry(payload, robot);
    inputs->gravity = Eigen::Vector3d(1.0, -2.0, -9.0);
    inputs->wrench = Eigen::Matrix<double, 1, 6, Eigen::RowMajor>::Constant(2.0);
    hod::BaseMotion base;
    base.angular_velocity[0] << 0.1, 0.2, -0.1;
    base.acceleration[0] << 0.5, 0.0, 0.3;
    inputs->base = base;
    hod::Workspace workspace(robot, 4);
    ASSERT_EQ(inputs->apply(workspace), hod::Result::ok);
    ASSERT_EQ(workspace.set_scales(settings.law.scales), hod::Result::ok);
    hod::Workspace remade(inputs->apply(robot), 4);
    ASSERT_EQ(remade.set_scales(settings.law.scales), hod::Result::ok);
    loop.post(std::move(inputs));

    RowMatrix motion(Reference::kRows, joints);
    motion = motion.unaryExpr([&](double) { return number(random); });
    RowMatrix reversed = motion.rowwise().reverse();
    loop.input().post(reversed);
    loop.start_cycle(1.0);
    loop.follow_input();
    loop.measurement().position.setZero();
    loop.measurement().velocity.setZero();
    loop.compute();

    const int order = elastic ? 4 : 2;
    ASSERT_EQ(hod::forces(workspace, motion, order), hod::Result::ok);
    ASSERT_EQ(hod::forces(remade, motion, order), hod::Result::ok);
    EXPECT_TRUE(remade.force().isApprox(workspace.force(), 1e-12)) << "of a robot with all of it";
    RowMatrix torque = workspace.force().topRows(1);
    if (elastic)
    {
      RowMatrix motor(5, joints), torques(3, joints);
      ASSERT_EQ(
        hod::motor_motion(hod::ElasticDrive(robot), motion, workspace.force(), motor, torques),
        hod::Result::ok);
      torque = torques.topRows(1);
    }
    for (int joint = 0; joint < joints; ++joint)
    {
      const int column = columns[static_cast<std::size_t>(joint)];
      const double scale = 1.0 + std::abs(torque(0, column));
      EXPECT_NEAR(loop.effort(joint), torque(0, column), 1e-12 * scale);
      EXPECT_NEAR(
        loop.law().feedforward()(2, joint), workspace.force()(2, column),
        1e-12 * (1.0 + std::abs(workspace.force()(2, column))));
    }
  }
}

TEST(Loop, ReportsWhatItDoesAndCountsWhatWentWrong)
{
  const hod::Robot robot = random_robot(2, false, 7);
  LoopSettings settings(2);
  settings.reference_timeout = 0.1;
  settings.stop_on_timeout = true;
  settings.law.effort_limit.setConstant(1e-6);
  FeedforwardLoop loop(robot, {0, 1}, 2, 5, 0.01, settings);
  const auto cycle = [&loop](double time) {
    loop.start_cycle(time);
    loop.follow_input();
    loop.compute();
  };
  cycle(1.0);
  EXPECT_EQ(loop.counters().unknown, 1U);
  loop.measurement().position.setConstant(0.3);
  cycle(1.01);
  EXPECT_EQ(loop.counters().unmeasured, 1U) << "no velocity";
  EXPECT_EQ(loop.counters().saturated, 1U);
  EXPECT_NE(loop.effort(0), 0.0);
  EXPECT_EQ(loop.report().motion(0, 0), 0.3);
  loop.input().post(RowMatrix::Zero(Reference::kRows, 2));
  cycle(1.02);
  cycle(1.2);
  EXPECT_EQ(loop.counters().timed_out, 1U);
  EXPECT_EQ(loop.counters().late, 1U);
  EXPECT_EQ(loop.effort(0), 0.0) << "stopped";
  cycle(0.5);
  EXPECT_EQ(loop.counters().clock_jumps, 1U);
  EXPECT_NEAR(loop.report().now, 1.21, 1e-12);
  loop.reset();
  EXPECT_EQ(loop.counters().cycles, 0U);
  EXPECT_TRUE(std::isnan(loop.report().motion(0, 0)));
}

/// A plan once began where the reference had been before the arm fell.
TEST(Loop, GoesOnFromWhereTheArmIsOnceItWasStopped)
{
  LoopSettings settings(1);
  settings.reference_timeout = 0.1;
  settings.stop_on_timeout = true;
  settings.law.position_gain << 1000.0;
  settings.law.effort_rate_limit << 50.0;
  FeedforwardLoop loop(random_robot(1, false, 9), {0}, 2, 5, 0.01, settings);
  double time = 1.0;
  const auto cycle = [&](double position) {
    loop.measurement().position << position;
    loop.measurement().velocity << 0.0;
    loop.start_cycle(time += 0.01);
    loop.follow_input();
    loop.compute();
  };
  loop.input().post(RowMatrix::Zero(Reference::kRows, 1));
  cycle(0.0);
  for (int i = 0; i < 30; ++i)
  {
    cycle(0.1 * i);
  }
  EXPECT_EQ(loop.effort(0), 0.0);
  EXPECT_EQ(loop.law().effort()[0], 0.0);
  EXPECT_FALSE(loop.law().saturated_any());
  EXPECT_NEAR(loop.report().motion(0, 0), 2.9, 1e-12) << "where the next plan begins";
  loop.input().post(RowMatrix::Zero(Reference::kRows, 1));
  cycle(2.9);
  EXPECT_NEAR(std::abs(loop.effort(0)), 0.5, 1e-12) << "from zero at the rate";
  EXPECT_TRUE(loop.law().saturated_any());
}

TEST(Loop, LooksAheadWhileItsFeedbackLooksAtThePresent)
{
  const hod::Robot robot = random_robot(1, false, 9);
  LoopSettings settings(1);
  settings.lead = 0.5;
  settings.law.position_gain << 100.0;
  FeedforwardLoop loop(robot, {0}, 2, 5, 0.01, settings);
  RowMatrix sample = RowMatrix::Zero(Reference::kRows, 1);
  sample.col(0).head(5) << 0.2, 1.0, 2.0, 3.0, 4.0;
  loop.input().post(sample);
  loop.start_cycle(1.0);
  loop.follow_input();
  loop.measurement().position << 0.2;
  loop.measurement().velocity << 1.0;
  loop.compute();
  EXPECT_EQ(loop.law().feedback()[0], 0.0);
  RowMatrix ahead;
  hod_ros::move_on(sample, 0.005, ahead);
  hod::Workspace workspace(robot, 2);
  ASSERT_EQ(hod::forces(workspace, ahead, 0), hod::Result::ok);
  EXPECT_NEAR(loop.effort(0), workspace.force()(0, 0), 1e-12);
}

TEST(Loop, TakesALeaderThatIsAPeriodAheadBackToThePresent)
{
  const hod::Robot robot = random_robot(1, false, 9);
  LoopSettings settings(1);
  settings.lead = 0.5;
  settings.leader_ahead = 1.0;
  settings.law.position_gain << 100.0;
  settings.law.velocity_gain << 10.0;
  FeedforwardLoop loop(robot, {0}, 2, 5, 0.01, settings);
  RowMatrix next = RowMatrix::Zero(Reference::kRows, 1);
  next.col(0).head(5) << 0.2, 1.0, 2.0, 3.0, 4.0;
  RowMatrix present, middle;
  hod_ros::move_on(next, -0.01, present);
  hod_ros::move_on(next, -0.005, middle);
  loop.leader() = next;
  loop.start_cycle(1.0);
  loop.follow_leader();
  loop.measurement().position << present(0, 0);
  loop.measurement().velocity << present(1, 0);
  loop.compute();
  EXPECT_NEAR(loop.law().feedback()[0], 0.0, 1e-12);
  hod::Workspace workspace(robot, 2);
  ASSERT_EQ(hod::forces(workspace, middle, 0), hod::Result::ok);
  EXPECT_NEAR(loop.effort(0), workspace.force()(0, 0), 1e-12);
}

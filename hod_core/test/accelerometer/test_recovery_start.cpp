// SPDX-License-Identifier: Apache-2.0
#include "accelerometer/recovery_start.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "accelerometer/unexplained.hpp"
#include "recovery_scene.hpp"

namespace hod::detail
{
namespace
{

constexpr double kSpacing = 0.1;
constexpr int kDegree = 7;
constexpr double kNear = 0.02;  // of an amplitude of one

RecoveryPlan plan_of(const test::Scene & scene)
{
  std::vector<std::string> warnings;
  RecoveryPlan plan =
    recovery_plan(scene.robot, scene.sensors, scene.recordings, scene.options, warnings);
  const Eigen::VectorXd weights = Eigen::VectorXd::Constant(plan.joints(), 1e-10);
  lay_knots(scene.options, kSpacing, kDegree, kDegree, RoughnessWeights::constant(weights), plan);
  return plan;
}

/// Equations may hold but a few nodes: what a motion does between these counts as well.
TEST(RecoveryPlan, WhatIsLeftOfEveryReadingCounts)
{
  test::Scene scene(1, 3);
  test::add_noise(scene.recordings, 0.02);
  const RecoveryPlan plan = plan_of(scene);
  std::vector<RowMatrix> residuals;
  for (const Recording & recording : plan.readings)
  {
    residuals.push_back(
      RowMatrix::Constant(recording.values.rows(), recording.values.cols(), 0.02));
  }
  EXPECT_TRUE(unexplained_readings(plan, residuals, kMostUnexplained).empty());
  residuals[1].topRows(20).setConstant(10.0);
  const auto left = unexplained_readings(plan, residuals, kMostUnexplained);
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(left[0].sensor, 1);
}

/// Rows that nobody wrote would decide at random whether a guess is near enough to be followed.
TEST(RecoveryStart, GuessesHaveARowForEachInstantAndNoMore)
{
  const test::Scene scene(1, 3);
  const RecoveryPlan plan = plan_of(scene);
  const std::vector<FirstGuess> guesses = first_guesses(scene.robot, plan, scene.options, false);
  EXPECT_GT(guesses.size(), 2U);  // sweeps are among them
  for (const FirstGuess & guess : guesses)
  {
    EXPECT_EQ(guess.positions.rows(), static_cast<Eigen::Index>(guess.times.size()));
  }
}

TEST(RecoveryStart, DenseKnotsFollowAMotionAsTheyAre)
{
  const test::Scene scene(1, 3);
  RecoveryPlan plan = plan_of(scene);
  FirstGuess guess;
  const int count = 2000;
  guess.positions.resize(count, scene.robot.dof());
  for (int i = 0; i < count; ++i)
  {
    guess.times.push_back(test::kDuration * i / (count - 1.0));
    guess.positions.row(i).setConstant(std::sin(60.0 * guess.times.back()));
  }
  const Eigen::VectorXd weights = Eigen::VectorXd::Constant(plan.joints(), 1e-10);
  RecoveryOptions free = scene.options;
  free.start.resize(0);
  free.end.resize(0);
  free.start_velocity.resize(0);
  free.end_velocity.resize(0);
  lay_knots(free, 0.01, kDegree, kDegree, RoughnessWeights::constant(weights), plan);
  const RecoveryState state = state_near(scene.robot, plan, guess);
  const PiecewisePolynomial motion = RecoveryProblem(scene.robot, plan).polynomial(state);
  RowMatrix there(1, scene.robot.dof());
  for (int i = 0; i < count; ++i)
  {
    motion.evaluate(guess.times[static_cast<std::size_t>(i)], there);
    ASSERT_NEAR(there(0, 0), guess.positions(i, 0), kNear);
  }
}

}  // namespace
}  // namespace hod::detail

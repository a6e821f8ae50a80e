// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <random>

#include "hod/error.hpp"
#include "hod_ros/quintic_trajectory.hpp"

using hod::RowMatrix;
using hod_ros::QuinticTrajectory;
using hod_ros::TrajectoryPoints;

namespace
{

/// A polynomial of degree five in time and its derivatives.
double quintic(double time, int derivative)
{
  const double coefficients[] = {0.3, -1.2, 0.7, 2.1, -1.5, 0.4};
  double sum = 0.0;
  for (int i = derivative; i < 6; ++i)
  {
    double factor = coefficients[i];
    for (int k = 0; k < derivative; ++k)
    {
      factor *= i - k;
    }
    sum += factor * std::pow(time, i - derivative);
  }
  return sum;
}

TrajectoryPoints points_of_quintic(const std::vector<double> & times)
{
  TrajectoryPoints points;
  points.times = times;
  const auto rows = static_cast<Eigen::Index>(times.size());
  points.positions.resize(rows, 1);
  points.velocities.resize(rows, 1);
  points.accelerations.resize(rows, 1);
  for (Eigen::Index i = 0; i < rows; ++i)
  {
    points.positions(i, 0) = quintic(times[static_cast<std::size_t>(i)], 0);
    points.velocities(i, 0) = quintic(times[static_cast<std::size_t>(i)], 1);
    points.accelerations(i, 0) = quintic(times[static_cast<std::size_t>(i)], 2);
  }
  return points;
}

TrajectoryPoints positions_only(const std::vector<double> & times, const RowMatrix & positions)
{
  TrajectoryPoints points;
  points.times = times;
  points.positions = positions;
  return points;
}

std::string refusal(const TrajectoryPoints & points)
{
  try
  {
    QuinticTrajectory trajectory(points);
  }
  catch (const hod::Error & error)
  {
    return error.what();
  }
  return "";
}

}  // namespace

TEST(QuinticTrajectory, ReproducesAPolynomialOfDegreeFiveWithJerkAndSnap)
{
  const QuinticTrajectory trajectory(points_of_quintic({0.0, 0.4, 1.1, 1.3, 2.0}));
  RowMatrix motion(6, 1);
  for (double time = 0.0; time < 2.0; time += 0.037)
  {
    trajectory.evaluate(time, motion);
    for (int order = 0; order < 6; ++order)
    {
      EXPECT_NEAR(motion(order, 0), quintic(time, order), 1e-10 * std::pow(30.0, order));
    }
  }
}

TEST(QuinticTrajectory, EveryRowIsTheDerivativeOfTheRowAbove)
{
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  TrajectoryPoints points;
  points.times = {0.5, 0.9, 2.0};
  points.positions = RowMatrix::NullaryExpr(3, 2, [&]() { return uniform(generator); });
  QuinticTrajectory trajectory(points);
  trajectory.start_from(RowMatrix::NullaryExpr(5, 2, [&]() { return uniform(generator); }));
  const double step = 1e-5;
  RowMatrix before(5, 2);
  RowMatrix here(5, 2);
  RowMatrix after(5, 2);
  for (const double time : {0.2, 0.7, 1.3, 1.9})
  {
    trajectory.evaluate(time - step, before);
    trajectory.evaluate(time, here);
    trajectory.evaluate(time + step, after);
    for (int order = 0; order < 4; ++order)
    {
      const RowMatrix slope = (after.row(order) - before.row(order)) / (2 * step);
      EXPECT_LT((slope - here.row(order + 1)).cwiseAbs().maxCoeff(), 1e-4);
    }
  }
}

TEST(QuinticTrajectory, IsContinuousUpToTheAccelerationAtItsPoints)
{
  RowMatrix positions(4, 1);
  positions << 0.0, 1.0, 0.5, 2.0;
  const QuinticTrajectory trajectory(positions_only({0.0, 1.0, 1.5, 3.0}, positions));
  RowMatrix before(5, 1);
  RowMatrix after(5, 1);
  for (const double time : {1.0, 1.5})
  {
    trajectory.evaluate(time - 1e-9, before);
    trajectory.evaluate(time, after);
    EXPECT_LT((before - after).topRows(3).cwiseAbs().maxCoeff(), 1e-6);
  }
}

TEST(QuinticTrajectory, TakesMissingVelocitiesFromTheParabolaThroughTheNeighbours)
{
  // Positions on a parabola t² − t: the inner velocities must be exact, the outer ones zero.
  RowMatrix positions(4, 1);
  positions << 0.0, 0.75, 2.0, 6.0;
  const QuinticTrajectory trajectory(positions_only({0.0, 1.5, 2.0, 3.0}, positions));
  RowMatrix motion(3, 1);
  trajectory.evaluate(1.5, motion);
  EXPECT_NEAR(motion(1, 0), 2.0, 1e-12);
  trajectory.evaluate(2.0, motion);
  EXPECT_NEAR(motion(1, 0), 3.0, 1e-12);
  trajectory.evaluate(0.0, motion);
  EXPECT_EQ(motion(1, 0), 0.0);
}

TEST(QuinticTrajectory, StartsFromTheMotionItIsTold)
{
  RowMatrix goal(1, 2);
  goal << 1.0, -1.0;
  QuinticTrajectory trajectory(positions_only({2.0}, goal));
  RowMatrix start(5, 2);
  start << 0.2, 0.3, 0.5, -0.5, 1.0, 2.0, 9.0, 9.0, 9.0, 9.0;
  trajectory.start_from(start);
  RowMatrix motion(3, 2);
  trajectory.evaluate(0.0, motion);
  EXPECT_LT((motion - start.topRows(3)).cwiseAbs().maxCoeff(), 1e-12);
  trajectory.evaluate(2.0, motion);
  EXPECT_LT((motion.row(0) - goal).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(QuinticTrajectory, FirstVelocityFollowsFromWhereItStarts)
{
  RowMatrix positions(2, 1);
  positions << 1.0, 2.0;
  QuinticTrajectory trajectory(positions_only({1.0, 2.0}, positions));
  trajectory.start_from(RowMatrix::Zero(3, 1));
  RowMatrix motion(2, 1);
  trajectory.evaluate(1.0, motion);
  EXPECT_NEAR(motion(1, 0), 1.0, 1e-12) << "0, 1, 2 at equal times: the parabola is a line";
}

TEST(QuinticTrajectory, StartsAtItsFirstPointIfNoPositionIsKnown)
{
  RowMatrix goal(1, 1);
  goal << 0.7;
  QuinticTrajectory trajectory(positions_only({1.0}, goal));
  trajectory.start_from(RowMatrix::Constant(3, 1, std::numeric_limits<double>::quiet_NaN()));
  RowMatrix motion(3, 1);
  trajectory.evaluate(0.5, motion);
  EXPECT_NEAR(motion(0, 0), 0.7, 1e-12);
  EXPECT_NEAR(motion(1, 0), 0.0, 1e-12);
}

TEST(QuinticTrajectory, StandsStillBeforeAndAfter)
{
  const QuinticTrajectory trajectory(points_of_quintic({0.0, 1.0}));
  RowMatrix motion(5, 1);
  trajectory.evaluate(-0.1, motion);
  EXPECT_DOUBLE_EQ(motion(0, 0), quintic(0.0, 0));
  EXPECT_EQ(motion.bottomRows(4).cwiseAbs().maxCoeff(), 0.0);
  trajectory.evaluate(1.0, motion);
  EXPECT_DOUBLE_EQ(motion(0, 0), quintic(1.0, 0));
  EXPECT_EQ(motion.bottomRows(4).cwiseAbs().maxCoeff(), 0.0);
}

TEST(QuinticTrajectory, RefusesPointsThatNoMotionPassesThrough)
{
  using testing::HasSubstr;
  EXPECT_THAT(refusal({}), HasSubstr("has no points"));
  auto points = points_of_quintic({0.0, 1.0});
  points.times[1] = 0.0;
  EXPECT_THAT(refusal(points), HasSubstr("point 1: time_from_start"));
  points = points_of_quintic({0.0, 1.0});
  points.times[0] = -1.0;
  EXPECT_THAT(refusal(points), HasSubstr("point 0: time_from_start"));
  points = points_of_quintic({0.0, 1.0});
  points.accelerations(1, 0) = std::numeric_limits<double>::infinity();
  EXPECT_THAT(refusal(points), HasSubstr("point 1: accelerations are not all finite"));
  points = points_of_quintic({0.0, 1.0});
  points.velocities.resize(1, 1);
  EXPECT_THAT(refusal(points), HasSubstr("1 × 1 velocities, expected 2 × 1"));
}

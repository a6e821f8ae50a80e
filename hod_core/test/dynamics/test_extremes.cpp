// SPDX-License-Identifier: Apache-2.0
// Motions and robots at the edge of what numbers can hold.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "comparison.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

using reference::expect_exact_forces;
using reference::fast_forces;
using reference::Random;
using reference::random_motion;
using reference::random_robot;

constexpr int kOrder = 6;

class LargeAngles : public testing::TestWithParam<double>
{};

// Angles are taken as they are given: a double of a million radians is an exact angle too.
TEST_P(LargeAngles, LoseNothing)
{
  const Robot robot(random_robot(81, {13, 0.3, 0.2, 0.0, 0.0, 0.0, false}));
  RowMatrix motion = random_motion(82, kOrder + 3, robot.dof());
  for (int column = 0; column < robot.dof(); ++column)
  {
    if (!robot.joint_of(column).prismatic)
    {
      motion(0, column) *= GetParam();
    }
  }
  expect_exact_forces(robot, motion, kOrder);
}

INSTANTIATE_TEST_SUITE_P(
  Sizes, LargeAngles,
  testing::Values(0.0, 1e-300, 1e-20, 1e-8, 0.78, 3.2, 1e3, 1e5, 1e6, 1e7, 1e9, 1e12, 1e15));

// Quarter turns, where sine or cosine all but vanish and the argument reduction changes branch.
TEST(Extremes, QuarterTurns)
{
  const Robot robot(random_robot(83, {9, 0.0, 0.0, 0.0, 0.0, 0.0, true}));
  for (const int quarters : {-1000001, -7, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 99999})
  {
    for (const double beside : {-1e-9, 0.0, 1e-9})
    {
      RowMatrix motion = random_motion(84, 5, robot.dof());
      motion.row(0).setConstant(quarters * 0.78539816339744830962 + beside);
      expect_exact_forces(robot, motion, 2);
    }
  }
}

TEST(Extremes, TinyInertias)
{
  auto description = random_robot(85, {9, 0.2, 0.2, 0.0, 0.0, 0.0, false});
  for (LinkDescription & link : description.links)
  {
    link.mass.mass *= 1e-12;
    link.mass.inertia *= 1e-15;
  }
  const Robot robot(description);
  expect_exact_forces(robot, random_motion(86, kOrder + 3, robot.dof()), kOrder);
}

// Heavy and light links of one robot, in either order, a million to one.
TEST(Extremes, MassRatios)
{
  for (const int heavy : {0, 1})
  {
    auto description = random_robot(87, {10, 0.2, 0.2, 0.0, 0.0, 0.0, false});
    for (std::size_t i = 0; i < description.links.size(); ++i)
    {
      const double scale = static_cast<int>(i % 2) == heavy ? 1e3 : 1e-3;
      description.links[i].mass.mass *= scale;
      description.links[i].mass.inertia *= scale;
    }
    const Robot robot(description);
    expect_exact_forces(robot, random_motion(88, kOrder + 3, robot.dof()), kOrder);
  }
}

TEST(Extremes, MasslessLinks)
{
  const Robot some(random_robot(89, {12, 0.3, 0.3, 0.2, 0.2, 0.6, false}));
  expect_exact_forces(some, random_motion(90, kOrder + 3, some.dof()), kOrder);

  auto description = random_robot(91, {6, 0.3, 0.3, 0.0, 0.0, 1.0, false});
  const Robot none(description);
  const RowMatrix motion = random_motion(92, kOrder + 3, none.dof());
  EXPECT_TRUE(fast_forces(none, motion, kOrder).isZero(0.0));

  // A rotor: inertia without mass.
  description.links[3].mass.inertia = Eigen::Vector3d(1e-4, 1e-4, 2e-4).asDiagonal();
  const Robot rotor(description);
  expect_exact_forces(rotor, motion, kOrder);
}

TEST(Extremes, StandingStill)
{
  const Robot robot(random_robot(93, {9, 0.3, 0.3, 0.0, 0.0, 0.0, false}));
  RowMatrix motion = RowMatrix::Zero(kOrder + 3, robot.dof());
  motion.row(0) = random_motion(94, 1, robot.dof());
  expect_exact_forces(robot, motion, 0);
  EXPECT_TRUE(fast_forces(robot, motion, kOrder).bottomRows(kOrder).isZero(0.0));
}

TEST(Extremes, FastMotions)
{
  const Robot robot(random_robot(95, {9, 0.3, 0.3, 0.0, 0.0, 0.0, false}));
  for (const double scale : {1e-6, 1e3})
  {
    RowMatrix motion = random_motion(96, kOrder + 3, robot.dof());
    for (int k = 1; k < motion.rows(); ++k)
    {
      motion.row(k) *= std::pow(scale, k);
    }
    expect_exact_forces(robot, motion, kOrder);
  }
}

// Bad numbers come out as bad numbers, not as plausible ones.
TEST(Extremes, NotANumberStaysOne)
{
  const Robot robot(random_robot(97, {}));
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
  {
    for (int row = 0; row < 5; ++row)
    {
      RowMatrix motion = random_motion(98, 5, robot.dof());
      motion(row, 0) = bad;
      EXPECT_FALSE(fast_forces(robot, motion, 2).allFinite()) << "row " << row << ", " << bad;
    }
  }
}

}  // namespace
}  // namespace hod

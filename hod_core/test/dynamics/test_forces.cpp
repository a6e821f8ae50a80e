// SPDX-License-Identifier: Apache-2.0
// Forces of random trees against the definition evaluated in long double.
#include "hod/dynamics/forces/forces.hpp"

#include <gmock/gmock.h>

#include "comparison.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

using reference::expect_exact_forces;
using reference::fast_forces;
using reference::random_motion;
using reference::random_robot;
using reference::relative_error;
using reference::RobotTraits;
using reference::tolerance;

class ForcesOfRobots : public testing::TestWithParam<RobotTraits>
{};

TEST_P(ForcesOfRobots, EqualTheDefinitionInEveryOrder)
{
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
  {
    const Robot robot(random_robot(seed, GetParam()));
    for (int order = 0; order <= kMaxOrder; ++order)
    {
      expect_exact_forces(robot, random_motion(100 + seed, order + 3, robot.dof()), order);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
  Shapes, ForcesOfRobots,
  testing::Values(
    RobotTraits{1, 0.0, 0.0, 0.0, 0.0, 0.0, false},      // one joint
    RobotTraits{2, 0.0, 0.5, 0.0, 0.0, 0.0, false},      // fewer joints than lanes
    RobotTraits{7, 0.0, 0.0, 0.0, 0.0, 0.0, true},       // an arm
    RobotTraits{8, 0.0, 1.0, 0.0, 0.0, 0.0, false},      // slides only
    RobotTraits{9, 0.0, 0.3, 0.0, 0.0, 0.0, false},      // a chain of both
    RobotTraits{17, 0.4, 0.3, 0.0, 0.3, 0.2, false},     // a tree
    RobotTraits{12, 0.3, 0.3, 0.4, 0.2, 0.1, false},     // with mimics, also of mimics
    RobotTraits{30, 0.2, 0.1, 0.1, 0.1, 0.1, false},     // a humanoid's worth
    RobotTraits{120, 0.1, 0.1, 0.0, 0.0, 0.0, false}));  // deep

// Rows beyond those an order needs must not change it, and lower orders are part of higher ones.
TEST(Forces, LowerOrdersArePartOfHigherOnes)
{
  const Robot robot(random_robot(3, {10, 0.3, 0.3, 0.1, 0.0, 0.0, false}));
  const RowMatrix motion = random_motion(4, 9, robot.dof());
  const RowMatrix all = fast_forces(robot, motion, 6);
  for (int order = 0; order <= 6; ++order)
  {
    const RowMatrix some = fast_forces(robot, motion.topRows(order + 3), order);
    EXPECT_LE(relative_error(fast_forces(robot, motion, order), some), 1e-15);
    for (int k = 0; k <= order; ++k)
    {
      EXPECT_LE(relative_error(some.row(k), all.row(k)), tolerance(k));
    }
  }
}

TEST(Forces, GravityAndInertiaAddUp)
{
  const Robot robot =
    Robot(random_robot(8, {9, 0.3, 0.3, 0.1, 0.0, 0.0, false})).with_gravity({1.0, -3.0, 7.0});
  const RowMatrix motion = random_motion(9, 9, robot.dof());
  Workspace workspace(robot, 6);
  ASSERT_EQ(workspace.set_scales({1.0, 0.0}), Result::ok);
  ASSERT_EQ(forces(workspace, motion, 6), Result::ok);
  const auto exact = reference::Precise(robot, motion, Eigen::Vector3d::Zero()).force();
  for (int k = 0; k <= 6; ++k)
  {
    EXPECT_LE(relative_error(workspace.force().row(k), exact.row(k)), tolerance(k));
  }
  ASSERT_EQ(workspace.set_scales({}), Result::ok);
  ASSERT_EQ(forces(workspace, motion, 6), Result::ok);
  EXPECT_EQ(workspace.force().topRows(7), fast_forces(robot, motion, 6));
}

TEST(Forces, GravityCanChangeInAWorkspace)
{
  const auto description = random_robot(8, {9, 0.3, 0.3, 0.1, 0.0, 0.0, false});
  const Eigen::Vector3d gravity(1.0, -3.0, 7.0);
  const Robot plain(description);
  const Robot tilted = Robot(description).with_gravity(gravity);
  const RowMatrix motion = random_motion(9, 5, plain.dof());
  Workspace workspace(plain, 2);
  ASSERT_EQ(workspace.set_gravity(gravity), Result::ok);
  ASSERT_EQ(forces(workspace, motion, 2), Result::ok);
  EXPECT_EQ(workspace.force().topRows(3), fast_forces(tilted, motion, 2));
}

TEST(Forces, MassCanChangeInAWorkspace)
{
  auto description = random_robot(8, {9, 0.3, 0.3, 0.1, 0.0, 0.0, false});
  const Robot plain(description);
  reference::Random random(77);
  const MassProperties payload = reference::random_mass(random);
  description.links[5].mass = payload;
  const Robot loaded(description);
  const int body = plain.links()[static_cast<std::size_t>(plain.link_index("l4"))].body;
  const RowMatrix motion = random_motion(9, 5, plain.dof());
  Workspace workspace(plain, 2);
  EXPECT_EQ(workspace.set_mass(-1, payload), Result::no_such_index);
  EXPECT_EQ(
    workspace.set_mass(static_cast<int>(plain.bodies().size()), payload), Result::no_such_index);
  ASSERT_EQ(workspace.set_mass(body, payload), Result::ok);
  ASSERT_EQ(forces(workspace, motion, 2), Result::ok);
  // A robot adds up the masses of its bodies, which divides moments by masses and rounds.
  EXPECT_LE(relative_error(workspace.force().topRows(3), fast_forces(loaded, motion, 2)), 1e-15);
}

TEST(Forces, RefuseWhatDoesNotFitWithoutTouchingTheResult)
{
  const Robot robot(random_robot(1, {}));
  Workspace workspace(robot, 2);
  const RowMatrix motion = random_motion(2, 9, robot.dof());
  ASSERT_EQ(forces(workspace, motion, 2), Result::ok);
  const RowMatrix before = workspace.force();
  EXPECT_EQ(forces(workspace, motion.leftCols(6), 2), Result::wrong_columns);
  EXPECT_EQ(forces(workspace, motion.topRows(4), 2), Result::too_few_rows);
  EXPECT_EQ(forces(workspace, motion, 3), Result::order_too_high);
  EXPECT_EQ(forces(workspace, motion, -1), Result::order_too_high);
  EXPECT_EQ(workspace.force(), before);
}

// A block of a wider table has a stride of its own.
TEST(Forces, MotionMayBeABlockOfATable)
{
  const Robot robot(random_robot(1, {}));
  RowMatrix table = random_motion(2, 8, robot.dof() + 5);
  const RowMatrix motion = table.block(1, 3, 5, robot.dof());
  Workspace workspace(robot, 2);
  ASSERT_EQ(forces(workspace, table.block(1, 3, 5, robot.dof()), 2), Result::ok);
  EXPECT_EQ(workspace.force().topRows(3), fast_forces(robot, motion, 2));
}

TEST(Forces, ARobotWithoutJointsHasNone)
{
  const Robot robot(random_robot(1, {0, 0.0, 0.0, 0.0, 0.0, 0.0, false}));
  Workspace workspace(robot, 2);
  EXPECT_EQ(forces(workspace, RowMatrix(5, 0), 2), Result::ok);
  EXPECT_EQ(workspace.force().cols(), 0);
}

}  // namespace
}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/forces/forces.hpp"

#include <gmock/gmock.h>

#include "comparison.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

using reference::Precise;
using reference::random_motion;
using reference::random_robot;
using reference::relative_error;
using reference::RobotTraits;
using reference::tolerance;

class Reactions : public testing::TestWithParam<RobotTraits>
{};

TEST_P(Reactions, EqualTheDefinitionInEveryOrder)
{
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
  {
    const Robot robot(random_robot(seed, GetParam()));
    const RowMatrix motion = random_motion(300 + seed, 9, robot.dof());
    const Precise exact(robot, motion);
    for (int order = 0; order <= kMaxOrder; ++order)
    {
      Workspace workspace(robot, order);
      ASSERT_EQ(reactions(workspace, motion, order), Result::ok);
      for (std::size_t body = 0; body < robot.bodies().size(); ++body)
      {
        const auto wrench = exact.reaction(body);
        const RowMatrix rows =
          workspace.reaction().middleRows(static_cast<int>(body) * (order + 1), order + 1);
        for (int k = 0; k <= order; ++k)
        {
          Precise::Rows expected(1, 6);
          expected << wrench.force.row(k), wrench.moment.row(k);
          EXPECT_LE(relative_error(rows.row(k), expected), 10.0 * tolerance(k))
            << robot.name() << ", body " << body << ", derivative " << k;
        }
      }
    }
  }
}

TEST_P(Reactions, BringTheForces)
{
  const Robot robot(random_robot(6, GetParam()));
  const RowMatrix motion = random_motion(306, 9, robot.dof());
  Workspace workspace(robot, 3);
  ASSERT_EQ(reactions(workspace, motion, 3), Result::ok);
  ASSERT_EQ(workspace.force().rows(), 4);
  const auto exact = Precise(robot, motion).force();
  for (int k = 0; k <= 3; ++k)
  {
    EXPECT_LE(relative_error(workspace.force().row(k), exact.row(k)), tolerance(k));
  }
}

INSTANTIATE_TEST_SUITE_P(
  Shapes, Reactions,
  testing::Values(
    RobotTraits{1, 0.0, 0.0, 0.0, 0.0, 0.0, false}, RobotTraits{7, 0.0, 0.4, 0.0, 0.0, 0.0, false},
    RobotTraits{17, 0.4, 0.3, 0.2, 0.3, 0.0, false}));

// The base is held against the weight of everything, whatever the pose.
TEST(ReactionOfTheBase, CarriesTheWeightAtRest)
{
  const Robot robot(random_robot(7, {17, 0.4, 0.3, 0.2, 0.3, 0.2, false}));
  RowMatrix motion = RowMatrix::Zero(3, robot.dof());
  motion.row(0) = random_motion(307, 1, robot.dof());
  double mass = 0.0;
  for (const Body & body : robot.bodies())
  {
    mass += body.mass.mass;
  }
  Workspace workspace(robot, 0);
  ASSERT_EQ(reactions(workspace, motion, 0), Result::ok);
  EXPECT_NEAR(workspace.reaction()(0, 0), 0.0, 1e-12);
  EXPECT_NEAR(workspace.reaction()(0, 1), 0.0, 1e-12);
  EXPECT_NEAR(workspace.reaction()(0, 2), mass * RobotDescription::kStandardGravity, 1e-11);
}

}  // namespace
}  // namespace hod

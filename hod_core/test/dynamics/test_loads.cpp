// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/load.hpp"

#include <limits>

#include "hod/dynamics/forces/forces.hpp"
#include "hod/error.hpp"
#include "term_cases.hpp"

namespace hod
{
namespace
{

using reference::load_force_by_jacobian;
using reference::Random;
using reference::random_load;
using reference::random_motion;
using reference::random_robot;
using reference::relative_error;
using reference::RobotTraits;

constexpr int kOrder = kMaxOrder;
constexpr int kRows = kOrder + 3;

class Loads : public testing::TestWithParam<RobotTraits>
{};

TEST_P(Loads, AreTheJacobianTimesTheirWrenchInEveryOrder)
{
  for (const LoadFrame frame : {LoadFrame::link, LoadFrame::world})
  {
    for (const int rows : {1, 3, 7})
    {
      const auto seed = static_cast<std::uint64_t>(10 + rows);
      const Robot robot(random_robot(seed, GetParam()));
      const RowMatrix motion = random_motion(seed, kRows, robot.dof());
      Random random(seed);
      const Load load = random_load(random, robot, frame, rows);
      const RowMatrix expected = load_force_by_jacobian(robot, motion, load, kOrder);
      const RowMatrix without = reference::fast_forces(robot, motion, kOrder);
      for (int order = 0; order <= kOrder; ++order)
      {
        Workspace workspace(robot, order);
        workspace.set_loads(robot, {load});
        ASSERT_EQ(force_terms(workspace, motion, order), Result::ok);
        EXPECT_LE(relative_error(workspace.terms().load, expected.topRows(order + 1)), 1e-11)
          << "order " << order << ", " << rows << " rows";
        ASSERT_EQ(forces(workspace, motion, order), Result::ok);
        const RowMatrix total = without.topRows(order + 1) + expected.topRows(order + 1);
        for (int k = 0; k <= order; ++k)
        {
          EXPECT_LE(relative_error(workspace.force().row(k), total.row(k)), 1e-11);
        }
      }
    }
  }
}

// What carries a weight and what pulls as the weight does need the same forces.
TEST_P(Loads, OfAWeightAreTheGravityTermOfAPayload)
{
  const Robot robot(random_robot(20, GetParam()));
  const RowMatrix motion = random_motion(20, kRows, robot.dof());
  Random random(20);
  const Load place = random_load(random, robot, LoadFrame::world, 1);
  const double mass = 3.0;
  BaseMotion base;
  base.rotation = random.rotation();
  for (auto & rate : base.angular_velocity)
  {
    rate = random.vector(1.0);
  }
  for (const bool carried : {false, true})
  {
    Workspace workspace(robot, kOrder);
    workspace.set_base_motion(carried ? base : BaseMotion{});
    workspace.set_loads(
      robot, {constant_load(
               place.link, LoadFrame::world, -mass * robot.gravity(), Eigen::Vector3d::Zero(),
               place.point)});
    ASSERT_EQ(force_terms(workspace, motion, kOrder), Result::ok);
    const RowMatrix expected = workspace.terms().gravity + workspace.terms().load;
    ASSERT_TRUE(workspace.set_payload(place.link, {mass, place.point, Eigen::Matrix3d::Zero()}));
    ASSERT_EQ(force_terms(workspace, motion, kOrder), Result::ok);
    EXPECT_LE(relative_error(workspace.terms().gravity, expected), 1e-12);
  }
}

TEST_P(Loads, AreInTheReactions)
{
  const Robot robot(random_robot(21, GetParam()));
  const RowMatrix motion = random_motion(21, kRows, robot.dof());
  Random random(21);
  Workspace workspace(robot, 2);
  ASSERT_EQ(reactions(workspace, motion, 2), Result::ok);
  const RowMatrix before = workspace.reaction();
  const Load load = random_load(random, robot, LoadFrame::link, 3);
  workspace.set_loads(robot, {load});
  ASSERT_EQ(reactions(workspace, motion, 2), Result::ok);
  const LinkPlacement & link = robot.links()[static_cast<std::size_t>(load.link)];
  const int row = 3 * link.body;
  for (int k = 0; k < 3; ++k)
  {
    const Eigen::Vector3d force = link.pose.rotation * load.wrench.row(k).head<3>().transpose();
    const Eigen::Vector3d moment = link.pose.rotation * load.wrench.row(k).tail<3>().transpose();
    const Eigen::Vector3d point = link.pose.rotation * load.point + link.pose.translation;
    Eigen::Matrix<double, 1, 6> expected;
    expected << force.transpose(), (moment + point.cross(force)).transpose();
    EXPECT_LE(relative_error((workspace.reaction() - before).row(row + k), expected), 1e-11);
  }
}

TEST_P(Loads, OfAnInstantReplaceThoseBefore)
{
  const Robot robot(random_robot(22, GetParam()));
  const RowMatrix motion = random_motion(22, kRows, robot.dof());
  Random random(22);
  auto loads = reference::random_loads(random, robot);
  Workspace workspace(robot, kOrder);
  workspace.set_loads(robot, loads);
  loads[3].wrench.setRandom();
  loads[3].wrench.bottomRows(2).setZero();
  const RowMatrix rows = loads[3].wrench.topRows(5);
  ASSERT_TRUE(workspace.set_wrench(3, rows));
  ASSERT_EQ(forces(workspace, motion, kOrder), Result::ok);
  const RowMatrix changed = workspace.force();
  workspace.set_loads(robot, loads);
  ASSERT_EQ(forces(workspace, motion, kOrder), Result::ok);
  EXPECT_EQ(changed, workspace.force());
  workspace.set_loads(robot, {});
  ASSERT_EQ(forces(workspace, motion, kOrder), Result::ok);
  EXPECT_EQ(workspace.force(), reference::fast_forces(robot, motion, kOrder));
}

INSTANTIATE_TEST_SUITE_P(Robots, Loads, testing::ValuesIn(reference::kTermRobots));

TEST(Payload, IsALinkFixedToItsCarrier)
{
  auto description = random_robot(23, reference::kTermRobots[2]);
  const Robot bare(description);
  Random random(23);
  const MassProperties mass = reference::random_mass(random);
  const Pose pose = random.pose(0.3);
  const std::string carrier = bare.links().back().name;
  JointDescription joint;
  joint.name = "grip";
  joint.parent = carrier;
  joint.child = "payload";
  joint.origin = pose;
  description.joints.push_back(joint);
  description.links.push_back({"payload", mass});
  const Robot loaded(description);
  const RowMatrix motion = random_motion(23, kRows, bare.dof());
  const RowMatrix expected = reference::fast_forces(loaded, motion, kOrder);

  Workspace workspace(bare, kOrder);
  ASSERT_TRUE(workspace.set_payload(bare.link_index(carrier), transformed(mass, pose)));
  ASSERT_EQ(forces(workspace, motion, kOrder), Result::ok);
  EXPECT_LE(relative_error(workspace.force(), expected), 1e-12);
  ASSERT_TRUE(workspace.set_payload(bare.link_index(carrier), MassProperties{}));
  ASSERT_EQ(forces(workspace, motion, kOrder), Result::ok);
  EXPECT_EQ(workspace.force(), reference::fast_forces(bare, motion, kOrder));
}

TEST(LoadChecks, SayWhatIsWrong)
{
  const Robot robot(random_robot(24, {}));
  Workspace workspace(robot);
  const auto complaint = [&](const Load & load) -> std::string {
    try
    {
      workspace.set_loads(robot, {load});
    }
    catch (const Error & error)
    {
      return error.what();
    }
    return "";
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(complaint({-1, {}, {0, 0, 0}}), testing::HasSubstr("found link -1"));
  EXPECT_THAT(complaint({99, {}, {0, 0, 0}}), testing::HasSubstr("found link 99"));
  EXPECT_THAT(
    complaint(constant_load(1, LoadFrame::link, {0, nan, 0})),
    testing::HasSubstr("load on link 'l0': found a number that is not finite"));
  EXPECT_THAT(complaint({1, {}, {0, nan, 0}}), testing::HasSubstr("not finite"));
  const Robot other(random_robot(24, {3, 0.0, 0.0, 0.0, 0.0, 0.0, false}));
  EXPECT_THROW(workspace.set_loads(other, {}), Error);

  workspace.set_loads(robot, {constant_load(1, LoadFrame::world, {0, 0, 1})});
  EXPECT_FALSE(workspace.set_wrench(1, RowMatrix::Zero(1, 6)));
  EXPECT_FALSE(workspace.set_wrench(-1, RowMatrix::Zero(1, 6)));
  EXPECT_FALSE(workspace.set_wrench(0, RowMatrix::Zero(8, 6)));
  EXPECT_FALSE(workspace.set_wrench(0, RowMatrix::Zero(1, 5)));
  EXPECT_FALSE(workspace.set_wrench(0, RowMatrix::Constant(1, 6, nan)));
  EXPECT_TRUE(workspace.set_wrench(0, RowMatrix::Zero(7, 6)));
  EXPECT_FALSE(workspace.set_payload(-1, {}));
  EXPECT_FALSE(workspace.set_payload(99, {}));
}

}  // namespace
}  // namespace hod

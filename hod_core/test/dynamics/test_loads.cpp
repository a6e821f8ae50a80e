// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/load.hpp"

#include <limits>
#include <utility>

#include "hod/dynamics/energies/energies.hpp"
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
        Workspace workspace(reference::with_loads(robot, {load}), order);
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
    const Load pull = constant_load(
      place.link, LoadFrame::world, -mass * robot.gravity(), Eigen::Vector3d::Zero(), place.point);
    Workspace workspace(reference::with_loads(robot, {pull}), kOrder);
    ASSERT_EQ(workspace.set_base_motion(carried ? base : BaseMotion{}), Result::ok);
    ASSERT_EQ(force_terms(workspace, motion, kOrder), Result::ok);
    const RowMatrix expected = workspace.terms().gravity + workspace.terms().load;
    const int link = robot.link_index(place.link);
    ASSERT_EQ(
      workspace.set_payload(link, {mass, place.point, Eigen::Matrix3d::Zero()}), Result::ok);
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
  Workspace loaded(reference::with_loads(robot, {load}), 2);
  ASSERT_EQ(reactions(loaded, motion, 2), Result::ok);
  const LinkPlacement & link = robot.links()[static_cast<std::size_t>(robot.link_index(load.link))];
  const int row = 3 * link.body;
  for (int k = 0; k < 3; ++k)
  {
    const Eigen::Vector3d force = link.pose.rotation * load.wrench.row(k).head<3>().transpose();
    const Eigen::Vector3d moment = link.pose.rotation * load.wrench.row(k).tail<3>().transpose();
    const Eigen::Vector3d point = link.pose.rotation * load.point + link.pose.translation;
    Eigen::Matrix<double, 1, 6> expected;
    expected << force.transpose(), (moment + point.cross(force)).transpose();
    EXPECT_LE(relative_error((loaded.reaction() - before).row(row + k), expected), 1e-11);
  }
}

TEST_P(Loads, OfAnInstantReplaceThoseBefore)
{
  const Robot robot(random_robot(22, GetParam()));
  const RowMatrix motion = random_motion(22, kRows, robot.dof());
  Random random(22);
  auto loads = reference::random_loads(random, robot);
  Workspace workspace(reference::with_loads(robot, loads), kOrder);
  for (const int rows : {5, 2})  // fewer rows leave nothing of those before
  {
    loads[3].wrench.setRandom();
    loads[3].wrench.bottomRows(Load::kRows - rows).setZero();
    const RowMatrix wrench = loads[3].wrench.topRows(rows);
    ASSERT_EQ(workspace.set_wrench(3, wrench), Result::ok);
    ASSERT_EQ(forces(workspace, motion, kOrder), Result::ok);
    const RowMatrix changed = workspace.force();
    EXPECT_EQ(changed, reference::fast_forces(reference::with_loads(robot, loads), motion, kOrder))
      << rows << " rows";
  }
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
  ASSERT_EQ(workspace.set_payload(bare.link_index(carrier), transformed(mass, pose)), Result::ok);
  ASSERT_EQ(forces(workspace, motion, kOrder), Result::ok);
  EXPECT_LE(relative_error(workspace.force(), expected), 1e-12);
  ASSERT_EQ(workspace.set_payload(bare.link_index(carrier), MassProperties{}), Result::ok);
  ASSERT_EQ(forces(workspace, motion, kOrder), Result::ok);
  EXPECT_EQ(workspace.force(), reference::fast_forces(bare, motion, kOrder));
}

TEST(Payload, OfTheRobotIsAPayloadOfTheWorkspace)
{
  const Robot bare(random_robot(25, reference::kTermRobots[2]));
  Random random(25);
  const Payload first{bare.links()[2].name, reference::random_mass(random)};
  const Payload second{bare.links().back().name, reference::random_mass(random)};
  const Robot loaded =
    bare.with([&](RobotDescription & description) { description.payloads = {first, second}; });
  const RowMatrix motion = random_motion(25, kRows, bare.dof());
  Workspace workspace(bare, kOrder);
  ASSERT_EQ(workspace.set_payload(2, first.mass), Result::ok);
  ASSERT_EQ(workspace.set_payload(bare.link_index(second.link), second.mass), Result::ok);
  ASSERT_EQ(forces(workspace, motion, kOrder), Result::ok);
  EXPECT_LE(
    relative_error(reference::fast_forces(loaded, motion, kOrder), workspace.force()), 1e-13);
  Workspace unloaded(loaded, kOrder);
  ASSERT_EQ(unloaded.set_payload(2, {}), Result::ok);
  ASSERT_EQ(unloaded.set_payload(bare.link_index(second.link), {}), Result::ok);
  ASSERT_EQ(forces(unloaded, motion, kOrder), Result::ok);
  EXPECT_EQ(unloaded.force(), reference::fast_forces(bare, motion, kOrder));
}

TEST(LoadChecks, SayWhatIsWrong)
{
  const Robot robot(random_robot(24, {}));
  const auto complaint = [&](const Load & load) -> std::string {
    try
    {
      reference::with_loads(robot, {load});
    }
    catch (const Error & error)
    {
      return error.what();
    }
    return "";
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(
    complaint(constant_load("l99", LoadFrame::link, {0, 0, 0})),
    testing::HasSubstr("load: found the link 'l99', expected a link of"));
  EXPECT_THAT(
    complaint(constant_load("l0", LoadFrame::link, {0, nan, 0})),
    testing::HasSubstr("load on link 'l0': found a number that is not finite"));
  EXPECT_THAT(
    complaint(constant_load("l0", LoadFrame::link, {}, {}, {0, nan, 0})),
    testing::HasSubstr("not finite"));
}

TEST(PayloadChecks, SayWhatIsWrong)
{
  const Robot robot(random_robot(24, {}));
  const auto complaint = [&](const Payload & payload) -> std::string {
    try
    {
      robot.with([&payload](RobotDescription & other) { other.payloads = {payload}; });
    }
    catch (const Error & error)
    {
      return error.what();
    }
    return "";
  };
  const Eigen::Matrix3d unit = Eigen::Matrix3d::Identity();
  Eigen::Matrix3d lopsided = unit;
  lopsided(0, 1) = 0.1;
  EXPECT_THAT(complaint({"hand", {1.0, {}, unit}}), testing::HasSubstr("found the link 'hand'"));
  EXPECT_THAT(
    complaint({"l0", {0.0, Eigen::Vector3d::Zero(), unit}}),
    testing::HasSubstr("payload on link 'l0': found an inertia without mass"));
  EXPECT_THAT(
    complaint({"l0", {1.0, Eigen::Vector3d::Zero(), lopsided}}),
    testing::HasSubstr("not symmetric"));
  EXPECT_THAT(
    complaint({"l0", {-1.0, Eigen::Vector3d::Zero(), unit}}), testing::HasSubstr("negative mass"));
}

TEST(WorkspaceSetters, RefuseWhatDoesNotFitAndChangeNothing)
{
  const Robot robot = reference::with_loads(
    Robot(random_robot(24, {})), {constant_load("l0", LoadFrame::world, {0, 0, 1})});
  const RowMatrix motion = random_motion(24, kRows, robot.dof());
  Workspace workspace(robot);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(workspace.set_wrench(1, RowMatrix::Zero(1, 6)), Result::no_such_index);
  EXPECT_EQ(workspace.set_wrench(-1, RowMatrix::Zero(1, 6)), Result::no_such_index);
  EXPECT_EQ(workspace.set_wrench(0, RowMatrix::Zero(8, 6)), Result::wrong_columns);
  EXPECT_EQ(workspace.set_wrench(0, RowMatrix::Zero(1, 5)), Result::wrong_columns);
  EXPECT_EQ(workspace.set_wrench(0, RowMatrix::Constant(1, 6, nan)), Result::not_finite);
  EXPECT_EQ(workspace.set_payload(-1, {}), Result::no_such_index);
  EXPECT_EQ(workspace.set_payload(99, {}), Result::no_such_index);
  const MassProperties impossible{0.0, Eigen::Vector3d::Zero(), Eigen::Matrix3d::Identity()};
  EXPECT_EQ(workspace.set_payload(1, impossible), Result::no_such_body);
  EXPECT_EQ(workspace.set_mass(1, impossible), Result::no_such_body);
  EXPECT_EQ(workspace.set_gravity({nan, 0.0, 0.0}), Result::not_finite);
  EXPECT_EQ(workspace.set_scales({nan}), Result::not_finite);
  EXPECT_EQ(workspace.set_time(nan), Result::not_finite);
  BaseMotion base;
  base.rotation *= 2.0;
  EXPECT_EQ(workspace.set_base_motion(base), Result::not_finite);
  ASSERT_EQ(forces(workspace, motion, 2), Result::ok);
  EXPECT_EQ(workspace.force(), reference::fast_forces(robot, motion, 2));
  EXPECT_EQ(workspace.set_wrench(0, RowMatrix::Zero(7, 6)), Result::ok);
}

TEST(MovedWorkspace, AnswersAndHasNothing)
{
  const Robot robot(random_robot(26, {}));
  const RowMatrix motion = random_motion(26, kRows, robot.dof());
  Workspace first(robot);
  const Workspace second = std::move(first);
  EXPECT_EQ(second.dof(), robot.dof());
  EXPECT_EQ(first.dof(), 0);  // NOLINT(bugprone-use-after-move): that is the question
  EXPECT_EQ(first.max_order(), -1);
  EXPECT_EQ(forces(first, motion, 0), Result::no_workspace);
  EXPECT_EQ(force_terms(first, motion, 0), Result::no_workspace);
  EXPECT_EQ(reactions(first, motion, 0), Result::no_workspace);
  EXPECT_EQ(energies(first, motion, 0), Result::no_workspace);
  EXPECT_EQ(forces_and_energies(first, motion, 0, 0), Result::no_workspace);
  EXPECT_EQ(first.set_payload(0, {}), Result::no_workspace);
  EXPECT_EQ(first.set_mass(0, {}), Result::no_workspace);
  EXPECT_EQ(first.set_wrench(0, RowMatrix::Zero(1, 6)), Result::no_workspace);
  EXPECT_EQ(first.set_time(0.0), Result::no_workspace);
  EXPECT_EQ(first.set_scales({}), Result::no_workspace);
  EXPECT_EQ(first.set_gravity({}), Result::no_workspace);
  EXPECT_EQ(first.set_base_motion({}), Result::no_workspace);
  EXPECT_EQ(first.force().size(), 0);
  EXPECT_EQ(first.terms().load.size(), 0);
  EXPECT_EQ(first.reaction().size(), 0);
  EXPECT_EQ(first.energy().size(), 0);
  EXPECT_EQ(first.energy_derivative().size(), 0);
}

}  // namespace
}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/friction.hpp"

#include <cmath>
#include <limits>

#include "hod/dynamics/forces/forces.hpp"
#include "hod/error.hpp"
#include "precise_friction.hpp"
#include "term_cases.hpp"

namespace hod
{
namespace
{

using reference::precise_friction;
using reference::Random;
using reference::random_friction;
using reference::random_motion;
using reference::random_robot;
using reference::relative_error;
using reference::RobotTraits;

constexpr int kOrder = kMaxOrder;
constexpr int kRows = kOrder + 3;

class Friction : public testing::TestWithParam<RobotTraits>
{};

TEST_P(Friction, IsTheFormulaInEveryOrder)
{
  for (std::uint64_t seed = 60; seed < 64; ++seed)
  {
    const Robot robot(random_robot(seed, GetParam()));
    const RowMatrix motion = random_motion(seed, kRows, robot.dof());
    Random random(seed);
    const auto friction = random_friction(random, robot);
    const auto expected = precise_friction(robot, motion, friction);
    for (int order = 0; order <= kOrder; ++order)
    {
      Workspace workspace(reference::with_friction(robot, friction), order);
      ASSERT_EQ(force_terms(workspace, motion, order), Result::ok);
      for (int k = 0; k <= order; ++k)
      {
        EXPECT_LE(relative_error(workspace.terms().friction.row(k), expected.row(k)), 1e-13)
          << robot.name() << ", derivative " << k << " of " << order;
      }
    }
  }
}

TEST_P(Friction, HasDerivativesThatAreTheRatesOfItsValues)
{
  const Robot robot(random_robot(65, GetParam()));
  const RowMatrix start = random_motion(65, kRows, robot.dof());
  Random random(65);
  const Robot rubbing = reference::with_friction(robot, random_friction(random, robot));
  Workspace workspace(
    reference::with_loads(rubbing, {reference::random_load(random, robot, LoadFrame::world, 1)}),
    1);
  const auto friction_at = [&](double time) {
    RowMatrix motion = RowMatrix::Zero(kRows, robot.dof());
    for (int k = 0; k < kRows; ++k)
    {
      for (int i = k; i < kRows; ++i)
      {
        motion.row(k) += start.row(i) * std::pow(time, i - k) / factorial(i - k);
      }
    }
    EXPECT_EQ(force_terms(workspace, motion, 1), Result::ok);
    return RowMatrix(workspace.terms().friction);
  };
  const double h = 1e-3;
  const RowMatrix rate = (-friction_at(-3 * h) + 9 * friction_at(-2 * h) - 45 * friction_at(-h) +
                          45 * friction_at(h) - 9 * friction_at(2 * h) + friction_at(3 * h)) /
                         (60 * h);
  EXPECT_LE(relative_error(friction_at(0.0).row(1), rate.row(0)), 1e-8);
}

TEST_P(Friction, NeverGivesPower)
{
  for (std::uint64_t seed = 70; seed < 90; ++seed)
  {
    const Robot robot(random_robot(seed, GetParam()));
    const RowMatrix motion = random_motion(seed, 3, robot.dof());
    Random random(seed);
    const Robot rubbing = reference::with_friction(robot, random_friction(random, robot));
    Workspace workspace(reference::with_loads(rubbing, reference::random_loads(random, robot)), 0);
    ASSERT_EQ(force_terms(workspace, motion, 0), Result::ok);
    EXPECT_GE((workspace.terms().friction.row(0).array() * motion.row(1).array()).minCoeff(), 0.0);
  }
}

// What presses on a bearing is the reaction with its loads; far from standstill and with hardly any
// rounding the formula is the paper's.
TEST_P(Friction, OfABearingIsThePapers)
{
  const Robot robot(random_robot(91, GetParam()));
  RowMatrix motion = random_motion(91, 3, robot.dof());
  motion.row(1) = motion.row(1).array().sign() * 2.0;
  Random random(91);
  const Robot loaded = reference::with_loads(robot, reference::random_loads(random, robot));
  JointFriction joint;
  joint.viscous = 0.3;
  joint.bearing_coefficient = 0.1;
  joint.bearing_radius = 0.02;
  joint.smoothing_force = 1e-9;
  Workspace workspace(
    reference::with_friction(loaded, {static_cast<std::size_t>(robot.dof()), joint}), 0);
  ASSERT_EQ(forces(workspace, motion, 0), Result::ok);
  const RowMatrix with_friction = workspace.force();
  ASSERT_EQ(reactions(workspace, motion, 0), Result::ok);
  for (std::size_t b = 1; b < robot.bodies().size(); ++b)
  {
    const Body & body = robot.bodies()[b];
    if (robot.joints()[b - 1].is_mimic)
    {
      continue;
    }
    const Eigen::Vector3d force =
      workspace.reaction().row(static_cast<Eigen::Index>(b)).head<3>().transpose();
    const double normal = body.axis.normalized().cross(force).norm();
    const double velocity = motion(1, body.dof);
    const double expected =
      0.3 * velocity + 0.1 * (body.prismatic ? 1.0 : 0.02) * normal * std::copysign(1.0, velocity);
    EXPECT_NEAR(
      with_friction(0, body.dof) - workspace.force()(0, body.dof), expected,
      1e-11 * workspace.force().cwiseAbs().maxCoeff());
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, Friction, testing::ValuesIn(reference::kTermRobots));

TEST(FrictionAtStandstill, IsZeroWithFiniteDerivatives)
{
  const Robot robot(random_robot(92, {5, 0.0, 0.3, 0.0, 0.0, 0.0, false}));
  JointFriction joint;
  joint.viscous = joint.coulomb = joint.stribeck = 1.0;
  joint.bearing_coefficient = joint.bearing_radius = 0.1;
  Workspace workspace(
    reference::with_friction(robot.with_gravity(Eigen::Vector3d::Zero()), {5, joint}), kOrder);
  RowMatrix motion = RowMatrix::Zero(kRows, 5);
  ASSERT_EQ(force_terms(workspace, motion, kOrder), Result::ok);
  EXPECT_EQ(workspace.terms().friction.cwiseAbs().maxCoeff(), 0.0);
  // A start with jerk: nothing presses yet, but the pressure has a rate.
  motion.bottomRows(kRows - 3) = random_motion(92, kRows - 3, 5);
  ASSERT_EQ(force_terms(workspace, motion, kOrder), Result::ok);
  EXPECT_TRUE(workspace.terms().friction.allFinite());
  EXPECT_EQ(workspace.terms().friction.topRows(2).cwiseAbs().maxCoeff(), 0.0);
  EXPECT_GT(workspace.terms().friction.row(2).cwiseAbs().minCoeff(), 0.0);
}

TEST(FrictionFarFromStandstill, IsFiniteAtAnySpeed)
{
  const Robot robot(random_robot(93, {5, 0.0, 0.3, 0.0, 0.0, 0.0, false}));
  JointFriction joint;
  joint.coulomb = 2.0;
  joint.stribeck = 1.0;
  Workspace workspace(reference::with_friction(robot, {5, joint}), kOrder);
  for (const double speed : {1e-300, 1e-12, 0.3, 30.0, 1e6, 1e150})
  {
    RowMatrix motion = random_motion(93, kRows, 5);
    motion.row(1).setConstant(-speed);
    ASSERT_EQ(force_terms(workspace, motion, 0), Result::ok);
    const double expected = -(2.0 + std::exp(-std::pow(speed / 0.05, 2))) * std::tanh(speed / 0.01);
    for (int column = 0; column < 5; ++column)
    {
      EXPECT_NEAR(workspace.terms().friction(0, column), expected, 4e-16 * std::abs(expected));
    }
  }
}

TEST(FrictionOfADescription, CountsOnlyIfAsked)
{
  auto description = random_robot(94, {});
  description.joints[2].friction.viscous = 0.7;
  const Robot silent(description);
  description.has_friction = true;
  const Robot rubbing(description);
  EXPECT_FALSE(silent.has_friction());
  EXPECT_TRUE(rubbing.has_friction());
  const RowMatrix motion = random_motion(94, 3, silent.dof());
  const int column = silent.dof_index(description.joints[2].name);
  RowMatrix expected = reference::fast_forces(silent, motion, 0);
  expected(0, column) += 0.7 * motion(1, column);
  EXPECT_LE(relative_error(reference::fast_forces(rubbing, motion, 0), expected), 1e-14);
}

TEST(FrictionChecks, NameTheJointAndTheNumber)
{
  const Robot robot(random_robot(95, {3, 0.0, 0.0, 0.0, 0.0, 0.0, false}));
  const auto complaint = [&](double JointFriction::* field, double value) -> std::string {
    std::vector<JointFriction> friction(3);
    friction[1].*field = value;
    try
    {
      reference::with_friction(robot, friction);
    }
    catch (const Error & error)
    {
      return error.what();
    }
    return "";
  };
  for (const auto field :
       {&JointFriction::stribeck_speed, &JointFriction::smoothing_speed,
        &JointFriction::smoothing_force})
  {
    EXPECT_THAT(complaint(field, 0.0), testing::HasSubstr("expected a finite number above zero"));
  }
  for (const auto field :
       {&JointFriction::viscous, &JointFriction::coulomb, &JointFriction::stribeck,
        &JointFriction::bearing_coefficient, &JointFriction::bearing_radius})
  {
    EXPECT_EQ(complaint(field, 0.0), "");
    EXPECT_THAT(complaint(field, -1.0), testing::HasSubstr("= -1, expected"));
    EXPECT_NE(complaint(field, std::numeric_limits<double>::quiet_NaN()), "");
    EXPECT_NE(complaint(field, std::numeric_limits<double>::infinity()), "");
  }
  EXPECT_THAT(
    complaint(&JointFriction::smoothing_speed, 0.0),
    testing::HasSubstr("joint 'j1', friction: found smoothing_speed = 0, expected"));
}

}  // namespace
}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/forces/forces.hpp"

#include <limits>

#include "hod/error.hpp"
#include "term_cases.hpp"

namespace hod
{
namespace
{

using reference::Precise;
using reference::Random;
using reference::random_motion;
using reference::random_robot;
using reference::relative_error;
using reference::RobotTraits;
using reference::tolerance;

constexpr int kOrder = kMaxOrder;
constexpr int kRows = kOrder + 3;

/// A workspace that was told of everything.
Workspace full_workspace(std::uint64_t seed, const Robot & robot, int order)
{
  Random random(seed);
  Workspace workspace(robot, order);
  workspace.set_loads(robot, reference::random_loads(random, robot));
  workspace.set_friction(robot, reference::random_friction(random, robot));
  workspace.set_rotors(robot, reference::random_rotors(random, robot));
  return workspace;
}

RowMatrix sum(const TermRows & terms, const TermScales & scales)
{
  return scales.inertia * terms.inertia + scales.gravity * terms.gravity +
         scales.load * terms.load + scales.friction * terms.friction + scales.rotor * terms.rotor;
}

class Terms : public testing::TestWithParam<RobotTraits>
{};

TEST_P(Terms, OfInertiaAndGravityAreWhatTheDefinitionSays)
{
  const Robot robot(random_robot(40, GetParam()));
  const RowMatrix motion = random_motion(40, kRows, robot.dof());
  const auto inertia = Precise(robot, motion, Eigen::Vector3d::Zero()).force();
  const auto gravity = (Precise(robot, motion).force() - inertia).eval();
  for (int order = 0; order <= kOrder; ++order)
  {
    Workspace workspace(robot, order);
    ASSERT_EQ(force_terms(workspace, motion, order), Result::ok);
    for (int k = 0; k <= order; ++k)
    {
      EXPECT_LE(relative_error(workspace.terms().inertia.row(k), inertia.row(k)), tolerance(k));
      EXPECT_LE(relative_error(workspace.terms().gravity.row(k), gravity.row(k)), tolerance(k));
    }
    EXPECT_EQ(workspace.force(), workspace.terms().inertia + workspace.terms().gravity);
    EXPECT_EQ(workspace.terms().load.cwiseAbs().maxCoeff(), 0.0);
    EXPECT_EQ(workspace.terms().friction.cwiseAbs().maxCoeff(), 0.0);
    EXPECT_EQ(workspace.terms().rotor.cwiseAbs().maxCoeff(), 0.0);
  }
}

TEST_P(Terms, AddUpToTheDrivingForces)
{
  const Robot robot(random_robot(41, GetParam()));
  const RowMatrix motion = random_motion(41, kRows, robot.dof());
  for (int order = 0; order <= kOrder; ++order)
  {
    Workspace workspace = full_workspace(41, robot, order);
    ASSERT_EQ(forces(workspace, motion, order), Result::ok);
    const RowMatrix force = workspace.force();
    ASSERT_EQ(force_terms(workspace, motion, order), Result::ok);
    EXPECT_EQ(workspace.force(), sum(workspace.terms(), {}));
    for (int k = 0; k <= order; ++k)
    {
      EXPECT_LE(relative_error(force.row(k), workspace.force().row(k)), tolerance(k));
    }
  }
}

TEST_P(Terms, CountAsMuchAsTheirScalesSay)
{
  const Robot robot(random_robot(42, GetParam()));
  const RowMatrix motion = random_motion(42, kRows, robot.dof());
  const TermScales all[] = {{0.7, 0.7, 0.7, 1.3, -0.4}, {0.7, 1.5, -2.0, 0.0, 1.0},
                            {0.7, 1.5, -2.0, 1.0, 1.0}, {0.0, 1.0, 1.0, 0.0, 0.0},
                            {1e-9, 1.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 1.0, 0.0},
                            {1.0, 0.0, 0.0, 0.0, 0.0},  {0.0, 0.0, 0.0, 0.0, 0.0}};
  Workspace workspace = full_workspace(42, robot, 3);
  ASSERT_EQ(force_terms(workspace, motion, 3), Result::ok);
  const TermRows terms = workspace.terms();
  const double size = sum(terms, {}).cwiseAbs().maxCoeff();
  for (const TermScales & scales : all)
  {
    workspace.set_scales(scales);
    ASSERT_EQ(forces(workspace, motion, 3), Result::ok);
    EXPECT_LE((workspace.force() - sum(terms, scales)).cwiseAbs().maxCoeff(), 1e-11 * size);
  }
}

TEST_P(Terms, OnAMovingBaseAddUpToo)
{
  const Robot robot(random_robot(43, GetParam()));
  const RowMatrix motion = random_motion(43, kRows, robot.dof());
  Random random(43);
  BaseMotion base;
  base.rotation = random.rotation();
  for (std::size_t k = 0; k < base.angular_velocity.size(); ++k)
  {
    base.angular_velocity[k] = random.vector(1.0);
    base.acceleration[k] = random.vector(1.0);
  }
  Workspace workspace(robot, kOrder);
  workspace.set_base_motion(base);
  ASSERT_EQ(forces(workspace, motion, kOrder), Result::ok);
  const RowMatrix force = workspace.force();
  ASSERT_EQ(inertia_forces(workspace, motion, kOrder), Result::ok);
  const RowMatrix inertia = workspace.force();
  ASSERT_EQ(force_terms(workspace, motion, kOrder), Result::ok);
  EXPECT_LE(relative_error(workspace.terms().inertia, inertia), 1e-12);
  EXPECT_LE(relative_error(workspace.force(), force), 1e-12);
}

// The cases of 000 (110)–(115), (133), (150), (160).
TEST_P(Terms, ReduceAsThePapersOperatorsSay)
{
  const Robot robot(random_robot(44, GetParam()));
  const RowMatrix motion = random_motion(44, kRows, robot.dof());
  Workspace workspace = full_workspace(44, robot, 2);
  workspace.set_rotors(robot, std::vector<Rotor>(static_cast<std::size_t>(robot.dof())));
  ASSERT_EQ(force_terms(workspace, motion, 2), Result::ok);
  const TermRows t = workspace.terms();
  struct Reduction
  {
    TermScales scales;
    RowMatrix expected;
  };
  using M = MassOperator;
  using T = MotionOperator;
  using F = FrictionOperator;
  const Reduction reductions[] = {
    {term_scales(M::links_and_load), t.inertia + t.gravity + t.load},
    {term_scales(M::links_alone), t.inertia + t.gravity},
    {term_scales(M::load_alone), t.load},
    {term_scales(M::load_alone, T::frozen), t.load},
    {term_scales(M::links_and_load, T::frozen), t.gravity + t.load},
    {term_scales(M::links_alone, T::frozen), t.gravity},
    {term_scales(M::links_and_load, T::moving, F::with_friction),
     t.inertia + t.gravity + t.load + t.friction},
    {term_scales(M::links_and_load, T::moving, F::friction_alone), t.friction}};
  const double size = sum(t, {}).cwiseAbs().maxCoeff();
  for (const Reduction & reduction : reductions)
  {
    workspace.set_scales(reduction.scales);
    ASSERT_EQ(forces(workspace, motion, 2), Result::ok);
    EXPECT_LE((workspace.force() - reduction.expected).cwiseAbs().maxCoeff(), 1e-11 * size);
  }
}

TEST_P(Terms, OfStaticForcesAreThoseOfARobotAtRest)
{
  const Robot robot(random_robot(45, GetParam()));
  const RowMatrix motion = random_motion(45, kRows, robot.dof());
  RowMatrix still = motion;
  still.bottomRows(kRows - 1).setZero();
  Workspace workspace = full_workspace(45, robot, 0);
  ASSERT_EQ(forces(workspace, still, 0), Result::ok);
  const RowMatrix expected = workspace.force();
  workspace.set_scales(term_scales(MassOperator::links_and_load, MotionOperator::frozen));
  ASSERT_EQ(forces(workspace, motion, 0), Result::ok);
  EXPECT_LE(relative_error(workspace.force(), expected), 1e-12);
}

TEST_P(Terms, OfRotorsAreTheirReflectedInertiaTimesTheAcceleration)
{
  const Robot robot(random_robot(46, GetParam()));
  const RowMatrix motion = random_motion(46, kRows, robot.dof());
  Random random(46);
  const auto rotors = reference::random_rotors(random, robot);
  Workspace workspace(robot, kOrder);
  workspace.set_rotors(robot, rotors);
  ASSERT_EQ(force_terms(workspace, motion, kOrder), Result::ok);
  for (int column = 0; column < robot.dof(); ++column)
  {
    const Rotor & rotor = rotors[static_cast<std::size_t>(column)];
    for (int k = 0; k <= kOrder; ++k)
    {
      EXPECT_DOUBLE_EQ(
        workspace.terms().rotor(k, column),
        rotor.gear_ratio * rotor.gear_ratio * rotor.inertia * motion(k + 2, column));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, Terms, testing::ValuesIn(reference::kTermRobots));

TEST(TermChecks, RefuseWhatDoesNotFit)
{
  const Robot robot(random_robot(47, {}));
  Workspace workspace(robot, 1);
  const RowMatrix motion = random_motion(47, 4, robot.dof());
  for (const auto call : {&forces, &force_terms})
  {
    EXPECT_EQ(call(robot, workspace, motion, 1), Result::ok);
    EXPECT_EQ(call(robot, workspace, motion, 2), Result::order_too_high);
    EXPECT_EQ(call(robot, workspace, motion, -1), Result::order_too_high);
    EXPECT_EQ(call(robot, workspace, motion.topRows(3), 1), Result::too_few_rows);
    EXPECT_EQ(call(robot, workspace, motion.leftCols(3), 1), Result::wrong_columns);
  }
  std::vector<Rotor> rotors(static_cast<std::size_t>(robot.dof()));
  EXPECT_NO_THROW(workspace.set_rotors(robot, rotors));
  rotors[2].gear_ratio = std::numeric_limits<double>::infinity();
  EXPECT_THROW(workspace.set_rotors(robot, rotors), Error);
  rotors[2] = {-1.0, 1.0};
  EXPECT_THROW(workspace.set_rotors(robot, rotors), Error);
  rotors.pop_back();
  EXPECT_THROW(workspace.set_rotors(robot, rotors), Error);
}

}  // namespace
}  // namespace hod

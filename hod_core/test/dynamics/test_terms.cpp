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

/// A workspace of a robot on which everything acts.
Workspace full_workspace(std::uint64_t seed, const Robot & robot, int order)
{
  Random random(seed);
  const Robot loaded = reference::with_loads(robot, reference::random_loads(random, robot));
  const Robot rubbing = reference::with_friction(loaded, reference::random_friction(random, robot));
  return Workspace(reference::with_drives(rubbing, reference::random_rotors(random, robot)), order);
}

template <class Rows>
RowMatrix sum(const Rows & terms, const TermScales & scales)
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
  const reference::TermValues terms(workspace.terms());
  const double size = sum(terms, {}).cwiseAbs().maxCoeff();
  for (const TermScales & scales : all)
  {
    ASSERT_EQ(workspace.set_scales(scales), Result::ok);
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
  ASSERT_EQ(workspace.set_base_motion(base), Result::ok);
  ASSERT_EQ(forces(workspace, motion, kOrder), Result::ok);
  const RowMatrix force = workspace.force();
  ASSERT_EQ(workspace.set_scales({1.0, 0.0}), Result::ok);
  ASSERT_EQ(forces(workspace, motion, kOrder), Result::ok);
  const RowMatrix inertia = workspace.force();
  ASSERT_EQ(workspace.set_scales({}), Result::ok);
  ASSERT_EQ(force_terms(workspace, motion, kOrder), Result::ok);
  EXPECT_LE(relative_error(workspace.terms().inertia, inertia), 1e-12);
  EXPECT_LE(relative_error(workspace.force(), force), 1e-12);
}

// The cases of 000 (110)–(115), (133), (150), (160).
TEST_P(Terms, ReduceAsThePapersOperatorsSay)
{
  const Robot robot(random_robot(44, GetParam()));
  const RowMatrix motion = random_motion(44, kRows, robot.dof());
  const std::vector<JointDrive> none(static_cast<std::size_t>(robot.dof()));
  Workspace workspace(reference::with_drives(full_workspace(44, robot, 2).robot(), none), 2);
  ASSERT_EQ(force_terms(workspace, motion, 2), Result::ok);
  const reference::TermValues t(workspace.terms());
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
    ASSERT_EQ(workspace.set_scales(reduction.scales), Result::ok);
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
  ASSERT_EQ(
    workspace.set_scales(term_scales(MassOperator::links_and_load, MotionOperator::frozen)),
    Result::ok);
  ASSERT_EQ(forces(workspace, motion, 0), Result::ok);
  EXPECT_LE(relative_error(workspace.force(), expected), 1e-12);
}

TEST_P(Terms, OfRotorsAreTheirReflectedInertiaTimesTheAcceleration)
{
  const Robot robot(random_robot(46, GetParam()));
  const RowMatrix motion = random_motion(46, kRows, robot.dof());
  Random random(46);
  const auto rotors = reference::random_rotors(random, robot);
  Workspace workspace(reference::with_drives(robot, rotors), kOrder);
  ASSERT_EQ(force_terms(workspace, motion, kOrder), Result::ok);
  for (int column = 0; column < robot.dof(); ++column)
  {
    const JointDrive & rotor = rotors[static_cast<std::size_t>(column)];
    for (int k = 0; k <= kOrder; ++k)
    {
      EXPECT_DOUBLE_EQ(workspace.terms().rotor(k, column), rotor.inertia() * motion(k + 2, column));
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
    EXPECT_EQ(call(workspace, motion, 1), Result::ok);
    EXPECT_EQ(call(workspace, motion, 2), Result::order_too_high);
    EXPECT_EQ(call(workspace, motion, -1), Result::order_too_high);
    EXPECT_EQ(call(workspace, motion.topRows(3), 1), Result::too_few_rows);
    EXPECT_EQ(call(workspace, motion.leftCols(3), 1), Result::wrong_columns);
  }
}

TEST(DriveChecks, NameTheJointAndTheNumber)
{
  const Robot robot(random_robot(47, {}));
  const auto complaint = [&](const JointDrive & drive) -> std::string {
    std::vector<JointDrive> drives(static_cast<std::size_t>(robot.dof()));
    drives[2] = drive;
    try
    {
      reference::with_drives(robot, drives);
    }
    catch (const Error & error)
    {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(complaint({}), "");
  JointDrive drive;
  drive.gear_ratio = std::numeric_limits<double>::infinity();
  EXPECT_THAT(complaint(drive), testing::HasSubstr("joint 'j2', drive: found gear_ratio = inf"));
  drive.gear_ratio = 0.0;
  EXPECT_THAT(complaint(drive), testing::HasSubstr("that is not zero"));
  drive = {};
  drive.motor_inertia = -1.0;
  EXPECT_THAT(complaint(drive), testing::HasSubstr("found motor_inertia = -1, expected"));
  drive = {};
  drive.stiffness = 0.0;
  EXPECT_THAT(complaint(drive), testing::HasSubstr("found stiffness = 0, expected"));
}

}  // namespace
}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
// The batch pass with every term, against the pass for one state and against robots that must be
// worth the same.
#include <gmock/gmock.h>

#include <vector>

#include "batch_term_cases.hpp"

namespace hod::detail
{
namespace
{

using reference::expect_forces;
using reference::full_robot;
using reference::kStates;
using reference::Random;
using reference::random_bases;
using reference::random_robot;
using reference::RobotTraits;
using reference::Table;
using reference::tolerance;

class BatchTerms : public testing::TestWithParam<RobotTraits>
{};

TEST_P(BatchTerms, AddUpToTheForcesOfEveryState)
{
  const Robot robot = full_robot(200, GetParam());
  for (int order = 0; order <= kMaxOrder; ++order)
  {
    Workspace workspace(robot, order);
    Table table(200, robot, order);
    batch_forces(robot, table.states(), order, table.force.data(), 1);
    for (std::size_t state = 0; state < table.motions.size(); ++state)
    {
      ASSERT_EQ(forces(workspace, table.motions[state], order), Result::ok);
      table.expect_equal(table.force, state, workspace.force());
    }
  }
}

TEST_P(BatchTerms, AreThoseOfEveryStateOneByOne)
{
  const Robot robot = full_robot(201, GetParam());
  for (int order = 0; order <= kMaxOrder; ++order)
  {
    Workspace workspace(robot, order);
    Table table(201, robot, order);
    batch_force_terms(robot, table.states(), order, table.arrays(), 1);
    for (std::size_t state = 0; state < table.motions.size(); ++state)
    {
      ASSERT_EQ(force_terms(workspace, table.motions[state], order), Result::ok);
      table.expect_terms(state, workspace);
    }
  }
}

TEST_P(BatchTerms, AreWrittenOnlyWhereTheyAreWanted)
{
  const Robot robot = full_robot(202, GetParam());
  Table all(202, robot, 1), one(202, robot, 1);
  batch_force_terms(robot, all.states(), 1, all.arrays(), 1);
  TermArrays gravity;
  gravity.gravity = one.term[kGravityTerm].data();
  batch_force_terms(robot, one.states(), 1, gravity, 1);
  EXPECT_EQ(one.term[kGravityTerm], all.term[kGravityTerm]);
  batch_force_terms(robot, one.states(), 1, {}, 1);
}

TEST_P(BatchTerms, CountAsMuchAsTheirScalesSay)
{
  const TermScales all[] = {{0.7, 0.7, 0.7, 1.3, -0.4}, {0.7, 1.5, -2.0, 0.0, 1.0},
                            {0.7, 1.5, -2.0, 1.0, 1.0}, {0.0, 1.0, 1.0, 0.0, 0.0},
                            {1.0, 0.5, 0.0, 0.0, 0.0},  {0.0, 0.0, 0.0, 1.0, 0.0}};
  Workspace workspace(full_robot(203, GetParam()), 2);
  Table table(203, workspace.robot(), 2);
  for (const TermScales & scales : all)
  {
    ASSERT_EQ(workspace.set_scales(scales), Result::ok);
    expect_forces(workspace, table);
  }
}

TEST_P(BatchTerms, OnABaseThatMovesAlikeInAllStates)
{
  for (const int order : {0, 2, 6})
  {
    Workspace workspace(full_robot(204, GetParam()), order);
    ASSERT_EQ(workspace.set_base_motion(random_bases(204, 1).front()), Result::ok);
    Table table(204, workspace.robot(), order);
    expect_forces(workspace, table);
    table.run_apart(workspace);
    ASSERT_EQ(force_terms(workspace, table.motions.back(), order), Result::ok);
    table.expect_terms(table.motions.size() - 1, workspace);
  }
}

TEST_P(BatchTerms, OnABaseThatStandsCrooked)
{
  Workspace workspace(full_robot(205, GetParam()), 2);
  BaseMotion base;
  base.rotation = random_bases(205, 1).front().rotation;
  ASSERT_EQ(workspace.set_base_motion(base), Result::ok);
  Table table(205, workspace.robot(), 2);
  expect_forces(workspace, table);
}

TEST_P(BatchTerms, OnBasesOfTheirOwn)
{
  const auto bases = random_bases(206, kStates);
  for (const int order : {0, 1, 2, 6})
  {
    Workspace workspace(full_robot(206, GetParam()), order);
    Table table(206, workspace.robot(), order), apart(206, workspace.robot(), order);
    table.run(workspace, bases.data());
    apart.run_apart(workspace, bases.data());
    for (std::size_t state = 0; state < table.motions.size(); ++state)
    {
      ASSERT_EQ(workspace.set_base_motion(bases[state]), Result::ok);
      ASSERT_EQ(force_terms(workspace, table.motions[state], order), Result::ok);
      table.expect_equal(table.force, state, workspace.force());
      apart.expect_terms(state, workspace);
    }
  }
}

/// Loads that change from state to state in place of the robot's second and third.
Robot with_changing_loads(const Robot & robot, const std::vector<double> & times)
{
  Random random(207);
  return robot.with([&](RobotDescription & description) {
    for (const std::size_t index : {1U, 2U})
    {
      Load & load = description.loads[index];
      load.times = {times.front() - 1.0, times.back() / 2.0, times.back() + 1.0};
      load.table.resize(3, 6 * static_cast<Eigen::Index>(index));
      for (Eigen::Index item = 0; item < load.table.size(); ++item)
      {
        load.table.data()[item] = random.uniform(-10.0, 10.0);
      }
    }
  });
}

// More states than wrenches are written down for at a time.
TEST_P(BatchTerms, OfWrenchesThatChange)
{
  constexpr int kManyStates = 523;
  std::vector<double> times;
  for (int state = 0; state < kManyStates; ++state)
  {
    times.push_back(0.01 * state);
  }
  const Robot robot = with_changing_loads(full_robot(207, GetParam()), times);
  for (const int order : {0, 2, 6})
  {
    Workspace workspace(robot, order);
    Table table(207, robot, order, kManyStates);
    States states = table.states();
    states.times = times.data();
    batch_forces(robot, states, order, table.force.data(), 1);
    for (std::size_t state = 0; state < table.motions.size(); ++state)
    {
      ASSERT_EQ(workspace.set_time(times[state]), Result::ok);
      ASSERT_EQ(forces(workspace, table.motions[state], order), Result::ok);
      table.expect_equal(table.force, state, workspace.force());
    }
  }
}

// A load's force by the Jacobian's derivatives shares nothing with either pass.
TEST_P(BatchTerms, OfLoadsAreWhatTheJacobianSays)
{
  const Robot plain(random_robot(208, GetParam()));
  constexpr int kOrder = 3;
  for (const LoadFrame frame : {LoadFrame::link, LoadFrame::world})
  {
    Random random(208);
    const Load load = reference::random_load(random, plain, frame, 4);
    const Robot robot = reference::with_loads(plain, {load});
    Table table(208, robot, kOrder);
    batch_force_terms(robot, table.states(), kOrder, table.arrays(), 1);
    for (std::size_t state = 0; state < table.motions.size(); ++state)
    {
      table.expect_equal(
        table.term[kLoadTerm], state,
        reference::load_force_by_jacobian(robot, table.motions[state], load, kOrder));
    }
  }
}

/// The motion of a robot's joints with columns of their own, from that of a robot in which some of
/// them mimic others.
RowMatrix freed_motion(const Robot & robot, const RowMatrix & motion)
{
  RowMatrix result(motion.rows(), static_cast<Eigen::Index>(robot.joints().size()));
  for (std::size_t index = 0; index < robot.joints().size(); ++index)
  {
    const Joint & joint = robot.joints()[index];
    const auto column = static_cast<Eigen::Index>(index);
    result.col(column) = joint.multiplier * motion.col(joint.dof);
    result(0, column) += joint.offset;
  }
  return result;
}

/// Generalized forces of the freed joints, by virtual work those of the columns they follow.
RowMatrix on_columns(const Robot & robot, const RowMatrix & freed)
{
  RowMatrix result = RowMatrix::Zero(freed.rows(), robot.dof());
  for (std::size_t index = 0; index < robot.joints().size(); ++index)
  {
    const Joint & joint = robot.joints()[index];
    result.col(joint.dof) += joint.multiplier * freed.col(static_cast<Eigen::Index>(index));
  }
  return result;
}

// Friction and rotors of mimics: the robot whose joints are all free, moved as the mimics say,
// feels the same in every joint. Of one state and of a batch.
TEST_P(BatchTerms, OfMimicsAreThoseOfFreeJoints)
{
  const Robot robot = full_robot(209, GetParam());
  for (const int order : {0, 2, 6})
  {
    Workspace workspace(robot, order), freed(robot.without_mimics(), order);
    Table table(209, robot, order);
    batch_force_terms(robot, table.states(), order, table.arrays(), 1);
    for (std::size_t state = 0; state < table.motions.size(); ++state)
    {
      const RowMatrix & motion = table.motions[state];
      ASSERT_EQ(force_terms(workspace, motion, order), Result::ok);
      ASSERT_EQ(force_terms(freed, freed_motion(robot, motion), order), Result::ok);
      const RowMatrix friction = on_columns(robot, freed.terms().friction);
      const RowMatrix rotor = on_columns(robot, freed.terms().rotor);
      table.expect_equal(table.term[kFrictionTerm], state, friction);
      table.expect_equal(table.term[kRotorTerm], state, rotor);
      for (int k = 0; k <= order; ++k)
      {
        EXPECT_LE(
          reference::relative_error(workspace.terms().friction.row(k), friction.row(k)),
          tolerance(k));
        EXPECT_LE(
          reference::relative_error(workspace.terms().rotor.row(k), rotor.row(k)), tolerance(k));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, BatchTerms, testing::ValuesIn(reference::kBatchRobots));

TEST(BatchTermsOnThreads, AreTheSame)
{
  const Workspace workspace(full_robot(210, {4, 0.3, 0.3, 0.3, 0.0, 0.0, false}), 1);
  Table one(210, workspace.robot(), 1, 2001), three = one;
  const auto bases = random_bases(210, one.motions.size());
  one.run_apart(workspace, bases.data());
  const TermArrays to = three.arrays();
  BatchCall{
    *WorkspaceAccess::data(workspace),
    three.states(bases.data()),
    1,
    to.force,
    {to.inertia, to.gravity, to.load, to.friction, to.rotor}}
    .run(3);
  EXPECT_EQ(three.force, one.force);
  EXPECT_EQ(three.term[kFrictionTerm], one.term[kFrictionTerm]);
  EXPECT_EQ(three.term[kGravityTerm], one.term[kGravityTerm]);
}

}  // namespace
}  // namespace hod::detail

// SPDX-License-Identifier: Apache-2.0
// The batch pass with every term, against the pass for one state and against robots that must be
// worth the same.
#include <gmock/gmock.h>

#include <vector>

#include "dynamics/forces/batch_call.hpp"
#include "hod/error.hpp"
#include "term_cases.hpp"

namespace hod::detail
{
namespace
{

using reference::Random;
using reference::random_motion;
using reference::random_robot;
using reference::RobotTraits;
using reference::TermValues;
using reference::tolerance;

constexpr int kStates = 11;  // more than one full width of any register, and not whole ones
constexpr RobotTraits kRobots[] = {
  {1, 0.0, 0.0, 0.0, 0.0, 0.0, false},
  {6, 0.0, 1.0, 0.0, 0.0, 0.0, false},
  {9, 0.0, 0.3, 0.2, 0.0, 0.0, true},
  {19, 0.4, 0.3, 0.3, 0.3, 0.1, false},
};

BaseMotion random_base(Random & random)
{
  BaseMotion base;
  base.rotation = random.rotation();
  base.velocity = random.vector(1.0);
  for (std::size_t k = 0; k < base.angular_velocity.size(); ++k)
  {
    base.angular_velocity[k] = random.vector(1.0);
    base.acceleration[k] = random.vector(3.0);
  }
  return base;
}

/// A robot on which everything acts but a base motion; mimics rub and have rotors, too.
Robot full_robot(std::uint64_t seed, const RobotTraits & traits)
{
  const Robot plain = Robot(random_robot(seed, traits)).with_gravity({1.0, -2.0, -9.0});
  Random random(seed);
  const Robot freed = plain.without_mimics();
  const auto friction = reference::random_friction(random, freed);
  const auto rotors = reference::random_rotors(random, freed);
  return plain.with([&](RobotDescription & description) {
    description.has_friction = true;
    for (int column = 0; column < freed.dof(); ++column)
    {
      JointDescription & joint = reference::joint_of(description, freed, column);
      joint.friction = friction[static_cast<std::size_t>(column)];
      joint.drive = rotors[static_cast<std::size_t>(column)];
    }
    description.loads = reference::random_loads(random, plain);
    description.payloads = {{plain.links().back().name, reference::random_mass(random)}};
  });
}

/// States of one robot with room for their forces and terms.
struct Table
{
  Table(std::uint64_t seed, const Robot & robot, int force_order, int states = kStates)
  : order(force_order), rows(force_order + 3), dof(robot.dof())
  {
    for (int state = 0; state < states; ++state)
    {
      motions.push_back(random_motion(seed + static_cast<std::uint64_t>(state), rows, dof));
      const RowMatrix & one = motions.back();
      motion.insert(motion.end(), one.data(), one.data() + one.size());
    }
    force.resize(motions.size() * static_cast<std::size_t>((order + 1) * dof), 1e99);
    for (auto & values : term)
    {
      values = force;
    }
  }

  States states() const { return {motion.data(), motions.size(), rows}; }

  TermArrays arrays()
  {
    return {force.data(),           term[kInertiaTerm].data(),  term[kGravityTerm].data(),
            term[kLoadTerm].data(), term[kFrictionTerm].data(), term[kRotorTerm].data()};
  }

  /// What the batch says of a workspace with its scales and base; or of bases of every state.
  void run(const Workspace & workspace, const BaseMotion * bases = nullptr)
  {
    BatchCall{*WorkspaceAccess::data(workspace), states(), order, force.data(), {}, bases}.run(1);
  }

  void run_apart(const Workspace & workspace, const BaseMotion * bases = nullptr)
  {
    const TermArrays to = arrays();
    BatchCall{
      *WorkspaceAccess::data(workspace),
      states(),
      order,
      to.force,
      {to.inertia, to.gravity, to.load, to.friction, to.rotor},
      bases}
      .run(1);
  }

  /// Every row relative to its own largest entry.
  void expect_equal(
    const std::vector<double> & values, std::size_t state, const RowMatrix & expected) const
  {
    const auto size = static_cast<std::size_t>((order + 1) * dof);
    const Eigen::Map<const RowMatrix> found(values.data() + state * size, order + 1, dof);
    for (int k = 0; k <= order; ++k)
    {
      const double scale = expected.row(k).cwiseAbs().maxCoeff();
      EXPECT_LE((found.row(k) - expected.row(k)).cwiseAbs().maxCoeff(), tolerance(k) * scale)
        << "state " << state << ", derivative " << k << " of " << order;
    }
  }

  void expect_terms(std::size_t state, const Workspace & workspace) const
  {
    const TermRows rows_of_state = workspace.terms();
    expect_equal(term[kInertiaTerm], state, rows_of_state.inertia);
    expect_equal(term[kGravityTerm], state, rows_of_state.gravity);
    expect_equal(term[kLoadTerm], state, rows_of_state.load);
    expect_equal(term[kFrictionTerm], state, rows_of_state.friction);
    expect_equal(term[kRotorTerm], state, rows_of_state.rotor);
    expect_equal(force, state, workspace.force());
  }

  int order;
  int rows;
  int dof;
  std::vector<RowMatrix> motions;
  std::vector<double> motion;
  std::vector<double> force;
  std::vector<double> term[kBatchTerms];
};

void expect_forces(Workspace & workspace, Table & table)
{
  table.run(workspace);
  for (std::size_t state = 0; state < table.motions.size(); ++state)
  {
    ASSERT_EQ(forces(workspace, table.motions[state], table.order), Result::ok);
    table.expect_equal(table.force, state, workspace.force());
  }
}

std::vector<BaseMotion> random_bases(std::uint64_t seed, std::size_t count)
{
  Random random(seed);
  std::vector<BaseMotion> bases;
  for (std::size_t state = 0; state < count; ++state)
  {
    bases.push_back(random_base(random));
  }
  return bases;
}

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

// Friction and rotors of mimics: the robot whose joints are all free, moved as the mimics say, feels
// the same in every joint. Of one state and of a batch.
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

INSTANTIATE_TEST_SUITE_P(Robots, BatchTerms, testing::ValuesIn(kRobots));

TEST(BatchTermsOnThreads, AreTheSame)
{
  const Workspace workspace(full_robot(210, {4, 0.3, 0.3, 0.3, 0.0, 0.0, false}), 1);
  Table one(210, workspace.robot(), 1, 2001), three = one;
  const auto bases = random_bases(210, one.motions.size());
  one.run_apart(workspace, bases.data());
  const TermArrays to = three.arrays();
  BatchCall{
    *WorkspaceAccess::data(workspace),
    three.states(),
    1,
    to.force,
    {to.inertia, to.gravity, to.load, to.friction, to.rotor},
    bases.data()}
    .run(3);
  EXPECT_EQ(three.force, one.force);
  EXPECT_EQ(three.term[kFrictionTerm], one.term[kFrictionTerm]);
  EXPECT_EQ(three.term[kGravityTerm], one.term[kGravityTerm]);
}

}  // namespace
}  // namespace hod::detail

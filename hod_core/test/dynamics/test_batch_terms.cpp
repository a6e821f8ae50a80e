// SPDX-License-Identifier: Apache-2.0
// The batch pass with every term, against the pass for one state and against robots that must be
// worth the same.
#include <gmock/gmock.h>

#include <vector>

#include "dynamics/batch_call.hpp"
#include "term_cases.hpp"

namespace hod::detail
{
namespace
{

using reference::Random;
using reference::random_motion;
using reference::random_robot;
using reference::relative_error;
using reference::RobotTraits;
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

/// A workspace that was told of everything but a base motion.
Workspace full_workspace(std::uint64_t seed, const Model & model, int order)
{
  Random random(seed);
  Workspace workspace(model, order);
  workspace.set_loads(model, reference::random_loads(random, model));
  workspace.set_friction(model, reference::random_friction(random, model));
  workspace.set_rotors(model, reference::random_rotors(random, model));
  EXPECT_TRUE(
    workspace.set_payload(static_cast<int>(model.links().size()) - 1, reference::random_mass(random)));
  return workspace;
}

/// States of one robot with room for their forces and terms.
struct Table
{
  Table(std::uint64_t seed, const Model & model, int force_order, int states = kStates)
  : order(force_order), rows(force_order + 3), dof(model.dof())
  {
    for (int state = 0; state < states; ++state)
    {
      motions.push_back(random_motion(seed + static_cast<std::uint64_t>(state), rows, dof));
      const RowMatrix & one = motions.back();
      motion.insert(motion.end(), one.data(), one.data() + one.size());
    }
    for (auto & row : term)
    {
      row.resize(motions.size() * static_cast<std::size_t>((order + 1) * dof), 1e99);
    }
    force = term[0];
  }

  void want_terms(BatchTables & tables)
  {
    for (int index = 0; index < kBatchTerms; ++index)
    {
      tables.terms[index] = term[index].data();
    }
  }

  void run(Workspace & workspace, const BatchTables & tables)
  {
    batch_driving_forces(
      workspace.data(), {motion.data(), motions.size(), rows, order, force.data()}, tables, 1);
  }

  Eigen::Map<const RowMatrix> rows_of(const std::vector<double> & values, std::size_t state) const
  {
    const auto size = static_cast<std::size_t>((order + 1) * dof);
    return {values.data() + state * size, order + 1, dof};
  }

  /// Every row relative to its own largest entry, or to `size` where that is larger.
  void expect_equal(
    const std::vector<double> & values, std::size_t state, const RowMatrix & expected,
    double size = 0.0) const
  {
    for (int k = 0; k <= order; ++k)
    {
      const auto found = rows_of(values, state).row(k);
      const double scale = std::max(size, expected.row(k).cwiseAbs().maxCoeff());
      EXPECT_LE((found - expected.row(k)).cwiseAbs().maxCoeff(), tolerance(k) * scale)
        << "state " << state << ", derivative " << k << " of " << order;
    }
  }

  int order;
  int rows;
  int dof;
  std::vector<RowMatrix> motions;
  std::vector<double> motion;
  std::vector<double> force;
  std::vector<double> term[kBatchTerms];
};

void expect_driving_forces(const Model & model, Workspace & workspace, Table & table)
{
  table.run(workspace, {});
  for (std::size_t state = 0; state < table.motions.size(); ++state)
  {
    ASSERT_EQ(driving_forces(model, workspace, table.motions[state], table.order), Result::ok);
    table.expect_equal(table.force, state, workspace.force);
  }
}

class BatchTerms : public testing::TestWithParam<RobotTraits>
{};

TEST_P(BatchTerms, AddUpToTheDrivingForcesOfEveryState)
{
  const Model model(random_robot(200, GetParam()), {1.0, -2.0, -9.0});
  for (int order = 0; order <= Workspace::kMaxOrder; ++order)
  {
    Workspace workspace = full_workspace(200, model, order);
    Table table(200, model, order);
    expect_driving_forces(model, workspace, table);
  }
}

TEST_P(BatchTerms, AreThoseOfEveryStateOneByOne)
{
  const Model model(random_robot(201, GetParam()), {1.0, -2.0, -9.0});
  for (int order = 0; order <= Workspace::kMaxOrder; ++order)
  {
    Workspace workspace = full_workspace(201, model, order);
    workspace.set_scales({0.5, 1.5, -2.0, 0.7, 3.0});
    Table table(201, model, order);
    BatchTables tables;
    table.want_terms(tables);
    table.run(workspace, tables);
    for (std::size_t state = 0; state < table.motions.size(); ++state)
    {
      ASSERT_EQ(force_terms(model, workspace, table.motions[state], order), Result::ok);
      const TermRows & terms = workspace.terms;
      table.expect_equal(table.term[kInertiaTerm], state, terms.inertia);
      table.expect_equal(table.term[kGravityTerm], state, terms.gravity);
      table.expect_equal(table.term[kLoadTerm], state, terms.load);
      table.expect_equal(table.term[kFrictionTerm], state, terms.friction);
      table.expect_equal(table.term[kRotorTerm], state, terms.rotor);
      table.expect_equal(table.force, state, workspace.force);
    }
  }
}

TEST_P(BatchTerms, CountAsMuchAsTheirScalesSay)
{
  const Model model(random_robot(202, GetParam()));
  const TermScales all[] = {{0.7, 0.7, 0.7, 1.3, -0.4}, {0.7, 1.5, -2.0, 0.0, 1.0},
                            {0.7, 1.5, -2.0, 1.0, 1.0}, {0.0, 1.0, 1.0, 0.0, 0.0},
                            {1.0, 0.5, 0.0, 0.0, 0.0},  {0.0, 0.0, 0.0, 1.0, 0.0}};
  Workspace workspace = full_workspace(202, model, 2);
  Table table(202, model, 2);
  for (const TermScales & scales : all)
  {
    workspace.set_scales(scales);
    expect_driving_forces(model, workspace, table);
  }
}

TEST_P(BatchTerms, OnABaseThatMovesAlikeInAllStates)
{
  const Model model(random_robot(203, GetParam()));
  for (const int order : {0, 2, 6})
  {
    Workspace workspace = full_workspace(203, model, order);
    Random random(203);
    workspace.set_base_motion(random_base(random));
    Table table(203, model, order);
    expect_driving_forces(model, workspace, table);
  }
}

TEST_P(BatchTerms, OnABaseThatStandsCrooked)
{
  const Model model(random_robot(204, GetParam()));
  Workspace workspace = full_workspace(204, model, 2);
  Random random(204);
  BaseMotion base;
  base.rotation = random.rotation();
  workspace.set_base_motion(base);
  Table table(204, model, 2);
  expect_driving_forces(model, workspace, table);
}

TEST_P(BatchTerms, OnBasesOfTheirOwn)
{
  const Model model(random_robot(205, GetParam()));
  for (const bool apart : {false, true})
  {
    for (const int order : {0, 1, 2, 6})
    {
      Workspace workspace = full_workspace(205, model, order);
      Table table(205, model, order);
      Random random(205);
      std::vector<BaseMotion> bases;
      for (int state = 0; state < kStates; ++state)
      {
        bases.push_back(random_base(random));
      }
      BatchTables tables;
      tables.bases = bases.data();
      if (apart)
      {
        table.want_terms(tables);
      }
      table.run(workspace, tables);
      for (std::size_t state = 0; state < table.motions.size(); ++state)
      {
        workspace.set_base_motion(bases[state]);
        ASSERT_EQ(force_terms(model, workspace, table.motions[state], order), Result::ok);
        table.expect_equal(table.force, state, workspace.force);
        if (apart)
        {
          table.expect_equal(table.term[kGravityTerm], state, workspace.terms.gravity);
        }
      }
    }
  }
}

TEST_P(BatchTerms, OfWrenchesOfTheirOwn)
{
  const Model model(random_robot(206, GetParam()));
  for (const int order : {0, 2, 6})
  {
    Workspace workspace = full_workspace(206, model, order);
    Table table(206, model, order);
    Random random(206);
    const int counts[] = {1, 3, 7, 2};
    std::vector<std::vector<double>> wrenches;
    BatchTables tables;
    for (const int rows : counts)
    {
      wrenches.emplace_back();
      for (int item = 0; item < kStates * rows * 6; ++item)
      {
        wrenches.back().push_back(random.uniform(-10.0, 10.0));
      }
      tables.wrenches.push_back({wrenches.back().data(), rows});
    }
    for (std::size_t load = 0; load < wrenches.size(); ++load)
    {
      tables.wrenches[load].values = wrenches[load].data();
    }
    table.run(workspace, tables);
    for (std::size_t state = 0; state < table.motions.size(); ++state)
    {
      for (std::size_t load = 0; load < wrenches.size(); ++load)
      {
        const int rows = counts[load];
        const double * values = wrenches[load].data() + state * static_cast<std::size_t>(rows) * 6;
        ASSERT_TRUE(workspace.set_wrench(
          static_cast<int>(load), Eigen::Map<const RowMatrix>(values, rows, 6)));
      }
      ASSERT_EQ(driving_forces(model, workspace, table.motions[state], order), Result::ok);
      table.expect_equal(table.force, state, workspace.force);
    }
  }
}

// A load's force by the Jacobian's derivatives shares nothing with either pass.
TEST_P(BatchTerms, OfLoadsAreWhatTheJacobianSays)
{
  const Model model(random_robot(207, GetParam()));
  constexpr int kOrder = 3;
  for (const LoadFrame frame : {LoadFrame::link, LoadFrame::world})
  {
    Random random(207);
    const Load load = reference::random_load(random, model, frame, 4);
    Workspace workspace(model, kOrder);
    workspace.set_loads(model, {load});
    Table table(207, model, kOrder);
    BatchTables tables;
    table.want_terms(tables);
    table.run(workspace, tables);
    for (std::size_t state = 0; state < table.motions.size(); ++state)
    {
      table.expect_equal(
        table.term[kLoadTerm], state,
        reference::load_force_by_jacobian(model, table.motions[state], load, kOrder));
    }
  }
}

/// The motion of a robot's joints with columns of their own, from that of a robot in which some of
/// them mimic others.
RowMatrix freed_motion(const Model & model, const Model & freed, const RowMatrix & motion)
{
  RowMatrix result(motion.rows(), freed.dof());
  for (std::size_t body = 1; body < model.bodies().size(); ++body)
  {
    const Body & joint = model.bodies()[body];
    const int column = freed.bodies()[body].dof;
    result.col(column) = joint.multiplier * motion.col(joint.dof);
    result(0, column) += joint.offset;
  }
  return result;
}

/// Friction of every joint of `freed`, handed to the robot in which some of them mimic.
void set_joint_friction(
  const Model & model, const Model & freed, const std::vector<JointFriction> & friction,
  FrictionData & data)
{
  std::vector<JointFriction> columns(static_cast<std::size_t>(model.dof()));
  std::vector<MimicFriction> mimics;
  for (std::size_t body = 1; body < model.bodies().size(); ++body)
  {
    const Body & joint = model.bodies()[body];
    const auto & own = friction[static_cast<std::size_t>(freed.bodies()[body].dof)];
    if (model.dof_index(joint.joint) == joint.dof)
    {
      columns[static_cast<std::size_t>(joint.dof)] = own;
    }
    else
    {
      mimics.push_back({static_cast<int>(body), own});
    }
  }
  data.set(columns, mimics);
}

// Friction of mimics, by the principle of virtual work: the robot whose joints are all free, moved
// as the mimics say, feels the same in every joint.
TEST_P(BatchTerms, OfMimicsAreThoseOfFreeJoints)
{
  auto description = random_robot(208, GetParam());
  const Model model(description);
  for (JointDescription & joint : description.joints)
  {
    joint.mimic.reset();
  }
  const Model freed(description);
  Random random(208);
  const auto friction = reference::random_friction(random, freed);
  for (const int order : {0, 2, 6})
  {
    Workspace workspace(model, order), reference(freed, order);
    set_joint_friction(model, freed, friction, workspace.data().friction);
    reference.set_friction(freed, friction);
    Table table(208, model, order);
    BatchTables tables;
    table.want_terms(tables);
    table.run(workspace, tables);
    for (std::size_t state = 0; state < table.motions.size(); ++state)
    {
      const RowMatrix & motion = table.motions[state];
      ASSERT_EQ(
        force_terms(freed, reference, freed_motion(model, freed, motion), order), Result::ok);
      RowMatrix expected = RowMatrix::Zero(order + 1, model.dof());
      for (std::size_t body = 1; body < model.bodies().size(); ++body)
      {
        expected.col(model.bodies()[body].dof) +=
          model.bodies()[body].multiplier *
          reference.terms.friction.topRows(order + 1).col(freed.bodies()[body].dof);
      }
      table.expect_equal(table.term[kFrictionTerm], state, expected);
      ASSERT_EQ(force_terms(model, workspace, motion, order), Result::ok);
      table.expect_equal(
        {workspace.terms.friction.data(),
         workspace.terms.friction.data() + workspace.terms.friction.size()},
        0, expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, BatchTerms, testing::ValuesIn(kRobots));

TEST(BatchTermsOnThreads, AreTheSame)
{
  const Model model(random_robot(209, {4, 0.3, 0.3, 0.3, 0.0, 0.0, false}));
  Workspace workspace = full_workspace(209, model, 1);
  Table table(209, model, 1, 2001);
  Random random(209);
  std::vector<BaseMotion> bases;
  for (std::size_t state = 0; state < table.motions.size(); ++state)
  {
    bases.push_back(random_base(random));
  }
  BatchTables tables;
  tables.bases = bases.data();
  table.want_terms(tables);
  table.run(workspace, tables);
  const auto force = table.force;
  const auto friction = table.term[kFrictionTerm];
  batch_driving_forces(
    workspace.data(), {table.motion.data(), table.motions.size(), table.rows, 1, table.force.data()},
    tables, 3);
  EXPECT_EQ(table.force, force);
  EXPECT_EQ(table.term[kFrictionTerm], friction);
}

}  // namespace
}  // namespace hod::detail

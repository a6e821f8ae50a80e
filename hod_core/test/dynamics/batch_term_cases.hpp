// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__DYNAMICS__BATCH_TERM_CASES_HPP_
#define HOD__TEST__DYNAMICS__BATCH_TERM_CASES_HPP_

#include <gmock/gmock.h>

#include <vector>

#include "dynamics/forces/batch_call.hpp"
#include "term_cases.hpp"

namespace hod::reference
{

constexpr int kStates = 11;  // more than one full width of any register, and not whole ones
inline const RobotTraits kBatchRobots[] = {
  {1, 0.0, 0.0, 0.0, 0.0, 0.0, false},
  {6, 0.0, 1.0, 0.0, 0.0, 0.0, false},
  {9, 0.0, 0.3, 0.2, 0.0, 0.0, true},
  {19, 0.4, 0.3, 0.3, 0.3, 0.1, false},
};

inline BaseMotion random_base(Random & random)
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
inline Robot full_robot(std::uint64_t seed, const RobotTraits & traits)
{
  const Robot plain = Robot(random_robot(seed, traits)).with_gravity({1.0, -2.0, -9.0});
  Random random(seed);
  const Robot freed = plain.without_mimics();
  const auto friction = random_friction(random, freed);
  const auto rotors = random_rotors(random, freed);
  return plain.with([&](RobotDescription & description) {
    description.has_friction = true;
    for (int column = 0; column < freed.dof(); ++column)
    {
      JointDescription & joint = joint_of(description, freed, column);
      joint.friction = friction[static_cast<std::size_t>(column)];
      joint.drive = rotors[static_cast<std::size_t>(column)];
    }
    description.loads = random_loads(random, plain);
    description.payloads = {{plain.links().back().name, random_mass(random)}};
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

  States states(const BaseMotion * bases = nullptr) const
  {
    return {motion.data(), motions.size(), rows, nullptr, bases};
  }

  TermArrays arrays()
  {
    return {
      force.data(),
      term[detail::kInertiaTerm].data(),
      term[detail::kGravityTerm].data(),
      term[detail::kLoadTerm].data(),
      term[detail::kFrictionTerm].data(),
      term[detail::kRotorTerm].data()};
  }

  /// What the batch says of a workspace with its scales and base; or of bases of every state.
  void run(const Workspace & workspace, const BaseMotion * bases = nullptr)
  {
    detail::BatchCall{
      *detail::WorkspaceAccess::data(workspace), states(bases), order, force.data(), {}}
      .run(1);
  }

  void run_apart(const Workspace & workspace, const BaseMotion * bases = nullptr)
  {
    const TermArrays to = arrays();
    detail::BatchCall{
      *detail::WorkspaceAccess::data(workspace),
      states(bases),
      order,
      to.force,
      {to.inertia, to.gravity, to.load, to.friction, to.rotor}}
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
    expect_equal(term[detail::kInertiaTerm], state, rows_of_state.inertia);
    expect_equal(term[detail::kGravityTerm], state, rows_of_state.gravity);
    expect_equal(term[detail::kLoadTerm], state, rows_of_state.load);
    expect_equal(term[detail::kFrictionTerm], state, rows_of_state.friction);
    expect_equal(term[detail::kRotorTerm], state, rows_of_state.rotor);
    expect_equal(force, state, workspace.force());
  }

  int order;
  int rows;
  int dof;
  std::vector<RowMatrix> motions;
  std::vector<double> motion;
  std::vector<double> force;
  std::vector<double> term[detail::kBatchTerms];
};

inline void expect_forces(Workspace & workspace, Table & table)
{
  table.run(workspace);
  for (std::size_t state = 0; state < table.motions.size(); ++state)
  {
    ASSERT_EQ(forces(workspace, table.motions[state], table.order), Result::ok);
    table.expect_equal(table.force, state, workspace.force());
  }
}

inline std::vector<BaseMotion> random_bases(std::uint64_t seed, std::size_t count)
{
  Random random(seed);
  std::vector<BaseMotion> bases;
  for (std::size_t state = 0; state < count; ++state)
  {
    bases.push_back(random_base(random));
  }
  return bases;
}

}  // namespace hod::reference

#endif  // HOD__TEST__DYNAMICS__BATCH_TERM_CASES_HPP_

// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/forces/batch.hpp"

#include <algorithm>
#include <string>

#include "dynamics/kernel/batch_model.hpp"
#include "dynamics/kernel/instruction_sets.hpp"
#include "dynamics/each_state.hpp"
#include "dynamics/workspace_data.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/error.hpp"

namespace hod
{
namespace
{

/// Throws for a table that ends before the states do.
void check_covers(const Load & load, const States & states)
{
  const auto [first, last] = std::minmax_element(states.times, states.times + states.count);
  // Not (a <= b) also catches NaN.
  const bool covers = states.count == 0 ||
                      (load.times.front() <= *first && *last <= load.times.back());
  if (!covers)
  {
    throw Error(
      "load on link '" + load.link + "': found times from " +
      detail::shortest(load.times.front()) + " s to " + detail::shortest(load.times.back()) +
      " s, expected all of the motion, " +
      detail::shortest(*first < load.times.front() ? *first : *last) + " s");
  }
}

void check(const Robot & robot, const States & states, int order, int rows)
{
  if (order < 0 || order > kMaxOrder)
  {
    throw Error(
      "order: found " + std::to_string(order) + ", expected 0 to " + std::to_string(kMaxOrder));
  }
  if (states.rows < rows)
  {
    throw Error(
      "motion: found " + std::to_string(states.rows) + " rows, expected " + std::to_string(rows) +
      ", q and its derivatives to order " + std::to_string(rows - 1));
  }
  if (robot.depends_on_time() && states.times == nullptr)
  {
    throw Error("times: found none, expected one per state, because a load changes with time");
  }
  for (const Load & load : robot.loads())
  {
    if (load.changes())
    {
      check_covers(load, states);
    }
  }
}

/// Whether nothing acts that the SIMD pass does not know.
bool runs_in_lanes(const Robot & robot)
{
  const detail::WorkspaceData data(robot, 0);
  return data.base.at_rest && robot.base().rotation.isIdentity(0.0) && !data.friction.any &&
         !data.has_rotors && robot.loads().empty();
}

void in_lanes(const Robot & robot, const States & states, int order, double * force, int threads)
{
  const detail::BatchModel batch(robot);
  detail::BatchArguments arguments{};
  arguments.links = batch.links.data();
  arguments.bodies = static_cast<int>(batch.links.size());
  arguments.dof = robot.dof();
  Eigen::Map<Eigen::Vector3d>(arguments.proper_acceleration) = batch.proper_acceleration;
  arguments.motion_stride = static_cast<long>(states.rows) * robot.dof();
  arguments.force_stride = static_cast<long>(order + 1) * robot.dof();
  const auto part = [&](std::size_t first, std::size_t last) {
    detail::BatchArguments own = arguments;
    const auto doubles = static_cast<std::size_t>(
      own.bodies * detail::kBatchDoubles + own.dof * detail::kBatchMotionDoubles);
    detail::AlignedDoubles scratch(doubles);
    own.scratch = scratch.data();
    own.motion = states.motion + static_cast<long>(first) * own.motion_stride;
    own.force = force + static_cast<long>(first) * own.force_stride;
    own.states = static_cast<long>(last - first);
    detail::passes().batch[order + 1](own);
  };
  detail::in_threads(states.count, detail::kStatesPerThread, threads, part);
}

void copy(const ConstRowMatrixMap & rows, std::size_t index, double * target)
{
  if (target != nullptr)
  {
    const auto size = static_cast<std::size_t>(rows.size());
    std::copy_n(rows.data(), size, target + index * size);
  }
}

}  // namespace

void batch_forces(
  const Robot & robot, const States & states, int order, double * force, int threads)
{
  check(robot, states, order, order + 3);
  if (states.count == 0 || robot.dof() == 0)
  {
    return;
  }
  if (runs_in_lanes(robot))
  {
    in_lanes(robot, states, order, force, threads);
    return;
  }
  detail::for_each_state(
    robot, states, order, threads,
    [order](Workspace & workspace, const ConstRowMatrixMap & motion) {
      return forces(workspace, motion, order);
    },
    [force](const Workspace & workspace, std::size_t index) {
      copy(workspace.force(), index, force);
    });
}

void batch_force_terms(
  const Robot & robot, const States & states, int order, const TermArrays & terms, int threads)
{
  check(robot, states, order, order + 3);
  detail::for_each_state(
    robot, states, order, threads,
    [order](Workspace & workspace, const ConstRowMatrixMap & motion) {
      return force_terms(workspace, motion, order);
    },
    [&terms](const Workspace & workspace, std::size_t index) {
      const TermRows rows = workspace.terms();
      copy(workspace.force(), index, terms.force);
      copy(rows.inertia, index, terms.inertia);
      copy(rows.gravity, index, terms.gravity);
      copy(rows.load, index, terms.load);
      copy(rows.friction, index, terms.friction);
      copy(rows.rotor, index, terms.rotor);
    });
}

void batch_reactions(
  const Robot & robot, const States & states, int order, double * reaction, int threads)
{
  check(robot, states, order, order + 3);
  detail::for_each_state(
    robot, states, order, threads,
    [order](Workspace & workspace, const ConstRowMatrixMap & motion) {
      return reactions(workspace, motion, order);
    },
    [reaction](const Workspace & workspace, std::size_t index) {
      copy(workspace.reaction(), index, reaction);
    });
}

}  // namespace hod

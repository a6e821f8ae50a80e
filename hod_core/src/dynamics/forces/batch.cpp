// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/forces/batch.hpp"

#include <algorithm>
#include <string>

#include "batch_call.hpp"
#include "dynamics/each_state.hpp"
#include "dynamics/steady_base.hpp"
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
  const bool covers =
    states.count == 0 || (load.times.front() <= *first && *last <= load.times.back());
  if (!covers)
  {
    throw Error(
      "load on link '" + load.link + "': found times from " + detail::shortest(load.times.front()) +
      " s to " + detail::shortest(load.times.back()) + " s, expected all of the motion, " +
      detail::shortest(*first < load.times.front() ? *first : *last) + " s");
  }
}

/// Unlike Workspace::set_base_motion(), the batch pass does not check bases.
void check_bases(const States & states)
{
  for (std::size_t index = 0; states.bases != nullptr && index < states.count; ++index)
  {
    if (!is_possible(states.bases[index]))
    {
      throw Error(
        "base of state " + std::to_string(index) +
        ": found an invalid rotation or infinite numbers, expected a rotation matrix and "
        "finite numbers");
    }
  }
}

void check(const Robot & robot, const States & states, int order)
{
  if (order < 0 || order > kMaxOrder)
  {
    throw Error(
      "order: found " + std::to_string(order) + ", expected 0 to " + std::to_string(kMaxOrder));
  }
  const int rows = order + 3;
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
  if (states.times != nullptr && states.bases == nullptr && states.count > 1)
  {
    detail::check_steady_base(robot, order);
  }
  check_bases(states);
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
  batch_force_terms(robot, states, order, {force}, threads);
}

void batch_force_terms(
  const Robot & robot, const States & states, int order, const TermArrays & terms, int threads)
{
  check(robot, states, order);
  const detail::WorkspaceData data(robot, order);
  if (states.count == 0 || robot.dof() == 0)
  {
    return;
  }
  const detail::BatchCall call{
    data,
    states,
    order,
    terms.force,
    {terms.inertia, terms.gravity, terms.load, terms.friction, terms.rotor}};
  call.run(threads);
}

void batch_reactions(
  const Robot & robot, const States & states, int order, double * reaction, int threads)
{
  check(robot, states, order);
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

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__SINGLE_PASS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__SINGLE_PASS_HPP_

#include "single_backward.hpp"
#include "single_energy.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// Scratch of one body: its state and what only the energies need.
template <int K>
struct BodyScratch
{
  BodyState<K> state;
  OriginVectors origin;
};

/// The motion is carried from body to body in registers; only branches and energies ask for it
/// later, from memory.
template <int K, bool with_energies>
void forward(
  const PassArguments & arguments, const JointTable<K + 1> & table, BodyScratch<K> * bodies)
{
  PairSeries<K + 1> motion;
  Quad spread[K];
  base_step(*arguments.base, motion, spread, bodies[0].state);
  copy(motion, bodies[0].state.motion);
  bodies[0].origin = {load_quad(arguments.base->velocity), load_quad(arguments.base->gravity)};
  if (arguments.reaction != nullptr)
  {
    own_wrench(arguments.inertias[0], motion, spread, bodies[0].state);
  }
  for (int body = 1; body < arguments.bodies; ++body)
  {
    const LinkConstants & link = arguments.links[body];
    const BodyState<K> & parent = bodies[link.parent].state;
    if (link.parent != body - 1)
    {
      copy(parent.motion, motion);
    }
    BodyState<K> & state = bodies[body].state;
    forward_step(link, table, body, parent, motion, spread, state);
    if (with_energies || link.has_branches)
    {
      copy(motion, state.motion);
    }
    if (with_energies)
    {
      bodies[body].origin =
        step_origin(link, table, body, parent, bodies[link.parent].origin, state);
    }
    if (arguments.force != nullptr)
    {
      own_wrench(arguments.inertias[body], motion, spread, state);
    }
  }
}

template <int K>
void write_energies(const PassArguments & arguments, BodyScratch<K> * bodies)
{
  const BaseSeries & base = *arguments.base;
  const EnergyStep<K> higher = energy_step<K>(arguments.energy_order);
  for (int body = base.at_rest ? 1 : 0; body < arguments.bodies; ++body)
  {
    const BodyScratch<K> & own = bodies[body];
    const InertiaConstants & inertia = arguments.inertias[body];
    double * energy = arguments.energy + body * arguments.energy_stride;
    energy[0] = kinetic_energy(inertia, own.state, own.origin.velocity);
    higher(inertia, own.state, own.origin.gravity, energy);
  }
}

/// Projects a body's wrench on its joint and adds it to the column of the motion.
template <int K>
HOD_INLINE void project(
  const PassArguments & arguments, const LinkConstants & link, const PairSeries<K> & wrench)
{
  double factorial = 1.0;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    if (k == arguments.force_rows)
    {
      return;
    }
    factorial *= k > 1 ? k : 1;
    const double value = wrench.axis[k][link.prismatic ? 0 : 2];
    arguments.force[k * arguments.force_stride + link.dof] += link.multiplier * factorial * value;
  }
}

template <int K>
void write_reaction(const PassArguments & arguments, int body, const PairSeries<K> & wrench)
{
  double factorial = 1.0;
  for (int k = 0; k < K; ++k)
  {
    factorial *= k > 1 ? k : 1;
    double * row = arguments.reaction + (static_cast<long>(body) * K + k) * 6;
    const Quad & plane = wrench.plane[k];
    const Quad & axis = wrench.axis[k];
    const double values[6] = {plane[0], plane[1], axis[0], plane[2], plane[3], axis[2]};
    for (int column = 0; column < 6; ++column)
    {
      row[column] = factorial * values[column];
    }
  }
}

/// As in forward, the wrench is carried along a chain in registers.
template <int K>
void backward(
  const PassArguments & arguments, const JointTable<K + 1> & table, BodyScratch<K> * bodies)
{
  for (int k = 0; k < arguments.force_rows; ++k)
  {
    for (int column = 0; column < arguments.dof; ++column)
    {
      arguments.force[k * arguments.force_stride + column] = 0.0;
    }
  }
  PairSeries<K> wrench{};  // of the body in hand, then what it hands down
  int carried_to = -1;
  for (int body = arguments.bodies - 1; body > 0; --body)
  {
    const LinkConstants & link = arguments.links[body];
    const BodyState<K> & state = bodies[body].state;
    if (carried_to == body)
    {
      add(state.wrench, wrench);
    }
    else
    {
      copy(state.wrench, wrench);
    }
    project(arguments, link, wrench);
    if (arguments.reaction != nullptr)
    {
      write_reaction(arguments, body, wrench);
    }
    if (link.parent == 0 && arguments.reaction == nullptr)
    {
      carried_to = -1;  // nobody asks what the base bears
      continue;
    }
    backward_step(link, table, body, wrench);
    if (link.parent == body - 1)
    {
      carried_to = link.parent;
    }
    else
    {
      add(wrench, bodies[link.parent].state.wrench);
    }
  }
  if (arguments.reaction != nullptr)
  {
    if (carried_to == 0)
    {
      add(wrench, bodies[0].state.wrench);
    }
    write_reaction(arguments, 0, bodies[0].state.wrench);
  }
}

/// One pass for one state: forces with K coefficients, energies, reactions, as asked for.
template <int K>
void single_pass(const PassArguments & arguments)
{
  static_assert(sizeof(BodyScratch<K>) <= kStateDoubles * sizeof(double), "scratch too small");
  auto * bodies = reinterpret_cast<BodyScratch<K> *>(arguments.scratch);
  const JointTable<K + 1> table{arguments.angles, arguments.padded_bodies};
  fill_joint_table(arguments, table);
  if (arguments.energy == nullptr)
  {
    forward<K, false>(arguments, table, bodies);
  }
  else
  {
    forward<K, true>(arguments, table, bodies);
    write_energies(arguments, bodies);
  }
  if (arguments.force != nullptr)
  {
    backward(arguments, table, bodies);
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__SINGLE_PASS_HPP_

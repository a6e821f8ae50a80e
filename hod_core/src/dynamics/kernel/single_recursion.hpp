// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__SINGLE_RECURSION_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__SINGLE_RECURSION_HPP_

#include "single_energy.hpp"
#include "weights.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// Scratch of one body: its state, data for energies only and, for the gravity term alone, the
/// upward direction in the body's axes and the moment of mass that its children add.
template <int K>
struct BodyScratch
{
  BodyState<K> state;
  OriginVectors origin;
  Quad upwards[K];
  Quad moment[K];
};

/// Data that a pass over the tree carries in addition to motion and wrenches.
enum class Beside
{
  nothing,
  energies,
  weights  ///< for gravity's term alone
};

/// The motion is passed from body to body in registers; only branches and energies read it from
/// memory later.
template <int K, Beside beside>
void forward(
  const PassArguments & arguments, const JointTable<K + 1> & table, BodyScratch<K> * bodies)
{
  constexpr bool with_energies = beside == Beside::energies;
  PairSeries<K + 1> motion;
  Quad spread[K], up[K];
  base_upwards(*arguments.base, up);
  copy(up, bodies[0].upwards);
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
      copy(bodies[link.parent].upwards, up);
    }
    BodyState<K> & state = bodies[body].state;
    forward_step(link, table, body, parent, motion, spread, state);
    if (with_energies || link.has_branches || link.has_load)
    {
      copy(motion, state.motion);
    }
    if (with_energies)
    {
      bodies[body].origin =
        step_origin(link, table, body, parent, bodies[link.parent].origin, state);
    }
    if (beside == Beside::weights)
    {
      turn_vector(link, table, body, up);
      copy(up, bodies[body].upwards);
      clear(bodies[body].moment);
    }
    if (arguments.force != nullptr)
    {
      own_wrench(arguments.inertias[body], motion, spread, state);
    }
  }
}

/// Projects a body's wrench on its joint and adds it to the column of the motion.
template <int K>
HOD_INLINE void project(
  const PassArguments & arguments, const LinkConstants & link, const PairSeries<K> & wrench,
  double * rows)
{
  double factor = link.multiplier * arguments.force_scale;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    if (k == arguments.force_rows)
    {
      return;
    }
    factor *= k > 1 ? k : 1;
    const double value = wrench.axis[k][link.prismatic ? 0 : 2];
    rows[k * arguments.force_stride + link.dof] += factor * value;
  }
}

/// Adds the force across a joint's axis to the force on its bearing.
template <int K>
HOD_INLINE void press(const PassArguments & arguments, int body, const PairSeries<K> & wrench)
{
  const int entry = arguments.friction_entry[body];
  if (entry < 0)
  {
    return;
  }
  using Two = LaneTypes<2>;
  double * target = arguments.pressure + 2 * entry;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    const Two::Real across = {wrench.plane[k][0], wrench.plane[k][1]};
    *reinterpret_cast<Two::Unaligned *>(target + k * arguments.pressure_stride) += across;
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

/// Passes the mass that a body carries to its parent, along a chain in registers.
template <int K>
HOD_INLINE void hand_down_weight(
  const PassArguments & arguments, const JointTable<K + 1> & table, int body,
  BodyScratch<K> * bodies, Quad (&c)[K])
{
  const LinkConstants & link = arguments.links[body];
  if (link.parent > 0)
  {
    hand_down_moment(link, table, body, c);
  }
  if (link.parent != body - 1 || link.parent == 0)
  {
    add(c, bodies[link.parent].moment);
    clear(c);
  }
}

/// Adds the joint forces that result from the bodies' own wrenches. As in the forward pass, the
/// wrench is passed along a chain in registers.
template <int K, Beside beside>
void backward(
  const PassArguments & arguments, const JointTable<K + 1> & table, BodyScratch<K> * bodies,
  double * rows)
{
  PairSeries<K> wrench{};  // of the current body, then what it passes on
  Quad c[K];
  clear(c);
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
    project(arguments, link, wrench, rows);
    if (arguments.pressure != nullptr)
    {
      press(arguments, body, wrench);
    }
    if (arguments.reaction != nullptr)
    {
      write_reaction(arguments, body, wrench);
    }
    if (beside == Beside::weights)
    {
      add(bodies[body].moment, c);
      add_weight(arguments, body, bodies[body].upwards, c);
      hand_down_weight(arguments, table, body, bodies, c);
    }
    if (link.parent == 0 && arguments.reaction == nullptr)
    {
      carried_to = -1;  // the wrench on the base is not needed
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

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__SINGLE_RECURSION_HPP_

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

template <int K>
void forward(
  const PassArguments & arguments, const JointTable<K + 1> & table, BodyScratch<K> * bodies)
{
  base_step(*arguments.base, bodies[0].state);
  for (int body = 1; body < arguments.bodies; ++body) {
    const LinkConstants & link = arguments.links[body];
    forward_step(link, table, body, bodies[link.parent].state, bodies[body].state);
  }
}

template <int K>
void write_energies(
  const PassArguments & arguments, const JointTable<K + 1> & table, BodyScratch<K> * bodies)
{
  const double * v = arguments.base->velocity;
  const double * g = arguments.base->gravity;
  bodies[0].origin = {make_quad(v[0], v[1], v[2], 0.0), make_quad(g[0], g[1], g[2], 0.0)};
  for (int body = 0; body < arguments.bodies; ++body) {
    BodyScratch<K> & own = bodies[body];
    const LinkConstants & link = arguments.links[body];
    const InertiaConstants & inertia = arguments.inertias[body];
    double * energy = arguments.energy + body * arguments.energy_stride;
    if (body > 0) {
      const BodyScratch<K> & parent = bodies[link.parent];
      own.origin = step_origin(link, table, body, parent.state, parent.origin, own.state);
    }
    energy[0] = kinetic_energy(inertia, own.state, own.origin.velocity);
    acceleration_energies(
      inertia, own.state, own.origin.gravity, arguments.energy_order, energy);
  }
}

/// Projects a body's wrench on its joint and adds it to the column of the motion.
template <int K>
HOD_INLINE void project(
  const PassArguments & arguments, const LinkConstants & link, const BodyState<K> & state)
{
  double factorial = 1.0;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k) {
    factorial *= k > 1 ? k : 1;
    if (k == arguments.force_rows) {
      return;
    }
    const double value = link.prismatic ? state.force[k][2] : state.moment[k][2];
    arguments.force[k * arguments.force_stride + link.dof] += link.multiplier * factorial * value;
  }
}

template <int K>
void write_reaction(const PassArguments & arguments, int body, const BodyState<K> & state)
{
  double factorial = 1.0;
  for (int k = 0; k < K; ++k) {
    factorial *= k > 1 ? k : 1;
    double * row = arguments.reaction + (static_cast<long>(body) * K + k) * 6;
    for (int axis = 0; axis < 3; ++axis) {
      row[axis] = factorial * state.force[k][axis];
      row[axis + 3] = factorial * state.moment[k][axis];
    }
  }
}

template <int K>
void backward(
  const PassArguments & arguments, const JointTable<K + 1> & table, BodyScratch<K> * bodies)
{
  for (int k = 0; k < arguments.force_rows; ++k) {
    for (int column = 0; column < arguments.dof; ++column) {
      arguments.force[k * arguments.force_stride + column] = 0.0;
    }
  }
  for (int body = 0; body < arguments.bodies; ++body) {
    own_wrench(arguments.inertias[body], bodies[body].state);
  }
  for (int body = arguments.bodies - 1; body > 0; --body) {
    const LinkConstants & link = arguments.links[body];
    const BodyState<K> & state = bodies[body].state;
    project(arguments, link, state);
    if (link.parent > 0 || arguments.reaction != nullptr) {
      backward_step(link, table, body, state, bodies[link.parent].state);
    }
  }
  if (arguments.reaction != nullptr) {
    for (int body = 0; body < arguments.bodies; ++body) {
      write_reaction(arguments, body, bodies[body].state);
    }
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
  forward(arguments, table, bodies);
  if (arguments.energy != nullptr) {
    write_energies(arguments, table, bodies);
  }
  if (arguments.force != nullptr) {
    backward(arguments, table, bodies);
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__SINGLE_PASS_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__SINGLE_PASS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__SINGLE_PASS_HPP_

#include "energy_derivatives.hpp"
#include "friction.hpp"
#include "loads.hpp"
#include "single_recursion.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

template <int K>
void write_energies(const PassArguments & arguments, BodyScratch<K> * bodies)
{
  const BaseSeries & base = *arguments.base;
  const EnergyStep<K> higher = energy_step<K>(arguments.energy_order);
  for (int body = base.at_rest ? 1 : 0; body < arguments.bodies; ++body)
  {
    const BodyScratch<K> & own = bodies[body];
    if (arguments.energy_derivatives > 0)
    {
      energies_with_derivatives(arguments, body, own.state, own.origin);
      continue;
    }
    const InertiaConstants & inertia = arguments.inertias[body];
    double * energy = arguments.energy + body * arguments.energy_stride;
    energy[0] = kinetic_energy(inertia, own.state, own.origin.velocity);
    higher(inertia, own.state, own.origin.gravity, energy);
  }
}

inline void clear(double * rows, int count, long stride, int columns)
{
  for (int row = 0; row < count; ++row)
  {
    for (int column = 0; column < columns; ++column)
    {
      rows[row * stride + column] = 0.0;
    }
  }
}

/// The load term by the backward steps alone. `wrench` is free at this point.
template <int K>
void load_term(
  const PassArguments & arguments, const JointTable<K + 1> & table, BodyScratch<K> * bodies)
{
  clear(arguments.load, arguments.force_rows, arguments.force_stride, arguments.dof);
  if (arguments.load_count == 0)
  {
    return;
  }
  for (int body = 0; body < arguments.bodies; ++body)
  {
    bodies[body].state.wrench = {};
  }
  add_loads<K>(arguments, 1.0, bodies);
  backward<K, Beside::nothing>(arguments, table, bodies, arguments.load);
}

template <int K>
void joint_forces(
  const PassArguments & arguments, const JointTable<K + 1> & table, BodyScratch<K> * bodies)
{
  clear(arguments.force, arguments.force_rows, arguments.force_stride, arguments.dof);
  if (arguments.pressure != nullptr)
  {
    clear(arguments.pressure, K, arguments.pressure_stride, 2 * arguments.friction->entries);
  }
  // Friction that depends only on the motion overlaps with the backward steps.
  const bool waits = arguments.pressure != nullptr;
  if (arguments.friction != nullptr && !waits)
  {
    add_friction<K>(arguments);
  }
  if (arguments.gravity != nullptr)
  {
    clear(arguments.gravity, arguments.force_rows, arguments.force_stride, arguments.dof);
    backward<K, Beside::weights>(arguments, table, bodies, arguments.force);
    load_term<K>(arguments, table, bodies);
  }
  else
  {
    if (arguments.load_count > 0)
    {
      add_loads<K>(arguments, arguments.load_scale, bodies);
    }
    backward<K, Beside::nothing>(arguments, table, bodies, arguments.force);
  }
  if (waits)
  {
    add_friction<K>(arguments);
  }
}

/// One pass for one state: forces with K coefficients, energies, reactions, as requested.
template <int K>
void single_pass(const PassArguments & arguments)
{
  static_assert(sizeof(BodyScratch<K>) <= kStateDoubles * sizeof(double), "scratch too small");
  auto * bodies = reinterpret_cast<BodyScratch<K> *>(arguments.scratch);
  const JointTable<K + 1> table{arguments.angles, arguments.padded_bodies};
  fill_joint_table(arguments, table);
  turn_world_loads<K>(arguments, table);
  if (arguments.energy != nullptr)
  {
    forward<K, Beside::energies>(arguments, table, bodies);
    write_energies(arguments, bodies);
  }
  else if (arguments.gravity != nullptr)
  {
    forward<K, Beside::weights>(arguments, table, bodies);
  }
  else
  {
    forward<K, Beside::nothing>(arguments, table, bodies);
  }
  if (arguments.force != nullptr)
  {
    joint_forces<K>(arguments, table, bodies);
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__SINGLE_PASS_HPP_

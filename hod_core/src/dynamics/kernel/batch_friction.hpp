// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_FRICTION_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_FRICTION_HPP_

#include "batch_scratch.hpp"
#include "friction_series.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// F_c + F_s exp(−(q'/v_s)²) + μ ρ N of one joint: what tanh multiplies. False if that is nothing.
template <int K>
HOD_INLINE bool dry_friction(
  const FrictionConstants & friction, int entry, const PressureLanes<K> * pressure,
  const Lane (&velocity)[K], Lane (&dry)[K])
{
  dry[0] = all_lanes(friction.coulomb[entry]);
#pragma GCC unroll 8
  for (int k = 1; k < K; ++k)
  {
    dry[k] = Lane{};
  }
  const bool drops = friction.stribeck[entry] > 0.0;
  if (drops)
  {
    add_stribeck(
      all_lanes(friction.stribeck[entry]), all_lanes(friction.inverse_stribeck_speed[entry]),
      velocity, dry);
  }
  const bool presses = friction.bearing[entry] > 0.0;
  if (presses)
  {
    add_bearing(
      all_lanes(friction.bearing[entry]), all_lanes(friction.smoothing_force[entry]),
      pressure[entry].x, pressure[entry].y, dry);
  }
  return drops || presses || friction.coulomb[entry] > 0.0;
}

/// Adds the friction of one joint, whose velocity is that of a column times `multiplier`.
template <int K>
HOD_INLINE void add_joint_friction(
  const BatchArguments & arguments, const BatchScratch<K> & scratch, int entry, int column,
  double multiplier, double scale, Lane * rows)
{
  const FrictionConstants & friction = *arguments.friction;
  Lane velocity[K], force[K], dry[K];
  double factor = multiplier;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    factor *= k > 1 ? 1.0 / k : 1.0;
    velocity[k] = factor * scratch.motion[(k + 1) * arguments.dof + column];
    force[k] = friction.viscous[entry] * velocity[k];
  }
  if (dry_friction(friction, entry, scratch.pressure, velocity, dry))
  {
    Lane sign[K];
    smooth_sign(all_lanes(friction.inverse_smoothing_speed[entry]), velocity, sign);
    sum_of_friction(all_lanes(friction.viscous[entry]), velocity, dry, sign, force);
  }
  factor = multiplier * scale;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    factor *= k > 1 ? k : 1;
    rows[k * arguments.dof + column] += factor * force[k];
  }
}

/// Adds friction times `scale`.
template <int K>
void add_friction(
  const BatchArguments & arguments, const BatchScratch<K> & scratch, double scale, Lane * rows)
{
  for (int column = 0; column < arguments.dof; ++column)
  {
    add_joint_friction(arguments, scratch, column, column, 1.0, scale, rows);
  }
  const FrictionConstants & friction = *arguments.friction;
  for (int mimic = 0; mimic < friction.mimics; ++mimic)
  {
    add_joint_friction(
      arguments, scratch, friction.first_mimic + mimic, friction.mimic_column[mimic],
      friction.mimic_multiplier[mimic], scale, rows);
  }
}

/// Adds N² J q'' times `scale`.
template <int K>
void add_rotors(
  const BatchArguments & arguments, const BatchScratch<K> & scratch, double scale, Lane * rows)
{
  for (int k = 0; k < K; ++k)
  {
    const Lane * acceleration = scratch.motion + (k + 2) * arguments.dof;
    for (int column = 0; column < arguments.dof; ++column)
    {
      rows[k * arguments.dof + column] += scale * arguments.rotor[column] * acceleration[column];
    }
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_FRICTION_HPP_

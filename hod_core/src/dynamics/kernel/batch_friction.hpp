// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_FRICTION_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_FRICTION_HPP_

#include "batch_scratch.hpp"
#include "friction_series.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

HOD_INLINE bool rubs(const BatchArguments & arguments, int body)
{
  return arguments.friction != nullptr && arguments.friction_entry[body] >= 0;
}

/// b q' + [F_c + F_s exp(−(q'/v_s)²) + μ ρ N] tanh(q'/ε) of one joint, without F_s unless `drops`.
template <int K, bool drops>
HOD_INLINE void joint_friction(
  const FrictionConstants & friction, int entry, const PressureLanes<K> * pressure,
  const Lane (&velocity)[K], Lane (&force)[K])
{
  Lane sign[K], dry[K];
  start_dry(all_lanes(friction.coulomb[entry]), dry);
  const Lane inverse_speed = all_lanes(friction.inverse_smoothing_speed[entry]);
  if constexpr (drops)
  {
    smooth_sign_and_stribeck(
      inverse_speed, all_lanes(friction.stribeck[entry]),
      all_lanes(friction.inverse_stribeck_speed[entry]), velocity, sign, dry);
  }
  else
  {
    smooth_sign(inverse_speed, velocity, sign);
  }
  if (friction.has_bearing)
  {
    add_bearing(
      all_lanes(friction.bearing[entry]), all_lanes(friction.smoothing_force[entry]),
      pressure[entry].x, pressure[entry].y, dry);
  }
  sum_of_friction(all_lanes(friction.viscous[entry]), velocity, dry, sign, force);
}

/// Adds the friction of a body's joint, whose velocity is that of a column times a multiplier, to
/// that column.
template <int K, bool drops>
HOD_INLINE void add_joint_friction(
  const BatchArguments & arguments, const BatchScratch<K> & scratch, int body, double scale,
  Lane * rows)
{
  const int column = arguments.links[body].dof;
  const double multiplier = arguments.links[body].multiplier;
  Lane velocity[K], force[K];
  double factor = multiplier;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    factor *= k > 1 ? 1.0 / k : 1.0;
    velocity[k] = factor * scratch.motion[(k + 1) * arguments.dof + column];
  }
  joint_friction<K, drops>(
    *arguments.friction, arguments.friction_entry[body], scratch.pressure, velocity, force);
  factor = multiplier * scale;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    factor *= k > 1 ? k : 1;
    rows[k * arguments.dof + column] += factor * force[k];
  }
}

/// Adds friction of all joints times `scale`. Similar joints have a loop of their own, which keeps
/// the constants of the exponentials in registers.
template <int K, bool drops>
void add_all_friction(
  const BatchArguments & arguments, const BatchScratch<K> & scratch, double scale, Lane * rows)
{
  for (int body = 1; body < arguments.bodies; ++body)
  {
    if (arguments.friction_entry[body] >= 0)
    {
      add_joint_friction<K, drops>(arguments, scratch, body, scale, rows);
    }
  }
}

template <int K>
HOD_INLINE void add_friction(
  const BatchArguments & arguments, const BatchScratch<K> & scratch, double scale, Lane * rows)
{
  if (arguments.friction->has_stribeck)
  {
    add_all_friction<K, true>(arguments, scratch, scale, rows);
  }
  else
  {
    add_all_friction<K, false>(arguments, scratch, scale, rows);
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

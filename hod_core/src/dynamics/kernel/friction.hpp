// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__FRICTION_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__FRICTION_HPP_

#include "friction_series.hpp"
#include "pass_arguments.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// The numbers of HOD_LANES joints from a row in which `count` exist.
HOD_INLINE Lane load_some(const double * source, int count)
{
  if (count >= HOD_LANES)
  {
    return load_lanes(source);
  }
  Lane value{};
  for (int lane = 0; lane < count; ++lane)
  {
    value[lane] = source[lane];
  }
  return value;
}

HOD_INLINE void add_some(double * target, const Lane & value, int count)
{
  if (count >= HOD_LANES)
  {
    store_lanes(target, load_lanes(target) + value);
    return;
  }
  for (int lane = 0; lane < count; ++lane)
  {
    target[lane] += value[lane];
  }
}

/// Adds μ ρ N of the joints from `entry` on.
template <int K>
HOD_INLINE void add_bearing(const PassArguments & arguments, int entry, Lane (&dry)[K])
{
  const FrictionConstants & friction = *arguments.friction;
  Lane x[K], y[K];
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    const double * row = arguments.pressure + k * arguments.pressure_stride + 2 * entry;
#pragma GCC unroll 8
    for (int lane = 0; lane < HOD_LANES; ++lane)
    {
      x[k][lane] = row[2 * lane];
      y[k][lane] = row[2 * lane + 1];
    }
  }
  add_bearing(
    load_lanes(friction.bearing + entry), load_lanes(friction.smoothing_force + entry), x, y, dry);
}

/// Derivatives of the friction of HOD_LANES joints, times its scale.
template <int K>
HOD_INLINE void friction_of_joints(
  const PassArguments & arguments, int entry, const Lane (&velocity)[K], Lane (&force)[K])
{
  const FrictionConstants & friction = *arguments.friction;
  Lane sign[K], dry[K];
  start_dry(load_lanes(friction.coulomb + entry), dry);
  const Lane inverse_speed = load_lanes(friction.inverse_smoothing_speed + entry);
  if (friction.has_stribeck)
  {
    smooth_sign_and_stribeck(
      inverse_speed, load_lanes(friction.stribeck + entry),
      load_lanes(friction.inverse_stribeck_speed + entry), velocity, sign, dry);
  }
  else
  {
    smooth_sign(inverse_speed, velocity, sign);
  }
  if (friction.has_bearing)
  {
    add_bearing(arguments, entry, dry);
  }
  sum_of_friction(load_lanes(friction.viscous + entry), velocity, dry, sign, force);
  double factor = arguments.friction_scale;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    factor *= k > 1 ? k : 1;
    force[k] = factor * force[k];
  }
}

/// Mimic joints share a column with others, so each of them is read from its column and added to it
/// separately.
template <int K>
HOD_INLINE void add_mimic_friction(const PassArguments & arguments, int first)
{
  const FrictionConstants & friction = *arguments.friction;
  const int rest = friction.mimics - first;
  const int count = rest < HOD_LANES ? rest : HOD_LANES;
  const int * column = friction.mimic_column + first;
  const double * multiplier = friction.mimic_multiplier + first;
  Lane velocity[K], force[K];
  double inverse_factorial = 1.0;
  for (int k = 0; k < K; ++k)
  {
    inverse_factorial /= k > 1 ? k : 1;
    const double * row = arguments.motion + (k + 1) * arguments.motion_stride;
    velocity[k] = Lane{};
    for (int lane = 0; lane < count; ++lane)
    {
      velocity[k][lane] = inverse_factorial * multiplier[lane] * row[column[lane]];
    }
  }
  friction_of_joints(arguments, friction.first_mimic + first, velocity, force);
  for (int k = 0; k < K; ++k)
  {
    double * row = arguments.friction_force + k * arguments.force_stride;
    for (int lane = 0; lane < count; ++lane)
    {
      row[column[lane]] += multiplier[lane] * force[k][lane];
    }
  }
}

/// Adds friction times its scale to its rows, HOD_LANES joints at a time.
template <int K>
void add_friction(const PassArguments & arguments)
{
  for (int column = 0; column < arguments.dof; column += HOD_LANES)
  {
    const int count = arguments.dof - column;
    Lane velocity[K], force[K];
    double inverse_factorial = 1.0;
#pragma GCC unroll 8
    for (int k = 0; k < K; ++k)
    {
      inverse_factorial /= k > 1 ? k : 1;
      velocity[k] = inverse_factorial *
                    load_some(arguments.motion + (k + 1) * arguments.motion_stride + column, count);
    }
    friction_of_joints(arguments, column, velocity, force);
#pragma GCC unroll 8
    for (int k = 0; k < K; ++k)
    {
      double * row = arguments.friction_force + k * arguments.force_stride;
      add_some(row + column, force[k], count);
    }
  }
  for (int first = 0; first < arguments.friction->mimics; first += HOD_LANES)
  {
    add_mimic_friction<K>(arguments, first);
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__FRICTION_HPP_

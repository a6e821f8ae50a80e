// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__ENERGY_DERIVATIVES_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__ENERGY_DERIVATIVES_HPP_

#include "single_energy.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// Velocity of a body's origin in the body's axes as a series, `count` <= K + 1 coefficients. Its
/// rate V' + ω × V is the acceleration A + g, and gravity, constant in space, has g' + ω × g = 0.
template <int K>
HOD_INLINE void origin_velocity(
  const BodyState<K> & state, const OriginVectors & origin, int count, Quad * velocity)
{
  Quad gravity[K + 1];
  velocity[0] = origin.velocity;
  gravity[0] = origin.gravity;
  for (int k = 0; k + 1 < count; ++k)
  {
    Quad velocity_rate = join_high(state.motion.plane[k], state.motion.axis[k]) + gravity[k];
    Quad gravity_rate = all(0.0);
    for (int j = 0; j <= k; ++j)
    {
      const Quad w = join_low(state.motion.plane[j], state.motion.axis[j]);
      velocity_rate -= cross(w, velocity[k - j]);
      gravity_rate -= cross(w, gravity[k - j]);
    }
    velocity[k + 1] = (1.0 / (k + 1)) * velocity_rate;
    gravity[k + 1] = (1.0 / (k + 1)) * gravity_rate;
  }
}

/// Velocities V + ω × r of a body's four equivalent points as series.
template <int K>
HOD_INLINE void point_velocities(
  const InertiaConstants & inertia, const BodyState<K> & state, const Quad * origin_velocity,
  int count, PointVectors * velocities)
{
  const Quad x = load_quad(inertia.points[0]);
  const Quad y = load_quad(inertia.points[1]);
  const Quad z = load_quad(inertia.points[2]);
  const Quad weight = load_quad(inertia.points[3]);
  for (int k = 0; k < count; ++k)
  {
    const Quad & v = origin_velocity[k];
    const double w_x = state.motion.plane[k][0];
    const double w_y = state.motion.plane[k][1];
    const double w_z = state.motion.axis[k][0];
    velocities[k] = {
      v[0] * weight + w_y * z - w_z * y, v[1] * weight + w_z * x - w_x * z,
      v[2] * weight + w_x * y - w_y * x};
  }
}

/// Coefficient a of ½ Σ ±|r⁽ᵖ⁺¹⁾(t)|² over the points.
HOD_INLINE double energy_coefficient(const PointVectors * v, int a, const Quad & half_signs)
{
  Quad sum = all(0.0);
  for (int l = 0; l <= a; ++l)
  {
    sum += v[l].x * v[a - l].x + v[l].y * v[a - l].y + v[l].z * v[a - l].z;
  }
  sum = half_signs * sum;
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// DᵃE⁽ᵖ⁾ of one body for p <= arguments.energy_order and a <= arguments.energy_derivatives,
/// together at most K. The velocities of the points, differentiated p times in space, give E⁽ᵖ⁾ as
/// a series.
template <int K>
void energies_with_derivatives(
  const PassArguments & arguments, int body, const BodyState<K> & state,
  const OriginVectors & origin)
{
  const InertiaConstants & inertia = arguments.inertias[body];
  const Quad half_signs = load_quad(inertia.half_signs);
  int count = arguments.energy_order + arguments.energy_derivatives + 1;
  Quad velocity[K + 1];
  origin_velocity(state, origin, count, velocity);
  PointVectors v[K + 1];
  point_velocities(inertia, state, velocity, count, v);
  for (int p = 0; p <= arguments.energy_order; ++p)
  {
    arguments.energy[body * arguments.energy_stride + p] = energy_coefficient(v, 0, half_signs);
    double factorial = 1.0;
    for (int a = 1; a <= arguments.energy_derivatives; ++a)
    {
      factorial *= a;
      const long row = static_cast<long>(a - 1) * arguments.bodies + body;
      arguments.energy_derivative[row * arguments.energy_stride + p] =
        factorial * energy_coefficient(v, a, half_signs);
    }
    --count;
    PointVectors rate[K + 1];
    for (int k = 0; k < count; ++k)
    {
      rate[k] = absolute_rate(state, k, v);
    }
    for (int k = 0; k < count; ++k)
    {
      v[k] = rate[k];
    }
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__ENERGY_DERIVATIVES_HPP_

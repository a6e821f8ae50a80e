// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__SINGLE_ENERGY_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__SINGLE_ENERGY_HPP_

#include "single_forward.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// A vector of each of the body's four equivalent points, the points side by side.
struct PointVectors
{
  Quad x, y, z;
};

/// ½ Σ ±|vector|²: the points carry the square roots of their masses.
HOD_INLINE double half_square(const PointVectors & v, const Quad & signs)
{
  const Quad squares = signs * (v.x * v.x + v.y * v.y + v.z * v.z);
  return 0.5 * ((squares[0] + squares[1]) + (squares[2] + squares[3]));
}

/// Accelerations A + U r of the points, as series with `count` coefficients.
template <int K>
HOD_INLINE PointVectors point_acceleration(
  const BodyState<K> & state, int k, const PointVectors & r, const Quad & weight)
{
  const Quad & a = state.acceleration[k];
  const Quad & diagonal = state.diagonal[k];
  const Quad & above = state.above[k];
  const Quad & below = state.below[k];
  return {
    a[0] * weight + diagonal[0] * r.x + above[0] * r.y + below[0] * r.z,
    a[1] * weight + below[1] * r.x + diagonal[1] * r.y + above[1] * r.z,
    a[2] * weight + above[2] * r.x + below[2] * r.y + diagonal[2] * r.z};
}

/// Coefficient k of v' + ω × v, the rate of a vector given by its components in turning axes.
template <int K>
HOD_INLINE PointVectors absolute_rate(
  const BodyState<K> & state, int k, const PointVectors * v)
{
  const double factor = k + 1;
  PointVectors rate{factor * v[k + 1].x, factor * v[k + 1].y, factor * v[k + 1].z};
#pragma GCC unroll 8
  for (int j = 0; j <= k; ++j) {
    const Quad & w = state.angular_velocity[j];
    const PointVectors & u = v[k - j];
    rate.x += w[1] * u.z - w[2] * u.y;
    rate.y += w[2] * u.x - w[0] * u.z;
    rate.z += w[0] * u.y - w[1] * u.x;
  }
  return rate;
}

HOD_INLINE PointVectors with_gravity(
  const PointVectors & acceleration, const Quad & gravity, const Quad & weight)
{
  return {
    acceleration.x + gravity[0] * weight, acceleration.y + gravity[1] * weight,
    acceleration.z + gravity[2] * weight};
}

HOD_INLINE Quad load_row(const double * row)
{
  return make_quad(row[0], row[1], row[2], row[3]);
}

/// E⁽¹⁾ … E⁽ᵒʳᵈᵉʳ⁾ of one body, order <= K: ½ Σ m |r⁽ᵖ⁺¹⁾|² over four points that have the
/// body's pseudo-inertia. The state's acceleration is that of a base falling upwards; gravity is
/// added to E⁽¹⁾, and being constant in space it is not in any rate.
template <int K>
HOD_INLINE void acceleration_energies(
  const InertiaConstants & inertia, const BodyState<K> & state, const Quad & gravity, int order,
  double * energy)
{
  const PointVectors points{
    load_row(inertia.points[0]), load_row(inertia.points[1]), load_row(inertia.points[2])};
  const Quad weight = load_row(inertia.points[3]);
  const Quad signs = load_row(inertia.point_signs);
  PointVectors v[K], next[K];
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k) {
    v[k] = point_acceleration(state, k, points, weight);
  }
#pragma GCC unroll 8
  for (int p = 1; p <= K; ++p) {
    if (p > order) {
      return;
    }
    energy[p] = half_square(p > 1 ? v[0] : with_gravity(v[0], gravity, weight), signs);
#pragma GCC unroll 8
    for (int k = 0; k < K - p; ++k) {
      next[k] = absolute_rate(state, k, v);
    }
#pragma GCC unroll 8
    for (int k = 0; k < K - p; ++k) {
      v[k] = next[k];
    }
  }
}

/// Values at t = 0 in the body's axes that the forces need not: they are carried along only for
/// energies.
struct OriginVectors
{
  Quad velocity;  ///< of the body's origin
  Quad gravity;
};

/// A body's from its parent's.
template <int K>
HOD_INLINE OriginVectors step_origin(
  const LinkConstants & link, const JointTable<K + 1> & table, int body,
  const BodyState<K> & parent, const OriginVectors & parent_origin, const BodyState<K> & state)
{
  const double * t = link.translation;
  const Quad p = make_quad(t[0], t[1], t[2], 0.0);
  const Quad at_joint = parent_origin.velocity + cross(parent.angular_velocity[0], p);
  PlanePair pair = split(at_joint, parent_origin.gravity);
  if (link.has_beta) {
    pair.plane = turn_about_z(pair.plane, link.cos_beta, link.sin_beta);
  }
  pair = turn_about_x(pair, link.cos_alpha, link.sin_alpha);
  const double cosine = link.prismatic ? link.cos_theta : table.cosine(0)[body];
  const double sine = link.prismatic ? link.sin_theta : table.sine(0)[body];
  const Quad plane = turn_about_z(pair.plane, cosine, sine);
  OriginVectors origin{join_low(plane, pair.axis), join_high(plane, pair.axis)};
  if (link.prismatic) {
    const Quad lever = make_quad(0.0, 0.0, table.position()[body], 0.0);
    origin.velocity += cross(state.angular_velocity[0], lever) +
                       make_quad(0.0, 0.0, table.rate(0)[body], 0.0);
  }
  return origin;
}

/// Kinetic energy of one body, from its origin's velocity.
template <int K>
HOD_INLINE double kinetic_energy(
  const InertiaConstants & inertia, const BodyState<K> & state, const Quad & velocity)
{
  const Quad & w = state.angular_velocity[0];
  const Quad x = load_row(inertia.points[0]);
  const Quad y = load_row(inertia.points[1]);
  const Quad z = load_row(inertia.points[2]);
  const Quad weight = load_row(inertia.points[3]);
  const PointVectors v{
    velocity[0] * weight + w[1] * z - w[2] * y, velocity[1] * weight + w[2] * x - w[0] * z,
    velocity[2] * weight + w[0] * y - w[1] * x};
  return half_square(v, load_row(inertia.point_signs));
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__SINGLE_ENERGY_HPP_

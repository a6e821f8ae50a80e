// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__SINGLE_ENERGY_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__SINGLE_ENERGY_HPP_

#include "single_forward.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// A vector for each of the body's four equivalent points, side by side.
struct PointVectors
{
  Quad x, y, z;
};

/// ½ ±|vector|² of every point, which carries the square root of its mass; the sum is an energy.
HOD_INLINE Quad half_squares(const PointVectors & v, const Quad & half_signs)
{
  return half_signs * (v.x * v.x + v.y * v.y + v.z * v.z);
}

/// Accelerations A + U r of the points, as series with `count` coefficients.
template <int K>
HOD_INLINE PointVectors
point_acceleration(const BodyState<K> & state, int k, const PointVectors & r, const Quad & weight)
{
  const Quad & plane = state.motion.plane[k];
  const Quad & diagonal = state.diagonal[k];
  const Quad & above = state.above[k];
  const Quad & below = state.below[k];
  return {
    plane[2] * weight - diagonal[0] * r.x + above[0] * r.y + below[0] * r.z,
    plane[3] * weight + below[1] * r.x - diagonal[1] * r.y + above[1] * r.z,
    state.motion.axis[k][2] * weight + above[2] * r.x + below[2] * r.y - diagonal[2] * r.z};
}

/// Coefficient k of v' + ω × v, the rate of a vector given by its components in rotating axes.
template <int K>
HOD_INLINE PointVectors absolute_rate(const BodyState<K> & state, int k, const PointVectors * v)
{
  const double factor = k + 1;
  PointVectors rate{factor * v[k + 1].x, factor * v[k + 1].y, factor * v[k + 1].z};
#pragma GCC unroll 8
  for (int j = 0; j <= k; ++j)
  {
    const double x = state.motion.plane[j][0];
    const double y = state.motion.plane[j][1];
    const double z = state.motion.axis[j][0];
    const PointVectors & u = v[k - j];
    rate.x += y * u.z;
    rate.x -= z * u.y;
    rate.y += z * u.x;
    rate.y -= x * u.z;
    rate.z += x * u.y;
    rate.z -= y * u.x;
  }
  return rate;
}

HOD_INLINE PointVectors
with_gravity(const PointVectors & acceleration, const Quad & gravity, const Quad & weight)
{
  return {
    acceleration.x + gravity[0] * weight, acceleration.y + gravity[1] * weight,
    acceleration.z + gravity[2] * weight};
}

/// E⁽¹⁾, E⁽²⁾, … of one body, order <= K: ½ Σ m |r⁽ᵖ⁺¹⁾|² over four points that have the body's
/// pseudo-inertia. The state's acceleration is that of a base accelerating upwards; gravity is
/// added to E⁽¹⁾ and, as it is constant in space, does not appear in any rate.
template <int K, int order>
void acceleration_energies(
  const InertiaConstants & inertia, const BodyState<K> & state, const Quad & gravity,
  double * energy)
{
  const PointVectors points{
    load_quad(inertia.points[0]), load_quad(inertia.points[1]), load_quad(inertia.points[2])};
  const Quad weight = load_quad(inertia.points[3]);
  const Quad half_signs = load_quad(inertia.half_signs);
  Quad squares[8] = {};
  PointVectors v[order];
#pragma GCC unroll 8
  for (int k = 0; k < order; ++k)
  {
    v[k] = point_acceleration(state, k, points, weight);
  }
  squares[0] = half_squares(with_gravity(v[0], gravity, weight), half_signs);
  // Coefficient k of the p-th rate serves E⁽ᵖ⁺¹⁺ᵏ⁾.
#pragma GCC unroll 8
  for (int p = 1; p < order; ++p)
  {
    PointVectors rate[order];
#pragma GCC unroll 8
    for (int k = 0; k < order - p; ++k)
    {
      rate[k] = absolute_rate(state, k, v);
    }
#pragma GCC unroll 8
    for (int k = 0; k < order - p; ++k)
    {
      v[k] = rate[k];
    }
    squares[p] = half_squares(v[0], half_signs);
  }
  double sums[8];
  store_quad(sums, sum_lanes(squares[0], squares[1], squares[2], squares[3]));
  if constexpr (order > 4)
  {
    store_quad(sums + 4, sum_lanes(squares[4], squares[5], squares[6], squares[7]));
  }
  for (int p = 0; p < order; ++p)
  {
    energy[p + 1] = sums[p];
  }
}

template <int K>
using EnergyStep = void (*)(const InertiaConstants &, const BodyState<K> &, const Quad &, double *);

template <int K>
void no_acceleration_energies(
  const InertiaConstants &, const BodyState<K> &, const Quad &, double *)
{}

/// The step that writes E⁽¹⁾, E⁽²⁾, …; K coefficients give no orders above K.
template <int K, int candidate = K>
EnergyStep<K> energy_step(int order)
{
  if constexpr (candidate == 0)
  {
    return no_acceleration_energies<K>;
  }
  else
  {
    return order >= candidate ? acceleration_energies<K, candidate>
                              : energy_step<K, candidate - 1>(order);
  }
}

/// Values at t = 0 in the body's axes that only the energies need.
struct OriginVectors
{
  Quad velocity;  ///< of the body's origin
  Quad gravity;
};

template <int K>
HOD_INLINE Quad angular_velocity(const BodyState<K> & state)
{
  return join_low(state.motion.plane[0], state.motion.axis[0]);
}

/// A body's from its parent's.
template <int K>
HOD_INLINE OriginVectors step_origin(
  const LinkConstants & link, const JointTable<K + 1> & table, int body,
  const BodyState<K> & parent, const OriginVectors & parent_origin, const BodyState<K> & state)
{
  const Quad at_joint =
    parent_origin.velocity + cross(angular_velocity(parent), load_quad(link.translation.xyz));
  const Pair pair = turn_to_child(link, table, body, split(at_joint, parent_origin.gravity));
  OriginVectors origin{join_low(pair.plane, pair.axis), join_high(pair.plane, pair.axis)};
  if (link.prismatic)
  {
    const Quad lever = make_quad(0.0, 0.0, table.position()[body], 0.0);
    origin.velocity +=
      cross(angular_velocity(state), lever) + make_quad(0.0, 0.0, table.rate(0)[body], 0.0);
  }
  return origin;
}

/// Kinetic energy of one body, from its origin's velocity.
template <int K>
HOD_INLINE double kinetic_energy(
  const InertiaConstants & inertia, const BodyState<K> & state, const Quad & velocity)
{
  const Quad w = angular_velocity(state);
  const Quad x = load_quad(inertia.points[0]);
  const Quad y = load_quad(inertia.points[1]);
  const Quad z = load_quad(inertia.points[2]);
  const Quad weight = load_quad(inertia.points[3]);
  const PointVectors v{
    velocity[0] * weight + w[1] * z - w[2] * y, velocity[1] * weight + w[2] * x - w[0] * z,
    velocity[2] * weight + w[0] * y - w[1] * x};
  const Quad squares = half_squares(v, load_quad(inertia.half_signs));
  return (squares[0] + squares[1]) + (squares[2] + squares[3]);
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__SINGLE_ENERGY_HPP_

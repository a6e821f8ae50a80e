// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__SINGLE_FORWARD_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__SINGLE_FORWARD_HPP_

#include "joint_series.hpp"
#include "pass_arguments.hpp"
#include "quad.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// A body's motion and force as Taylor series of components in its kernel frame; K coefficients
/// of forces and accelerations, K + 1 of the angular velocity ω.
///
/// U = ω̂' + ω̂ω̂ turns a point of the body into its acceleration relative to the origin. Its nine
/// entries stand in three quads, i = 0, 1, 2 and j = i + 1, k = i + 2 cyclically:
///   diagonal[i] = U_ii, above[i] = U_ij = ω_i ω_j − ω'_k, and below, turned by one:
///   below[j] = U_ji = ω_i ω_j + ω'_k.
template <int K>
struct BodyState
{
  Quad angular_velocity[K + 1];
  Quad acceleration[K];  ///< of the body's origin, minus gravity
  Quad diagonal[K], above[K], below[K];
  Quad force[K], moment[K];  ///< first the body's own, then with all that hangs on it
};

/// U p for a constant p, whose x, y, z are given three times, turned.
template <int K>
HOD_INLINE Quad relative_acceleration(
  const BodyState<K> & state, int k, const Quad & p, const Quad & p_yzx, const Quad & p_zxy)
{
  return state.diagonal[k] * p + state.above[k] * p_yzx + state.below[k] * p_zxy;
}

/// A vector pair in the layout of the rotations: [ax ay bx by] and [az az bz bz].
struct PlanePair
{
  Quad plane, axis;
};

HOD_INLINE PlanePair split(const Quad & a, const Quad & b)
{
  return {join_low(a, b), double_even(join_high(a, b))};
}

/// Rotates the axes about x: y = cos y + sin z, z = cos z − sin y (components in the new axes).
HOD_INLINE PlanePair turn_about_x(const PlanePair & v, double cosine, double sine)
{
  const Quad keep = make_quad(1.0, cosine, 1.0, cosine);
  const Quad mix = make_quad(0.0, sine, 0.0, sine);
  return {v.plane * keep + v.axis * mix, cosine * v.axis - sine * double_odd(v.plane)};
}

HOD_INLINE Quad signed_swap(const Quad & plane)
{
  return swap_pairs(plane) * make_quad(1.0, -1.0, 1.0, -1.0);
}

/// Rotates the axes about z by a constant.
HOD_INLINE Quad turn_about_z(const Quad & plane, double cosine, double sine)
{
  return cosine * plane + sine * signed_swap(plane);
}

/// ω and U's products from ω: what every later step needs.
template <int K>
HOD_INLINE void square_angular_velocity(BodyState<K> & state)
{
  const Quad * w = state.angular_velocity;
  Quad w_yzx[K];
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k) {
    w_yzx[k] = yzx(w[k]);
  }
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k) {
    Quad products = w[0] * w_yzx[k];
    Quad squares = w[0] * w[k];
#pragma GCC unroll 8
    for (int j = 1; j <= k; ++j) {
      products += w[j] * w_yzx[k - j];
      squares += w[j] * w[k - j];
    }
    const Quad rate = double(k + 1) * zxy(w[k + 1]);
    state.above[k] = products - rate;
    state.below[k] = zxy(products + rate);
    state.diagonal[k] = -(yzx(squares) + zxy(squares));
  }
}

/// Acceleration of a body on a prismatic joint: its origin moves by z d(t) in its own axes, which
/// adds U z d + 2 ω × z d' + z d''.
template <int K>
HOD_INLINE void slide(BodyState<K> & state, double position, const double * rate)
{
  const Quad * w = state.angular_velocity;
  for (int k = 0; k < K; ++k) {
    const Quad third_column =
      make_quad(state.below[k][0], state.above[k][1], state.diagonal[k][2], 0.0);
    const Quad coriolis = make_quad(2.0 * w[k][1], -2.0 * w[k][0], 0.0, 0.0);
    state.acceleration[k] += position * third_column;
    for (int j = 0; k + j < K; ++j) {
      state.acceleration[k + j] += rate[j] * coriolis;
      if (k + j + 1 < K) {
        state.acceleration[k + j + 1] += (rate[j] / (j + 1)) * third_column;
      }
    }
    state.acceleration[k] += make_quad(0.0, 0.0, (k + 1) * rate[k + 1], 0.0);
  }
}

/// Parent's ω and the acceleration of the child's origin, in the axes before the joint's rotation.
template <int K>
HOD_INLINE void step_to_joint(
  const LinkConstants & link, const BodyState<K> & parent, PlanePair (&pairs)[K + 1])
{
  const double * t = link.translation;
  const Quad p = make_quad(t[0], t[1], t[2], 0.0);
  const Quad p_yzx = make_quad(t[1], t[2], t[0], 0.0);
  const Quad p_zxy = make_quad(t[2], t[0], t[1], 0.0);
#pragma GCC unroll 8
  for (int k = 0; k <= K; ++k) {
    const Quad acceleration = k < K
      ? parent.acceleration[k] + relative_acceleration(parent, k, p, p_yzx, p_zxy)
      : all(0.0);
    pairs[k] = split(parent.angular_velocity[k], acceleration);
    if (link.has_beta) {
      pairs[k].plane = turn_about_z(pairs[k].plane, link.cos_beta, link.sin_beta);
    }
    pairs[k] = turn_about_x(pairs[k], link.cos_alpha, link.sin_alpha);
  }
}

/// Motion of a body from its parent's. `body` is its column in the joint table.
template <int K>
HOD_INLINE void forward_step(
  const LinkConstants & link, const JointTable<K + 1> & table, int body,
  const BodyState<K> & parent, BodyState<K> & state)
{
  PlanePair pairs[K + 1];
  step_to_joint(link, parent, pairs);

  Quad turned[K + 1];
  if (link.prismatic) {
    for (int k = 0; k <= K; ++k) {
      turned[k] = turn_about_z(pairs[k].plane, link.cos_theta, link.sin_theta);
    }
  } else {
    Quad swapped[K + 1];
#pragma GCC unroll 8
    for (int k = 0; k <= K; ++k) {
      swapped[k] = signed_swap(pairs[k].plane);
      const double rate = table.rate(k)[body];
      pairs[k].axis += make_quad(rate, rate, 0.0, 0.0);
    }
#pragma GCC unroll 8
    for (int k = 0; k <= K; ++k) {
      turned[k] = table.cosine(0)[body] * pairs[k].plane + table.sine(0)[body] * swapped[k];
#pragma GCC unroll 8
      for (int j = 1; j <= k; ++j) {
        turned[k] +=
          table.cosine(j)[body] * pairs[k - j].plane + table.sine(j)[body] * swapped[k - j];
      }
    }
  }
#pragma GCC unroll 8
  for (int k = 0; k <= K; ++k) {
    state.angular_velocity[k] = join_low(turned[k], pairs[k].axis);
    if (k < K) {
      state.acceleration[k] = join_high(turned[k], pairs[k].axis);
    }
  }
  square_angular_velocity(state);
  if (link.prismatic) {
    double rate[K + 1];
    for (int k = 0; k <= K; ++k) {
      rate[k] = table.rate(k)[body];
    }
    slide(state, table.position()[body], rate);
  }
}

/// Motion of the base, given from outside.
template <int K>
HOD_INLINE void base_step(const BaseSeries & base, BodyState<K> & state)
{
  for (int k = 0; k <= K; ++k) {
    const double * w = base.angular_velocity[k];
    state.angular_velocity[k] = make_quad(w[0], w[1], w[2], 0.0);
    if (k < K) {
      const double * a = base.proper_acceleration[k];
      state.acceleration[k] = make_quad(a[0], a[1], a[2], 0.0);
    }
  }
  square_angular_velocity(state);
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__SINGLE_FORWARD_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__SINGLE_FORWARD_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__SINGLE_FORWARD_HPP_

#include "joint_series.hpp"
#include "pass_arguments.hpp"
#include "quad.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// Series of two vectors a and b in the layout of the rotations:
/// plane = [ax ay bx by], axis = [az az bz bz].
template <int count>
struct PairSeries
{
  Quad plane[count], axis[count];
};

/// Copies register by register: the compiler's copy of a whole struct goes through memory in pieces
/// that do not match the following loads, and stalls them.
template <int count>
HOD_INLINE void copy(const PairSeries<count> & source, PairSeries<count> & target)
{
#pragma GCC unroll 8
  for (int k = 0; k < count; ++k)
  {
    target.plane[k] = source.plane[k];
    target.axis[k] = source.axis[k];
  }
}

/// A body's motion and force as Taylor series of components in its kernel frame; K coefficients
/// of forces and accelerations, K + 1 of the angular velocity ω.
///
/// U = ω̂' + ω̂ω̂ turns a point of the body into its acceleration relative to the origin. Its nine
/// entries stand in three quads, i = 0, 1, 2 and j = i + 1, k = i + 2 cyclically:
///   −diagonal[i] = U_ii, above[i] = U_ij = ω_i ω_j − ω'_k, and below, turned by one:
///   below[j] = U_ji = ω_i ω_j + ω'_k.
template <int K>
struct BodyState
{
  PairSeries<K + 1> motion;  ///< ω, and the acceleration of the body's origin minus gravity
  Quad diagonal[K], above[K], below[K];
  PairSeries<K> wrench;  ///< force and moment: first the body's own, then with all that hangs on it
};

/// U p for a constant p.
template <int K>
HOD_INLINE Quad relative_acceleration(const BodyState<K> & state, int k, const TurnedVector & p)
{
  return state.above[k] * load_quad(p.yzx) + state.below[k] * load_quad(p.zxy) -
         state.diagonal[k] * load_quad(p.xyz);
}

struct Pair
{
  Quad plane, axis;
};

HOD_INLINE Pair split(const Quad & a, const Quad & b)
{
  return {join_low(a, b), double_even(join_high(a, b))};
}

/// Rotates the axes about x: y = cos y + sin z, z = cos z − sin y (components in the new axes).
HOD_INLINE Pair turn_about_x(const Pair & v, const LinkConstants & link)
{
  return {
    v.plane * load_quad(link.alpha_keep) + v.axis * load_quad(link.alpha_mix),
    link.cos_alpha * v.axis - link.sin_alpha * double_odd(v.plane)};
}

HOD_INLINE Pair turn_back_about_x(const Pair & v, const LinkConstants & link)
{
  return {
    v.plane * load_quad(link.alpha_keep) - v.axis * load_quad(link.alpha_mix),
    link.cos_alpha * v.axis + link.sin_alpha * double_odd(v.plane)};
}

/// The sine with the signs of the rotation of the axes about z: x = cos x + sin y, y = cos y − sin
/// x.
HOD_INLINE Quad signed_sine(double sine)
{
  return sine * make_quad(1.0, -1.0, 1.0, -1.0);
}

/// Rotates the axes about z by a constant.
HOD_INLINE Quad turn_about_z(const Quad & plane, double cosine, double sine)
{
  return cosine * plane + signed_sine(sine) * swap_pairs(plane);
}

/// Same with series of cosine and sine; `plane` is replaced by its product.
template <int count>
HOD_INLINE void turn_about_z(
  Quad (&plane)[count], const double * cosine, const Quad (&sine)[count], long stride)
{
  Quad swapped[count];
#pragma GCC unroll 8
  for (int k = 0; k < count; ++k)
  {
    swapped[k] = swap_pairs(plane[k]);
  }
#pragma GCC unroll 8
  for (int k = count - 1; k >= 0; --k)
  {
    // Two sums, so that neither waits for the other.
    Quad direct = cosine[0] * plane[k];
    Quad crossed = sine[0] * swapped[k];
#pragma GCC unroll 8
    for (int j = 1; j <= k; ++j)
    {
      direct += cosine[j * stride] * plane[k - j];
      crossed += sine[j] * swapped[k - j];
    }
    plane[k] = direct + crossed;
  }
}

/// U from ω, x y z in a quad; and spread[i] = U_kk − U_jj, which only the body's own wrench needs.
template <int K>
HOD_INLINE void square_angular_velocity(
  const Quad (&w)[K + 1], Quad (&spread)[K], BodyState<K> & state)
{
  Quad w_yzx[K];
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    w_yzx[k] = yzx(w[k]);
  }
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    Quad products = w[0] * w_yzx[k];
    Quad squares = w[0] * w[k];
#pragma GCC unroll 8
    for (int j = 1; j <= k; ++j)
    {
      products += w[j] * w_yzx[k - j];
      squares += w[j] * w[k - j];
    }
    const Quad rate = double(k + 1) * zxy(w[k + 1]);
    state.above[k] = products - rate;
    state.below[k] = zxy(products + rate);
    const Quad next = yzx(squares);
    const Quad last = zxy(squares);
    state.diagonal[k] = next + last;
    spread[k] = last - next;
  }
}

/// Acceleration of a body on a prismatic joint: its origin moves by z d(t) in its own axes, which
/// adds U z d + 2 ω × z d' + z d''.
template <int K>
HOD_INLINE void slide(
  const JointTable<K + 1> & table, int body, const BodyState<K> & state, PairSeries<K + 1> & motion)
{
  Quad acceleration[K];
  for (int k = 0; k < K; ++k)
  {
    acceleration[k] = make_quad(0.0, 0.0, (k + 1) * table.rate(k + 1)[body], 0.0);
  }
  for (int k = 0; k < K; ++k)
  {
    const Quad third_column =
      make_quad(state.below[k][0], state.above[k][1], -state.diagonal[k][2], 0.0);
    const Quad coriolis = make_quad(2.0 * motion.plane[k][1], -2.0 * motion.plane[k][0], 0.0, 0.0);
    acceleration[k] += table.position()[body] * third_column;
    for (int j = 0; k + j < K; ++j)
    {
      const double rate = table.rate(j)[body];
      acceleration[k + j] += rate * coriolis;
      if (k + j + 1 < K)
      {
        acceleration[k + j + 1] += (rate / (j + 1)) * third_column;
      }
    }
  }
  for (int k = 0; k < K; ++k)
  {
    const Pair added = split(all(0.0), acceleration[k]);
    motion.plane[k] += added.plane;
    motion.axis[k] += added.axis;
  }
}

/// Two vectors in the axes before the joint's rotation instead of the parent's.
HOD_INLINE Pair turn_by_constants(const LinkConstants & link, Pair pair)
{
  if (link.has_beta)
  {
    pair.plane = turn_about_z(pair.plane, link.cos_beta, link.sin_beta);
  }
  return turn_about_x(pair, link);
}

/// The parent's motion, seen at the joint and in the axes before the joint's rotation.
template <int K>
HOD_INLINE void step_to_joint(
  const LinkConstants & link, const BodyState<K> & parent, PairSeries<K + 1> & motion)
{
#pragma GCC unroll 8
  for (int k = 0; k <= K; ++k)
  {
    Pair pair{motion.plane[k], motion.axis[k]};
    if (k < K)
    {
      const Pair added = split(all(0.0), relative_acceleration(parent, k, link.translation));
      pair.plane += added.plane;
      pair.axis += added.axis;
    }
    pair = turn_by_constants(link, pair);
    motion.plane[k] = pair.plane;
    motion.axis[k] = pair.axis;
  }
}

/// Two vectors' values at t = 0, in a body's axes instead of its parent's.
template <int count>
HOD_INLINE Pair
turn_to_child(const LinkConstants & link, const JointTable<count> & table, int body, Pair pair)
{
  pair = turn_by_constants(link, pair);
  const double cosine = link.prismatic ? link.cos_theta : table.cosine(0)[body];
  const double sine = link.prismatic ? link.sin_theta : table.sine(0)[body];
  pair.plane = turn_about_z(pair.plane, cosine, sine);
  return pair;
}

/// Rotates by the joint's series, or by its constant if it is prismatic.
template <int count, int table_count>
HOD_INLINE void turn_by_joint(
  const LinkConstants & link, const JointTable<table_count> & table, int body, double direction,
  Quad (&plane)[count])
{
  if (link.prismatic)
  {
    for (int k = 0; k < count; ++k)
    {
      plane[k] = turn_about_z(plane[k], link.cos_theta, direction * link.sin_theta);
    }
    return;
  }
  Quad sine[count];
#pragma GCC unroll 8
  for (int k = 0; k < count; ++k)
  {
    sine[k] = signed_sine(direction * table.sine(k)[body]);
  }
  turn_about_z(plane, table.cosine(0) + body, sine, table.stride);
}

/// Replaces the parent's motion in `motion` by the body's. `body` is its column in the joint table.
template <int K>
HOD_INLINE void forward_step(
  const LinkConstants & link, const JointTable<K + 1> & table, int body,
  const BodyState<K> & parent, PairSeries<K + 1> & motion, Quad (&spread)[K], BodyState<K> & state)
{
  step_to_joint(link, parent, motion);
  turn_by_joint(link, table, body, 1.0, motion.plane);
  const double turns = link.prismatic ? 0.0 : 1.0;
  const Quad about_axis = make_quad(turns, turns, 0.0, 0.0);
  Quad angular_velocity[K + 1];
#pragma GCC unroll 8
  for (int k = 0; k <= K; ++k)
  {
    motion.axis[k] += table.rate(k)[body] * about_axis;
    angular_velocity[k] = join_low(motion.plane[k], motion.axis[k]);
  }
  square_angular_velocity(angular_velocity, spread, state);
  if (link.prismatic)
  {
    slide(table, body, state, motion);
  }
}

/// Motion of the base, given from outside.
template <int K>
HOD_INLINE void base_step(
  const BaseSeries & base, PairSeries<K + 1> & motion, Quad (&spread)[K], BodyState<K> & state)
{
  Quad angular_velocity[K + 1];
  for (int k = 0; k <= K; ++k)
  {
    angular_velocity[k] = load_quad(base.angular_velocity[k]);
    const Quad acceleration = k < K ? load_quad(base.proper_acceleration[k]) : all(0.0);
    const Pair pair = split(angular_velocity[k], acceleration);
    motion.plane[k] = pair.plane;
    motion.axis[k] = pair.axis;
  }
  square_angular_velocity(angular_velocity, spread, state);
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__SINGLE_FORWARD_HPP_

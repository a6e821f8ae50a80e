// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__SINGLE_BACKWARD_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__SINGLE_BACKWARD_HPP_

#include "single_forward.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// Force and moment about its origin that move one body alone, with c = mass · centre and
/// J = ∫ r rᵀ dm about the origin:
///   f = m A + U c,   n_i = (U J)_kj − (U J)_jk + (c × A)_i.
template <int K>
HOD_INLINE void own_wrench(
  const InertiaConstants & inertia, const PairSeries<K + 1> & motion, const Quad (&spread)[K],
  BodyState<K> & state)
{
  // With i j k = 0 1 2 cyclically. A product with a rotated quad is the rotated product with a quad
  // rotated the other way, so that two rotations serve all terms.
  const Quad c_yzx = load_quad(inertia.moment.yzx);
  const Quad c_zxy = load_quad(inertia.moment.zxy);
  const Quad j_ii = load_quad(inertia.planar_diagonal);
  const Quad j_jj = load_quad(inertia.planar_diagonal_yzx);
  const Quad j_jk = load_quad(inertia.planar_yzx);
  const Quad j_ki = load_quad(inertia.planar_zxy);
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    const Quad acceleration = join_high(motion.plane[k], motion.axis[k]);
    const Quad force =
      inertia.mass * acceleration + relative_acceleration(state, k, inertia.moment);
    const Quad below = yzx(state.below[k]);  // U_ji at i
    const Quad once = below * j_ii - state.above[k] * j_jj - acceleration * c_yzx;
    const Quad twice = state.above[k] * j_jk + acceleration * c_zxy;
    const Quad moment = spread[k] * j_jk - below * j_ki + yzx(once) + zxy(twice);
    const Pair pair = split(force, moment);
    state.wrench.plane[k] = pair.plane;
    state.wrench.axis[k] = pair.axis;
  }
}

/// p × F added to the moment of a wrench (F, M) for a constant lever p.
HOD_INLINE Pair with_lever(const Pair & wrench, const LeverConstants & lever)
{
  const Quad plane = join_low(wrench.plane, wrench.plane);
  const Quad axis = join_low(wrench.axis, wrench.axis);
  return {
    wrench.plane +
      (axis * load_quad(lever.plane_z) + swap_pairs(plane) * load_quad(lever.plane_yx)),
    wrench.axis +
      (double_odd(plane) * load_quad(lever.axis_y) + double_even(plane) * load_quad(lever.axis_x))};
}

/// Adds the moment of a prismatic joint's lever z d(t), from the joint's zero to the body's origin.
template <int K>
HOD_INLINE void add_sliding_lever(const JointTable<K + 1> & table, int body, PairSeries<K> & wrench)
{
  for (int k = K - 1; k >= 0; --k)
  {
    for (int j = 0; j <= k; ++j)
    {
      const double lever = j == 0 ? table.position()[body] : table.rate(j - 1)[body] / j;
      const Quad & plane = wrench.plane[k - j];
      wrench.plane[k] += make_quad(0.0, 0.0, -lever * plane[1], lever * plane[0]);
    }
  }
}

/// A body's wrench, transformed to its parent's axes and origin.
template <int K>
HOD_INLINE void backward_step(
  const LinkConstants & link, const JointTable<K + 1> & table, int body, PairSeries<K> & wrench)
{
  if (link.prismatic)
  {
    add_sliding_lever(table, body, wrench);
  }
  turn_by_joint(link, table, body, -1.0, wrench.plane);
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    Pair turned = turn_back_about_x({wrench.plane[k], wrench.axis[k]}, link);
    if (link.has_beta)
    {
      turned.plane = turn_about_z(turned.plane, link.cos_beta, -link.sin_beta);
    }
    turned = with_lever(turned, link.lever);
    wrench.plane[k] = turned.plane;
    wrench.axis[k] = turned.axis;
  }
}

template <int K>
HOD_INLINE void add(const PairSeries<K> & term, PairSeries<K> & sum)
{
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    sum.plane[k] += term.plane[k];
    sum.axis[k] += term.axis[k];
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__SINGLE_BACKWARD_HPP_

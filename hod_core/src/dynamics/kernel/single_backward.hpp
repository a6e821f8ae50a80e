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
HOD_INLINE void own_wrench(const InertiaConstants & inertia, BodyState<K> & state)
{
  const double * m = inertia.moment;
  const double * J = inertia.planar;
  const Quad c = make_quad(m[0], m[1], m[2], 0.0);
  const Quad c_yzx = make_quad(m[1], m[2], m[0], 0.0);
  const Quad c_zxy = make_quad(m[2], m[0], m[1], 0.0);
  // J = xx yy zz | xy yz zx; with i j k = 0 1 2 cyclically. A product with a turned quad is the
  // turned product with a quad turned the other way, so that two turns serve all terms.
  const Quad j_ik = make_quad(J[5], J[3], J[4], 0.0);
  const Quad j_jk = make_quad(J[4], J[5], J[3], 0.0);
  const Quad j_jj_zxy = make_quad(J[0], J[1], J[2], 0.0);
  const Quad j_ij_yzx = make_quad(J[4], J[5], J[3], 0.0);
  const Quad j_kk_zxy = make_quad(J[1], J[2], J[0], 0.0);
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k) {
    const Quad & acceleration = state.acceleration[k];
    state.force[k] =
      inertia.mass * acceleration + relative_acceleration(state, k, c, c_yzx, c_zxy);
    // U_kk − U_jj, i.e. the diagonal turned one way minus turned the other way.
    const Quad spread = zxy(state.diagonal[k]) - yzx(state.diagonal[k]);
    const Quad below = yzx(state.below[k]);  // U_ji at i
    const Quad once = below * j_jj_zxy - state.above[k] * j_kk_zxy - acceleration * c_yzx;
    const Quad twice = state.above[k] * j_ij_yzx + acceleration * c_zxy;
    state.moment[k] = spread * j_jk - below * j_ik + yzx(once) + zxy(twice);
  }
}

/// A body's wrench in its parent's axes, about the parent's origin, added to the parent's.
template <int K>
HOD_INLINE void backward_step(
  const LinkConstants & link, const JointTable<K + 1> & table, int body,
  const BodyState<K> & state, BodyState<K> & parent)
{
  PlanePair pairs[K];
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k) {
    pairs[k] = split(state.force[k], state.moment[k]);
  }
  if (link.prismatic) {
    // The lever z d(t) between the joint's zero and the body's origin.
    for (int k = 0; k < K; ++k) {
      for (int j = 0; j <= k; ++j) {
        const double lever = j == 0 ? table.position()[body] : table.rate(j - 1)[body] / j;
        const Quad & force = state.force[k - j];
        pairs[k].plane += make_quad(0.0, 0.0, -lever * force[1], lever * force[0]);
      }
    }
  }
  const double * t = link.translation;
  const Quad p = make_quad(t[0], t[1], t[2], 0.0);
  const Quad p_yzx = make_quad(t[1], t[2], t[0], 0.0);

  Quad swapped[K];
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k) {
    swapped[k] = signed_swap(pairs[k].plane);
  }
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k) {
    PlanePair turned{{}, pairs[k].axis};
    if (link.prismatic) {
      turned.plane = link.cos_theta * pairs[k].plane - link.sin_theta * swapped[k];
    } else {
      turned.plane = table.cosine(0)[body] * pairs[k].plane - table.sine(0)[body] * swapped[k];
#pragma GCC unroll 8
      for (int j = 1; j <= k; ++j) {
        turned.plane +=
          table.cosine(j)[body] * pairs[k - j].plane - table.sine(j)[body] * swapped[k - j];
      }
    }
    turned = turn_about_x(turned, link.cos_alpha, -link.sin_alpha);
    if (link.has_beta) {
      turned.plane = turn_about_z(turned.plane, link.cos_beta, -link.sin_beta);
    }
    const Quad force = join_low(turned.plane, turned.axis);
    const Quad moment = join_high(turned.plane, turned.axis);
    parent.force[k] += force;
    parent.moment[k] += moment + yzx(p * yzx(force) - p_yzx * force);
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__SINGLE_BACKWARD_HPP_

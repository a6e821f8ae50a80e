// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_BACKWARD_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_BACKWARD_HPP_

#include "batch_forward.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// The z component of own_wrench's moment: all there is to know of a revolute body next to the
/// base.
template <int K>
HOD_INLINE void own_moment_about_axis(const BatchLink & link, BatchState<K> & state)
{
  const double * c = link.moment;
  const double * J = link.planar;
  const VectorSeries<K> & a = state.acceleration;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    const Lane x_less_y = state.xx[k] - state.yy[k];
    state.moment.z[k] = J[0] * state.yx[k] - J[1] * state.xy[k] + J[3] * x_less_y +
                        J[5] * state.yz[k] - J[4] * state.xz[k] + c[0] * a.y[k] - c[1] * a.x[k];
  }
}

/// Such a body's other components are not asked for, but its children add to them.
template <int K>
HOD_INLINE void clear_other_components(BatchState<K> & state)
{
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    state.force.x[k] = state.force.y[k] = state.force.z[k] = Lane{};
    state.moment.x[k] = state.moment.y[k] = Lane{};
  }
}

/// f = m A + U c and n = vee(U J − (U J)ᵀ) + c × A of a body whose mass on the axis is counted
/// elsewhere: m = 0, c_z = 0, J_zz = 0.
template <int K>
HOD_INLINE void own_wrench(const BatchLink & link, BatchState<K> & state)
{
  const double * c = link.moment;
  const double * J = link.planar;
  const VectorSeries<K> & a = state.acceleration;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    state.force.x[k] = c[1] * state.xy[k] - c[0] * state.xx[k];
    state.force.y[k] = c[0] * state.yx[k] - c[1] * state.yy[k];
    state.force.z[k] = c[0] * state.zx[k] + c[1] * state.zy[k];
    const Lane y_less_z = state.yy[k] - state.zz[k];
    const Lane z_less_x = state.zz[k] - state.xx[k];
    state.moment.x[k] = J[3] * state.zx[k] + J[1] * state.zy[k] + J[4] * y_less_z -
                        J[5] * state.yx[k] + c[1] * a.z[k];
    state.moment.y[k] = J[4] * state.xy[k] - J[0] * state.zx[k] + J[5] * z_less_x -
                        J[3] * state.zy[k] - c[0] * a.z[k];
  }
  own_moment_about_axis(link, state);
}

/// The terms of m, c_z and J_zz.
template <int K>
HOD_INLINE void add_mass_on_axis(const BatchLink & link, BatchState<K> & state)
{
  const VectorSeries<K> & a = state.acceleration;
  const double c_z = link.moment[2];
  const double J_zz = link.planar[2];
  for (int k = 0; k < K; ++k)
  {
    state.force.x[k] += link.mass * a.x[k] + c_z * state.xz[k];
    state.force.y[k] += link.mass * a.y[k] + c_z * state.yz[k];
    state.force.z[k] += link.mass * a.z[k] - c_z * state.zz[k];
    state.moment.x[k] -= c_z * a.y[k] + J_zz * state.yz[k];
    state.moment.y[k] += c_z * a.x[k] + J_zz * state.xz[k];
  }
}

/// A body's wrench, brought to its parent's axes and origin and added to the parent's.
template <int K>
HOD_INLINE void backward_step(
  const BatchLink & link, const Lane & position, const Lane * rate, const BatchState<K> & state,
  BatchState<K> & parent)
{
  VectorSeries<K> f, n;
  copy(state.force, f);
  copy(state.moment, n);
  if (link.prismatic)
  {
    Lane distance[K];
    distance[0] = position;
    for (int k = 1; k < K; ++k)
    {
      distance[k] = rate[k - 1] * (1.0 / k);
    }
    for (int k = 0; k < K; ++k)
    {
      n.x[k] -= product(distance, f.y, k);
      n.y[k] += product(distance, f.x, k);
    }
    turn_about_z(f.x, f.y, link.cos_theta, -link.sin_theta);
    turn_about_z(n.x, n.y, link.cos_theta, -link.sin_theta);
  }
  else
  {
    Lane sine[K];
#pragma GCC unroll 8
    for (int k = 0; k < K; ++k)
    {
      sine[k] = -state.sine[k];
    }
    turn_about_z(f.x, f.y, state.cosine, sine);
    turn_about_z(n.x, n.y, state.cosine, sine);
  }
  turn_about_x(f.y, f.z, link.cos_alpha, -link.sin_alpha);
  turn_about_x(n.y, n.z, link.cos_alpha, -link.sin_alpha);
  if (link.has_beta)
  {
    turn_about_z(f.x, f.y, link.cos_beta, -link.sin_beta);
    turn_about_z(n.x, n.y, link.cos_beta, -link.sin_beta);
  }
  const double * p = link.translation;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    parent.force.x[k] += f.x[k];
    parent.force.y[k] += f.y[k];
    parent.force.z[k] += f.z[k];
    n.y[k] -= p[0] * f.z[k];
    n.z[k] += p[0] * f.y[k];
  }
  if (link.has_y)
  {
#pragma GCC unroll 8
    for (int k = 0; k < K; ++k)
    {
      n.x[k] += p[1] * f.z[k];
      n.z[k] -= p[1] * f.x[k];
    }
  }
  if (link.has_z)
  {
#pragma GCC unroll 8
    for (int k = 0; k < K; ++k)
    {
      n.x[k] -= p[2] * f.y[k];
      n.y[k] += p[2] * f.x[k];
    }
  }
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    parent.moment.x[k] += n.x[k];
    parent.moment.y[k] += n.y[k];
    parent.moment.z[k] += n.z[k];
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_BACKWARD_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_BACKWARD_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_BACKWARD_HPP_

#include "batch_forward.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// Factors of own_wrench, one lane each: read once, however many coefficients follow.
struct MassLanes
{
  Lane c_x, c_y;
  Lane J_xx, J_yy, J_xy, J_yz, J_zx;
};

HOD_INLINE MassLanes mass_lanes(const BatchLink & link)
{
  const double * c = link.moment;
  const double * J = link.planar;
  return {all_lanes(c[0]), all_lanes(c[1]), all_lanes(J[0]), all_lanes(J[1]),
          all_lanes(J[3]), all_lanes(J[4]), all_lanes(J[5])};
}

/// The z component of own_wrench's moment: all that is needed of a revolute body next to the base.
template <int K>
HOD_INLINE Lane
own_moment_about_axis(const MassLanes & m, const Gradient & u, const VectorSeries<K> & a, int k)
{
  return m.J_xx * u.yx - m.J_yy * u.xy + m.J_xy * (u.xx - u.yy) + m.J_zx * u.yz - m.J_yz * u.xz +
         m.c_x * a.y[k] - m.c_y * a.x[k];
}

/// The other components of such a body are not needed, but its children add to them.
template <int K>
HOD_INLINE void clear_other_components(BatchWrench<K> & own)
{
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    own.force.x[k] = own.force.y[k] = own.force.z[k] = Lane{};
    own.moment.x[k] = own.moment.y[k] = Lane{};
  }
}

/// f = m A + U c and n = vee(U J − (U J)ᵀ) + c × A of a body whose mass on the axis is counted
/// elsewhere: m = 0, c_z = 0, J_zz = 0.
template <int K>
HOD_INLINE void own_wrench(
  const MassLanes & m, const Gradient & u, const VectorSeries<K> & a, int k, BatchWrench<K> & own)
{
  own.force.x[k] = m.c_y * u.xy - m.c_x * u.xx;
  own.force.y[k] = m.c_x * u.yx - m.c_y * u.yy;
  own.force.z[k] = m.c_x * u.zx + m.c_y * u.zy;
  own.moment.x[k] =
    m.J_xy * u.zx + m.J_yy * u.zy + m.J_yz * (u.yy - u.zz) - m.J_zx * u.yx + m.c_y * a.z[k];
  own.moment.y[k] =
    m.J_yz * u.xy - m.J_xx * u.zx + m.J_zx * (u.zz - u.xx) - m.J_xy * u.zy - m.c_x * a.z[k];
  own.moment.z[k] = own_moment_about_axis(m, u, a, k);
}

/// The terms of m, c_z and J_zz.
template <int K>
HOD_INLINE void add_mass_on_axis(
  const BatchLink & link, const BatchMotion<K> & state, BatchWrench<K> & own)
{
  const VectorSeries<K> & a = state.acceleration;
  const double c_z = link.moment[2];
  const double J_zz = link.planar[2];
  for (int k = 0; k < K; ++k)
  {
    own.force.x[k] += link.mass * a.x[k] + c_z * state.xz[k];
    own.force.y[k] += link.mass * a.y[k] + c_z * state.yz[k];
    own.force.z[k] += link.mass * a.z[k] - c_z * state.zz[k];
    own.moment.x[k] -= c_z * a.y[k] + J_zz * state.yz[k];
    own.moment.y[k] += c_z * a.x[k] + J_zz * state.xz[k];
  }
}

/// Moments about the zero of a prismatic joint.
template <int K>
HOD_INLINE void slide_back(
  const Lane & position, const Lane * rate, const VectorSeries<K> & f, VectorSeries<K> & n)
{
  const Distance<K> distance(position, rate);
  for (int k = 0; k < K; ++k)
  {
    n.x[k] -= product(distance.series, f.y, k);
    n.y[k] += product(distance.series, f.x, k);
  }
}

/// A vector rotated from the body's axes to its parent's.
template <JointKind kind, int K>
HOD_INLINE void turn_back(const BatchLink & link, const BatchWrench<K> & joint, VectorSeries<K> & v)
{
  if (kind == JointKind::any && link.prismatic)
  {
    turn(v.x, v.y, link.cos_theta, -link.sin_theta);
  }
  else
  {
    turn_about_z(v.y, v.x, joint.cosine, joint.sine);  // x and y exchanged: the inverse rotation
  }
  turn(v.y, v.z, link.cos_alpha, -link.sin_alpha);
  if (kind == JointKind::any && link.has_beta)
  {
    turn(v.x, v.y, link.cos_beta, -link.sin_beta);
  }
}

/// A body's wrench (f, n), brought to its parent's axes and origin.
template <JointKind kind, int K>
HOD_INLINE void backward_step(
  const BatchLink & link, const BatchWrench<K> & joint, VectorSeries<K> & f, VectorSeries<K> & n)
{
  turn_back<kind>(link, joint, f);
  turn_back<kind>(link, joint, n);
  const double * p = link.translation;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    n.y[k] -= p[0] * f.z[k];
    n.z[k] += p[0] * f.y[k];
    if (kind != JointKind::turning_at_xz)
    {
      n.x[k] += p[1] * f.z[k];
      n.z[k] -= p[1] * f.x[k];
    }
    if (kind != JointKind::turning_at_xy)
    {
      n.x[k] -= p[2] * f.y[k];
      n.y[k] += p[2] * f.x[k];
    }
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_BACKWARD_HPP_

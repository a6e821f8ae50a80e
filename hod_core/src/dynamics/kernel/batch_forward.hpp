// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_FORWARD_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_FORWARD_HPP_

#include "batch_constants.hpp"
#include "joint_series.hpp"
#include "vector_series.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// Motion of one body in HOD_LANES states; the quantities are those of BodyState. Along a chain,
/// two of these alternate, so that they stay in the nearest cache however long the chain is.
template <int K>
struct BatchMotion
{
  VectorSeries<K + 1> angular_velocity;
  VectorSeries<K> acceleration;
  Lane xx[K], yy[K], zz[K];  ///< −U_xx, −U_yy, −U_zz
  Lane xy[K], yz[K], zx[K];  ///< U_xy, U_yz, U_zx
  Lane yx[K], zy[K], xz[K];  ///< U_yx, U_zy, U_xz
};

/// Data of a body for the backward pass.
template <int K>
struct BatchWrench
{
  Lane cosine[K + 1], sine[K + 1];
  VectorSeries<K> force, moment;
};

/// One coefficient of U = ω̂' + ω̂ω̂, the diagonal negated as in BatchMotion.
struct Gradient
{
  Lane xx, yy, zz, xy, yz, zx, yx, zy, xz;
};

/// One coefficient at a time, so that the following code finds it in registers.
template <int K>
HOD_INLINE Gradient gradient(const VectorSeries<K + 1> & w, int k)
{
  const double factor = k + 1;
  const Lane x = square(w.x, k);
  const Lane y = square(w.y, k);
  const Lane z = square(w.z, k);
  const Lane xy = product(w.x, w.y, k);
  const Lane yz = product(w.y, w.z, k);
  const Lane zx = product(w.z, w.x, k);
  const Lane x_rate = factor * w.x[k + 1];
  const Lane y_rate = factor * w.y[k + 1];
  const Lane z_rate = factor * w.z[k + 1];
  return {y + z,       z + x,       x + y,       xy - z_rate, yz - x_rate,
          zx - y_rate, xy + z_rate, yz + x_rate, zx + y_rate};
}

template <int K>
HOD_INLINE void store(const Gradient & u, int k, BatchMotion<K> & state)
{
  state.xx[k] = u.xx;
  state.yy[k] = u.yy;
  state.zz[k] = u.zz;
  state.xy[k] = u.xy;
  state.yz[k] = u.yz;
  state.zx[k] = u.zx;
  state.yx[k] = u.yx;
  state.zy[k] = u.zy;
  state.xz[k] = u.xz;
}

template <int K>
HOD_INLINE Gradient load(const BatchMotion<K> & state, int k)
{
  return {state.xx[k], state.yy[k], state.zz[k], state.xy[k], state.yz[k],
          state.zx[k], state.yx[k], state.zy[k], state.xz[k]};
}

struct Vector
{
  Lane x, y, z;
};

/// The parent's acceleration at the joint, in the parent's axes: A + U p.
template <JointKind kind, int K>
HOD_INLINE Vector
acceleration_at_joint(const BatchLink & link, const BatchMotion<K> & parent, int k)
{
  const double * p = link.translation;
  Vector at{
    parent.acceleration.x[k] - p[0] * parent.xx[k], parent.acceleration.y[k] + p[0] * parent.yx[k],
    parent.acceleration.z[k] + p[0] * parent.zx[k]};
  if (kind != JointKind::turning_at_xz)
  {
    at.x += p[1] * parent.xy[k];
    at.y -= p[1] * parent.yy[k];
    at.z += p[1] * parent.zy[k];
  }
  if (kind != JointKind::turning_at_xy)
  {
    at.x += p[2] * parent.xz[k];
    at.y += p[2] * parent.yz[k];
    at.z -= p[2] * parent.zz[k];
  }
  return at;
}

/// Displacement of a prismatic joint, as a series.
template <int K>
struct Distance
{
  HOD_INLINE Distance(const Lane & position, const Lane * rate)
  {
    series[0] = position;
    for (int k = 1; k < K; ++k)
    {
      series[k] = rate[k - 1] * (1.0 / k);
    }
  }

  Lane series[K];
};

/// Contribution of a prismatic joint: U z d + 2 ω × z d' + z d''.
template <int K>
HOD_INLINE void slide(BatchMotion<K> & state, const Lane & position, const Lane * rate)
{
  VectorSeries<K> & a = state.acceleration;
  const Distance<K> distance(position, rate);
  for (int k = 0; k < K; ++k)
  {
    a.x[k] +=
      product(state.xz, distance.series, k) + 2.0 * product(state.angular_velocity.y, rate, k);
    a.y[k] +=
      product(state.yz, distance.series, k) - 2.0 * product(state.angular_velocity.x, rate, k);
    a.z[k] += double(k + 1) * rate[k + 1] - product(state.zz, distance.series, k);
  }
}

/// A body whose parent is at rest. The rotation of gravity about the joint's axis is not computed
/// as for a moving parent: only its z rotates.
template <int K>
HOD_INLINE void first_step(
  const BatchLink & link, const BatchMotion<K> & parent, const Lane * rate,
  const BatchWrench<K> & joint, BatchMotion<K> & state)
{
  Lane x[1] = {parent.acceleration.x[0]};
  Lane y[1] = {parent.acceleration.y[0]};
  Lane z[1] = {parent.acceleration.z[0]};
  if (link.has_beta)
  {
    turn(x, y, link.cos_beta, link.sin_beta);
  }
  turn(y, z, link.cos_alpha, link.sin_alpha);
  const Lane zero = {};
  VectorSeries<K + 1> & w = state.angular_velocity;
  VectorSeries<K> & a = state.acceleration;
#pragma GCC unroll 8
  for (int k = 0; k <= K; ++k)
  {
    w.x[k] = zero;
    w.y[k] = zero;
    w.z[k] = rate[k];
  }
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    a.x[k] = joint.cosine[k] * x[0] + joint.sine[k] * y[0];
    a.y[k] = joint.cosine[k] * y[0] - joint.sine[k] * x[0];
    a.z[k] = k == 0 ? z[0] : zero;
    state.xx[k] = square(w.z, k);
    state.yy[k] = state.xx[k];
    state.yx[k] = double(k + 1) * rate[k + 1];
    state.xy[k] = -state.yx[k];
    state.zz[k] = state.yz[k] = state.zy[k] = state.zx[k] = state.xz[k] = zero;
  }
}

/// Rotates by the constants of the link; what remains is the rotation about the joint's z.
template <JointKind kind>
HOD_INLINE Vector turn_by_constants(const BatchLink & link, const Vector & v)
{
  Lane x = v.x;
  Lane y = v.y;
  if (kind == JointKind::any && link.has_beta)
  {
    x = link.cos_beta * v.x + link.sin_beta * v.y;
    y = link.cos_beta * v.y - link.sin_beta * v.x;
  }
  return {x, link.cos_alpha * y + link.sin_alpha * v.z, link.cos_alpha * v.z - link.sin_alpha * y};
}

/// Turns x and y about the joint's axis and writes them.
template <JointKind kind, int K, int count>
HOD_INLINE void turn_by_joint(
  const BatchLink & link, const BatchWrench<K> & joint, Lane (&x)[count], Lane (&y)[count],
  VectorSeries<count> & turned)
{
  if (kind == JointKind::any && link.prismatic)
  {
    turn(x, y, link.cos_theta, link.sin_theta);
  }
  else
  {
    turn_about_z(x, y, joint.cosine, joint.sine);
  }
#pragma GCC unroll 8
  for (int k = 0; k < count; ++k)
  {
    turned.x[k] = x[k];
    turned.y[k] = y[k];
  }
}

/// Acceleration of a body from its parent's, without the contribution of a prismatic joint.
template <JointKind kind, int K>
HOD_INLINE void step_acceleration(
  const BatchLink & link, const BatchMotion<K> & parent, const BatchWrench<K> & joint,
  VectorSeries<K> & acceleration)
{
  Lane x[K], y[K];
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    const Vector a = turn_by_constants<kind>(link, acceleration_at_joint<kind>(link, parent, k));
    x[k] = a.x;
    y[k] = a.y;
    acceleration.z[k] = a.z;
  }
  turn_by_joint<kind>(link, joint, x, y, acceleration);
}

/// Angular velocity of a body from its parent's. `rate` is the series of the joint's velocity.
template <JointKind kind, int K>
HOD_INLINE void step_angular_velocity(
  const BatchLink & link, const VectorSeries<K + 1> & parent, const Lane * rate,
  const BatchWrench<K> & joint, VectorSeries<K + 1> & angular_velocity)
{
  Lane x[K + 1], y[K + 1];
#pragma GCC unroll 8
  for (int k = 0; k <= K; ++k)
  {
    const Vector w = turn_by_constants<kind>(link, {parent.x[k], parent.y[k], parent.z[k]});
    x[k] = w.x;
    y[k] = w.y;
    angular_velocity.z[k] = kind == JointKind::any && link.prismatic ? w.z : w.z + rate[k];
  }
  turn_by_joint<kind>(link, joint, x, y, angular_velocity);
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_FORWARD_HPP_

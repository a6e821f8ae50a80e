// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_FORWARD_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_FORWARD_HPP_

#include "batch_constants.hpp"
#include "joint_series.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// Components of a vector as series, a lane per state.
template <int count>
struct VectorSeries
{
  Lane x[count], y[count], z[count];
};

/// Register by register, see PairSeries' copy.
template <int count>
HOD_INLINE void copy(const VectorSeries<count> & source, VectorSeries<count> & target)
{
#pragma GCC unroll 8
  for (int k = 0; k < count; ++k)
  {
    target.x[k] = source.x[k];
    target.y[k] = source.y[k];
    target.z[k] = source.z[k];
  }
}

/// One body of HOD_LANES states; the quantities are those of BodyState.
template <int K>
struct BatchState
{
  Lane cosine[K + 1], sine[K + 1];
  VectorSeries<K + 1> angular_velocity;
  VectorSeries<K> acceleration;
  Lane xx[K], yy[K], zz[K];  ///< −U_xx, −U_yy, −U_zz
  Lane xy[K], yz[K], zx[K];  ///< U_xy, U_yz, U_zx
  Lane yx[K], zy[K], xz[K];  ///< U_yx, U_zy, U_xz
  VectorSeries<K> force, moment;
};

/// Rotates the axes about x by a constant.
template <int count>
HOD_INLINE void turn_about_x(Lane (&y)[count], Lane (&z)[count], double cosine, double sine)
{
#pragma GCC unroll 8
  for (int k = 0; k < count; ++k)
  {
    const Lane old = y[k];
    y[k] = cosine * old + sine * z[k];
    z[k] = cosine * z[k] - sine * old;
  }
}

/// Rotates the axes about z by a constant.
template <int count>
HOD_INLINE void turn_about_z(Lane (&x)[count], Lane (&y)[count], double cosine, double sine)
{
#pragma GCC unroll 8
  for (int k = 0; k < count; ++k)
  {
    const Lane old = x[k];
    x[k] = cosine * old + sine * y[k];
    y[k] = cosine * y[k] - sine * old;
  }
}

/// Rotates the axes about z by a series; highest coefficients first, so that it works in place.
template <int count>
HOD_INLINE void turn_about_z(
  Lane (&x)[count], Lane (&y)[count], const Lane * cosine, const Lane * sine)
{
#pragma GCC unroll 8
  for (int k = count - 1; k >= 0; --k)
  {
    Lane new_x = cosine[0] * x[k] + sine[0] * y[k];
    Lane new_y = cosine[0] * y[k] - sine[0] * x[k];
#pragma GCC unroll 8
    for (int j = 1; j <= k; ++j)
    {
      new_x += cosine[j] * x[k - j];
      new_x += sine[j] * y[k - j];
      new_y += cosine[j] * y[k - j];
      new_y -= sine[j] * x[k - j];
    }
    x[k] = new_x;
    y[k] = new_y;
  }
}

/// Coefficient k of the product of two series, and of a square.
HOD_INLINE Lane product(const Lane * a, const Lane * b, int k)
{
  Lane sum = a[0] * b[k];
#pragma GCC unroll 8
  for (int j = 1; j <= k; ++j)
  {
    sum += a[j] * b[k - j];
  }
  return sum;
}

HOD_INLINE Lane square(const Lane * a, int k)
{
  if (k == 0)
  {
    return a[0] * a[0];
  }
  Lane half = a[0] * a[k];
#pragma GCC unroll 8
  for (int j = 1; 2 * j < k; ++j)
  {
    half += a[j] * a[k - j];
  }
  const Lane whole = half + half;
  return k % 2 == 0 ? whole + a[k / 2] * a[k / 2] : whole;
}

template <int K>
HOD_INLINE void square_angular_velocity(BatchState<K> & state)
{
  const VectorSeries<K + 1> & w = state.angular_velocity;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    const double factor = k + 1;
    const Lane x = square(w.x, k);
    const Lane y = square(w.y, k);
    const Lane z = square(w.z, k);
    state.xx[k] = y + z;
    state.yy[k] = z + x;
    state.zz[k] = x + y;
    const Lane xy = product(w.x, w.y, k);
    state.xy[k] = xy - factor * w.z[k + 1];
    state.yx[k] = xy + factor * w.z[k + 1];
    const Lane yz = product(w.y, w.z, k);
    state.yz[k] = yz - factor * w.x[k + 1];
    state.zy[k] = yz + factor * w.x[k + 1];
    const Lane zx = product(w.z, w.x, k);
    state.zx[k] = zx - factor * w.y[k + 1];
    state.xz[k] = zx + factor * w.y[k + 1];
  }
}

/// The parent's acceleration at the joint, in the parent's axes: A + U p.
template <int K>
HOD_INLINE void acceleration_at_joint(
  const BatchLink & link, const BatchState<K> & parent, VectorSeries<K> & at)
{
  const double * p = link.translation;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    at.x[k] = parent.acceleration.x[k] - p[0] * parent.xx[k];
    at.y[k] = parent.acceleration.y[k] + p[0] * parent.yx[k];
    at.z[k] = parent.acceleration.z[k] + p[0] * parent.zx[k];
  }
  if (link.has_y)
  {
#pragma GCC unroll 8
    for (int k = 0; k < K; ++k)
    {
      at.x[k] += p[1] * parent.xy[k];
      at.y[k] -= p[1] * parent.yy[k];
      at.z[k] += p[1] * parent.zy[k];
    }
  }
  if (link.has_z)
  {
#pragma GCC unroll 8
    for (int k = 0; k < K; ++k)
    {
      at.x[k] += p[2] * parent.xz[k];
      at.y[k] += p[2] * parent.yz[k];
      at.z[k] -= p[2] * parent.zz[k];
    }
  }
}

/// What a sliding joint adds: U z d + 2 ω × z d' + z d''.
template <int K>
HOD_INLINE void slide(BatchState<K> & state, const Lane & position, const Lane * rate)
{
  VectorSeries<K> & a = state.acceleration;
  Lane distance[K];
  distance[0] = position;
  for (int k = 1; k < K; ++k)
  {
    distance[k] = rate[k - 1] * (1.0 / k);
  }
  for (int k = 0; k < K; ++k)
  {
    a.x[k] += product(state.xz, distance, k) + 2.0 * product(state.angular_velocity.y, rate, k);
    a.y[k] += product(state.yz, distance, k) - 2.0 * product(state.angular_velocity.x, rate, k);
    a.z[k] += double(k + 1) * rate[k + 1] - product(state.zz, distance, k);
  }
}

/// A body whose parent stands still, without gravity's turning about the joint's axis worked out
/// as for a parent that moves: only its z turns.
template <int K>
HOD_INLINE void first_step(
  const BatchLink & link, const BatchState<K> & parent, const Lane * rate, BatchState<K> & state)
{
  Lane x[1] = {parent.acceleration.x[0]};
  Lane y[1] = {parent.acceleration.y[0]};
  Lane z[1] = {parent.acceleration.z[0]};
  if (link.has_beta)
  {
    turn_about_z(x, y, link.cos_beta, link.sin_beta);
  }
  turn_about_x(y, z, link.cos_alpha, link.sin_alpha);
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
    a.x[k] = state.cosine[k] * x[0] + state.sine[k] * y[0];
    a.y[k] = state.cosine[k] * y[0] - state.sine[k] * x[0];
    a.z[k] = k == 0 ? z[0] : zero;
    state.xx[k] = square(w.z, k);
    state.yy[k] = state.xx[k];
    state.yx[k] = double(k + 1) * rate[k + 1];
    state.xy[k] = -state.yx[k];
    state.zz[k] = state.yz[k] = state.zy[k] = state.zx[k] = state.xz[k] = zero;
  }
}

/// Motion of a body from its parent's. `rate` is the series of its joint's velocity.
template <int K>
HOD_INLINE void forward_step(
  const BatchLink & link, const BatchState<K> & parent, const Lane & position, const Lane * rate,
  BatchState<K> & state)
{
  VectorSeries<K + 1> w;
  copy(parent.angular_velocity, w);
  VectorSeries<K> a;
  acceleration_at_joint(link, parent, a);
  if (link.has_beta)
  {
    turn_about_z(w.x, w.y, link.cos_beta, link.sin_beta);
    turn_about_z(a.x, a.y, link.cos_beta, link.sin_beta);
  }
  turn_about_x(w.y, w.z, link.cos_alpha, link.sin_alpha);
  turn_about_x(a.y, a.z, link.cos_alpha, link.sin_alpha);
  if (link.prismatic)
  {
    turn_about_z(w.x, w.y, link.cos_theta, link.sin_theta);
    turn_about_z(a.x, a.y, link.cos_theta, link.sin_theta);
  }
  else
  {
    turn_about_z(w.x, w.y, state.cosine, state.sine);
    turn_about_z(a.x, a.y, state.cosine, state.sine);
#pragma GCC unroll 8
    for (int k = 0; k <= K; ++k)
    {
      w.z[k] += rate[k];
    }
  }
  copy(w, state.angular_velocity);
  copy(a, state.acceleration);
  square_angular_velocity(state);
  if (link.prismatic)
  {
    slide(state, position, rate);
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_FORWARD_HPP_

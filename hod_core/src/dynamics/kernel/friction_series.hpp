// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__FRICTION_SERIES_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__FRICTION_SERIES_HPP_

#include "exponential.hpp"
#include "vector_series.hpp"

extern "C" double sqrt(double) noexcept;

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// tanh of a series, from s' = (1 − s²) x'; `e` belongs to the argument_of_tangent x[0].
template <int K>
HOD_INLINE void hyperbolic_tangent(const Lane (&x)[K], const SplitExponential & e, Lane (&s)[K])
{
  Lane slope[K];
  hyperbolic_tangent(x[0], e, s[0], slope[0]);
#pragma GCC unroll 8
  for (int k = 1; k < K; ++k)
  {
    s[k] = x[k] * slope[0];
#pragma GCC unroll 8
    for (int i = 1; i < k; ++i)
    {
      s[k] += (double(i) / k * x[i]) * slope[k - i];
    }
    slope[k] = -square(s, k);
  }
}

/// exp(−x) of a series from its value, by e' = −x' e.
template <int K>
HOD_INLINE void decay(const Lane (&x)[K], const Lane & value, Lane (&e)[K])
{
  e[0] = value;
#pragma GCC unroll 8
  for (int k = 1; k < K; ++k)
  {
    e[k] = -x[k] * e[0];
#pragma GCC unroll 8
    for (int i = 1; i < k; ++i)
    {
      e[k] -= (double(i) / k * x[i]) * e[k - i];
    }
  }
}

HOD_INLINE Lane square_root(const Lane & x)
{
  Lane root{};
  for (int lane = 0; lane < HOD_LANES; ++lane)
  {
    root[lane] = sqrt(x[lane]);
  }
  return root;
}

/// √(x² + y² + δ²) of series x and y, from r² = x² + y² + δ².
template <int K>
HOD_INLINE void rounded_norm(
  const Lane (&x)[K], const Lane (&y)[K], const Lane & rounding, Lane (&r)[K])
{
  r[0] = square_root(x[0] * x[0] + y[0] * y[0] + rounding * rounding);
  const Lane half_inverse = 0.5 / r[0];
#pragma GCC unroll 8
  for (int k = 1; k < K; ++k)
  {
    Lane rest = square(x, k) + square(y, k);
#pragma GCC unroll 8
    for (int i = 1; i < k; ++i)
    {
      rest -= r[i] * r[k - i];
    }
    r[k] = rest * half_inverse;
  }
}

/// F_c, the first part of the factor of tanh.
template <int K>
HOD_INLINE void start_dry(const Lane & coulomb, Lane (&dry)[K])
{
  dry[0] = coulomb;
#pragma GCC unroll 8
  for (int k = 1; k < K; ++k)
  {
    dry[k] = Lane{};
  }
}

template <int K>
HOD_INLINE void scale_series(const Lane & factor, const Lane (&x)[K], Lane (&scaled)[K])
{
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    scaled[k] = factor * x[k];
  }
}

/// tanh(q'/ε), which replaces the sign.
template <int K>
HOD_INLINE void smooth_sign(const Lane & inverse_speed, const Lane (&velocity)[K], Lane (&sign)[K])
{
  Lane x[K];
  scale_series(inverse_speed, velocity, x);
  const Lane argument[1] = {argument_of_tangent(x[0])};
  SplitExponential e[1];
  split_exponential(argument, e);
  hyperbolic_tangent(x, e[0], sign);
}

/// The same, and dry += F_s exp(−(q'/v_s)²).
template <int K>
HOD_INLINE void smooth_sign_and_stribeck(
  const Lane & inverse_speed, const Lane & size, const Lane & inverse_stribeck_speed,
  const Lane (&velocity)[K], Lane (&sign)[K], Lane (&dry)[K])
{
  Lane x[K], relative[K], squares[K], drop[K];
  scale_series(inverse_speed, velocity, x);
  scale_series(inverse_stribeck_speed, velocity, relative);
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    squares[k] = square(relative, k);
  }
  const Lane arguments[2] = {argument_of_tangent(x[0]), argument_of_negative(-squares[0])};
  SplitExponential e[2];
  split_exponential(arguments, e);
  hyperbolic_tangent(x, e[0], sign);
  decay(squares, whole(e[1]), drop);
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    dry[k] += size * drop[k];
  }
}

/// dry += μ ρ N, with N = √(x² + y² + δ²) − δ of the force (x, y) across the axis.
template <int K>
HOD_INLINE void add_bearing(
  const Lane & size, const Lane & rounding, const Lane (&x)[K], const Lane (&y)[K], Lane (&dry)[K])
{
  Lane pressure[K];
  rounded_norm(x, y, rounding, pressure);
  pressure[0] -= rounding;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    dry[k] += size * pressure[k];
  }
}

/// b q' + dry · sign.
template <int K>
HOD_INLINE void sum_of_friction(
  const Lane & viscous, const Lane (&velocity)[K], const Lane (&dry)[K], const Lane (&sign)[K],
  Lane (&force)[K])
{
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    force[k] = viscous * velocity[k];
#pragma GCC unroll 8
    for (int i = 0; i <= k; ++i)
    {
      force[k] += dry[i] * sign[k - i];
    }
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__FRICTION_SERIES_HPP_

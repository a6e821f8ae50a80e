// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__FRICTION_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__FRICTION_HPP_

#include "exponential.hpp"
#include "pass_arguments.hpp"

extern "C" double sqrt(double) noexcept;

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// HOD_LANES joints' numbers of a row of which `count` are there.
HOD_INLINE Lane load_some(const double * source, int count)
{
  if (count >= HOD_LANES)
  {
    return load_lanes(source);
  }
  Lane value{};
  for (int lane = 0; lane < count; ++lane)
  {
    value[lane] = source[lane];
  }
  return value;
}

HOD_INLINE void add_some(double * target, const Lane & value, int count)
{
  if (count >= HOD_LANES)
  {
    store_lanes(target, load_lanes(target) + value);
    return;
  }
  for (int lane = 0; lane < count; ++lane)
  {
    target[lane] += value[lane];
  }
}

/// tanh of a series, from s' = (1 − s²) x'.
template <int K>
HOD_INLINE void hyperbolic_tangent(const Lane (&x)[K], Lane (&s)[K])
{
  Lane slope[K];
  hyperbolic_tangent(x[0], s[0], slope[0]);
#pragma GCC unroll 8
  for (int k = 1; k < K; ++k)
  {
    Lane rate = double(k) * x[k] * slope[0];
#pragma GCC unroll 8
    for (int i = 1; i < k; ++i)
    {
      rate += double(i) * x[i] * slope[k - i];
    }
    s[k] = rate * (1.0 / k);
    Lane square{};
#pragma GCC unroll 8
    for (int i = 0; i <= k; ++i)
    {
      square -= s[i] * s[k - i];
    }
    slope[k] = square;
  }
}

/// exp(−w²) of a series, from e' = −(w²)' e.
template <int K>
HOD_INLINE void bell(const Lane (&w)[K], Lane (&e)[K])
{
  Lane square[K];
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    square[k] = w[0] * w[k];
#pragma GCC unroll 8
    for (int i = 1; i <= k; ++i)
    {
      square[k] += w[i] * w[k - i];
    }
  }
  e[0] = exponential_of_negative(-square[0]);
#pragma GCC unroll 8
  for (int k = 1; k < K; ++k)
  {
    Lane rate{};
#pragma GCC unroll 8
    for (int i = 1; i <= k; ++i)
    {
      rate -= double(i) * square[i] * e[k - i];
    }
    e[k] = rate * (1.0 / k);
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
    Lane rest{};
#pragma GCC unroll 8
    for (int i = 0; i <= k; ++i)
    {
      rest += x[i] * x[k - i];
      rest += y[i] * y[k - i];
    }
#pragma GCC unroll 8
    for (int i = 1; i < k; ++i)
    {
      rest -= r[i] * r[k - i];
    }
    r[k] = rest * half_inverse;
  }
}

/// F_c + F_s exp(−(q'/v_s)²) + μ ρ N of the joints from `column` on: what tanh multiplies.
template <int K>
HOD_INLINE void dry_friction(
  const PassArguments & arguments, int column, const Lane (&velocity)[K], Lane (&dry)[K])
{
  const FrictionConstants & friction = *arguments.friction;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    dry[k] = Lane{};
  }
  dry[0] = load_lanes(friction.coulomb + column);
  if (friction.has_stribeck)
  {
    const Lane inverse_speed = load_lanes(friction.inverse_stribeck_speed + column);
    const Lane size = load_lanes(friction.stribeck + column);
    Lane relative[K], drop[K];
#pragma GCC unroll 8
    for (int k = 0; k < K; ++k)
    {
      relative[k] = inverse_speed * velocity[k];
    }
    bell(relative, drop);
#pragma GCC unroll 8
    for (int k = 0; k < K; ++k)
    {
      dry[k] += size * drop[k];
    }
  }
  if (friction.has_bearing)
  {
    const Lane rounding = load_lanes(friction.smoothing_force + column);
    const Lane size = load_lanes(friction.bearing + column);
    Lane x[K], y[K], pressure[K];
#pragma GCC unroll 8
    for (int k = 0; k < K; ++k)
    {
      const double * row = arguments.pressure + k * arguments.pressure_stride + 2 * column;
#pragma GCC unroll 8
      for (int lane = 0; lane < HOD_LANES; ++lane)
      {
        x[k][lane] = row[2 * lane];
        y[k][lane] = row[2 * lane + 1];
      }
    }
    rounded_norm(x, y, rounding, pressure);
    pressure[0] -= rounding;
#pragma GCC unroll 8
    for (int k = 0; k < K; ++k)
    {
      dry[k] += size * pressure[k];
    }
  }
}

/// Adds friction times its scale to its rows, HOD_LANES joints at a time.
template <int K>
void add_friction(const PassArguments & arguments)
{
  const FrictionConstants & friction = *arguments.friction;
  for (int column = 0; column < arguments.dof; column += HOD_LANES)
  {
    const int count = arguments.dof - column;
    Lane velocity[K], relative[K], sign[K], dry[K];
    const Lane inverse_speed = load_lanes(friction.inverse_smoothing_speed + column);
    double inverse_factorial = 1.0;
#pragma GCC unroll 8
    for (int k = 0; k < K; ++k)
    {
      inverse_factorial /= k > 1 ? k : 1;
      velocity[k] = inverse_factorial *
                    load_some(arguments.motion + (k + 1) * arguments.motion_stride + column, count);
      relative[k] = inverse_speed * velocity[k];
    }
    hyperbolic_tangent(relative, sign);
    dry_friction(arguments, column, velocity, dry);
    const Lane viscous = load_lanes(friction.viscous + column);
    double factor = arguments.friction_scale;
#pragma GCC unroll 8
    for (int k = 0; k < K; ++k)
    {
      factor *= k > 1 ? k : 1;
      Lane sum = viscous * velocity[k];
#pragma GCC unroll 8
      for (int i = 0; i <= k; ++i)
      {
        sum += dry[i] * sign[k - i];
      }
      double * row = arguments.friction_force + k * arguments.force_stride;
      add_some(row + column, factor * sum, count);
    }
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__FRICTION_HPP_

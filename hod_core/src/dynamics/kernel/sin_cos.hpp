// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__SIN_COS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__SIN_COS_HPP_

#include "lanes.hpp"

extern "C" double sin(double) noexcept;
extern "C" double cos(double) noexcept;

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// Up to this angle, the reduction with three parts of π/2 has no error that a double could
/// represent.
constexpr double kLargestReducedAngle = 1e5;

/// sin and cos of every lane for |angle| <= kLargestReducedAngle. The angle is reduced to ±π/4 by
/// multiples of π/2, where the Taylor polynomials of degree 17 and 16 are accurate to 3e-18.
HOD_INLINE void sin_cos_reduced(const Lane & angle, Lane & sine, Lane & cosine)
{
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  // π/2 as a sum of three numbers of which the first two have 33 bits, so that products with a
  // quadrant number below 2^20 are exact.
  constexpr double kFirst = 0x1.921fb544p+0;
  constexpr double kSecond = 0x1.0b4611a6p-34;
  constexpr double kThird = 0x1.3198a2e037073p-69;
  constexpr double kRounder = 0x1.8p52;  // adding it rounds to an integer in the low bits

  const Lane shifted = angle * kTwoOverPi + kRounder;
  const Lane quadrant = shifted - kRounder;
  const LaneInteger bits = reinterpret_cast<LaneInteger>(shifted);
  const Lane x = ((angle - quadrant * kFirst) - quadrant * kSecond) - quadrant * kThird;
  const Lane y = x * x;
  const Lane z = y * y;
  // Coefficients (−1)ⁿ/(2n+1)! and (−1)ⁿ/(2n)!, alternating between two sums that can be evaluated
  // in parallel.
  Lane sine_even = z * (1.0 / 355687428096000.0) + 1.0 / 6227020800.0;
  Lane sine_odd = z * (-1.0 / 1307674368000.0) - 1.0 / 39916800.0;
  Lane cosine_even = z * (1.0 / 20922789888000.0) + 1.0 / 479001600.0;
  Lane cosine_odd = z * (-1.0 / 87178291200.0) - 1.0 / 3628800.0;
  sine_even = sine_even * z + 1.0 / 362880.0;
  sine_odd = sine_odd * z - 1.0 / 5040.0;
  cosine_even = cosine_even * z + 1.0 / 40320.0;
  cosine_odd = cosine_odd * z - 1.0 / 720.0;
  sine_even = sine_even * z + 1.0 / 120.0;
  sine_odd = sine_odd * z - 1.0 / 6.0;
  cosine_even = cosine_even * z + 1.0 / 24.0;
  const Lane s = x + x * y * (sine_odd + y * sine_even);
  const Lane c = 1.0 - (0.5 * y - z * (cosine_even + y * cosine_odd));

  const LaneInteger odd = (bits & 1) != 0;
  const Lane sine_size = odd ? c : s;
  const Lane cosine_size = odd ? s : c;
  sine = (bits & 2) != 0 ? -sine_size : sine_size;
  cosine = ((bits + 1) & 2) != 0 ? -cosine_size : cosine_size;
}

HOD_INLINE bool all_reducible(const Lane & angle)
{
  bool all = true;
  for (int lane = 0; lane < HOD_LANES; ++lane)
  {
    all = all && angle[lane] <= kLargestReducedAngle && angle[lane] >= -kLargestReducedAngle;
  }
  return all;
}

/// sin and cos of every lane; larger angles go through the C library.
HOD_INLINE void sin_cos(const Lane & angle, Lane & sine, Lane & cosine)
{
  if (__builtin_expect(all_reducible(angle), 1))
  {
    sin_cos_reduced(angle, sine, cosine);
    return;
  }
  sine = cosine = Lane{};
  for (int lane = 0; lane < HOD_LANES; ++lane)
  {
    sine[lane] = sin(angle[lane]);
    cosine[lane] = cos(angle[lane]);
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__SIN_COS_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__EXPONENTIAL_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__EXPONENTIAL_HPP_

#include "lanes.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// eˣ as power · (1 + excess) with a power of two; both parts keep their digits near x = 0.
struct SplitExponential
{
  Lane power;
  Lane excess;
};

/// For |x| ≤ 700, several at once so that they share their constants. x is reduced to r within ±ln
/// 2 / 2 by multiples of ln 2, where eʳ = 1 + r + r² P(r). P, of degree 9, interpolates at
/// Chebyshev points and is accurate to 4e-17 of the excess.
template <int count>
HOD_INLINE void split_exponential(const Lane (&x)[count], SplitExponential (&result)[count])
{
  constexpr double kOneOverLn2 = 0x1.71547652b82fep+0;
  // ln 2 as a sum whose first number has 21 trailing zeros: its product with a power is exact.
  constexpr double kFirst = 0x1.62e42feep-1;
  constexpr double kSecond = 0x1.a39ef35793c76p-33;
  constexpr double kRounder = 0x1.8p52;  // adding it rounds to an integer in the low bits
  // Coefficients of r¹¹ and r¹⁰ downwards, alternating between two sums that can be evaluated in
  // parallel.
  constexpr double kOdd[] = {
    0x1.af389ecfc4b9cp-26, 0x1.71de0db2f6b19p-19, 0x1.a01a01a7c2efep-13, 0x1.11111111109b5p-7,
    0x1.5555555555556p-3};
  constexpr double kEven[] = {
    0x1.28917c89a43a7p-22, 0x1.a019b9149a41cp-16, 0x1.6c16c17889ef1p-10, 0x1.5555555553d68p-5,
    0x1.0000000000001p-1};

  Lane r[count], y[count], even[count], odd[count];
#pragma GCC unroll 8
  for (int n = 0; n < count; ++n)
  {
    const Lane shifted = x[n] * kOneOverLn2 + kRounder;
    const Lane number = shifted - kRounder;
    r[n] = (x[n] - number * kFirst) - number * kSecond;
    y[n] = r[n] * r[n];
    even[n] = all_lanes(kEven[0]);
    odd[n] = all_lanes(kOdd[0]);
    const LaneInteger exponent = (reinterpret_cast<LaneInteger>(shifted) + 1023) << 52;
    result[n].power = reinterpret_cast<Lane>(exponent);
  }
#pragma GCC unroll 8
  for (int term = 1; term < 5; ++term)
  {
#pragma GCC unroll 8
    for (int n = 0; n < count; ++n)
    {
      even[n] = even[n] * y[n] + kEven[term];
      odd[n] = odd[n] * y[n] + kOdd[term];
    }
  }
#pragma GCC unroll 8
  for (int n = 0; n < count; ++n)
  {
    result[n].excess = r[n] + y[n] * (even[n] + r[n] * odd[n]);
  }
}

/// Argument of split_exponential for eˣ, x ≤ 0: clipped to −700, below which eˣ is negligible.
HOD_INLINE Lane argument_of_negative(const Lane & x)
{
  const Lane limit = all_lanes(-700.0);
  return x < limit ? limit : x;
}

HOD_INLINE Lane whole(const SplitExponential & e)
{
  return e.power + e.power * e.excess;
}

constexpr long long kSignBit = -0x7fffffffffffffff - 1;

HOD_INLINE LaneInteger sign_of(const Lane & x)
{
  return reinterpret_cast<LaneInteger>(x) & kSignBit;
}

/// Argument of split_exponential for tanh x, clipped at |x| = 100: the slope is then below
/// rounding, and its powers stay clear of denormal numbers.
HOD_INLINE Lane argument_of_tangent(const Lane & x)
{
  const Lane limit = all_lanes(100.0);
  const Lane size = reinterpret_cast<Lane>(reinterpret_cast<LaneInteger>(x) ^ sign_of(x));
  return 2.0 * (size > limit ? limit : size);
}

/// tanh x and its slope 1 − tanh² x, both with all digits, from the exponential of its argument:
/// with m = e^{2|x|} − 1 they are m / (m + 2) and, without a difference, 4 (m + 1) / (m + 2)².
HOD_INLINE void hyperbolic_tangent(
  const Lane & x, const SplitExponential & e, Lane & tangent, Lane & slope)
{
  const Lane m = e.power * e.excess + (e.power - 1.0);
  const Lane inverse = 1.0 / (m + 2.0);
  const Lane positive = m * inverse;
  tangent = reinterpret_cast<Lane>(reinterpret_cast<LaneInteger>(positive) | sign_of(x));
  slope = (4.0 * inverse) * (inverse + positive);
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__EXPONENTIAL_HPP_

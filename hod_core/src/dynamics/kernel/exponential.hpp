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

/// For |x| ≤ 700. x is brought to ±ln 2 / 2 by multiples of ln 2, where the Taylor polynomial of
/// degree 13 is good to 4e-18.
HOD_INLINE SplitExponential split_exponential(const Lane & x)
{
  constexpr double kOneOverLn2 = 0x1.71547652b82fep+0;
  // ln 2 as a sum whose first number has 21 trailing zeros: its product with a power is exact.
  constexpr double kFirst = 0x1.62e42feep-1;
  constexpr double kSecond = 0x1.a39ef35793c76p-33;
  constexpr double kRounder = 0x1.8p52;  // adding it rounds to an integer in the low bits

  const Lane shifted = x * kOneOverLn2 + kRounder;
  const Lane number = shifted - kRounder;
  const Lane r = (x - number * kFirst) - number * kSecond;
  const Lane y = r * r;
  // Coefficients 1/n! from n = 2 on, every other one in a sum of its own, so that the sums run
  // side by side.
  Lane even = y * (1.0 / 479001600.0) + 1.0 / 3628800.0;
  Lane odd = y * (1.0 / 6227020800.0) + 1.0 / 39916800.0;
  even = even * y + 1.0 / 40320.0;
  odd = odd * y + 1.0 / 362880.0;
  even = even * y + 1.0 / 720.0;
  odd = odd * y + 1.0 / 5040.0;
  even = even * y + 1.0 / 24.0;
  odd = odd * y + 1.0 / 120.0;
  even = even * y + 0.5;
  odd = odd * y + 1.0 / 6.0;
  const LaneInteger exponent = (reinterpret_cast<LaneInteger>(shifted) + 1023) << 52;
  return {reinterpret_cast<Lane>(exponent), r + y * (even + r * odd)};
}

/// eˣ for x ≤ 0; below −700, where it is next to nothing, that of −700.
HOD_INLINE Lane exponential_of_negative(const Lane & x)
{
  const Lane limit = Lane{} - 700.0;
  const auto [power, excess] = split_exponential(x < limit ? limit : x);
  return power + power * excess;
}

constexpr long long kSignBit = -0x7fffffffffffffff - 1;

/// tanh x and its slope 1 − tanh² x, both with all digits: with m = e^{2|x|} − 1 they are
/// m / (m + 2) and, without a difference, 4 (m + 1) / (m + 2)². Beyond |x| = 100 that of 100: the
/// slope is then below any rounding, and its powers stay clear of denormal numbers.
HOD_INLINE void hyperbolic_tangent(const Lane & x, Lane & tangent, Lane & slope)
{
  const Lane limit = Lane{} + 100.0;
  const LaneInteger sign = reinterpret_cast<LaneInteger>(x) & kSignBit;
  const Lane size = reinterpret_cast<Lane>(reinterpret_cast<LaneInteger>(x) ^ sign);
  const auto [power, excess] = split_exponential(2.0 * (size > limit ? limit : size));
  const Lane m = power * excess + (power - 1.0);
  const Lane inverse = 1.0 / (m + 2.0);
  const Lane positive = m * inverse;
  tangent = reinterpret_cast<Lane>(reinterpret_cast<LaneInteger>(positive) | sign);
  slope = 4.0 * inverse * (inverse + positive);
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__EXPONENTIAL_HPP_

// SPDX-License-Identifier: Apache-2.0
// Included by one translation unit per instruction set, which defines HOD_KERNEL_NAMESPACE and
// HOD_LANES (doubles per register: 2, 4 or 8).
#ifndef HOD__SRC__DYNAMICS__KERNEL__LANES_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__LANES_HPP_

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

#ifndef HOD_INLINE
#define HOD_INLINE inline __attribute__((always_inline))
#endif

/// Doubles side by side, as GCC's and Clang's vector extension has them (x86-64, arm64, any).
template <int count>
struct LaneTypes
{
  typedef double Real __attribute__((vector_size(8 * count)));
  typedef long long Integer __attribute__((vector_size(8 * count)));
  typedef double Unaligned __attribute__((vector_size(8 * count), aligned(8), may_alias));
};

using Lane = LaneTypes<HOD_LANES>::Real;
using LaneInteger = LaneTypes<HOD_LANES>::Integer;

HOD_INLINE Lane load_lanes(const double * source)
{
  return *reinterpret_cast<const LaneTypes<HOD_LANES>::Unaligned *>(source);
}

HOD_INLINE void store_lanes(double * target, Lane value)
{
  *reinterpret_cast<LaneTypes<HOD_LANES>::Unaligned *>(target) = value;
}

/// The same number in all lanes. x − 0 is x to the compiler, x + 0 is not (−0).
HOD_INLINE Lane all_lanes(double value)
{
  return value - Lane{};
}

/// Exchanges rows and columns of a square of doubles.
HOD_INLINE void transpose(Lane (&rows)[HOD_LANES])
{
#if HOD_LANES == 2
  const Lane low = __builtin_shufflevector(rows[0], rows[1], 0, 2);
  rows[1] = __builtin_shufflevector(rows[0], rows[1], 1, 3);
  rows[0] = low;
#elif HOD_LANES == 4
  const Lane a = __builtin_shufflevector(rows[0], rows[1], 0, 4, 2, 6);
  const Lane b = __builtin_shufflevector(rows[0], rows[1], 1, 5, 3, 7);
  const Lane c = __builtin_shufflevector(rows[2], rows[3], 0, 4, 2, 6);
  const Lane d = __builtin_shufflevector(rows[2], rows[3], 1, 5, 3, 7);
  rows[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  rows[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  rows[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  rows[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
#else
  // Pairs, then pairs of pairs, then halves.
  Lane pairs[8], quads[8];
#pragma GCC unroll 8
  for (int row = 0; row < 8; row += 2)
  {
    pairs[row] = __builtin_shufflevector(rows[row], rows[row + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    pairs[row + 1] = __builtin_shufflevector(rows[row], rows[row + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
#pragma GCC unroll 8
  for (int row = 0; row < 8; row += 4)
  {
#pragma GCC unroll 8
    for (int odd = 0; odd < 2; ++odd)
    {
      const Lane & upper = pairs[row + odd];
      const Lane & lower = pairs[row + odd + 2];
      quads[row + odd] = __builtin_shufflevector(upper, lower, 0, 1, 8, 9, 4, 5, 12, 13);
      quads[row + odd + 2] = __builtin_shufflevector(upper, lower, 2, 3, 10, 11, 6, 7, 14, 15);
    }
  }
#pragma GCC unroll 8
  for (int row = 0; row < 4; ++row)
  {
    rows[row] = __builtin_shufflevector(quads[row], quads[row + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    rows[row + 4] = __builtin_shufflevector(quads[row], quads[row + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
#endif
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__LANES_HPP_

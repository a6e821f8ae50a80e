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

/// Doubles side by side, in GCC's and Clang's vector extension (x86-64, arm64, any).
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

/// The same number in all lanes. The compiler simplifies x − 0 to x, but not x + 0 (because of −0).
HOD_INLINE Lane all_lanes(double value)
{
  return value - Lane{};
}

/// These lanes of two registers, numbered through from the first to the second.
template <int... lanes>
HOD_INLINE typename LaneTypes<sizeof...(lanes)>::Real shuffle(
  const typename LaneTypes<sizeof...(lanes)>::Real & a,
  const typename LaneTypes<sizeof...(lanes)>::Real & b)
{
#if defined(__clang__) || __GNUC__ >= 12
  return __builtin_shufflevector(a, b, lanes...);
#else  // before version 12, GCC had only its own builtin, which Clang lacks
  return __builtin_shuffle(a, b, typename LaneTypes<sizeof...(lanes)>::Integer{lanes...});
#endif
}

/// Transposes a square of doubles.
HOD_INLINE void transpose(Lane (&rows)[HOD_LANES])
{
#if HOD_LANES == 2
  const Lane low = shuffle<0, 2>(rows[0], rows[1]);
  rows[1] = shuffle<1, 3>(rows[0], rows[1]);
  rows[0] = low;
#elif HOD_LANES == 4
  const Lane a = shuffle<0, 4, 2, 6>(rows[0], rows[1]);
  const Lane b = shuffle<1, 5, 3, 7>(rows[0], rows[1]);
  const Lane c = shuffle<0, 4, 2, 6>(rows[2], rows[3]);
  const Lane d = shuffle<1, 5, 3, 7>(rows[2], rows[3]);
  rows[0] = shuffle<0, 1, 4, 5>(a, c);
  rows[1] = shuffle<0, 1, 4, 5>(b, d);
  rows[2] = shuffle<2, 3, 6, 7>(a, c);
  rows[3] = shuffle<2, 3, 6, 7>(b, d);
#else
  // Pairs, then pairs of pairs, then halves.
  Lane pairs[8], quads[8];
#pragma GCC unroll 8
  for (int row = 0; row < 8; row += 2)
  {
    pairs[row] = shuffle<0, 8, 2, 10, 4, 12, 6, 14>(rows[row], rows[row + 1]);
    pairs[row + 1] = shuffle<1, 9, 3, 11, 5, 13, 7, 15>(rows[row], rows[row + 1]);
  }
#pragma GCC unroll 8
  for (int row = 0; row < 8; row += 4)
  {
#pragma GCC unroll 8
    for (int odd = 0; odd < 2; ++odd)
    {
      const Lane & upper = pairs[row + odd];
      const Lane & lower = pairs[row + odd + 2];
      quads[row + odd] = shuffle<0, 1, 8, 9, 4, 5, 12, 13>(upper, lower);
      quads[row + odd + 2] = shuffle<2, 3, 10, 11, 6, 7, 14, 15>(upper, lower);
    }
  }
#pragma GCC unroll 8
  for (int row = 0; row < 4; ++row)
  {
    rows[row] = shuffle<0, 1, 2, 3, 8, 9, 10, 11>(quads[row], quads[row + 4]);
    rows[row + 4] = shuffle<4, 5, 6, 7, 12, 13, 14, 15>(quads[row], quads[row + 4]);
  }
#endif
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__LANES_HPP_

// SPDX-License-Identifier: Apache-2.0
// Four doubles: x, y, z and one spare. One 32-byte register with AVX2, otherwise two of 16 bytes.
#ifndef HOD__SRC__DYNAMICS__KERNEL__QUAD_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__QUAD_HPP_

#include "lanes.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

#if HOD_LANES >= 4

using Quad = LaneTypes<4>::Real;

HOD_INLINE Quad make_quad(double x, double y, double z, double spare)
{
  return Quad{x, y, z, spare};
}
HOD_INLINE Quad all(double value)
{
  return Quad{value, value, value, value};
}
/// [1 0 3 2], [1 2 0 3], [2 0 1 3] of one; low and high halves of two; even and odd doubled.
HOD_INLINE Quad swap_pairs(const Quad & a)
{
  return shuffle<1, 0, 3, 2>(a, a);
}
HOD_INLINE Quad yzx(const Quad & a)
{
  return shuffle<1, 2, 0, 3>(a, a);
}
HOD_INLINE Quad zxy(const Quad & a)
{
  return shuffle<2, 0, 1, 3>(a, a);
}
HOD_INLINE Quad join_low(const Quad & a, const Quad & b)
{
  return shuffle<0, 1, 4, 5>(a, b);
}
HOD_INLINE Quad join_high(const Quad & a, const Quad & b)
{
  return shuffle<2, 3, 6, 7>(a, b);
}
/// [a0 a1 b2 b3]; [0 2 1 3] of one.
HOD_INLINE Quad join_ends(const Quad & a, const Quad & b)
{
  return shuffle<0, 1, 6, 7>(a, b);
}
HOD_INLINE Quad swap_middle(const Quad & a)
{
  return shuffle<0, 2, 1, 3>(a, a);
}
HOD_INLINE Quad double_even(const Quad & a)
{
  return shuffle<0, 0, 2, 2>(a, a);
}
HOD_INLINE Quad double_odd(const Quad & a)
{
  return shuffle<1, 1, 3, 3>(a, a);
}

#else

using HalfQuad = LaneTypes<2>::Real;

struct Quad
{
  HalfQuad low, high;

  HOD_INLINE double operator[](int index) const { return index < 2 ? low[index] : high[index - 2]; }
  HOD_INLINE Quad & operator+=(const Quad & b)
  {
    low += b.low;
    high += b.high;
    return *this;
  }
  HOD_INLINE Quad & operator-=(const Quad & b)
  {
    low -= b.low;
    high -= b.high;
    return *this;
  }
};

HOD_INLINE Quad operator+(const Quad & a, const Quad & b)
{
  return {a.low + b.low, a.high + b.high};
}
HOD_INLINE Quad operator-(const Quad & a, const Quad & b)
{
  return {a.low - b.low, a.high - b.high};
}
HOD_INLINE Quad operator-(const Quad & a)
{
  return {-a.low, -a.high};
}
HOD_INLINE Quad operator*(const Quad & a, const Quad & b)
{
  return {a.low * b.low, a.high * b.high};
}
HOD_INLINE Quad operator*(double a, const Quad & b)
{
  return {a * b.low, a * b.high};
}
HOD_INLINE Quad make_quad(double x, double y, double z, double spare)
{
  return {HalfQuad{x, y}, HalfQuad{z, spare}};
}
HOD_INLINE Quad all(double value)
{
  return {HalfQuad{value, value}, HalfQuad{value, value}};
}
HOD_INLINE Quad swap_pairs(const Quad & a)
{
  return {shuffle<1, 0>(a.low, a.low), shuffle<1, 0>(a.high, a.high)};
}
HOD_INLINE Quad yzx(const Quad & a)
{
  return {shuffle<1, 2>(a.low, a.high), shuffle<0, 3>(a.low, a.high)};
}
HOD_INLINE Quad zxy(const Quad & a)
{
  return {shuffle<0, 2>(a.high, a.low), shuffle<1, 3>(a.low, a.high)};
}
HOD_INLINE Quad join_low(const Quad & a, const Quad & b)
{
  return {a.low, b.low};
}
HOD_INLINE Quad join_high(const Quad & a, const Quad & b)
{
  return {a.high, b.high};
}
HOD_INLINE Quad join_ends(const Quad & a, const Quad & b)
{
  return {a.low, b.high};
}
HOD_INLINE Quad swap_middle(const Quad & a)
{
  return {shuffle<0, 2>(a.low, a.high), shuffle<1, 3>(a.low, a.high)};
}
HOD_INLINE Quad double_even(const Quad & a)
{
  return {shuffle<0, 0>(a.low, a.low), shuffle<0, 0>(a.high, a.high)};
}
HOD_INLINE Quad double_odd(const Quad & a)
{
  return {shuffle<1, 1>(a.low, a.low), shuffle<1, 1>(a.high, a.high)};
}

#endif

HOD_INLINE Quad load_quad(const double * source)
{
#if HOD_LANES >= 4
  return *reinterpret_cast<const LaneTypes<4>::Unaligned *>(source);
#else
  return {
    *reinterpret_cast<const LaneTypes<2>::Unaligned *>(source),
    *reinterpret_cast<const LaneTypes<2>::Unaligned *>(source + 2)};
#endif
}

HOD_INLINE void store_quad(double * target, const Quad & value)
{
#if HOD_LANES >= 4
  *reinterpret_cast<LaneTypes<4>::Unaligned *>(target) = value;
#else
  *reinterpret_cast<LaneTypes<2>::Unaligned *>(target) = value.low;
  *reinterpret_cast<LaneTypes<2>::Unaligned *>(target + 2) = value.high;
#endif
}

/// The sums of the lanes of four quads.
HOD_INLINE Quad sum_lanes(const Quad & a, const Quad & b, const Quad & c, const Quad & d)
{
#if HOD_LANES >= 4
  const Quad ab = shuffle<0, 4, 2, 6>(a, b) + shuffle<1, 5, 3, 7>(a, b);
  const Quad cd = shuffle<0, 4, 2, 6>(c, d) + shuffle<1, 5, 3, 7>(c, d);
  return join_low(ab, cd) + join_high(ab, cd);
#else
  const auto pair_sum = [](const HalfQuad & x, const HalfQuad & y) {
    return shuffle<0, 2>(x, y) + shuffle<1, 3>(x, y);
  };
  return {pair_sum(a.low + a.high, b.low + b.high), pair_sum(c.low + c.high, d.low + d.high)};
#endif
}

HOD_INLINE Quad cross(const Quad & a, const Quad & b)
{
  return yzx(a * yzx(b) - yzx(a) * b);
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__QUAD_HPP_

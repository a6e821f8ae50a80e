// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__VECTOR_SERIES_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__VECTOR_SERIES_HPP_

#include "lanes.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// Components of a vector as series, a lane per state.
template <int count>
struct VectorSeries
{
  Lane x[count], y[count], z[count];
};

/// Copies register by register, see the copy of PairSeries.
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

/// Rotates two axes by a constant: x and y about z, or y and z about x.
template <int count>
HOD_INLINE void turn(Lane (&first)[count], Lane (&second)[count], double cosine, double sine)
{
#pragma GCC unroll 8
  for (int k = 0; k < count; ++k)
  {
    const Lane old = first[k];
    first[k] = cosine * old + sine * second[k];
    second[k] = cosine * second[k] - sine * old;
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

/// target += source.
template <int K>
HOD_INLINE void add(const VectorSeries<K> & source, VectorSeries<K> & target)
{
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    target.x[k] += source.x[k];
    target.y[k] += source.y[k];
    target.z[k] += source.z[k];
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__VECTOR_SERIES_HPP_

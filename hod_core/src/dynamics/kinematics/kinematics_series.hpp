// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KINEMATICS__KINEMATICS_SERIES_HPP_
#define HOD__SRC__DYNAMICS__KINEMATICS__KINEMATICS_SERIES_HPP_

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "hod/series/functions.hpp"

namespace hod::detail
{

/// A time-dependent vector: three series.
template <int N>
struct VectorSeries
{
  std::array<Series<N>, 3> component;

  Series<N> & operator[](std::size_t i) noexcept { return component[i]; }
  const Series<N> & operator[](std::size_t i) const noexcept { return component[i]; }
};

template <int N>
VectorSeries<N> operator+(VectorSeries<N> left, const VectorSeries<N> & right) noexcept
{
  for (std::size_t i = 0; i < 3; ++i)
  {
    left[i] += right[i];
  }
  return left;
}

template <int N>
VectorSeries<N> operator*(const VectorSeries<N> & vector, const Series<N> & factor) noexcept
{
  return {{vector[0] * factor, vector[1] * factor, vector[2] * factor}};
}

template <int N>
VectorSeries<N> operator*(const VectorSeries<N> & vector, double factor) noexcept
{
  return {{vector[0] * factor, vector[1] * factor, vector[2] * factor}};
}

template <int N>
VectorSeries<N> operator-(const VectorSeries<N> & left, const VectorSeries<N> & right) noexcept
{
  return {{left[0] - right[0], left[1] - right[1], left[2] - right[2]}};
}

template <int N>
VectorSeries<N> cross(const VectorSeries<N> & left, const VectorSeries<N> & right) noexcept
{
  return {
    {left[1] * right[2] - left[2] * right[1], left[2] * right[0] - left[0] * right[2],
     left[0] * right[1] - left[1] * right[0]}};
}

template <int N>
Series<N> dot(const VectorSeries<N> & left, const VectorSeries<N> & right) noexcept
{
  return left[0] * right[0] + left[1] * right[1] + left[2] * right[2];
}

template <int N>
VectorSeries<N - 1> rate(const VectorSeries<N> & vector) noexcept
{
  return {{derivative(vector[0]), derivative(vector[1]), derivative(vector[2])}};
}

template <int M, int N>
VectorSeries<M> resized(const VectorSeries<N> & vector) noexcept
{
  return {
    {vector[0].template resized<M>(), vector[1].template resized<M>(),
     vector[2].template resized<M>()}};
}

/// A time-dependent frame: its three axes and its origin.
template <int N>
struct FrameSeries
{
  std::array<VectorSeries<N>, 3> axis;
  VectorSeries<N> origin;

  /// A vector with constant components in this frame.
  VectorSeries<N> turned(const Eigen::Vector3d & vector) const noexcept
  {
    return axis[0] * vector[0] + axis[1] * vector[1] + axis[2] * vector[2];
  }
};

/// Calls `call` with the number of terms as a compile-time constant.
template <int kMaxTerms, typename Call>
void with_terms(int terms, Call && call)
{
  if constexpr (kMaxTerms > 1)
  {
    if (terms < kMaxTerms)
    {
      with_terms<kMaxTerms - 1>(terms, std::forward<Call>(call));
      return;
    }
  }
  call(std::integral_constant<int, kMaxTerms>{});
}

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__KINEMATICS__KINEMATICS_SERIES_HPP_

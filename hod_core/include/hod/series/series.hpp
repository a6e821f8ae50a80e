// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SERIES__SERIES_HPP_
#define HOD__SERIES__SERIES_HPP_

#include <algorithm>
#include <array>
#include <cstddef>

#include "hod/series/combinatorics.hpp"

namespace hod
{

/// A truncated Taylor polynomial in time, x(t) = Σ cₖ tᵏ for k < N; terms of order tᴺ and higher
/// are dropped.
///
/// The coefficient is the derivative divided by a factorial, cₖ = x⁽ᵏ⁾(0) / k! [unit of x / sᵏ].
/// Arithmetic never allocates and never throws. Where no series exists (division by a series whose
/// constant term is zero, root of a negative number), coefficients are infinite or NaN, following
/// IEEE arithmetic.
template <int N, typename Scalar = double>
class Series
{
  static_assert(N >= 1, "a series has at least its constant term");

public:
  constexpr Series() noexcept = default;

  /// A constant. Implicit, so that numbers mix with series.
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr Series(const Scalar & constant) noexcept { (*this)[0] = constant; }

  constexpr explicit Series(
    const std::array<Scalar, static_cast<std::size_t>(N)> & coefficients) noexcept
  : coefficients_(coefficients)
  {}

  /// Time itself, counted from `start`: start + t.
  static constexpr Series time(const Scalar & start = Scalar(0)) noexcept
  {
    Series series(start);
    if constexpr (N > 1)
    {
      series[1] = Scalar(1);
    }
    return series;
  }

  /// From x, x', x'', …; element k of `derivatives` is at derivatives[k * stride], and elements
  /// from `count` on are taken as zero.
  static constexpr Series from_derivatives(
    const Scalar * derivatives, int count = N, std::ptrdiff_t stride = 1) noexcept
  {
    Series series;
    for (int k = 0; k < N && k < count; ++k)
    {
      series[k] = derivatives[k * stride] / Scalar(factorial(k));
    }
    return series;
  }

  static constexpr int size() noexcept { return N; }

  constexpr Scalar & operator[](int k) noexcept
  {
    return coefficients_[static_cast<std::size_t>(k)];
  }
  constexpr const Scalar & operator[](int k) const noexcept
  {
    return coefficients_[static_cast<std::size_t>(k)];
  }

  /// x⁽ᵏ⁾(0) = k! cₖ.
  constexpr Scalar derivative(int k) const noexcept { return (*this)[k] * Scalar(factorial(k)); }

  /// The polynomial at a time [s], by Horner's rule.
  constexpr Scalar at(const Scalar & instant) const noexcept
  {
    Scalar sum = (*this)[N - 1];
    for (int k = N - 2; k >= 0; --k)
    {
      sum = sum * instant + (*this)[k];
    }
    return sum;
  }

  /// The same series with M terms: truncated, or padded with zeros.
  template <int M>
  constexpr Series<M, Scalar> resized() const noexcept
  {
    Series<M, Scalar> other;
    for (int k = 0; k < std::min(M, N); ++k)
    {
      other[k] = (*this)[k];
    }
    return other;
  }

  constexpr Series & operator+=(const Series & other) noexcept
  {
    for (int k = 0; k < N; ++k)
    {
      (*this)[k] += other[k];
    }
    return *this;
  }

  constexpr Series & operator-=(const Series & other) noexcept
  {
    for (int k = 0; k < N; ++k)
    {
      (*this)[k] -= other[k];
    }
    return *this;
  }

  constexpr Series & operator*=(const Scalar & factor) noexcept
  {
    for (int k = 0; k < N; ++k)
    {
      (*this)[k] *= factor;
    }
    return *this;
  }

  friend constexpr Series operator+(Series left, const Series & right) noexcept
  {
    return left += right;
  }
  friend constexpr Series operator-(Series left, const Series & right) noexcept
  {
    return left -= right;
  }
  friend constexpr Series operator-(const Series & series) noexcept { return Series() - series; }
  friend constexpr Series operator*(Series series, const Scalar & factor) noexcept
  {
    return series *= factor;
  }
  friend constexpr Series operator*(const Scalar & factor, Series series) noexcept
  {
    return series *= factor;
  }

  /// The convolution cₖ = Σ aᵢ bₖ₋ᵢ.
  friend constexpr Series operator*(const Series & left, const Series & right) noexcept
  {
    Series product;
    for (int k = 0; k < N; ++k)
    {
      for (int i = 0; i <= k; ++i)
      {
        product[k] += left[i] * right[k - i];
      }
    }
    return product;
  }

  /// The series for which (left / right) * right = left. If right[0] is zero, no coefficient is
  /// finite.
  friend constexpr Series operator/(const Series & left, const Series & right) noexcept
  {
    Series quotient;
    for (int k = 0; k < N; ++k)
    {
      Scalar rest = left[k];
      for (int i = 0; i < k; ++i)
      {
        rest -= quotient[i] * right[k - i];
      }
      quotient[k] = rest / right[0];
    }
    return quotient;
  }

  friend constexpr bool operator==(const Series & left, const Series & right) noexcept
  {
    for (int k = 0; k < N; ++k)
    {
      if (!(left[k] == right[k]))
      {
        return false;
      }
    }
    return true;
  }
  friend constexpr bool operator!=(const Series & left, const Series & right) noexcept
  {
    return !(left == right);
  }

private:
  std::array<Scalar, static_cast<std::size_t>(N)> coefficients_{};
};

/// dx/dt, which has one term fewer.
template <int N, typename Scalar>
constexpr Series<N - 1, Scalar> derivative(const Series<N, Scalar> & series) noexcept
{
  static_assert(N >= 2, "the derivative of a series of one term is unknown");
  Series<N - 1, Scalar> rate;
  for (int k = 0; k < N - 1; ++k)
  {
    rate[k] = series[k + 1] * Scalar(k + 1);
  }
  return rate;
}

/// ∫x dt with the value `start` at t = 0, which has one term more.
template <int N, typename Scalar>
constexpr Series<N + 1, Scalar> integral(
  const Series<N, Scalar> & series, const Scalar & start = Scalar(0)) noexcept
{
  Series<N + 1, Scalar> sum(start);
  for (int k = 0; k < N; ++k)
  {
    sum[k + 1] = series[k] / Scalar(k + 1);
  }
  return sum;
}

/// x(λt): the same path run λ times as fast.
template <int N, typename Scalar>
constexpr Series<N, Scalar> time_scaled(Series<N, Scalar> series, const Scalar & lambda) noexcept
{
  Scalar power(1);
  for (int k = 0; k < N; ++k)
  {
    series[k] *= power;
    power *= lambda;
  }
  return series;
}

}  // namespace hod

#endif  // HOD__SERIES__SERIES_HPP_

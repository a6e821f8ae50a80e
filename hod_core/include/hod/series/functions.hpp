// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SERIES__FUNCTIONS_HPP_
#define HOD__SERIES__FUNCTIONS_HPP_

#include <cmath>

#include "hod/series/series.hpp"

namespace hod
{

/// sin x and cos x, which are always computed together: each is the other's derivative.
template <int N, typename Scalar = double>
struct SinCos
{
  Series<N, Scalar> sin;
  Series<N, Scalar> cos;
};

/// sin x(t) and cos x(t), from S' = C x' and C' = −S x'.
template <int N, typename Scalar>
SinCos<N, Scalar> sin_cos(const Series<N, Scalar> & angle) noexcept
{
  using std::cos;
  using std::sin;
  SinCos<N, Scalar> result{sin(angle[0]), cos(angle[0])};
  for (int k = 1; k < N; ++k)
  {
    Scalar sine_rate(0);
    Scalar cosine_rate(0);
    for (int i = 1; i <= k; ++i)
    {
      const Scalar angle_rate = Scalar(i) * angle[i];
      sine_rate += angle_rate * result.cos[k - i];
      cosine_rate -= angle_rate * result.sin[k - i];
    }
    result.sin[k] = sine_rate / Scalar(k);
    result.cos[k] = cosine_rate / Scalar(k);
  }
  return result;
}

/// eˣ, from y' = y x'.
template <int N, typename Scalar>
Series<N, Scalar> exp(const Series<N, Scalar> & exponent) noexcept
{
  using std::exp;
  Series<N, Scalar> result(exp(exponent[0]));
  for (int k = 1; k < N; ++k)
  {
    Scalar rate(0);
    for (int i = 1; i <= k; ++i)
    {
      rate += Scalar(i) * exponent[i] * result[k - i];
    }
    result[k] = rate / Scalar(k);
  }
  return result;
}

/// tanh x, from y' = (1 − y²) x'. Unlike a quotient of exponentials it stays finite for every
/// finite x, and its derivatives keep their digits where y is nearly one: with e = exp(−2|x|) the
/// slope there is 4e / (1 + e)², computed without a difference.
template <int N, typename Scalar>
Series<N, Scalar> tanh(const Series<N, Scalar> & argument) noexcept
{
  using std::abs;
  using std::exp;
  using std::tanh;
  Series<N, Scalar> result(tanh(argument[0]));
  const Scalar falling = exp(Scalar(-2) * abs(argument[0]));
  const Scalar sum = Scalar(1) + falling;
  Series<N, Scalar> slope(Scalar(4) * falling / (sum * sum));
  for (int k = 1; k < N; ++k)
  {
    Scalar rate(0);
    for (int i = 1; i <= k; ++i)
    {
      rate += Scalar(i) * argument[i] * slope[k - i];
    }
    result[k] = rate / Scalar(k);
    for (int i = 0; i <= k; ++i)
    {
      slope[k] -= result[i] * result[k - i];
    }
  }
  return result;
}

/// √x, from y² = x. The root of the zero series is zero; if only x[0] is zero, the root has no
/// derivative there and the coefficients after the first are not finite.
template <int N, typename Scalar>
Series<N, Scalar> sqrt(const Series<N, Scalar> & square) noexcept
{
  using std::sqrt;
  Series<N, Scalar> root(sqrt(square[0]));
  if (square == Series<N, Scalar>())
  {
    return root;
  }
  for (int k = 1; k < N; ++k)
  {
    Scalar rest = square[k];
    for (int i = 1; i < k; ++i)
    {
      rest -= root[i] * root[k - i];
    }
    root[k] = rest / (Scalar(2) * root[0]);
  }
  return root;
}

}  // namespace hod

#endif  // HOD__SERIES__FUNCTIONS_HPP_

// SPDX-License-Identifier: Apache-2.0
#include "hermite.hpp"

#include "hod/series/combinatorics.hpp"

namespace hod
{
namespace
{

double sign(int exponent)
{
  return exponent % 2 == 0 ? 1.0 : -1.0;
}

/// The polynomial with y⁽ᵏ⁾ = 1 at 0 only: uᵏ/k! (1 - u)ʳ⁺¹ Σ C(r + i, i) uⁱ, i <= r - k.
void add_start_basis(int r, int k, Eigen::MatrixXd & coefficients)
{
  for (int i = 0; i <= r - k; ++i)
  {
    for (int a = 0; a <= r + 1; ++a)
    {
      coefficients(k + a + i, k) += sign(a) * binomial(r + 1, a) * binomial(r + i, i);
    }
  }
}

/// Same from the other end, with 1 - u for u; odd derivatives change sign.
void add_end_basis(int r, int k, Eigen::MatrixXd & coefficients)
{
  for (int i = 0; i <= r - k; ++i)
  {
    for (int b = 0; b <= k + i; ++b)
    {
      coefficients(r + 1 + b, r + 1 + k) += sign(k + b) * binomial(k + i, b) * binomial(r + i, i);
    }
  }
}

}  // namespace

Hermite::Hermite(int r)
: coefficients(Eigen::MatrixXd::Zero(2 * r + 2, 2 * r + 2)), stiffness(2 * r + 2, 2 * r + 2)
{
  const int half = r + 1, size = 2 * half;
  for (int k = 0; k < half; ++k)
  {
    add_start_basis(r, k, coefficients);
    add_end_basis(r, k, coefficients);
    // All sums are sums of integers and therefore exact: the derivatives' own factor comes last.
    coefficients.col(k) /= factorial(k);
    coefficients.col(half + k) /= factorial(k);
  }
  for (int d = 0; d < half; ++d)
  {
    const int top = size - 1 - d;
    stiffness.row(d) = -sign(r - d) * factorial(top) * coefficients.row(top);
  }
  for (int d = 0; d < half; ++d)
  {
    for (int e = 0; e < half; ++e)
    {
      stiffness(half + d, e) = sign(d + e) * stiffness(d, half + e);
      stiffness(half + d, half + e) = sign(d + e) * stiffness(d, e);
    }
  }
}

void two_point_polynomial(
  int rows, const double * left, const double * right, double * coefficients) noexcept
{
  double rest[kMaxTwoPointRows] = {};
  for (int i = 0; i < rows; ++i)
  {
    rest[i] = right[i];
    for (int k = i; k < rows; ++k)
    {
      rest[i] -= binomial(k, i) * left[k];
    }
    coefficients[i] = left[i];
    coefficients[rows + i] = 0.0;
  }
  for (int i = 0; i < rows; ++i)
  {
    const double c = rest[i];
    for (int k = i; k < rows; ++k)
    {
      rest[k] -= c * binomial(rows, k - i);
    }
    for (int k = 0; k <= i; ++k)
    {
      coefficients[rows + k] += c * binomial(i, k) * sign(i - k);
    }
  }
}

}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SERIES__COMBINATORICS_HPP_
#define HOD__SERIES__COMBINATORICS_HPP_

namespace hod
{

/// n! as a double, exact up to 22!.
constexpr double factorial(int n) noexcept
{
  double product = 1.0;
  for (int i = 2; i <= n; ++i)
  {
    product *= i;
  }
  return product;
}

/// The binomial coefficient C(n, k), zero outside 0 ≤ k ≤ n; exact below 2⁵³.
constexpr double binomial(int n, int k) noexcept
{
  if (k < 0 || k > n)
  {
    return 0.0;
  }
  double value = 1.0;
  for (int i = 1; i <= k; ++i)
  {
    value = value * (n - k + i) / i;
  }
  return value;
}

/// The Catalan number C(2p, p) / (p + 1): 1, 1, 2, 5, 14, 42, … for p = 0, 1, 2, …
constexpr double catalan(int p) noexcept
{
  return binomial(2 * p, p) / (p + 1);
}

}  // namespace hod

#endif  // HOD__SERIES__COMBINATORICS_HPP_

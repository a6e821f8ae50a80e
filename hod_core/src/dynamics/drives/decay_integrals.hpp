// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__DRIVES__DECAY_INTEGRALS_HPP_
#define HOD__SRC__DYNAMICS__DRIVES__DECAY_INTEGRALS_HPP_

#include <cmath>

namespace hod::detail
{

/// ∫₀¹ e⁻ᶻ⁽¹⁻ᵘ⁾ uʲ du for z ≥ 0, as the sum Σᵢ (−z)ⁱ j!/(j+1+i)!; for z ≤ j + 1 its terms shrink.
inline double decay_integral_series(double z, int j) noexcept
{
  double term = 1.0 / (j + 1);
  double sum = term;
  for (int i = 2; std::abs(term) > 1e-17 * sum; ++i)
  {
    term *= -z / (j + i);
    sum += term;
  }
  return sum;
}

/// integrals[j] = ∫₀¹ e⁻ᶻ⁽¹⁻ᵘ⁾ uʲ du for j < count and z > 0, by z Iⱼ = 1 − j Iⱼ₋₁: upwards while j
/// ≤ z and downwards from the highest above that, each where the recursion damps rounding errors.
inline void decay_integrals(double z, int count, double * integrals) noexcept
{
  const int highest = count - 1;
  int j = 0;
  if (z >= 1.0)
  {
    integrals[0] = -std::expm1(-z) / z;
    for (j = 1; j <= highest && j <= z; ++j)
    {
      integrals[j] = (1.0 - j * integrals[j - 1]) / z;
    }
  }
  if (j > highest)
  {
    return;
  }
  integrals[highest] = decay_integral_series(z, highest);
  for (int i = highest; i > j; --i)
  {
    integrals[i - 1] = (1.0 - z * integrals[i]) / i;
  }
}

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__DRIVES__DECAY_INTEGRALS_HPP_

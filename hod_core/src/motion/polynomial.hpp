// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MOTION__POLYNOMIAL_HPP_
#define HOD__SRC__MOTION__POLYNOMIAL_HPP_

#include <vector>

namespace hod
{

/// Σ c[i] xⁱ.
inline double evaluate(const std::vector<double> & coefficients, double x)
{
  double sum = 0.0;
  for (auto c = coefficients.rbegin(); c != coefficients.rend(); ++c)
  {
    sum = sum * x + *c;
  }
  return sum;
}

/// Where a polynomial changes its sign, strictly between two numbers, ascending.
std::vector<double> sign_changes(
  const std::vector<double> & coefficients, double lower, double upper);

/// Where it turns from rising to falling or back, ascending.
std::vector<double> turning_points(
  const std::vector<double> & coefficients, double lower, double upper);

}  // namespace hod

#endif  // HOD__SRC__MOTION__POLYNOMIAL_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef MOTION__EVEN_SPLINE_HPP_
#define MOTION__EVEN_SPLINE_HPP_

#include <vector>

#include "hod/types.hpp"

namespace hod
{

/// y⁽ᵈ⁾ at the first or last knot, one entry per channel.
struct EndDerivative
{
  bool at_end = false;
  int derivative = 1;
  Eigen::RowVectorXd values;
};

/// The spline y of even degree p and class Cᵖ⁻¹ through values at knots. It needs p - 1 conditions
/// at the ends, an odd number: one end has one more than the other, and errors travel along the
/// chain. Coefficients as PiecewisePolynomial orders them.
std::vector<double> even_spline(
  const std::vector<double> & knots, const ConstRowMatrixRef & values, int degree,
  const std::vector<EndDerivative> & ends);

}  // namespace hod

#endif  // MOTION__EVEN_SPLINE_HPP_

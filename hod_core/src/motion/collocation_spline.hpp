// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MOTION__COLLOCATION_SPLINE_HPP_
#define HOD__SRC__MOTION__COLLOCATION_SPLINE_HPP_

#include <vector>

#include "hod/motion/interpolation.hpp"

namespace hod
{

/// y⁽ᵈ⁾ at the first or last knot, one entry per channel.
struct EndDerivative
{
  bool at_end = false;
  int derivative = 1;
  Eigen::RowVectorXd values;
};

/// Whether collocation_spline() supports these derivatives: those of an inner knot must begin with
/// the first and be consecutive, since y⁽ᵖ⁻ᵈ⁾ may jump where y⁽ᵈ⁾ is given, and B-splines jump from
/// their highest derivative downwards.
bool can_collocate(std::size_t knots, const std::vector<KnotDerivative> & given);

/// The spline y of degree p through values at knots, of class Cᵖ⁻¹ except for what may jump where a
/// derivative is given, with p - 1 conditions at the ends; coefficients in the order of
/// PiecewisePolynomial. It is determined as a sum of B-splines Σ cᵢ Bᵢ from as many equations
/// y⁽ᵈ⁾(t) = …, which keep their digits even for very uneven knots, unlike the derivatives at knots
/// that NodalSpline solves for.
///
/// Throws hod::Error if rounding nevertheless leaves too few digits.
std::vector<double> collocation_spline(
  const std::vector<double> & knots, const ConstRowMatrixRef & values, int degree,
  const std::vector<EndDerivative> & ends, const std::vector<KnotDerivative> & given);

}  // namespace hod

#endif  // HOD__SRC__MOTION__COLLOCATION_SPLINE_HPP_

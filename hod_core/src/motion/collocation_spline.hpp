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

/// Whether collocation_spline() can have these derivatives: those of an inner knot begin with the
/// first and leave none out, since y⁽ᵖ⁻ᵈ⁾ may jump where y⁽ᵈ⁾ is given, and B-splines jump from
/// their highest derivative downwards.
bool can_collocate(std::size_t knots, const std::vector<KnotDerivative> & given);

/// The spline y of degree p through values at knots, of class Cᵖ⁻¹ but for what may jump where a
/// derivative is given, with p - 1 conditions at the ends: coefficients as PiecewisePolynomial
/// orders them. Sought as a sum of B-splines Σ cᵢ Bᵢ with as many equations y⁽ᵈ⁾(t) = …, which keep
/// their digits where knots lie very unevenly; the derivatives at knots, which NodalSpline seeks,
/// do not.
///
/// Throws hod::Error where rounding leaves too few digits even so.
std::vector<double> collocation_spline(
  const std::vector<double> & knots, const ConstRowMatrixRef & values, int degree,
  const std::vector<EndDerivative> & ends, const std::vector<KnotDerivative> & given);

}  // namespace hod

#endif  // HOD__SRC__MOTION__COLLOCATION_SPLINE_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef SPLINE_BASIS_HPP_
#define SPLINE_BASIS_HPP_

#include <Eigen/Core>
#include <vector>

#include "hod/types.hpp"

namespace hod::detail
{

/// B-splines of a degree p, of class Cᵖ⁻¹, as polynomials on each segment.
///
/// A segment involves p + 1 control points, segment s those from s to s + p. With clamped ends the
/// first control point is the value at the start and the first two determine the slope there;
/// likewise at the end.
class SplineBasis
{
public:
  /// Knots at the ends are repeated.
  /// @param knots strictly increasing [s]
  static SplineBasis clamped(const std::vector<double> & knots, int degree);

  /// A single segment of a clamped basis, as segment(0) of the result.
  static SplineBasis clamped_segment(const std::vector<double> & knots, int degree, int segment);

  /// Equal segments without ends: segment(0) holds for all of them.
  static SplineBasis uniform(double spacing, int degree);

  int degree() const { return degree_; }
  int segments() const { return static_cast<int>(polynomials_.size()); }
  int control_points() const { return segments() + degree_; }
  double length(int segment) const { return lengths_[static_cast<std::size_t>(segment)]; }

  /// Column i: contribution of control point i of the segment to the coefficients of uᵏ, u from 0
  /// to 1.
  const Eigen::MatrixXd & polynomials(int segment) const
  {
    return polynomials_[static_cast<std::size_t>(segment)];
  }

  /// Row k: the k-th derivatives of the segment's p + 1 splines, one column each [1/sᵏ]. Does not
  /// allocate.
  /// @param local time after the segment's start divided by its length
  void evaluate(int segment, double local, RowMatrixRef rows) const;

private:
  SplineBasis(const std::vector<double> & extended, int degree, int first, int segments);

  int degree_;
  std::vector<double> lengths_;
  std::vector<Eigen::MatrixXd> polynomials_;
};

}  // namespace hod::detail

#endif  // SPLINE_BASIS_HPP_

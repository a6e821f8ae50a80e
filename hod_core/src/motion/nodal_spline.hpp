// SPDX-License-Identifier: Apache-2.0
#ifndef MOTION__NODAL_SPLINE_HPP_
#define MOTION__NODAL_SPLINE_HPP_

#include <cstddef>
#include <vector>

#include "envelope_cholesky.hpp"
#include "hermite.hpp"
#include "hod/types.hpp"

namespace hod
{

/// The function y through values at knots that minimizes ∫(y⁽ʳ⁺¹⁾)² dt: of degree 2r + 1 between
/// the knots and of class C²ʳ. Its unknowns are y', …, y⁽ʳ⁾ at the knots. Where one of them, y⁽ᵈ⁾,
/// is given instead, y⁽²ʳ⁺¹⁻ᵈ⁾ may jump; where none is given at an end, y⁽ʳ⁺¹⁾ … y⁽²ʳ⁾ are zero
/// there unless an end moment says otherwise. One row of values per knot, one column per channel.
class NodalSpline
{
public:
  NodalSpline(
    const std::vector<double> & knots, const ConstRowMatrixRef & values, int r, bool periodic);

  /// y⁽ᵈ⁾ at a knot, 1 <= d <= r, one entry per channel.
  void give(std::size_t knot, int d, const Eigen::RowVectorXd & derivative);

  /// y⁽ᵏ⁾ at the first or last knot, r < k <= 2r; without effect where y⁽²ʳ⁺¹⁻ᵏ⁾ is given.
  void give_moment(std::size_t knot, int k, const Eigen::RowVectorXd & derivative);

  /// Coefficients in the order of PiecewisePolynomial, degree 2r + 1. The given values must
  /// determine y; throws hod::Error if rounding prevents that.
  std::vector<double> coefficients();

private:
  static constexpr int kGiven = -1;

  std::size_t segments() const { return knots_.size() - 1; }
  /// Index of y⁽ᵈ⁾ of a segment's node in nodal_; node 0 is its start, 1 its end.
  std::size_t place(std::size_t segment, int node, int d) const;
  double length(std::size_t segment) const;
  void number_unknowns();
  std::vector<std::size_t> first_columns() const;
  void assemble(EnvelopeCholesky & matrix, RowMatrix & right) const;
  void assemble_segment(std::size_t segment, EnvelopeCholesky & matrix, RowMatrix & right) const;
  void assemble_row(
    std::size_t segment, int row, int unknown, EnvelopeCholesky & matrix, RowMatrix & right) const;
  void solve();
  void write_segment(std::size_t segment, double * coefficients) const;

  const std::vector<double> & knots_;
  ConstRowMatrixRef values_;
  int r_;
  bool periodic_;
  double unit_;  ///< internal unit of time, a typical segment [s]
  Hermite hermite_;
  RowMatrix nodal_;         ///< y', …, y⁽ʳ⁾ of each knot in turn, given or found
  RowMatrix forces_;        ///< end moments, first those of the first knot
  std::vector<int> index_;  ///< number of the unknown, or kGiven
  std::size_t unknowns_ = 0;
};

}  // namespace hod

#endif  // MOTION__NODAL_SPLINE_HPP_

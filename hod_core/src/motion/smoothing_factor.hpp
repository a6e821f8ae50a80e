// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MOTION__SMOOTHING_FACTOR_HPP_
#define HOD__SRC__MOTION__SMOOTHING_FACTOR_HPP_

#include <cstddef>
#include <vector>

#include "motion/smoothing_basis.hpp"

namespace hod::detail::smoothing
{

/// Width of a row of equations: the right sides of all channels, then the coefficients.
struct RowShape
{
  int channels;
  int width;  ///< coefficients

  std::size_t size() const { return static_cast<std::size_t>(channels + width); }
};

/// Least-squares equations; row i has no coefficients beyond the i-th. Rows are absorbed by
/// orthogonal reflections, which neither square the condition number nor mix rows of very different
/// weight: the heaviest row is the pivot.
class RowTriangle
{
public:
  explicit RowTriangle(RowShape shape);

  void clear();

  /// Absorbs `count` rows. Their remainder beyond the triangle stays in their right sides.
  void absorb(double * rows, int count);

  /// Row i: right sides, then coefficients 0 … i.
  const double * row(int index) const { return rows_.data() + place(index); }

  /// Drops the last row and renames coefficient i to i + 1: the next window of a banded system.
  void shift();

private:
  std::size_t place(int index) const { return static_cast<std::size_t>(index) * shape_.size(); }
  template <std::size_t kSize>
  void absorb_fixed(double * rows, int count);

  RowShape shape_;
  std::vector<double> rows_;
  std::vector<double> sums_;
};

/// A root of the covariance, in units of the noise variance, of the B-spline coefficients of a
/// segment and of the spline's integrals from the first knot to that segment: C = S Sᵀ with S lower
/// triangular. A = Lᵀ L makes the coefficients a recursion driven by white noise, c_j = (e_j - Σ
/// L_ji c_i) / L_jj, so one pass in time gives S of every segment without A⁻¹. Unlike C, S keeps
/// the digits of variances far below those of the single coefficients, as they are beside a sample
/// of great weight.
class CovarianceWindow
{
public:
  CovarianceWindow(int width, int integrals);

  int size() const { return width_ + integrals_; }

  /// Moves the window forward by one coefficient: a row of L, diagonal last.
  void push(const double * row);

  /// Moves the integrals to the segment's end.
  void integrate(const SegmentBasis & basis);

  /// Row i of S, of the coefficients, then single, double, … integrals: numbers 0 … i.
  const double * row(int index) const { return numbers_.data() + index * size(); }

  double variance(const double * functional) const;

private:
  double * line(int index) { return numbers_.data() + index * size(); }
  void drop_oldest();
  void turn_columns(int column, int first_row);

  int width_;
  int integrals_;
  std::vector<double> numbers_;
  std::vector<double> functional_;
  std::vector<double> moved_;
};

/// The k-th derivative of the r-fold integral q of a spline as a functional of a segment's
/// coefficients and of the integrals at its start: `functional` receives width + r numbers.
void motion_functional(
  const SegmentBasis & basis, double x, int derivative, int integrals, double * functional);

}  // namespace hod::detail::smoothing

#endif  // HOD__SRC__MOTION__SMOOTHING_FACTOR_HPP_

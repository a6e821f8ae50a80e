// SPDX-License-Identifier: Apache-2.0
#ifndef MOTION__SMOOTHING_COVARIANCE_HPP_
#define MOTION__SMOOTHING_COVARIANCE_HPP_

#include <vector>

#include "motion/smoothing_basis.hpp"

namespace hod::smoothing
{

/// Covariance, in units of the noise's variance, of the B-spline coefficients that a segment sees
/// and of the spline's integrals from the first knot to that segment. A = Lᵀ L makes the
/// coefficients a recursion driven by white noise, c_j = (e_j - Σ L_ji c_i) / L_jj, so one pass in
/// time gives the band of A⁻¹ without A⁻¹, by sums of squares alone.
class CovarianceWindow
{
public:
  CovarianceWindow(int width, int integrals);

  int size() const { return width_ + integrals_; }

  /// The window moves on by one coefficient: a row of L, diagonal last.
  void push(const double * row);

  /// The integrals move on to the segment's end.
  void integrate(const SegmentBasis & basis);

  /// Row i of the covariance: coefficients, then single, double, … integrals.
  const double * row(int index) const { return numbers_.data() + place(index, 0); }

  double variance(const double * functional) const;

private:
  std::size_t place(int row, int column) const
  {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(size()) +
           static_cast<std::size_t>(column);
  }
  double & at(int row, int column) { return numbers_[place(row, column)]; }
  void shift();

  int width_;
  int integrals_;
  std::vector<double> numbers_;
  std::vector<double> scratch_;
};

/// What the k-th derivative of the r-fold integral q of a spline is of a segment's coefficients and
/// of the integrals at its begin: `functional` gets width + r numbers.
void motion_functional(
  const SegmentBasis & basis, double x, int derivative, int integrals, double * functional);

}  // namespace hod::smoothing

#endif  // MOTION__SMOOTHING_COVARIANCE_HPP_

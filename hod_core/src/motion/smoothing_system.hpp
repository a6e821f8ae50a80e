// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MOTION__SMOOTHING_SYSTEM_HPP_
#define HOD__SRC__MOTION__SMOOTHING_SYSTEM_HPP_

#include <cstddef>
#include <vector>

#include "hod/motion/smoothing.hpp"
#include "motion/smoothing_basis.hpp"
#include "motion/smoothing_factor.hpp"

namespace hod::detail::smoothing
{

/// The information of the samples about a polynomial on each segment, in at most `width` equations
/// per segment for its coefficients in the local time (see LocalPolynomial). Rows are weighted by
/// √wᵢ.
struct SampleBlocks
{
  RowShape shape;
  std::vector<double> knots;
  std::vector<std::size_t> first_row;  ///< of every segment, and the end
  std::vector<double> rows;
  std::vector<double>
    squares;  ///< of each channel: the part that no polynomial on one segment can fit

  int segments() const { return static_cast<int>(knots.size()) - 1; }
  int count(int segment) const;
  const double * at(int segment) const;
};

/// The finest knots: one per sample, evenly spaced; in gaps few, with spacing increasing towards
/// the middle.
std::vector<double> finest_knots(const std::vector<double> & times, double interval);

/// Every other knot, but no new segment longer than `limit` [s].
std::vector<double> merged_knots(const std::vector<double> & knots, double limit);

SampleBlocks gather(const SmoothingSamples & samples, std::vector<double> knots, int width);

/// The same samples on a subset of the knots. The cost depends on the number of segments, not of
/// samples.
SampleBlocks merged(const SampleBlocks & blocks, std::vector<double> knots);

/// The solution of a system for one weight.
struct Fit
{
  /// L of A = Lᵀ L, banded lower triangular, with the right sides in front: row j begins with those
  /// of all channels, then come the coefficients of B-splines j - degree … j.
  std::vector<double> factor;
  std::vector<double> splines;    ///< B-spline coefficients, one row of channels each
  std::vector<double> squares;    ///< Σ wᵢ rᵢ² of each channel
  double degrees_of_freedom = 0;  ///< trace of the hat matrix
};

/// ∫ (f⁽ᵈ⁾)² dt on each segment.
struct Roughness
{
  RowMatrix squares;           ///< of the fit, a column per channel
  std::vector<double> traces;  ///< of its quadratic form times the inverse of A, the fit's matrix
};

/// Penalised least squares with B-splines f on given knots: minimizes Σ wᵢ (yᵢ - f(tᵢ))² + strength
/// ∫ (f⁽ᵈ⁾)² dt.
class System
{
public:
  System(const SampleBlocks & blocks, int penalty);

  /// Time and memory are proportional to the number of segments. The memory of an earlier fit is
  /// reused.
  void solve(double strength, Fit & fit) const;

  /// The same with a strength for each segment.
  void solve(const std::vector<double> & strengths, Fit & fit) const;

  Roughness roughness(const Fit & fit) const;

  const std::vector<double> & knots() const { return knots_; }
  RowShape shape() const { return shape_; }
  int segments() const { return segments_; }
  int splines() const { return segments_ + shape_.width - 1; }

private:
  void add_samples(const SampleBlocks & blocks, int segment, const SegmentBasis & basis);
  std::size_t data_place(int segment) const;
  std::size_t penalty_place(int segment) const;
  int data_rows(int segment) const;
  void factorise(const std::vector<double> & strengths, Fit & fit) const;
  void substitute(Fit & fit) const;
  void measure_residuals(Fit & fit) const;
  void measure_freedom(Fit & fit) const;

  RowShape shape_;
  int segments_;
  int penalty_rows_;
  std::vector<double> knots_;
  std::vector<double> squares_;
  std::vector<std::size_t> first_row_;
  std::vector<double> rows_;       ///< of the samples, for the B-splines of their segment
  std::vector<double> penalties_;  ///< rows whose squares add up to ∫ (f⁽ᵈ⁾)² dt on a segment
};

}  // namespace hod::detail::smoothing

#endif  // HOD__SRC__MOTION__SMOOTHING_SYSTEM_HPP_

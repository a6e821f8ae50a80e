// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MOTION__PIECEWISE_POLYNOMIAL_HPP_
#define HOD__MOTION__PIECEWISE_POLYNOMIAL_HPP_

#include <cstddef>
#include <vector>

#include "hod/types.hpp"

namespace hod
{

/// Polynomials of the same degree on consecutive segments of time, for several channels (joints).
///
/// On segment s, from knots()[s] to knots()[s + 1], a channel is Σ c_k uᵏ with
/// u = (t - knots()[s]) / (knots()[s + 1] - knots()[s]). This local, dimensionless time keeps every
/// c_k in the unit of the channel and all sums well conditioned, whatever the length of the motion.
class PiecewisePolynomial
{
public:
  static constexpr int kMaxDegree = 31;

  /// `coefficients[(segment * channels + channel) * (degree + 1) + k]` multiplies uᵏ. Throws
  /// hod::Error unless there are at least two knots [s], strictly increasing, the sizes fit and all
  /// numbers are finite.
  PiecewisePolynomial(
    std::vector<double> knots, int degree, int channels, std::vector<double> coefficients);

  int degree() const noexcept { return degree_; }
  int channels() const noexcept { return channels_; }
  int segments() const noexcept { return static_cast<int>(knots_.size()) - 1; }
  double start() const noexcept { return knots_.front(); }
  double end() const noexcept { return knots_.back(); }
  const std::vector<double> & knots() const noexcept { return knots_; }
  const std::vector<double> & coefficients() const noexcept { return coefficients_; }

  /// The segment that contains a time: knots()[s] <= time < knots()[s + 1]. The first and the last
  /// segment also cover times beyond the ends. The more even the knots, the fewer steps it takes,
  /// at most twice the logarithm of the number of segments.
  int segment_at(double time) const noexcept;

  /// Same, starting from a guess, usually the previous segment: for times in increasing order.
  int segment_at(double time, int guess) const noexcept;

  /// Row k becomes the k-th derivative at a time, in the channel's unit per sᵏ; rows above the
  /// degree become zero, and there may be fewer rows. One column per channel. Does not allocate.
  void evaluate(double time, RowMatrixRef motion) const noexcept;

  /// Same on a segment that segment_at() returned.
  void evaluate_on(int segment, double time, RowMatrixRef motion) const noexcept;

private:
  double knot(int index) const noexcept { return knots_[static_cast<std::size_t>(index)]; }

  std::vector<double> knots_;
  int degree_;
  int channels_;
  double segments_per_second_ = 0.0;
  std::vector<double> coefficients_;
};

}  // namespace hod

#endif  // HOD__MOTION__PIECEWISE_POLYNOMIAL_HPP_

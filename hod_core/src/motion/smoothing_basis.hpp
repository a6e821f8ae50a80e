// SPDX-License-Identifier: Apache-2.0
#ifndef MOTION__SMOOTHING_BASIS_HPP_
#define MOTION__SMOOTHING_BASIS_HPP_

#include <array>
#include <vector>

namespace hod::detail::smoothing
{

constexpr int kMaxWidth = 16;  ///< most B-splines on a segment: degree + 1

/// A polynomial Σ a_k xᵏ in the local time x = (2 t - begin - end) / (end - begin), which runs from
/// -1 to 1 on its segment: this loses half as many digits to conditioning as a time from 0 to 1.
using LocalPolynomial = std::array<double, kMaxWidth>;

/// The powers 1, x, x², … or their derivatives at one place.
LocalPolynomial power_derivatives(double x, int width, int derivative) noexcept;

/// The normalised B-splines of one degree that are not zero on one segment of a knot sequence, as
/// polynomials in the local time. Beyond its ends the sequence continues with its first and last
/// spacing. Their sum is 1.
class SegmentBasis
{
public:
  SegmentBasis(const std::vector<double> & knots, int segment, int degree) noexcept;

  int width() const noexcept { return width_; }
  double length() const noexcept { return length_; }  ///< [s]
  const LocalPolynomial & operator[](int spline) const noexcept { return splines_[index(spline)]; }

  double local_time(double time) const noexcept { return (time - middle_) / (0.5 * length_); }

  /// row[j] = derivative of spline j in time [1/sᵏ] at a local time.
  void derivatives(double x, int derivative, double * row) const noexcept;

  /// row[j] = integral of spline j, taken `times` times over time from the segment's begin [sᵏ].
  void integrals(double x, int times, double * row) const noexcept;

private:
  static std::size_t index(int place) noexcept { return static_cast<std::size_t>(place); }
  void raise_degree(const double * knots, int degree) noexcept;

  int width_;
  double length_;
  double middle_;
  std::array<LocalPolynomial, kMaxWidth> splines_;
};

/// The polynomial Σ b_k uᵏ in u = (x + 1) / 2, which runs from 0 to 1.
LocalPolynomial in_unit_time(LocalPolynomial polynomial, int width) noexcept;

}  // namespace hod::detail::smoothing

#endif  // MOTION__SMOOTHING_BASIS_HPP_

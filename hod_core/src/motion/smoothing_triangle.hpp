// SPDX-License-Identifier: Apache-2.0
#ifndef MOTION__SMOOTHING_TRIANGLE_HPP_
#define MOTION__SMOOTHING_TRIANGLE_HPP_

#include <cstddef>
#include <vector>

namespace hod::smoothing
{

/// Width of a row of equations: the right sides of all channels, then the coefficients.
struct RowShape
{
  int channels;
  int width;  ///< coefficients

  std::size_t size() const { return static_cast<std::size_t>(channels + width); }
};

/// Equations of least squares, row i without coefficients beyond the i-th. Rows are taken in by
/// orthogonal reflections, which neither square the condition number nor mix rows of very different
/// weight: the heaviest row is the pivot.
class RowTriangle
{
public:
  explicit RowTriangle(RowShape shape);

  void clear();

  /// Takes in `count` rows. What they say beyond the triangle remains in their right sides.
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

}  // namespace hod::smoothing

#endif  // MOTION__SMOOTHING_TRIANGLE_HPP_

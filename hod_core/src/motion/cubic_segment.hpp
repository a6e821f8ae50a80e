// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MOTION__CUBIC_SEGMENT_HPP_
#define HOD__SRC__MOTION__CUBIC_SEGMENT_HPP_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "hod/motion/limits.hpp"

namespace hod
{

/// Weights of value, value, slope · duration, slope · duration at both ends in the cubic at a
/// fraction u of a segment (Hermite form).
inline std::array<double, 4> hermite_weights(double u)
{
  const double v = 1.0 - u;
  return {v * v * (1.0 + 2.0 * u), u * u * (3.0 - 2.0 * u), u * v * v, -u * u * v};
}

/// A curve between two samples, as Bézier control values: it never leaves their range.
class CubicSegment
{
public:
  CubicSegment(const SampledCurve & curve, std::size_t segment)
  {
    const double first = curve.values[segment];
    const double last = curve.values[segment + 1];
    const double third = (curve.times[segment + 1] - curve.times[segment]) / 3.0;
    control_ =
      curve.has_slopes()
        ? std::array<
            double,
            4>{first, first + third * curve.slopes[segment], last - third * curve.slopes[segment + 1], last}
        : std::array<double, 4>{
            first, first + (last - first) / 3.0, last - (last - first) / 3.0, last};
  }

  double highest() const { return *std::max_element(control_.begin(), control_.end()); }
  double lowest() const { return *std::min_element(control_.begin(), control_.end()); }

  double at(double u) const
  {
    const double v = 1.0 - u;
    return v * v * v * control_[0] + u * u * u * control_[3] +
           3.0 * u * v * (v * control_[1] + u * control_[2]);
  }

  /// 0, the fractions in between at which the curve turns, and 1: between these it is monotonic.
  /// Returns the number of entries in use, at most four.
  std::size_t turns(std::array<double, 4> & fractions) const
  {
    double a = control_[1] - control_[0];
    double b = control_[2] - control_[1];
    double c = control_[3] - control_[2];
    // In units of the largest, the squares below neither overflow nor vanish.
    const double largest = std::max({std::abs(a), std::abs(b), std::abs(c)});
    const double unit = largest > 0.0 ? largest : 1.0;
    a /= unit;
    b /= unit;
    c /= unit;
    std::size_t count = 0;
    fractions[count++] = 0.0;
    // The slope is 3 (a v² + 2 b u v + c u²); the two quotients lose no digits where a + c ≈ 2 b.
    const double discriminant = b * b - a * c;
    const double sum = a - b + std::copysign(std::sqrt(std::max(discriminant, 0.0)), a - b);
    if (discriminant >= 0.0 && sum != 0.0)
    {
      const double one = a / sum;
      const double other = sum / (a - 2.0 * b + c);
      for (const double root : {std::min(one, other), std::max(one, other)})
      {
        if (root > fractions[count - 1] && root < 1.0)
        {
          fractions[count++] = root;
        }
      }
    }
    fractions[count++] = 1.0;
    return count;
  }

private:
  std::array<double, 4> control_;
};

/// The last number on the way from `inside` to `outside` for which `holds`: true for the first,
/// false for the second, with one change in between.
template <typename Predicate>
double last_holding(double inside, double outside, const Predicate & holds)
{
  for (;;)
  {
    const double middle = inside + 0.5 * (outside - inside);
    if (middle == inside || middle == outside)
    {
      return inside;
    }
    (holds(middle) ? inside : outside) = middle;
  }
}

}  // namespace hod

#endif  // HOD__SRC__MOTION__CUBIC_SEGMENT_HPP_

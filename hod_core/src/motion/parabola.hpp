// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MOTION__PARABOLA_HPP_
#define HOD__SRC__MOTION__PARABOLA_HPP_

#include <array>

namespace hod::detail
{

/// A value of a function to be minimized.
struct Point
{
  double place;
  double value;
};

/// The lowest point of the parabola through three points in the order of their places, of which the
/// middle one is lowest; the middle one itself if all three are equal.
inline double vertex(const std::array<Point, 3> & points)
{
  const auto & [a, b, c] = points;
  const double left = (b.place - a.place) * (b.value - c.value);
  const double right = (b.place - c.place) * (b.value - a.value);
  const double numerator = (b.place - a.place) * left - (b.place - c.place) * right;
  return left == right ? b.place : b.place - 0.5 * numerator / (left - right);
}

}  // namespace hod::detail

#endif  // HOD__SRC__MOTION__PARABOLA_HPP_

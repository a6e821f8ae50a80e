// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__KNOWN_MOTION_HPP_
#define HOD__TEST__FUZZ__KNOWN_MOTION_HPP_

#include <utility>

#include "fuzz.hpp"

namespace hod::fuzz
{

constexpr double kStep = 0.01;  ///< of readings [s]

/// What spoils readings once in a while, so that most stay as they should be.
inline bool rarely(Bytes & bytes)
{
  return bytes.byte() % 64 == 63;
}

/// A cubic per joint, so that resampling and splines have it without an error of their own. Each
/// target reads the coefficients in an order of its own, on which its corpus depends.
class KnownMotion
{
public:
  /// Four rows, from the constant to the cube, and a column per joint.
  explicit KnownMotion(RowMatrix coefficients) : coefficients_(std::move(coefficients)) {}

  /// Position, velocity and acceleration.
  RowMatrix at(double t) const
  {
    Eigen::Matrix<double, 3, 4> powers;
    powers << 1.0, t, t * t, t * t * t, 0.0, 1.0, 2.0 * t, 3.0 * t * t, 0.0, 0.0, 2.0, 6.0 * t;
    return powers * coefficients_;
  }

private:
  RowMatrix coefficients_;
};

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__KNOWN_MOTION_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MOTION__JERK_SECTIONS_HPP_
#define HOD__MOTION__JERK_SECTIONS_HPP_

#include <vector>

#include "hod/motion/piecewise_polynomial.hpp"

namespace hod
{

/// A section of constant jerk: its duration [s] and the state at its start. Generators of
/// time-optimal motions such as Ruckig output a list of these for each joint.
struct JerkSection
{
  double duration = 0.0;
  double position = 0.0;
  double velocity = 0.0;
  double acceleration = 0.0;
  double jerk = 0.0;
};

/// The motion as piecewise cubics: of class C², with q''' constant on each segment and higher
/// derivatives zero. One list of sections per channel; there is a knot wherever a channel begins a
/// section. A channel that ends before the others continues without jerk. Throws hod::Error for
/// sections that do not join.
PiecewisePolynomial from_jerk_sections(
  double start, const std::vector<std::vector<JerkSection>> & channels);

}  // namespace hod

#endif  // HOD__MOTION__JERK_SECTIONS_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MOTION__INTERPOLATION_HPP_
#define HOD__MOTION__INTERPOLATION_HPP_

#include <string>
#include <vector>

#include "hod/motion/piecewise_polynomial.hpp"

namespace hod
{

/// Conditions at an end of a motion in addition to the sample there, for a function y of class Cᵐ⁻ᵇ
/// through the samples: y = q'' and b = 2 for accelerations, y = q and b = 0 for positions. With an
/// even order there is room for r = (m - b) / 2 conditions at each end.
enum class EndKind
{
  estimated,  ///< y', …, y⁽ʳ⁾ of the polynomial through the nearest 2r + 2 samples: keeps the order
  natural,    ///< q⁽ᵐ⁾, q⁽ᵐ⁻¹⁾, … are zero: minimum ∫(y⁽ʳ⁺¹⁾)², but order r + 1 near the ends
  given,      ///< y', y'', … are known: q''', q'''' … or q', q'', …
  top,        ///< q⁽ᵐ⁾, q⁽ᵐ⁻¹⁾, … are known, as in the papers
  periodic    ///< both ends: y and its derivatives are equal at start and end
};

/// `values` has one row per known derivative, in the order of the list above, and one column per
/// channel. Missing rows are treated as for natural ends.
struct EndCondition
{
  EndKind kind = EndKind::estimated;
  RowMatrix values;
};

/// q⁽ᵈ⁾ at a knot, one value per channel.
struct KnotDerivative
{
  int knot = 0;
  int derivative = 1;
  Eigen::RowVectorXd values;
};

/// A motion and how it was found.
struct Interpolation
{
  PiecewisePolynomial motion;
  std::vector<std::string> warnings;  ///< sentences; empty if all is well
  RowMatrix
    correction;  ///< rows b0 [·/s²], b1 [·/s³] that met the known end; no rows if there was none
};

struct AccelerationOptions
{
  int order = 4;
  EndCondition start, end;
  /// Position and velocity at the first knot, one entry per channel; empty: zero.
  Eigen::RowVectorXd position, velocity;
  /// Known position and velocity at the last knot, empty where unknown.
  Eigen::RowVectorXd end_position, end_velocity;
};

struct PositionOptions
{
  int order = 4;
  EndCondition start, end;
  std::vector<KnotDerivative>
    given;  ///< derivatives 1 … order / 2, at any knot; they take precedence over ends
};

/// Highest order; beyond it, rounding would cancel the digits that a higher degree could add.
constexpr int kMaxInterpolationOrder = 12;

/// The motion of degree m + 1 and class Cᵐ, with q⁽ᵐ⁾ linear between knots, whose acceleration
/// passes through the samples (001 (61)–(64), 002 (81)–(85), 003 (3)–(6); balanced end conditions,
/// local time, effort and memory proportional to the number of samples). One row of accelerations
/// per time [s], one column per channel. m = order, from 2; odd orders are slower and give a
/// warning. For even m, errors of samples stay local.
///
/// With `end_position` and `end_velocity` the acceleration becomes q'' + b0 + b1 (t - start), so
/// that both are met; with only one of them, q'' + b0. `given` derivatives of the acceleration are
/// shifted by b1 as well.
///
/// Throws hod::Error for arguments that do not fit together.
Interpolation interpolate_accelerations(
  const std::vector<double> & times, const ConstRowMatrixRef & accelerations,
  const AccelerationOptions & options);

/// The motion of degree m + 1 through positions, which minimizes ∫(q⁽ᵐᐟ²⁺¹⁾)² dt for even m =
/// order. Of class Cᵐ, except that q⁽ᵐ⁺¹⁻ᵈ⁾ and higher derivatives may jump at an inner knot where
/// q⁽ᵈ⁾ is given.
Interpolation interpolate_positions(
  const std::vector<double> & times, const ConstRowMatrixRef & positions,
  const PositionOptions & options);

/// The motion through waypoints that minimizes ∫(q⁽ᵈ⁾)² dt (3: jerk, 4: snap) and is at rest at
/// both ends unless `given` says otherwise: interpolate_positions() of order 2d - 2.
Interpolation interpolate_waypoints(
  const std::vector<double> & times, const ConstRowMatrixRef & positions, int derivative,
  const std::vector<KnotDerivative> & given = {});

}  // namespace hod

#endif  // HOD__MOTION__INTERPOLATION_HPP_

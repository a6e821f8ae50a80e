// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MOTION__SPEED_UP_HPP_
#define HOD__MOTION__SPEED_UP_HPP_

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "hod/motion/limits.hpp"

namespace hod
{

/// Every `step`-th number of an array, beginning with the first.
struct StridedNumbers
{
  const double * first = nullptr;
  std::ptrdiff_t step = 1;

  double operator[](std::size_t i) const { return first[static_cast<std::ptrdiff_t>(i) * step]; }
};

/// A summand c(t) that becomes λᵖ c(λ t) when the motion q(t) becomes q(λ t), λ times as fast. p =
/// k for q⁽ᵏ⁾ and for the k-th derivative of the gravity term and of loads that belong to positions
/// along the motion; p = k + 1 for viscous friction; and p = k + 2 for the inertia term, which is
/// linear in q'' and quadratic in q'.
struct PowerTerm
{
  static constexpr int kMaxPower = 50;  ///< λᵖ is finite at any speed that is tried

  int power = 0;  ///< 0 … kMaxPower
  StridedNumbers value;
  StridedNumbers slope;  ///< dc/dt
};

/// The remainder of a quantity without its power terms (dry friction, whose tanh(q'/ε) has a speed
/// scale of its own). Called for `count` samples from `first` on at a speed λ, it writes their
/// values and, unless `slopes` is null, their slopes with respect to the time of the original
/// motion.
using RestTerm = std::function<void(
  double speed, std::size_t first, std::size_t count, double * values, double * slopes)>;

/// A quantity that must respect its bounds, as a function of time and speed.
struct LimitedQuantity
{
  Bounds bounds;
  std::vector<PowerTerm> terms;
  RestTerm rest;           ///< may be empty
  bool has_slopes = true;  ///< otherwise linear between samples, and no slope is read
};

/// The speeds at which a motion respects its limits.
struct SpeedUp
{
  static constexpr double kLowest = 1e-6;      ///< lower end of the search
  static constexpr double kHighest = 1e6;      ///< upper end of the search
  static constexpr double kRest = 1e-100;      ///< represents a motion at rest
  static constexpr double kTolerance = 1e-10;  ///< fraction of a bound by which it may be exceeded

  bool possible = false;
  /// kHighest if nothing limits the speed; below kLowest if no speed above it is possible.
  double largest = 0.0;
  /// The slowest speed at which the limits are respected: kLowest, or kRest if `largest` is below
  /// that, if slowness violates none; where gravity alone is too much, a motion may have to be
  /// fast.
  double smallest = 0.0;
  /// Which quantity limits the speed; if no speed is possible, which is too large even at rest.
  std::size_t quantity = 0;
  CurvePoint point;  ///< where, in the time of the original motion, and the value there
};

/// The values of a quantity along the motion at a speed, over the time of the original motion.
SampledCurve curve_at(
  const LimitedQuantity & quantity, const std::vector<double> & times, double speed);

/// The largest λ for which q(λ t) respects all bounds, at and between the samples.
///
/// Power terms are exact: the search steps from one root of a polynomial in λ to the next lower
/// one, so no feasible λ above the result is missed, however the feasible ones are distributed.
/// Where there is a remainder, the result is still feasible, but a higher speed may be missed if it
/// is feasible only on less than 1/200 of the range searched. Throws hod::Error for a power that is
/// negative or above PowerTerm::kMaxPower.
SpeedUp largest_speed_up(
  const std::vector<double> & times, const std::vector<LimitedQuantity> & quantities);

/// A contiguous range of samples of a motion, with everything that is limited along it.
struct LimitedStretch
{
  std::vector<double> times;
  std::vector<LimitedQuantity> quantities;
  std::shared_ptr<const void> numbers;  ///< what the quantities point into
};

/// A motion that is too long for all its quantities to be in memory at once. Every stretch begins
/// with the last sample of the previous one, and all have the same quantities in the same order.
struct LimitedMotion
{
  std::size_t stretches = 0;
  std::function<LimitedStretch(std::size_t)> stretch;  ///< called from several threads
};

/// Same for such a motion; each stretch is requested a few times. The segment in SpeedUp::point is
/// counted within the stretch.
/// @param threads 0: one per core; the result does not depend on it
SpeedUp largest_speed_up(const LimitedMotion & motion, int threads = 0);

}  // namespace hod

#endif  // HOD__MOTION__SPEED_UP_HPP_

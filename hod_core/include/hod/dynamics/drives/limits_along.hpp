// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__DRIVES__LIMITS_ALONG_HPP_
#define HOD__DYNAMICS__DRIVES__LIMITS_ALONG_HPP_

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "hod/dynamics/forces/batch.hpp"
#include "hod/robot/robot.hpp"

namespace hod
{

/// What of a joint JointLimits bounds.
enum class LimitKind
{
  position,    ///< [rad or m]
  velocity,    ///< [rad/s or m/s]
  effort,      ///< [N m or N]
  effort_rate  ///< [N m/s or N/s]
};

/// A point of a motion where a number of a joint is farthest beyond its limit, or nearest to it.
struct LimitPoint
{
  std::size_t joint = 0;  ///< index into Robot::joints()
  LimitKind kind = LimitKind::position;
  double time = 0.0;
  double value = 0.0;
  double limit = 0.0;  ///< the one that is nearer
  /// How far from the middle of both limits, which are at 1; NaN where only one side has one.
  double ratio = 0.0;
};

/// A time during which a number is beyond one of its limits.
struct LimitViolation
{
  double begin = 0.0;  ///< where it crosses the limit, or the first time of the motion [s]
  double end = 0.0;    ///< where it comes back, or the last time [s]
  LimitPoint peak;
};

/// How a motion compares with the limits of a robot.
struct LimitCheck
{
  std::vector<LimitPoint> worst;           ///< of every joint and kind that has a limit
  std::vector<LimitViolation> violations;  ///< in the order of joints, kinds and times

  bool kept() const { return violations.empty(); }
};

/// The speeds at which a motion keeps the limits of a robot.
struct LimitSpeedUp
{
  bool possible = false;  ///< whether at any
  double largest = 0.0;   ///< infinite if nothing limits the speed
  double smallest = 0.0;  ///< above zero where the motion must be fast for inertia to carry weight
  /// What limits it, in the time of the given motion; if no speed is possible, what is too large
  /// even at rest. None if nothing limits the speed.
  std::optional<LimitPoint> limit;
};

/// The samples of a motion that nobody has to hold in memory as a whole.
struct MotionSamples
{
  std::size_t count = 0;
  int rows = 0;                    ///< derivative rows per sample
  const double * times = nullptr;  ///< one per sample, ascending [s]
  /// Writes q, q', … of `count` samples from `first` on: count × rows × dof doubles, C order.
  /// Called from several threads.
  std::function<void(std::size_t first, std::size_t count, double * motion)> read;
  const BaseMotion * bases = nullptr;  ///< as in States
};

/// Compares a motion with the limits of all joints, those that mimic too.
///
/// The effort of an independent joint is what its actuator supplies: the force of its column, or
/// with elastic drives the motor's torque (see batch_motor()). The effort of a mimic joint is the
/// force that this joint itself transmits: its force in Robot::without_mimics(), its own friction
/// and rotor included. Its position and velocity follow from multiplier and offset.
///
/// Between the samples values run as the cubics through values and rates; the highest derivative
/// that the motion has rows for runs straight. It takes the motion in parts of a few thousand
/// samples, so that little memory is needed besides the motion's own.
///
/// @param samples  q, q' and q'' at least; effort rates need q''', and elastic drives two rows more
/// @param threads 0: one per core; the result does not depend on it
/// Throws hod::Error for times, rows or numbers that do not fit, and, where efforts are limited,
/// for a base of the robot's own that does not move steadily: see is_steady().
LimitCheck check_limits(const Robot & robot, const MotionSamples & samples, int threads = 0);
/// @param states the samples of one motion with their times
LimitCheck check_limits(const Robot & robot, const States & states, int threads = 0);

/// The largest λ for which the motion q(λ t) keeps all limits: see hod/motion/speed_up.hpp.
///
/// Loads belong to places of the motion: tables of them, and derivatives of those without a table,
/// are run faster with it. A base that moves does so at its own pace: with a base motion per
/// sample, which has no place in a motion at another speed, it throws hod::Error. Dry friction of
/// joints and motors is computed for every λ that is tried; damped springs are taken as their
/// series in D/K, unlike in check_limits(), which may find a limit exceeded at that λ: check it.
LimitSpeedUp largest_speed_up(const Robot & robot, const MotionSamples & samples, int threads = 0);
LimitSpeedUp largest_speed_up(const Robot & robot, const States & states, int threads = 0);

}  // namespace hod

#endif  // HOD__DYNAMICS__DRIVES__LIMITS_ALONG_HPP_

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

/// The quantities of a joint that JointLimits bounds.
enum class LimitKind
{
  position,    ///< [rad or m]
  velocity,    ///< [rad/s or m/s]
  effort,      ///< [N m or N]
  effort_rate  ///< [N m/s or N/s]
};

/// The point of a motion where a quantity of a joint exceeds its limit most, or is closest to it.
struct LimitPoint
{
  std::size_t joint = 0;  ///< index into Robot::joints()
  LimitKind kind = LimitKind::position;
  double time = 0.0;
  double value = 0.0;
  double limit = 0.0;  ///< the nearer one
  /// Distance from the midpoint of both limits, scaled so that they are at 1; NaN where only one
  /// side has a limit.
  double ratio = 0.0;
};

/// A period during which a quantity exceeds one of its limits.
struct LimitViolation
{
  double begin = 0.0;  ///< when it crosses the limit, or the start of the motion [s]
  double end = 0.0;    ///< when it returns, or the end of the motion [s]
  LimitPoint peak;
};

/// How a motion compares with the limits of a robot.
struct LimitCheck
{
  std::vector<LimitPoint> worst;           ///< one per joint and kind with a limit
  std::vector<LimitViolation> violations;  ///< ordered by joint, kind and time

  bool kept() const { return violations.empty(); }
};

/// The speeds at which a motion respects the limits of a robot.
struct LimitSpeedUp
{
  bool possible = false;  ///< whether there is any such speed
  double largest = 0.0;   ///< infinite if nothing limits the speed
  double smallest = 0.0;  ///< above zero where inertia must help to carry the weight
  /// What limits the speed, in the time of the given motion; if no speed is possible, what is too
  /// large even at rest. Empty if nothing limits the speed.
  std::optional<LimitPoint> limit;
};

/// The samples of a motion, read on demand so that the motion need not be in memory as a whole.
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

/// Compares a motion with the limits of all joints, including mimic joints.
///
/// The effort of an independent joint is what its actuator supplies: the force of its column or,
/// with elastic drives, the motor's torque (see batch_motor()). The effort of a mimic joint is the
/// force that this joint itself transmits: its force in Robot::without_mimics(), including its own
/// friction and rotor. Its position and velocity follow from multiplier and offset.
///
/// Between samples, values are interpolated by cubics through values and rates; the highest
/// derivative for which the motion has rows is interpolated linearly. The motion is processed in
/// parts of a few thousand samples, so little memory is needed beyond that of the motion itself.
///
/// @param samples at least q, q' and q''; effort rates need q''', and elastic drives two more rows
/// @param threads 0: one per core; the result does not depend on it
///
/// Throws hod::Error for times, rows or numbers that do not fit and, if efforts are limited, for a
/// base motion of the robot that is not steady: see is_steady().
LimitCheck check_limits(const Robot & robot, const MotionSamples & samples, int threads = 0);
/// @param states the samples of one motion, with their times
LimitCheck check_limits(const Robot & robot, const States & states, int threads = 0);

/// The largest λ for which the motion q(λ t) respects all limits: see hod/motion/speed_up.hpp.
///
/// Loads belong to positions along the motion: tables of loads, and the derivatives of loads
/// without a table, are sped up with it. A moving base keeps its own pace; one base motion per
/// sample would not fit a motion at another speed and throws hod::Error. Dry friction of joints and
/// motors is computed for every λ that is tried; damped springs are taken as their series in D/K,
/// unlike in check_limits(), which may find a limit exceeded at that λ: check the motion there.
LimitSpeedUp largest_speed_up(const Robot & robot, const MotionSamples & samples, int threads = 0);
LimitSpeedUp largest_speed_up(const Robot & robot, const States & states, int threads = 0);

}  // namespace hod

#endif  // HOD__DYNAMICS__DRIVES__LIMITS_ALONG_HPP_

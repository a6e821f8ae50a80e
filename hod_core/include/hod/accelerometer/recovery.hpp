// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ACCELEROMETER__RECOVERY_HPP_
#define HOD__ACCELEROMETER__RECOVERY_HPP_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hod/accelerometer/motion_covariance.hpp"
#include "hod/accelerometer/observability.hpp"
#include "hod/accelerometer/recording.hpp"
#include "hod/motion/piecewise_polynomial.hpp"

namespace hod
{

/// A joint that does not move, so that it needs no sensor.
struct HeldJoint
{
  std::string joint;
  double position = 0.0;  ///< [rad or m]
};

/// Positions, velocities or higher derivatives of one joint, from elsewhere (encoders).
struct JointRecording
{
  std::string joint;
  int derivative = 0;
  double noise = 1e-4;         ///< standard deviation [rad/sᵏ or m/sᵏ]
  std::vector<double> times;   ///< strictly increasing [s]
  std::vector<double> values;  ///< one per time
};

/// Something about a sensor that is found together with the motion.
enum class SensorUnknown
{
  bias,         ///< of each axis, at the first reading
  scale,        ///< of each axis
  time_offset,  ///< [s]
  position,     ///< x, y and z in the link's frame [m]; none of a gyroscope
  orientation,  ///< how all axes are turned beyond what is stated: a rotation vector [rad]
  clock_drift,  ///< seconds that the clock gains in a second, from the first reading on
  wander,       ///< what a bias has gained at a time; found where Accelerometer::bias_wander says
                ///< that it wanders, never to be asked for
};

/// Numbers that one unknown of a sensor stands for.
int size_of(SensorUnknown kind, const Accelerometer & sensor);

struct Estimate
{
  SensorUnknown kind = SensorUnknown::bias;
  int sensor = 0;
};

/// How far a search is. How many passes it takes shows only when it is over.
struct RecoveryProgress
{
  int passes = 0;        ///< over the readings, or over a stretch of them, this one included
  double spacing = 0.0;  ///< usual distance of the knots in it [s]
  double share = 0.0;    ///< of it that is done, 0 … 1
};

/// What is known of the motion, and how it is described: a spline of a degree p and class Cᵖ⁻¹ with
/// knots at equal distances, those without readings between them left out.
struct RecoveryOptions
{
  int degree = 5;  ///< 3 … 11

  /// [s]; 0: as dense as the motion needs, with a spline of degree p + 2 and the λ of each joint
  /// and instant in ∫ λ (q⁽ᵖ⁺²⁾)² dt for which the readings are most likely.
  double knot_spacing = 0.0;
  double smoothing = 0.0;  ///< λ of λ Σ ∫ (q⁽ᵖ⁻¹⁾)² dt beside Σ (residual / noise)², stated knots
  int max_iterations = 60;

  /// Known positions and velocities at the first and last instant of the motion, one entry per
  /// joint of the robot; empty or NaN: not known. Positions hold exactly, velocities too where the
  /// position beside them is known.
  Eigen::VectorXd start, start_velocity, end, end_velocity;

  std::vector<HeldJoint> held;
  std::vector<JointRecording> joint_recordings;
  std::vector<Estimate> estimates;
  std::optional<PiecewisePolynomial> guess;  ///< all joints of the robot, to begin with
  RecordingOptions recording;                ///< also the rest phases

  /// Called every few milliseconds; what it throws ends the search.
  std::function<void(const RecoveryProgress &)> progress;
};

/// An unknown of a sensor and what it came out as.
struct EstimatedUnknown
{
  Estimate what;
  int axis = 0;            ///< from 0; of position and orientation x, y or z of the link's frame
  double value = 0.0;      ///< in the unit that SensorUnknown says
  double deviation = 0.0;  ///< standard deviation, from the residuals
  double stamp = 0.0;      ///< of a wandering bias: when [s]
};

/// A motion and the evidence for it.
struct Recovery
{
  PiecewisePolynomial motion;          ///< all joints of the robot
  std::vector<Accelerometer> sensors;  ///< with what was estimated of them, but for clock drifts
  std::vector<EstimatedUnknown> unknowns;
  std::vector<Recording> readings;   ///< those that were used
  std::vector<RowMatrix> residuals;  ///< reading minus robot, as the readings
  double noise_ratio = 0.0;       ///< root mean square of residual / noise, by degrees of freedom
  double cross_validation = 0.0;  ///< generalized: N Σ (residual / noise)² / (N - unknowns)²
  Observability observability;
  MotionCovariance covariance;  ///< from the residuals
  int iterations = 0;
  std::vector<std::string> warnings;
};

/// The motion that fits whole recordings best: least squares over all readings at their own times,
/// by Gauss-Newton steps on the control points of the spline and the unknowns of the sensors.
///
/// Known ends remove the drift that integration has. It begins with the given guess, or with both
/// the readings integrated and a smooth curve between the ends, and keeps what fits better.
///
/// Throws hod::Error, one sentence: recordings that checked_recording() refuses, a joint that no
/// sensor sees, fewer readings than unknowns, unknowns of sensors that the readings do not tell
/// apart from the motion, ends that do not fit, and steps that come to no end.
Recovery recover_motion(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const RecoveryOptions & options = {});

}  // namespace hod

#endif  // HOD__ACCELEROMETER__RECOVERY_HPP_

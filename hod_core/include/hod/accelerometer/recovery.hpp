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

/// A joint that does not move and therefore needs no sensor.
struct HeldJoint
{
  std::string joint;
  double position = 0.0;  ///< [rad or m]
};

/// Positions, velocities or higher derivatives of one joint from another source (encoders).
struct JointRecording
{
  std::string joint;
  int derivative = 0;
  double noise = 1e-4;         ///< standard deviation [rad/sᵏ or m/sᵏ]
  std::vector<double> times;   ///< strictly increasing [s]
  std::vector<double> values;  ///< one per time
};

/// A property of a sensor that is estimated together with the motion.
enum class SensorUnknown
{
  bias,         ///< of each axis, at the first reading
  scale,        ///< of each axis
  time_offset,  ///< [s]
  position,     ///< x, y and z in the link's frame [m]; not for gyroscopes
  orientation,  ///< rotation of all axes relative to the stated one: a rotation vector [rad]
  clock_drift,  ///< seconds that the clock gains per second, from the first reading on
  wander,  ///< change of a bias up to a time; found wherever Accelerometer::bias_wander is set,
           ///< cannot be requested
};

/// How many numbers one unknown of a sensor consists of.
int size_of(SensorUnknown kind, const Accelerometer & sensor);

struct Estimate
{
  SensorUnknown kind = SensorUnknown::bias;
  int sensor = 0;
};

/// Progress of a search. The number of passes it takes is not known in advance.
struct RecoveryProgress
{
  int passes = 0;        ///< over the readings, or over a stretch of them, this one included
  double spacing = 0.0;  ///< usual knot spacing in this pass [s]
  double share = 0.0;    ///< completed share of this pass, 0 … 1
};

/// What is known about the motion, and how it is represented: a spline of degree p and class Cᵖ⁻¹
/// with equidistant knots, of which those without readings between them are omitted.
struct RecoveryOptions
{
  int degree = 5;  ///< 3 … 11

  /// [s]; 0: as dense as the motion needs, with a spline of degree p + 2. The λ of each joint and
  /// instant in ∫ λ (q⁽ᵖ⁺²⁾)² dt is then chosen for maximum likelihood of the readings, of which
  /// the fastest sensor must give four per second.
  double knot_spacing = 0.0;
  double smoothing = 0.0;  ///< λ in λ Σ ∫ (q⁽ᵖ⁻¹⁾)² dt + Σ (residual / noise)², for stated knots
  int max_iterations = 60;

  /// Known positions and velocities at the first and the last instant of the motion, one entry per
  /// joint of the robot; empty or NaN: unknown. Positions hold exactly; velocities do too where the
  /// position at the same instant is known.
  Eigen::VectorXd start, start_velocity, end, end_velocity;

  std::vector<HeldJoint> held;
  std::vector<JointRecording> joint_recordings;
  std::vector<Estimate> estimates;
  std::optional<PiecewisePolynomial> guess;  ///< initial guess for all joints of the robot
  RecordingOptions recording;                ///< also the rest phases

  /// Called every few milliseconds; an exception thrown by it ends the search.
  std::function<void(const RecoveryProgress &)> progress;
};

/// An unknown of a sensor and its estimate.
struct EstimatedUnknown
{
  Estimate what;
  int axis = 0;            ///< from 0; of position and orientation x, y or z of the link's frame
  double value = 0.0;      ///< in the unit stated at SensorUnknown
  double deviation = 0.0;  ///< standard deviation, from the residuals
  double stamp = 0.0;      ///< for a wandering bias: its time [s]
};

/// A motion and the evidence for it.
struct Recovery
{
  PiecewisePolynomial motion;          ///< all joints of the robot
  std::vector<Accelerometer> sensors;  ///< including the estimates, except clock drifts
  std::vector<EstimatedUnknown> unknowns;
  std::vector<Recording> readings;   ///< those that were used, per sensor
  std::vector<RowMatrix> residuals;  ///< reading minus model, laid out as the readings
  double noise_ratio = 0.0;          ///< RMS of residual / noise, by degrees of freedom
  double cross_validation = 0.0;     ///< generalized: N Σ (residual / noise)² / (N - unknowns)²
  Observability observability;
  MotionCovariance covariance;  ///< from the residuals
  int iterations = 0;
  std::vector<std::string> warnings;
};

/// The motion that best fits whole recordings: least squares over all readings at their own times,
/// by Gauss-Newton steps on the control points of the spline and the unknowns of the sensors.
///
/// Known ends remove the drift of integration. The search starts from the given guess; without one,
/// it tries both the integrated readings and a smooth curve between the ends, and keeps the better
/// fit.
///
/// Throws hod::Error, one sentence, for recordings that checked_recording() rejects, a joint that
/// no sensor observes, fewer readings than unknowns, sensor unknowns that the readings cannot
/// distinguish from the motion, inconsistent ends, and a search that does not converge.
Recovery recover_motion(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const RecoveryOptions & options = {});

}  // namespace hod

#endif  // HOD__ACCELEROMETER__RECOVERY_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__ACCELEROMETER__RECOVERY_PLAN_HPP_
#define HOD__SRC__ACCELEROMETER__RECOVERY_PLAN_HPP_

#include <memory>
#include <string>
#include <vector>

#include "condensed_readings.hpp"
#include "hod/accelerometer/recovery.hpp"
#include "progress_report.hpp"
#include "roughness_weights.hpp"
#include "row_writer.hpp"

namespace hod::detail
{

/// Known value of a joint at an instant.
struct JointEquation
{
  double time = 0.0;
  int joint = 0;  ///< among the moving ones
  int derivative = 0;
  double value = 0.0;
  double noise = 1.0;
  double expected = 1.0;  ///< of (residual / noise)²
};

/// A stretch in which the measured positions of a joint are equal and therefore share one error.
struct CommonError
{
  int joint = 0;  ///< among the moving ones
  double start = 0.0;
  double end = 0.0;
  double deviation = 0.0;
};

/// A control point of a joint that the ends determine.
struct FixedPoint
{
  Eigen::Index point = 0;
  int joint = 0;  ///< among the moving ones
  double value = 0.0;
};

/// A recovery in terms of unknowns and equations, everything checked.
struct RecoveryPlan
{
  int degree = 5;
  int penalized = 4;    ///< the derivative whose square is weighted …
  RowMatrix smoothing;  ///< … with these, one row per segment, one column per moving joint
  std::vector<double> knots;
  std::vector<int> moving;   ///< columns of the joints that move
  std::vector<int> encoded;  ///< those of them with measured positions
  Eigen::VectorXd rest;      ///< positions of the others
  std::vector<EstimatedSensor> sensors;
  std::vector<Recording> readings;           ///< one per sensor
  std::vector<double> noises;                ///< estimated from the readings of each sensor
  std::vector<CondensedReadings> condensed;  ///< the same for the equations …
  double longest_block = kLongestBlock;      ///< … in blocks of at most this many seconds
  std::vector<EstimatedUnknown> unknowns;    ///< in the order of the border
  std::vector<JointEquation> joint_readings;
  std::vector<CommonError> common_errors;  ///< in order of time for each joint
  std::vector<JointEquation> equations;    ///< those and other known values, in order of time
  std::vector<FixedPoint> fixed;

  std::shared_ptr<ProgressReport> progress;  ///< null: no progress is reported

  void report_progress() const
  {
    if (progress)
    {
      progress->tell();
    }
  }
  Eigen::Index points() const { return static_cast<Eigen::Index>(knots.size()) - 1 + degree; }
  Eigen::Index joints() const { return static_cast<Eigen::Index>(moving.size()); }
  Eigen::Index border() const { return static_cast<Eigen::Index>(unknowns.size()); }

  /// Whether the positions of all joints that move are measured.
  bool is_measured() const { return encoded.size() == moving.size(); }
};

/// Everything that does not depend on the knots. Throws hod::Error for requests that cannot be met.
RecoveryPlan recovery_plan(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const RecoveryOptions & options,
  std::vector<std::string> & warnings);

/// Lays out a spline of this degree and knot spacing, and the derivative that is weighted. Throws
/// hod::Error if there are fewer numbers than unknowns.
void lay_knots(
  const RecoveryOptions & options, double spacing, int degree, int penalized,
  const RoughnessWeights & smoothing, RecoveryPlan & plan);

/// Entry of a vector in which an empty vector or NaN means "not known".
bool known(const Eigen::VectorXd & values, int joint);

/// Approximately equidistant knots with at least `fewest` readings between neighbours.
///
/// @param in_gaps also where there are no readings at all
std::vector<double> knots_with_readings(
  const std::vector<EstimatedSensor> & sensors, const std::vector<Recording> & recordings,
  double spacing, double fewest, bool in_gaps);

}  // namespace hod::detail

#endif  // HOD__SRC__ACCELEROMETER__RECOVERY_PLAN_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__ACCELEROMETER__RECOVERY_PROBLEM_HPP_
#define HOD__SRC__ACCELEROMETER__RECOVERY_PROBLEM_HPP_

#include <vector>

#include "banded_least_squares.hpp"
#include "recovery_plan.hpp"
#include "segment_equations.hpp"
#include "spline_basis.hpp"

namespace hod::detail
{

/// The unknowns: control points (one row each, one column per moving joint) and those of the
/// sensors.
struct RecoveryState
{
  RowMatrix control;
  Eigen::VectorXd border;
};

/// The given values of the sensors' unknowns.
Eigen::VectorXd given_unknowns(const RecoveryPlan & plan);

/// The sum of squares of a plan as a function of its unknowns, and its linear equations at a state.
class RecoveryProblem
{
public:
  RecoveryProblem(const Robot & robot, const RecoveryPlan & plan);

  /// Zero except for the fixed ends, sensors as given.
  RecoveryState initial() const;

  /// Sum of squares at a state.
  double cost(const RecoveryState & state) { return pass(state, nullptr, 0.0); }

  /// Same, with the equations for a step added to the solver: as squares, until these lose an
  /// unknown to rounding. With damping, the step of an unknown costs the damping times its effect
  /// on the readings.
  double linearize(const RecoveryState & state, BandedLeastSquares & solver, double damping);

  BandedLeastSquares solver() const;

  /// Whether the unknowns of the sensors stay as they are in steps.
  void hold_sensors(bool held) { sensors_held_ = held; }

  /// The weights of ∫ (q⁽ᵏ⁾)² dt, one row per segment, one column per moving joint.
  const RowMatrix & smoothing() const { return smoothing_; }
  void set_smoothing(const RowMatrix & smoothing) { smoothing_ = smoothing; }

  /// For the last state: Σ (residual / noise)² of each sensor and then of the known values of each
  /// joint; ∫ (q⁽ᵏ⁾)² dt over each segment of each joint.
  const Eigen::VectorXd & sums() const { return sums_; }
  const RowMatrix & roughness() const { return roughness_; }

  /// The contribution of the roughness to cost().
  double cost_of_roughness() const { return (smoothing_.array() * roughness_.array()).sum(); }

  /// tr(H⁻¹S) of each segment and joint, where S are the squares of its roughness() and H those of
  /// the solver: the mean over a few samples, which are always the same.
  RowMatrix roughness_traces(const BandedLeastSquares & solver) const;

  /// state + a fraction of the solver's step; fixed points stay.
  RecoveryState stepped(
    const RecoveryState & state, const BandedLeastSquares & solver, double share = 1.0) const;

  /// Reading minus model of each sensor.
  std::vector<RowMatrix> residuals(const RecoveryState & state) const;

  PiecewisePolynomial polynomial(const RecoveryState & state) const;

  /// The sensor with its unknowns as they are in a state.
  EstimatedSensor sensor_at(const RecoveryState & state, std::size_t sensor) const;

  const SplineBasis & basis() const { return basis_; }
  const RecoveryPlan & plan() const { return plan_; }

  /// Number of equations without damping, for degrees of freedom; those of quantized positions
  /// count as much as is expected of their squares.
  Eigen::Index equations() const;

  /// Uses the equations themselves in place of their squares: slower, with all digits.
  void reflect() { form_ = SegmentTable::Form::rows; }
  bool reflects() const { return form_ == SegmentTable::Form::rows; }

private:
  std::vector<std::vector<std::size_t>> read_together(
    const std::vector<EstimatedSensor> & sensors) const;
  double pass(const RecoveryState & state, BandedLeastSquares * solver, double damping);
  RowMatrix probed_roughness(const BandedLeastSquares & solver, unsigned seed) const;
  Linearization linearization(const RecoveryState & state, double damping) const;
  void take(int segment, const SegmentTable & table, BandedLeastSquares * solver);

  const Robot & robot_;
  const RecoveryPlan & plan_;
  SplineBasis basis_;
  RowMatrix fixed_;   // 1 for a fixed control point
  RowMatrix scales_;  // effect of a control point on the readings
  Eigen::VectorXd border_scales_;
  RowMatrix smoothing_;
  Eigen::VectorXd sums_;
  RowMatrix roughness_;
  double sum_ = 0.0;
  std::vector<SegmentTable> tables_;   // of segments that are being taken …
  std::vector<SegmentTable> written_;  // … and of those after them
  bool sensors_held_ = false;
  SegmentTable::Form form_ = SegmentTable::Form::squares;
};

}  // namespace hod::detail

#endif  // HOD__SRC__ACCELEROMETER__RECOVERY_PROBLEM_HPP_

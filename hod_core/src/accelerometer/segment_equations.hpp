// SPDX-License-Identifier: Apache-2.0
#ifndef SEGMENT_EQUATIONS_HPP_
#define SEGMENT_EQUATIONS_HPP_

#include <vector>

#include "recovery_plan.hpp"
#include "row_writer.hpp"
#include "segment_squares.hpp"
#include "spline_basis.hpp"

namespace hod::detail
{

/// A state of the unknowns, and the requested form of its linear equations.
struct Linearization
{
  const RecoveryPlan & plan;
  const SplineBasis & basis;
  const RowMatrix & control;
  std::vector<EstimatedSensor> sensors;  ///< as they are in the state
  const RowMatrix & smoothing;           ///< one row per segment, one column per moving joint
  const RowMatrix & fixed;               ///< 1 for a control point that stays
  bool sensors_held = false;             ///< whether the unknowns of the sensors stay too
  double damping = 0.0;                  ///< of the steps, in …
  const RowMatrix & scales;              ///< … the effect of a control point on the readings
  const Eigen::VectorXd & border_scales;
};

/// The equations of a segment, summed up.
struct SegmentTable
{
  enum class Form
  {
    none,     ///< only the sums
    rows,     ///< a few equivalent equations, zero below the diagonal
    squares,  ///< AᵀA, right side included, its lower half
  };

  Eigen::MatrixXd equations;
  double sum = 0.0;      ///< of all squares
  Eigen::VectorXd sums;  ///< Σ (residual / noise)² of each sensor, then of each joint's readings
  Eigen::VectorXd roughness;  ///< ∫ (q⁽ᵏ⁾)² dt of each joint
};

/// Writes the equations of segments. Use from one thread at a time.
class SegmentEquations
{
public:
  SegmentEquations(const Robot & robot, const Linearization & at);

  void write(int segment, SegmentTable::Form form, SegmentTable & table);

private:
  void write_readings(int segment, SegmentTable & table);
  void write_reading(std::size_t sensor, std::size_t reading, SegmentTable & table);
  void write_joint_equations(int segment, SegmentTable & table);
  void write_smoothing(int segment, SegmentTable & table);
  void write_wander(SegmentTable & table);
  void write_damping(int segment);
  void write_fixed(int segment);
  void leave_out(Eigen::Index column);
  void condense(SegmentTable & table);
  void move(int segment, double time);
  /// Adds an equation of one joint's control points, taken from of_points_.
  void add_joint(Eigen::Index joint, double right, SegmentTable & table);
  bool squares() const { return form_ == SegmentTable::Form::squares; }
  /// Rows at the end of those written.
  RowMatrix::RowsBlockXpr added(Eigen::Index rows);
  bool last(int segment) const { return segment + 1 == at_.basis.segments(); }
  /// Whether an instant comes before the end of a segment.
  bool before_end(double time, int segment) const;
  Eigen::Index window() const { return (at_.plan.degree + 1) * at_.plan.joints(); }

  const Linearization & at_;
  RowWriter writer_;
  RowMatrix orders_;
  RowMatrix top_orders_;
  RowMatrix instant_;             // equations of a sensor at an instant
  Eigen::RowVectorXd of_points_;  // of an equation of one joint
  SegmentTable::Form form_ = SegmentTable::Form::none;
  SegmentSquares squares_;
  RowMatrix rows_;
  Eigen::Index filled_ = 0;
  int moved_segment_ = -1;
  double moved_time_ = 0.0;
  std::vector<std::size_t> next_;  // reading of each sensor
};

/// Places of Gauss quadrature on a segment that integrate the square of the roughness exactly.
std::vector<double> roughness_places(const RecoveryPlan & plan);

}  // namespace hod::detail

#endif  // SEGMENT_EQUATIONS_HPP_

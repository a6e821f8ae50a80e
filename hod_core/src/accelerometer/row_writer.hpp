// SPDX-License-Identifier: Apache-2.0
#ifndef ROW_WRITER_HPP_
#define ROW_WRITER_HPP_

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "hod/accelerometer/accelerometer.hpp"

namespace hod::detail
{

/// A sensor, its unknowns, and their columns in an equation.
struct EstimatedSensor
{
  MountedAccelerometer mounted;
  Eigen::Vector3d scale;
  Eigen::Vector3d bias;  ///< at the first reading
  double time_offset;
  double clock_drift = 0.0;  ///< gain of the clock per second, from the first reading on
  double first_stamp = 0.0;  ///< of its readings [s]
  RowMatrix wander;  ///< change of the bias up to the nodes, one row each, one column per axis
  double wander_step = 0.0;  ///< from node to node; the first is a step after the first reading
  int bias_column = -1;      ///< of the first axis, behind the window; -1: known
  int scale_column = -1;
  int offset_column = -1;
  int drift_column = -1;
  int position_column = -1;
  int orientation_column = -1;
  int wander_column = -1;  ///< of the first axis of the first node

  explicit EstimatedSensor(const MountedAccelerometer & sensor)
  : mounted(sensor),
    scale(sensor.sensor().scale),
    bias(sensor.sensor().bias),
    time_offset(sensor.sensor().time_offset)
  {}

  /// When the reading with a stamp was taken [s].
  double time_of(double stamp) const
  {
    return stamp - time_offset - clock_drift * (stamp - first_stamp);
  }

  /// The bias of the reading with a stamp.
  Eigen::Vector3d bias_at(double stamp) const
  {
    Eigen::Vector3d result = bias;
    const auto [node, share] = wander_at(stamp);
    const Eigen::Index axes = wander.cols();
    if (node >= 0)
    {
      result.head(axes) += share * wander.row(node).transpose();
    }
    if (node >= 1)
    {
      result.head(axes) += (1.0 - share) * wander.row(node - 1).transpose();
    }
    return result;
  }

  /// The node after a stamp, and the fraction of the way to it; -1 if the bias does not wander.
  std::pair<Eigen::Index, double> wander_at(double stamp) const
  {
    if (wander.rows() == 0)
    {
      return {-1, 0.0};
    }
    const double steps = std::max(0.0, (stamp - first_stamp) / wander_step);
    const auto node = std::min(static_cast<Eigen::Index>(std::floor(steps)), wander.rows() - 1);
    return {node, std::min(1.0, steps - static_cast<double>(node))};
  }
};

/// Writes the information of a reading about the control points of a spline as linear equations,
/// each divided by the reading's noise: columns are [control points, joint by joint | border |
/// right side], or the motion at the instant in place of the control points. Does not allocate
/// after construction.
class RowWriter
{
public:
  static constexpr int kOrders = 4;        // q … q'''
  static constexpr int kMotionOrders = 3;  // that readings depend on

  /// @param moving columns of the joints that move
  /// @param rest positions of all the others
  RowWriter(const Robot & robot, std::vector<int> moving, const Eigen::VectorXd & rest, int degree);

  int joints() const { return static_cast<int>(moving_.size()); }
  const std::vector<int> & moving() const { return moving_; }

  /// Lays out the motion at an instant.
  ///
  /// @param basis   derivatives of the p + 1 splines, a row per order (kOrders of them)
  /// @param control p + 1 rows, a column per moving joint
  void move(const ConstRowMatrixRef & basis, const ConstRowMatrixRef & control);

  /// The motion laid out, q … q''' of all joints of the robot.
  const RowMatrix & motion() const { return motion_; }

  /// One equation per axis of the sensor for the motion at the instant: columns are [q | q' | q''
  /// of the moving joints | border | right side]. The right side is the part that the motion leaves
  /// unexplained.
  ///
  /// @param stamp of the reading; the motion laid out is that at the time of the reading
  [[nodiscard]] Result write_instant(
    const EstimatedSensor & sensor, const Eigen::Vector3d & reading, double stamp,
    RowMatrixRef rows);

  /// Converts equations at an instant to equations of the control points.
  void spread(const ConstRowMatrixRef & instant, RowMatrixRef rows) const;

  /// Columns of write_instant() before the border.
  Eigen::Index instant_columns() const { return kMotionOrders * Eigen::Index{joints()}; }

  /// Residual of a joint's derivative (0 … 3).
  double left_of_joint(int joint, int derivative, double value) const
  {
    return value - motion_(derivative, moving_[static_cast<std::size_t>(joint)]);
  }

private:
  void write_unknowns(
    const EstimatedSensor & sensor, int axis, double rate, double stamp, RowMatrixRef rows) const;

  KinematicsWorkspace workspace_;
  ReadingEquation equation_;
  std::vector<int> moving_;
  RowMatrix basis_;
  RowMatrix motion_;
  bool moved_ = true;  // since the kinematics were computed
};

}  // namespace hod::detail

#endif  // ROW_WRITER_HPP_

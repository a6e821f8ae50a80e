// SPDX-License-Identifier: Apache-2.0
#ifndef ROW_WRITER_HPP_
#define ROW_WRITER_HPP_

#include <vector>

#include "hod/accelerometer/accelerometer.hpp"

namespace hod::detail
{

/// A sensor, its unknowns, and their columns in an equation.
struct EstimatedSensor
{
  MountedAccelerometer mounted;
  Eigen::Vector3d scale;
  Eigen::Vector3d bias;
  double time_offset;
  int bias_column = -1;  ///< of the first axis, behind the window; -1: known
  int scale_column = -1;
  int offset_column = -1;

  explicit EstimatedSensor(const MountedAccelerometer & sensor)
  : mounted(sensor),
    scale(sensor.sensor().scale),
    bias(sensor.sensor().bias),
    time_offset(sensor.sensor().time_offset)
  {}
};

/// Writes what a reading says about the control points of a spline as linear equations, each
/// divided by the reading's noise: columns are [control points, joint by joint | border | right
/// side]. Allocates nothing after construction.
class RowWriter
{
public:
  static constexpr int kOrders = 4;  // q … q'''

  /// @param moving columns of the joints that move @param rest positions of all the others
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

  /// One equation per axis of the sensor; the right side is what the motion leaves unexplained.
  ///
  /// @param border first column behind the window
  [[nodiscard]] Result write_reading(
    const EstimatedSensor & sensor, const Eigen::Vector3d & reading, Eigen::Index border,
    Eigen::Ref<Eigen::MatrixXd> rows);

  /// The equation of a joint's derivative (0 … 3).
  void write_joint(
    int joint, int derivative, double value, double noise, Eigen::Ref<Eigen::MatrixXd> row) const;

private:
  KinematicsWorkspace workspace_;
  ReadingEquation equation_;
  std::vector<int> moving_;
  RowMatrix basis_;
  RowMatrix motion_;
};

}  // namespace hod::detail

#endif  // ROW_WRITER_HPP_

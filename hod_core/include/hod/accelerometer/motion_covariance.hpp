// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ACCELEROMETER__MOTION_COVARIANCE_HPP_
#define HOD__ACCELEROMETER__MOTION_COVARIANCE_HPP_

#include <vector>

#include "hod/types.hpp"

namespace hod
{

/// How sure a motion is: covariances of the control points of its clamped B-splines.
struct MotionCovariance
{
  std::vector<double> knots;
  std::vector<int> columns;  ///< of the joints that may move; the others are exact
  int joints = 0;            ///< of the robot
  int degree = 0;

  /// Of each control point and moving joint: the covariances of that point with itself and with
  /// the `degree` points after it, those beyond the last zero.
  std::vector<double> band;

  /// How far motions that the readings leave possible are from the one found, in control points:
  /// a row per point, in it the samples of each moving joint beside each
  /// other. For what depends on several joints, or on several derivatives of one. Without what is
  /// common to stretches of positions.
  Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> samples;

  /// What the positions of a moving joint may all be wrong by while its encoder shows the same:
  /// times in pairs, from one to the next, and a deviation for each pair.
  struct Common
  {
    std::vector<double> times;
    std::vector<double> deviations;
  };
  std::vector<Common> common;  ///< one per moving joint

  /// Of the position of a moving joint at a time, counted from 0 among `columns`.
  double common_deviation(std::size_t joint, double time) const;

  /// Row k becomes the standard deviation of the k-th derivative at a time, a column per joint of
  /// the robot: of the motions which the readings leave possible if, before them, the highest
  /// derivative is white noise of the strength that the smoothing stands for. Rows from the degree
  /// on are infinite.
  void deviations(double time, RowMatrixRef rows) const;

  /// Motions that the readings leave possible less the one found, of each of some times, in all
  /// cores: the same samples at all of them. Infinite from the degree on.
  /// @param motions times × samples × rows × joints of the robot, C order; all of it is written
  /// unless no joint moves
  void sample_motions(const std::vector<double> & times, int rows, double * motions) const;

  /// The deviations of each of some times, one below the other, in all cores.
  void deviations(const std::vector<double> & times, RowMatrixRef rows) const;
};

}  // namespace hod

#endif  // HOD__ACCELEROMETER__MOTION_COVARIANCE_HPP_

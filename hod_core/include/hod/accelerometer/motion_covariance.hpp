// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ACCELEROMETER__MOTION_COVARIANCE_HPP_
#define HOD__ACCELEROMETER__MOTION_COVARIANCE_HPP_

#include <vector>

#include "hod/types.hpp"

namespace hod
{

/// Uncertainty of a motion: covariances of the control points of its clamped B-splines.
///
/// Every call throws hod::Error if the sizes of what it depends on do not fit each other or the
/// matrix given.
struct MotionCovariance
{
  std::vector<double> knots;
  std::vector<int> columns;  ///< of the joints that may move; the others are exact
  int joints = 0;            ///< of the robot
  int degree = 0;

  /// For each control point and moving joint, the covariances of that point with itself and with
  /// the `degree` points after it; zero where there are no such points.
  std::vector<double> band;

  /// Samples of the motions that the readings allow, as differences from the motion found, in
  /// control points: one row per point, holding the samples of each moving joint side by side. Use
  /// them for quantities that depend on several joints, or on several derivatives of one. The
  /// common deviations below are not included.
  Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> samples;

  /// Deviations that all positions of a moving joint may share while its encoder shows the same
  /// value: times in pairs (from, to), and one deviation per pair.
  struct Common
  {
    std::vector<double> times;
    std::vector<double> deviations;
  };
  std::vector<Common> common;  ///< one per moving joint

  /// Common deviation of the position of a moving joint at a time; `joint` is an index into
  /// `columns`.
  double common_deviation(std::size_t joint, double time) const;

  /// Row k becomes the standard deviation of the k-th derivative at a time, one column per joint of
  /// the robot. It is the spread of the motions that the readings allow if the highest derivative
  /// is, a priori, white noise of the strength that the smoothing implies. Rows from `degree` on
  /// are infinite.
  void deviations(double time, RowMatrixRef rows) const;

  /// Motions that the readings allow, minus the motion found, at each of the given times, computed
  /// on all cores; the samples are the same at all times. Rows from `degree` on are infinite.
  /// @param motions times × samples × rows × joints of the robot, C order; written completely
  ///   unless no joint moves
  void sample_motions(const std::vector<double> & times, int rows, double * motions) const;

  /// The deviations at each of the given times, stacked, computed on all cores.
  void deviations(const std::vector<double> & times, RowMatrixRef rows) const;
};

}  // namespace hod

#endif  // HOD__ACCELEROMETER__MOTION_COVARIANCE_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__DERIVATIVE_ESTIMATE_HPP_
#define HOD_ROS__DERIVATIVE_ESTIMATE_HPP_

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "hod/types.hpp"

namespace hod_ros
{

/// Jerk and snap of a reference that gives neither, or no snap: from the accelerations (jerks) of
/// the last samples, by the parabola (straight line) that fits them best, at the newest of them.
///
/// It looks back only, over the time W from the first to the last sample. The snap lags by W/2; the
/// jerk, where it is estimated too, does not lag but errs by about W²/10 · q⁽⁵⁾. Both are exact for
/// motions whose acceleration is a parabola (whose jerk is a line), and wrong for a time W after a
/// step of what they are estimated from.
class DerivativeEstimate
{
public:
  static constexpr int kLeastSamples = 3;
  static constexpr int kMostSamples = 50;

  DerivativeEstimate() = default;
  /// @param samples N, kLeastSamples … kMostSamples
  DerivativeEstimate(int joints, int samples);

  void reset();

  /// Takes a sample and writes rows 3 and 4 of `reference` where they are not finite and can be
  /// estimated. A time that is not later than the sample before starts afresh. No allocation.
  /// @param reference q … q'''' in its rows, one column per joint
  void update(double time, hod::RowMatrixRef reference);

  /// How far the snap lags [s]; zero before there are enough samples.
  double delay() const;

private:
  void fit(int column, hod::RowMatrixRef reference) const;
  bool full() const { return count_ == times_.size(); }

  std::size_t next_ = 0;
  std::size_t count_ = 0;
  std::vector<double> times_;
  hod::RowMatrix accelerations_;  ///< a row per sample
  hod::RowMatrix jerks_;
  Eigen::VectorXd line_;       ///< weights of the samples in the slope of the best line
  Eigen::VectorXd slope_;      ///< in the slope of the best parabola at the newest sample
  Eigen::VectorXd curvature_;  ///< in its second derivative
};

}  // namespace hod_ros

#endif  // HOD_ROS__DERIVATIVE_ESTIMATE_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__DERIVATIVE_ESTIMATE_HPP_
#define HOD_ROS__DERIVATIVE_ESTIMATE_HPP_

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "hod/types.hpp"

namespace hod_ros
{

/// Estimates jerk and snap of a reference that provides neither, or no snap, from the accelerations
/// (jerks) of the last samples: the best-fitting parabola (straight line), evaluated at the newest
/// sample.
///
/// It uses past samples only, over the time W from the first to the last. The snap lags by W/2. The
/// jerk, where it is estimated too, does not lag but has an error of about W²/10 · q⁽⁵⁾. Both are
/// exact for motions whose acceleration is a parabola (whose jerk is a line), and wrong for a time
/// W after a step in the samples they are estimated from.
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
  /// estimated. A time that is not later than that of the previous sample restarts the estimate.
  /// Does not allocate.
  /// @param reference rows q … q'''', one column per joint
  void update(double time, hod::RowMatrixRef reference);

  /// How far the snap lags [s]; zero before there are enough samples.
  double delay() const;

private:
  void fit(int column, hod::RowMatrixRef reference) const;
  bool full() const { return count_ == times_.size(); }

  std::size_t next_ = 0;
  std::size_t count_ = 0;
  std::vector<double> times_;
  hod::RowMatrix accelerations_;  ///< one row per sample
  hod::RowMatrix jerks_;
  Eigen::VectorXd line_;       ///< weights of the samples in the slope of the best line
  Eigen::VectorXd slope_;      ///< in the slope of the best parabola at the newest sample
  Eigen::VectorXd curvature_;  ///< in its second derivative
};

}  // namespace hod_ros

#endif  // HOD_ROS__DERIVATIVE_ESTIMATE_HPP_

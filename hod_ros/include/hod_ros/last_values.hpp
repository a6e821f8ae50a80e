// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__LAST_VALUES_HPP_
#define HOD_ROS__LAST_VALUES_HPP_

#include <deque>

#include "hod_ros/motion_estimator.hpp"

namespace hod_ros
{

/// The motion at the newest reading: position and velocity as measured, higher derivatives from the
/// polynomial through the last `order` velocities. Exact for motions that are such polynomials, and
/// without latency. Differences amplify noise, the more so the higher the order.
///
/// Derivatives above `order`, and those for which there are too few readings yet, are zero. A
/// velocity that is not measured counts as zero.
class LastValues : public MotionEstimator
{
public:
  /// @param order highest derivative of the position that is estimated; none with 1
  LastValues(int joints, int order);

  void add(const JointReadings & readings) override;
  bool estimate(Eigen::Index rows, MotionEstimate & estimate) override;
  void reset() override;
  double latency() const override { return 0.0; }

private:
  struct Sample
  {
    double time;
    Eigen::VectorXd velocity;
  };

  hod::RowMatrix higher_derivatives(Eigen::Index rows) const;

  int order_;
  Eigen::VectorXd position_;    ///< NaN: not yet known
  Eigen::VectorXd velocity_;    ///< NaN: not yet known
  std::deque<Sample> samples_;  ///< oldest first
};

}  // namespace hod_ros

#endif  // HOD_ROS__LAST_VALUES_HPP_

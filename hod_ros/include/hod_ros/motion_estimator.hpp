// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__MOTION_ESTIMATOR_HPP_
#define HOD_ROS__MOTION_ESTIMATOR_HPP_

#include <Eigen/Core>
#include <string>

#include "hod/types.hpp"
#include "hod_ros/joint_readings.hpp"

namespace hod_ros
{

/// A joint motion at one instant, from measurements.
struct MotionEstimate
{
  double time = 0.0;         ///< [s]
  hod::RowMatrix motion;     ///< row k is q⁽ᵏ⁾ [rad/sᵏ or m/sᵏ], a column per joint
  hod::RowMatrix deviation;  ///< its standard deviation; no rows: not known
  double residual = 0.0;     ///< root mean square of residual / noise; 0: not known
};

/// Turns measurements, as they come in, into a joint motion with derivatives.
class MotionEstimator
{
public:
  virtual ~MotionEstimator() = default;

  /// Takes readings in, later than all before.
  virtual void add(const JointReadings & readings) = 0;

  /// The motion at the newest reading less latency(). False as long as too little is known.
  /// @param rows of the motion: q … q⁽ʳᵒʷˢ⁻¹⁾
  virtual bool estimate(Eigen::Index rows, MotionEstimate & estimate) = 0;

  /// Why there is no estimate; empty if there is one, or if it only needs time.
  virtual std::string problem() const { return {}; }

  /// Forgets all readings.
  virtual void reset() = 0;

  /// How far the estimate lies behind the newest reading [s].
  virtual double latency() const = 0;
};

}  // namespace hod_ros

#endif  // HOD_ROS__MOTION_ESTIMATOR_HPP_

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
  hod::RowMatrix motion;     ///< row k is q⁽ᵏ⁾ [rad/sᵏ or m/sᵏ], one column per joint
  hod::RowMatrix deviation;  ///< its standard deviation; no rows: unknown
  double residual = 0.0;     ///< root mean square of residual / noise; 0: unknown
};

/// Estimates a joint motion with derivatives from measurements as they arrive.
class MotionEstimator
{
public:
  virtual ~MotionEstimator() = default;

  /// Adds readings that are later than all previous ones.
  virtual void add(const JointReadings & readings) = 0;

  /// The motion at the time of the newest reading minus latency(). Returns false as long as too
  /// little is known.
  /// @param rows of the motion: q … q⁽ʳᵒʷˢ⁻¹⁾
  virtual bool estimate(Eigen::Index rows, MotionEstimate & estimate) = 0;

  /// Why there is no estimate; empty if there is one, or if more readings are all it needs.
  virtual std::string problem() const { return {}; }

  /// Discards all readings.
  virtual void reset() = 0;

  /// How far the estimate lies behind the newest reading [s].
  virtual double latency() const = 0;
};

}  // namespace hod_ros

#endif  // HOD_ROS__MOTION_ESTIMATOR_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__REFERENCE_INPUT_HPP_
#define HOD_ROS__REFERENCE_INPUT_HPP_

#include <memory>
#include <optional>

#include "hod/types.hpp"
#include "hod_ros/mailbox.hpp"
#include "hod_ros/quintic_trajectory.hpp"

namespace hod_ros
{

/// The reference motion of a controller that no other controller leads: single samples that come
/// in a steady stream, or a trajectory. Whichever was posted last counts.
class ReferenceInput
{
public:
  enum class Status
  {
    nothing,   ///< nothing was posted since the last reset; the reference is not touched
    followed,  ///< the reference is that of a fresh sample or of a trajectory
    timed_out  ///< the last sample is too old; the reference stands still at its position
  };

  /// A motion to follow from now on, a row per derivative. Any thread but the loop's.
  void post(hod::RowMatrix sample);

  /// @param start time at which the trajectory starts, without one the time at which the loop
  ///        takes it [s]
  void post(QuinticTrajectory trajectory, std::optional<double> start);

  /// Forgets everything. Not while the loop runs.
  void reset();

  /// One cycle; no allocation, no waiting.
  /// @param time now, by the clock of the start times [s]
  /// @param timeout age at which a sample is too old [s]; zero: never
  /// @param current motion that a new trajectory starts from, at least rows q, q', q''
  /// @param reference written, a row per derivative
  Status update(
    double time, double timeout, const hod::ConstRowMatrixRef & current,
    hod::RowMatrixRef reference);

private:
  struct Order
  {
    hod::RowMatrix sample;
    std::optional<QuinticTrajectory> trajectory;
    std::optional<double> start;
  };

  Mailbox<Order> mailbox_;
  std::unique_ptr<Order> order_;
  double taken_ = 0.0;
};

}  // namespace hod_ros

#endif  // HOD_ROS__REFERENCE_INPUT_HPP_

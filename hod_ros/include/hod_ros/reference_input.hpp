// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__REFERENCE_INPUT_HPP_
#define HOD_ROS__REFERENCE_INPUT_HPP_

#include <memory>

#include "hod/types.hpp"
#include "hod_ros/derivative_estimate.hpp"
#include "hod_ros/feedforward_law.hpp"
#include "hod_ros/mailbox.hpp"
#include "hod_ros/plan.hpp"

namespace hod_ros
{

/// Writes where a motion is after `time` seconds, by the Taylor polynomial of what is known of it.
/// What is not known stays unknown. @param later of the same size, not the same
void move_on(const hod::RowMatrix & motion, double time, hod::RowMatrix & later);

/// The reference motion of a controller that no other controller leads: single samples that come
/// in a steady stream, or a plan. Whichever was posted last counts.
class ReferenceInput
{
public:
  enum class Status
  {
    nothing,   ///< nothing was posted since the last reset; the reference is unknown
    followed,  ///< the reference is that of a fresh sample or of a plan
    timed_out  ///< the last sample is too old; the reference stands still at its position
  };

  ReferenceInput(int joints, int samples) : estimate_(joints, samples) {}

  /// A motion to follow from now on, Reference::kRows rows with NaN for what is not known.
  /// Any thread but the loop's; so is the next.
  void post(hod::RowMatrix sample);
  void post(std::shared_ptr<const Plan> plan);

  /// Forgets everything. Not while the loop runs.
  void reset();

  /// One cycle; no allocation, no waiting.
  /// @param time now [s]
  /// @param timeout age at which a sample is too old [s]; zero: never
  /// @param lead how far `ahead` is ahead [s]
  /// @param estimated whether jerk and snap that samples leave open are estimated
  Status update(double time, double timeout, double lead, bool estimated, Reference & reference);

  /// What is followed; null if that is not a plan. Belongs to the loop.
  const Plan * plan() const { return order_ ? order_->plan.get() : nullptr; }
  /// How far estimated derivatives lag [s].
  double delay() const { return estimate_.delay(); }

private:
  struct Order
  {
    hod::RowMatrix sample;
    std::shared_ptr<const Plan> plan;
  };

  Mailbox<Order> mailbox_;
  std::unique_ptr<Order> order_;
  double taken_ = 0.0;
  DerivativeEstimate estimate_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__REFERENCE_INPUT_HPP_

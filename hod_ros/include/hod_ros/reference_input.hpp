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

/// Extrapolates a motion by `time` seconds, by the Taylor polynomial of its known derivatives.
/// Unknown values remain unknown.
/// @param later of the same size as `motion`, but a different object
void move_on(const hod::RowMatrix & motion, double time, hod::RowMatrix & later);

/// The reference motion of a controller that no other controller leads: a steady stream of single
/// samples, or a plan. The one posted last counts.
class ReferenceInput
{
public:
  enum class Status
  {
    nothing,   ///< nothing was posted since the last reset; the reference is unknown
    followed,  ///< the reference comes from a fresh sample or a plan
    timed_out  ///< the last sample is too old; the reference is at rest at its position
  };

  ReferenceInput(int joints, int samples) : estimate_(joints, samples) {}

  /// A motion to follow from now on: Reference::kRows rows, NaN for unknown values. Call this and
  /// the next function from any thread but the loop's.
  void post(hod::RowMatrix sample);
  void post(std::shared_ptr<const Plan> plan);

  /// Discards everything. Must not be called while the loop runs.
  void reset();

  /// One cycle; no allocation, no waiting.
  /// @param time now [s]
  /// @param timeout age at which a sample is too old [s]; zero: never
  /// @param lead how far `ahead` is ahead [s]
  /// @param estimated whether jerk and snap that are missing in samples are estimated
  Status update(double time, double timeout, double lead, bool estimated, Reference & reference);

  /// The plan that is followed; null if there is none. For the loop only.
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

// SPDX-License-Identifier: Apache-2.0
#ifndef MEASURED_JOINTS_HPP_
#define MEASURED_JOINTS_HPP_

#include "recovery_plan.hpp"

namespace hod::detail
{

/// Adds what was measured of a joint by other means as equations.
///
/// A quantized signal that stays the same has one error for as long: readings within 20 ms count as
/// one, which the knowledge of its shape needs, and what all of a run have in common is kept apart,
/// as no number of them makes it less. Throws hod::Error for recordings that cannot be used.
void add_joint_recording(
  const Robot & robot, const JointRecording & recording, RecoveryPlan & plan);

/// While all joints that may move are measured [s]; without end if some are not at all, and towards
/// an end at which anything of the motion is known.
struct MeasuredSpan
{
  double start;
  double end;
  double interval = 0.0;  ///< the longest that usually is between two readings of a joint
};
MeasuredSpan measured_span(
  const Robot & robot, const std::vector<int> & moving, const RecoveryOptions & options);

/// Leaves out what a sensor has read before or after a span, if that is longer than 0.1 s and than
/// the interval between readings of joints: there accelerations alone would have to tell which of
/// several branches a motion has taken. Returns how many readings that were; throws hod::Error if
/// none is left.
std::size_t keep_measured(
  const EstimatedSensor & sensor, const MeasuredSpan & span, Recording & readings);

}  // namespace hod::detail

#endif  // MEASURED_JOINTS_HPP_

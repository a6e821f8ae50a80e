// SPDX-License-Identifier: Apache-2.0
#ifndef MEASURED_JOINTS_HPP_
#define MEASURED_JOINTS_HPP_

#include "recovery_plan.hpp"

namespace hod::detail
{

/// Adds measurements of a joint by other means as equations.
///
/// A quantized signal that stays constant has one common error for that time. Readings within 20 ms
/// count as one, as the shape of the signal requires; the error that a run has in common is treated
/// separately, since no number of readings reduces it. Throws hod::Error for recordings that cannot
/// be used.
void add_joint_recording(
  const Robot & robot, const JointRecording & recording, RecoveryPlan & plan);

/// The time during which all movable joints are measured [s]; unlimited if some are not measured at
/// all, and towards an end with known values.
struct MeasuredSpan
{
  double start;
  double end;
  double interval = 0.0;  ///< the longest usual interval between two readings of a joint
};
MeasuredSpan measured_span(
  const Robot & robot, const std::vector<int> & moving, const RecoveryOptions & options);

/// Drops the readings of a sensor before or after a span, if that part is longer than 0.1 s and
/// than the interval between joint readings: there, accelerations alone would have to determine
/// which of several branches a motion has taken. Returns the number of dropped readings; throws
/// hod::Error if none remains.
std::size_t keep_measured(
  const EstimatedSensor & sensor, const MeasuredSpan & span, Recording & readings);

}  // namespace hod::detail

#endif  // MEASURED_JOINTS_HPP_

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

}  // namespace hod::detail

#endif  // MEASURED_JOINTS_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef FIXED_LAG_CHECKS_HPP_
#define FIXED_LAG_CHECKS_HPP_

#include <vector>

#include "free_joints.hpp"
#include "hod/accelerometer/fixed_lag.hpp"

namespace hod::detail
{

/// Throws hod::Error for arguments from which no FixedLag can be constructed.
FreeJoints checked_fixed_lag(
  const Robot & robot, const std::vector<Accelerometer> & sensors, const FixedLagOptions & options);

}  // namespace hod::detail

#endif  // FIXED_LAG_CHECKS_HPP_

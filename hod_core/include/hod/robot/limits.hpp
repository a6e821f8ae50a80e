// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ROBOT__LIMITS_HPP_
#define HOD__ROBOT__LIMITS_HPP_

#include <limits>

namespace hod
{

/// What a joint may do; infinite where it may do anything. Velocity, effort and effort rate count
/// in both directions; a zero there (URDFs have it as a placeholder) is no limit to a Robot.
struct JointLimits
{
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  double lower = -kNone;       ///< [rad or m]
  double upper = kNone;        ///< [rad or m]
  double effort = kNone;       ///< of what the actuator supplies [N m or N]
  double velocity = kNone;     ///< [rad/s or m/s]
  double effort_rate = kNone;  ///< [N m/s or N/s]
};

}  // namespace hod

#endif  // HOD__ROBOT__LIMITS_HPP_

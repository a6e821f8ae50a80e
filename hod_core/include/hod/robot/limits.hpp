// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ROBOT__LIMITS_HPP_
#define HOD__ROBOT__LIMITS_HPP_

#include <limits>

namespace hod
{

/// Limits of a joint; infinite where there is none. Velocity, effort and effort rate apply in both
/// directions; Robot takes a zero there (a placeholder in URDFs) for no limit.
struct JointLimits
{
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  double lower = -kNone;       ///< [rad or m]
  double upper = kNone;        ///< [rad or m]
  double effort = kNone;       ///< of the actuator [N m or N]
  double velocity = kNone;     ///< [rad/s or m/s]
  double effort_rate = kNone;  ///< [N m/s or N/s]
};

}  // namespace hod

#endif  // HOD__ROBOT__LIMITS_HPP_

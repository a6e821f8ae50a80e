// SPDX-License-Identifier: Apache-2.0
#ifndef ROBOT__FIELDS_HPP_
#define ROBOT__FIELDS_HPP_

#include "hod/robot/drive.hpp"
#include "hod/robot/friction.hpp"
#include "hod/robot/limits.hpp"

namespace hod::detail
{

enum class Range
{
  any,
  positive,
  not_negative,
  not_zero
};

/// A number of a joint: its key in a robot file, and its valid range.
template <class Value>
struct Field
{
  const char * name;
  double Value::* value;
  Range range;
  bool may_be_infinite = false;
};

constexpr Field<JointFriction> kFrictionFields[] = {
  {"viscous", &JointFriction::viscous, Range::not_negative},
  {"coulomb", &JointFriction::coulomb, Range::not_negative},
  {"stribeck", &JointFriction::stribeck, Range::not_negative},
  {"stribeck_speed", &JointFriction::stribeck_speed, Range::positive},
  {"bearing_coefficient", &JointFriction::bearing_coefficient, Range::not_negative},
  {"bearing_radius", &JointFriction::bearing_radius, Range::not_negative},
  {"smoothing_speed", &JointFriction::smoothing_speed, Range::positive},
  {"smoothing_force", &JointFriction::smoothing_force, Range::positive},
};

constexpr Field<JointDrive> kDriveFields[] = {
  {"motor_inertia", &JointDrive::motor_inertia, Range::not_negative},
  {"gear_ratio", &JointDrive::gear_ratio, Range::not_zero},
  {"stiffness", &JointDrive::stiffness, Range::positive, true},
  {"damping", &JointDrive::damping, Range::not_negative},
  {"viscous_friction", &JointDrive::viscous_friction, Range::not_negative},
  {"coulomb_friction", &JointDrive::coulomb_friction, Range::not_negative},
  {"smoothing_speed", &JointDrive::smoothing_speed, Range::positive},
};

/// Values that a file may have; in a URDF a zero is a placeholder, see JointLimits.
constexpr Field<JointLimits> kLimitFields[] = {
  {"lower", &JointLimits::lower, Range::any, true},
  {"upper", &JointLimits::upper, Range::any, true},
  {"velocity", &JointLimits::velocity, Range::positive, true},
  {"effort", &JointLimits::effort, Range::positive, true},
  {"effort_rate", &JointLimits::effort_rate, Range::positive, true},
};

}  // namespace hod::detail

#endif  // ROBOT__FIELDS_HPP_

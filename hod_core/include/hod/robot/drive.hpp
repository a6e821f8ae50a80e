// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ROBOT__DRIVE_HPP_
#define HOD__ROBOT__DRIVE_HPP_

#include <limits>

namespace hod
{

/// The drive of one joint: a motor that moves the link through a gear and, in an elastic drive,
/// through a spring with a parallel damper. All values except the first two refer to the link side
/// of the gear [rotary or linear joint].
///
/// The rotor's spin about the joint's axis is modelled; the gyroscopic torques of a rotor that is
/// carried around by its link are not. The rotor's mass belongs to the link that carries it.
struct JointDrive
{
  double motor_inertia = 0.0;  ///< J ≥ 0 of the rotor, on the motor side of the gear [kg m²]
  /// N ≠ 0, rotor turns per joint turn, or per metre; negative if they turn in opposite directions,
  /// which changes nothing on the link side [1 or rad/m].
  double gear_ratio = 1.0;
  /// K > 0 [N m/rad or N/m]; infinite for a rigid joint.
  double stiffness = std::numeric_limits<double>::infinity();
  double damping = 0.0;           ///< D ≥ 0 of the spring [N m s/rad or N s/m]
  double viscous_friction = 0.0;  ///< b ≥ 0 of the motor [N m s/rad or N s/m]
  double coulomb_friction = 0.0;  ///< c ≥ 0 of the motor [N m or N]
  double smoothing_speed = 0.01;  ///< ε > 0, below which Coulomb friction fades [rad/s or m/s]

  bool rigid() const { return stiffness == std::numeric_limits<double>::infinity(); }
  bool damped() const { return !rigid() && damping > 0.0; }

  /// B = N² J, the inertia reflected to the joint [kg m² or kg].
  double inertia() const { return gear_ratio * gear_ratio * motor_inertia; }
};

}  // namespace hod

#endif  // HOD__ROBOT__DRIVE_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ROBOT__FRICTION_HPP_
#define HOD__ROBOT__FRICTION_HPP_

namespace hod
{

/// Friction of one joint, as the force that its actuator must supply:
///
///     Q_f = b q' + [F_c + F_s exp(−(q'/v_s)²) + μ ρ N] tanh(q'/ε)          (000 (157))
///     N   = √(|k × f|² + δ²) − δ
///
/// with k the joint's axis and f the full force through the joint (inertia, gravity and loads); |k
/// × f| is the force on the bearing or slide. ρ is the bearing radius of a revolute joint and 1 for
/// a prismatic one. tanh replaces the sign function, and δ rounds off the norm, so that derivatives
/// of every order exist at standstill and without load. Q_f q' is never negative.
struct JointFriction
{
  double viscous = 0.0;              ///< b ≥ 0 [N m s/rad or N s/m]
  double coulomb = 0.0;              ///< F_c ≥ 0 [N m or N]
  double stribeck = 0.0;             ///< F_s ≥ 0, breakaway force in excess of F_c [N m or N]
  double stribeck_speed = 0.05;      ///< v_s > 0 [rad/s or m/s]
  double bearing_coefficient = 0.0;  ///< μ ≥ 0
  double bearing_radius = 0.0;       ///< ρ ≥ 0 of a revolute joint [m]
  double smoothing_speed = 0.01;     ///< ε > 0 [rad/s or m/s]
  double smoothing_force = 0.01;     ///< δ > 0 [N]

  /// Whether there is any friction.
  bool any() const
  {
    return viscous > 0.0 || coulomb > 0.0 || stribeck > 0.0 || bearing_coefficient > 0.0;
  }
};

}  // namespace hod

#endif  // HOD__ROBOT__FRICTION_HPP_

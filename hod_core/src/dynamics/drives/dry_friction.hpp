// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__DRIVES__DRY_FRICTION_HPP_
#define HOD__SRC__DYNAMICS__DRIVES__DRY_FRICTION_HPP_

#include "hod/robot/body.hpp"
#include "hod/series/functions.hpp"

namespace hod::detail
{

/// μ ρ of a joint, with ρ = 1 for prismatic joints.
inline double bearing_of(const Joint & joint)
{
  const double radius = joint.prismatic ? 1.0 : joint.friction.bearing_radius;
  return joint.friction.bearing_coefficient * radius;
}

inline bool has_dry_friction(const Joint & joint)
{
  return joint.friction.coulomb > 0.0 || joint.friction.stribeck > 0.0 || bearing_of(joint) > 0.0;
}

/// Friction of a joint without its viscous part (see JointFriction) for a motion that is run λ
/// times as fast; all series are with respect to the time of the original motion.
/// @param x, y components of the force on the bearing, normal to the axis [N]
template <int K>
Series<K> dry_friction(
  const Joint & joint, double speed, const Series<K> & velocity, const Series<K> & x,
  const Series<K> & y)
{
  const JointFriction & friction = joint.friction;
  Series<K> size(friction.coulomb);
  if (friction.stribeck > 0.0)
  {
    const Series<K> relative = velocity * (speed / friction.stribeck_speed);
    size += friction.stribeck * exp(-(relative * relative));
  }
  if (const double bearing = bearing_of(joint); bearing > 0.0)
  {
    const double rounding = friction.smoothing_force;
    size += bearing * (sqrt(x * x + y * y + Series<K>(rounding * rounding)) - Series<K>(rounding));
  }
  return size * tanh(velocity * (speed / friction.smoothing_speed));
}

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__DRIVES__DRY_FRICTION_HPP_

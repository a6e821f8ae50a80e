// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__FRICTION_CONSTANTS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__FRICTION_CONSTANTS_HPP_

namespace hod::detail
{

/// Tables of JointFriction's numbers, a column per joint and padded to whole registers.
struct FrictionConstants
{
  const double * viscous;
  const double * coulomb;
  const double * stribeck;
  const double * bearing;  ///< μ ρ
  const double * inverse_stribeck_speed;
  const double * inverse_smoothing_speed;
  const double * smoothing_force;
  bool has_stribeck;
  bool has_bearing;
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__KERNEL__FRICTION_CONSTANTS_HPP_

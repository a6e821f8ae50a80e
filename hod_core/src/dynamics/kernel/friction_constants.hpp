// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__FRICTION_CONSTANTS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__FRICTION_CONSTANTS_HPP_

namespace hod::detail
{

/// Tables of the numbers of JointFriction, one entry per joint with friction. First those of the
/// columns of the motion in their order; then, from first_mimic on, those of joints that mimic
/// column c with multiplier m: their velocity is m q_c', and a force F on them is m F on the
/// column. Both groups are padded to whole registers of the widest kind.
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
  int entries;      ///< of every table, with padding
  int first_mimic;  ///< columns of the motion, padded
  int mimics;
  const int * mimic_column;
  const double * mimic_multiplier;
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__KERNEL__FRICTION_CONSTANTS_HPP_

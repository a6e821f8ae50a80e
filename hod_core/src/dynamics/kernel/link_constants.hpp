// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__LINK_CONSTANTS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__LINK_CONSTANTS_HPP_

// Plain data only: these headers are compiled once per instruction set, and an inline function of
// the standard library or of Eigen compiled there could be the copy the linker keeps for everyone.

namespace hod::detail
{

/// Geometry of a joint in kernel frames. A body's kernel frame has its origin at the body's origin
/// and its z along the joint's axis; its x is turned so that the step to the body's first child
/// starts with a rotation about x. From parent to child:
///   Rz(beta) Rx(alpha) [+ translation in the parent's frame], then the joint about or along z.
struct LinkConstants
{
  int parent;
  int dof;  ///< column of the motion, -1 for the base
  bool prismatic;
  bool has_beta;  ///< only children after the first
  double cos_alpha, sin_alpha;
  double cos_beta, sin_beta;
  double cos_theta, sin_theta;  ///< rotation about z at joint position zero
  double translation[3];        ///< in the parent's kernel frame [m]
  double multiplier, offset;    ///< joint position = multiplier * motion + offset
};

/// Mass properties in the kernel frame about its origin, arranged for the passes.
struct InertiaConstants
{
  double mass;       ///< [kg]
  double moment[3];  ///< mass * centre of mass [kg m]
  double planar[6];  ///< ∫ r rᵀ dm: xx, yy, zz, xy, yz, zx [kg m²]
  /// Four points (columns) with weights ±1 that have the same pseudo-inertia as the body:
  /// rows x, y, z [√kg m] and √mass [√kg].
  double points[4][4];
  double point_signs[4];
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__KERNEL__LINK_CONSTANTS_HPP_

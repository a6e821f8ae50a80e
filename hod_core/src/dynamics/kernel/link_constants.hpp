// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__LINK_CONSTANTS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__LINK_CONSTANTS_HPP_

// Plain data only: these headers are compiled once per instruction set, and the linker might keep
// an inline function of the standard library or Eigen compiled there for all callers.

namespace hod::detail
{

/// A vector in the three cyclic orders that products with U need, ready to load.
struct TurnedVector
{
  double xyz[4], yzx[4], zxy[4];
};

/// Factors that convert a force to its moment p × F in the layout of the rotations (see
/// PairSeries): those of [Fz Fz Fz Fz], [Fy Fx Fy Fx], [Fy Fy Fy Fy] and [Fx Fx Fx Fx].
struct LeverConstants
{
  double plane_z[4], plane_yx[4], axis_y[4], axis_x[4];
};

/// Geometry of a joint in kernel frames. A body's kernel frame has its origin at the body's origin
/// and its z along the joint's axis; its x is turned so that the step to the body's first child
/// starts with a rotation about x. From parent to child:
///   Rz(beta) Rx(alpha) [+ translation in the parent's frame], then the joint about or along z.
struct LinkConstants
{
  int parent;
  int dof;  ///< column of the motion, -1 for the base
  bool prismatic;
  bool has_beta;      ///< only children after the first
  bool has_branches;  ///< some child does not directly follow this body
  bool has_load;      ///< a load in the world's axes needs its motion
  double cos_alpha, sin_alpha;
  double alpha_keep[4], alpha_mix[4];    ///< [1 cos 1 cos] and [0 sin 0 sin]
  double vector_keep[4], vector_mix[4];  ///< [1 cos cos 1] and [0 sin −sin 0]
  double cos_beta, sin_beta;
  double cos_theta, sin_theta;  ///< rotation about z at joint position zero
  double multiplier, offset;    ///< joint position = multiplier * motion + offset
  TurnedVector translation;     ///< in the parent's kernel frame [m]
  LeverConstants lever;         ///< of the same vector
};

/// Mass properties in the kernel frame about its origin, arranged for the passes.
struct InertiaConstants
{
  double mass;          ///< [kg]
  TurnedVector moment;  ///< mass * centre of mass [kg m]
  /// J = ∫ r rᵀ dm [kg m²]: the diagonal, and xy yz zx in its cyclic orders.
  double planar_diagonal[4];
  double planar_diagonal_yzx[4];
  double planar_yzx[4], planar_zxy[4];
  /// Four points (columns), counted with twice half_signs = ±½, that have the same pseudo-inertia
  /// as the body: rows x, y, z [√kg m] and √mass [√kg].
  double points[4][4];
  double half_signs[4];
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__KERNEL__LINK_CONSTANTS_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_CONSTANTS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_CONSTANTS_HPP_

namespace hod::detail
{

/// Properties of a joint that are known before any of its numbers is read. Code compiled for a kind
/// has no branch between loading a number and using it, and so keeps it in a register.
enum class JointKind
{
  turning_at_xy,  ///< revolute, no turn by beta, its place in the parent's frame has no z
  turning_at_xz,  ///< the same without y
  any
};

/// A joint and its body for the batch pass, which needs only joint forces and may therefore choose
/// where it counts things:
/// - A body's origin slides along the axis of its revolute joint until the step from its parent has
///   no y or no z (whichever is the better conditioned).
/// - Mass on the axis of a revolute joint moves as the parent does, so it is counted with the
///   parent: mass, its moment along z and ∫ z² dm of such a body are zero here.
struct BatchLink
{
  int parent;
  int dof;  ///< column of the motion, -1 for the base
  JointKind kind;
  bool prismatic;
  bool has_beta;  ///< only children after the first
  bool is_kept;   ///< its motion is needed by a load or a child that is not right after it
  double cos_alpha, sin_alpha;
  double cos_beta, sin_beta;
  double cos_theta, sin_theta;  ///< rotation about z at joint position zero
  double multiplier, offset;
  double translation[3];  ///< in the parent's kernel frame [m]
  double mass;
  double moment[3];  ///< mass * centre of mass [kg m]
  double planar[6];  ///< ∫ r rᵀ dm: xx, yy, zz, xy, yz, zx [kg m²]
  // For the pass with terms:
  double axis_mass;     ///< of the mass that is counted with the parent [kg]
  double axis_moment;   ///< its moment along z [kg m]
  double carried_mass;  ///< counted here, plus that of all descendants [kg]
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_CONSTANTS_HPP_

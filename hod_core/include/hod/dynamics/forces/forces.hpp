// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__FORCES__FORCES_HPP_
#define HOD__DYNAMICS__FORCES__FORCES_HPP_

#include "hod/dynamics/workspace.hpp"
#include "hod/result.hpp"
#include "hod/types.hpp"

namespace hod
{

/// Q, Q', … Q⁽ᵏ⁾ up to k = order: what the actuators (with elastic drives, the springs) must supply
/// for a motion, Σ scale · term over inertia, gravity, loads, friction and rotors, with exact time
/// derivatives, written to `workspace.force()` (000 (150), (160), (167)).
///
/// One pass over the tree; a second one only where bearing friction needs reactions that the scales
/// exclude from the sum.
///
/// @param motion row k is q⁽ᵏ⁾, one column per joint; at least order + 3 rows [rad/sᵏ or m/sᵏ]
/// @note For a robot without friction, loads and rotors, order 0 equals pinocchio::rnea(model,
///   data, q, q', q'').
[[nodiscard]] Result forces(Workspace & workspace, const ConstRowMatrixRef & motion, int order);

/// forces() and, in addition, every term separately and unscaled, written to `workspace.terms()`.
/// Terms that the robot does not have are zero.
[[nodiscard]] Result force_terms(
  Workspace & workspace, const ConstRowMatrixRef & motion, int order);

/// Inertia, gravity and loads, unscaled, and the wrench that the parent exerts on every body
/// through its joint, with derivatives, written to `workspace.reaction()`: row (order + 1) * body +
/// k holds the k-th derivative of the components (force x y z [N/sᵏ], moment x y z about the body's
/// origin [N m/sᵏ]) in the body's own axes (000 (110), (111)). For body 0, the base, it is what
/// holds the robot.
///
/// The derivatives are those of the components, which turn with the body.
[[nodiscard]] Result reactions(Workspace & workspace, const ConstRowMatrixRef & motion, int order);

}  // namespace hod

#endif  // HOD__DYNAMICS__FORCES__FORCES_HPP_

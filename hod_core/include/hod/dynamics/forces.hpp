// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__FORCES_HPP_
#define HOD__DYNAMICS__FORCES_HPP_

#include "hod/dynamics/workspace.hpp"
#include "hod/types.hpp"

namespace hod
{

/// Outcome of a call that may run in a control loop: nothing is thrown, logged or allocated there.
enum class Result
{
  ok,
  wrong_columns,   ///< the motion has not one column per joint
  too_few_rows,    ///< order k needs the rows q … q⁽ᵏ⁺²⁾
  order_too_high,  ///< below zero or above what the workspace was made for
  other_model,     ///< the workspace was made for another model
  no_such_link     ///< an index outside Model::links()
};

/// Q, Q', … Q⁽ᵒʳᵈᵉʳ⁾: the actuator forces that produce a motion against inertia, gravity and the
/// workspace's loads, and their exact time derivatives, written to `workspace.force`.
///
/// @param motion row k is q⁽ᵏ⁾, one column per joint; at least order + 3 rows [rad/sᵏ or m/sᵏ]
/// @note order 0 equals pinocchio::rnea(model, data, q, q', q'').
[[nodiscard]] Result forces(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int order);

/// The same with gravity and loads left out: the inertia term alone.
[[nodiscard]] Result inertia_forces(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int order);

}  // namespace hod

#endif  // HOD__DYNAMICS__FORCES_HPP_

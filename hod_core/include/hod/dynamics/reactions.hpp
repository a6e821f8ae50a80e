// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__REACTIONS_HPP_
#define HOD__DYNAMICS__REACTIONS_HPP_

#include "hod/dynamics/forces.hpp"
#include "hod/dynamics/workspace.hpp"
#include "hod/types.hpp"

namespace hod
{

/// forces(), and besides them the wrench that the parent exerts on every body through its joint,
/// with derivatives, written to `workspace.reaction`: row (order + 1) * body + k holds the k-th
/// derivative of the components (force x y z [N/sᵏ], moment x y z about the body's origin
/// [N m/sᵏ]) in the body's own axes (000 (110), (111)). Body 0 is the base: what holds the robot.
///
/// The derivatives are those of the components: the rate of a vector that turns with the body.
[[nodiscard]] Result reactions(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int order);

}  // namespace hod

#endif  // HOD__DYNAMICS__REACTIONS_HPP_

// SPDX-License-Identifier: Apache-2.0
#include "pass_call.hpp"

#include <algorithm>
#include <cmath>

namespace hod::detail
{

Result check_motion(
  const Model & model, const Workspace & workspace, const ConstRowMatrixRef & motion, int rows)
{
  const auto bodies = static_cast<Eigen::Index>(model.bodies().size());
  if (model.dof() != workspace.dof() || workspace.energy.rows() != bodies)
  {
    return Result::other_model;
  }
  if (motion.cols() != workspace.dof())
  {
    return Result::wrong_columns;
  }
  return motion.rows() < rows ? Result::too_few_rows : Result::ok;
}

Result check_forces(
  const Model & model, const Workspace & workspace, const ConstRowMatrixRef & motion, int order)
{
  if (order < 0 || order > workspace.max_order())
  {
    return Result::order_too_high;
  }
  return check_motion(model, workspace, motion, order + 3);
}

PassArguments arguments_for(
  WorkspaceData & data, const ConstRowMatrixRef & motion, const BaseSeries & base)
{
  PassArguments arguments{};
  arguments.links = data.kernel.links.data();
  arguments.inertias = data.kernel.inertias.data();
  arguments.bodies = static_cast<int>(data.kernel.links.size());
  arguments.dof = data.dof;
  arguments.own_columns = data.kernel.own_columns;
  arguments.base = &base;
  arguments.motion = motion.data();
  arguments.motion_rows = static_cast<int>(motion.rows());
  arguments.motion_stride = motion.outerStride();
  arguments.scratch = data.scratch.data();
  arguments.angles = data.angles.data();
  arguments.padded_bodies = data.padded_bodies;
  arguments.zero_cosine = data.zero_rotation.data();
  arguments.zero_sine = data.zero_rotation.data() + data.padded_bodies;
  return arguments;
}

bool one_pass_suffices(const WorkspaceData & data)
{
  const TermScales & scales = data.scales;
  constexpr double kSmallest = 1e-6;  // the pass loses digits of what is smaller than this share
  const double others = std::max(std::abs(scales.gravity), std::abs(scales.load));
  const bool presses =
    data.friction.any && data.friction.constants.has_bearing && scales.friction != 0.0;
  const bool alike = scales.gravity == scales.inertia && scales.load == scales.inertia;
  return scales.inertia != 0.0 && std::abs(scales.inertia) >= kSmallest * others &&
         (alike || !presses);
}

void want_forces(PassArguments & arguments, RowMatrix & force, int order)
{
  arguments.force = force.data();
  arguments.force_stride = force.outerStride();
  arguments.force_rows = order + 1;
  arguments.force_scale = 1.0;
}

void want_loads(PassArguments & arguments, WorkspaceData & data)
{
  arguments.loads = data.loads.constants.data();
  arguments.load_count = static_cast<int>(data.loads.constants.size());
  arguments.load_scale = 1.0;
}

}  // namespace hod::detail

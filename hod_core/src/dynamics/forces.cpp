// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/forces.hpp"

#include <algorithm>

#include "hod/dynamics/energies.hpp"
#include "hod/dynamics/reactions.hpp"
#include "kernel/instruction_sets.hpp"
#include "workspace_data.hpp"

namespace hod
{
namespace
{

using detail::PassArguments;

Eigen::Index bodies_of(const Model & model)
{
  return static_cast<Eigen::Index>(model.bodies().size());
}

Result check(
  const Model & model, const Workspace & workspace, const ConstRowMatrixRef & motion, int rows)
{
  if (model.dof() != workspace.dof() || workspace.energy.rows() != bodies_of(model))
  {
    return Result::other_model;
  }
  if (motion.cols() != workspace.dof())
  {
    return Result::wrong_columns;
  }
  return motion.rows() < rows ? Result::too_few_rows : Result::ok;
}

PassArguments arguments_for(
  detail::WorkspaceData & data, const ConstRowMatrixRef & motion, const detail::BaseSeries & base)
{
  PassArguments arguments{};
  arguments.links = data.kernel.links.data();
  arguments.inertias = data.kernel.inertias.data();
  arguments.bodies = static_cast<int>(data.kernel.links.size());
  arguments.dof = data.dof;
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

void want_forces(PassArguments & arguments, Workspace & workspace, int order)
{
  arguments.force = workspace.force.data();
  arguments.force_stride = workspace.force.outerStride();
  arguments.force_rows = order + 1;
}

void want_energies(PassArguments & arguments, Workspace & workspace, int max_order)
{
  arguments.energy = workspace.energy.data();
  arguments.energy_stride = workspace.energy.outerStride();
  arguments.energy_order = max_order;
}

bool order_fits(const Workspace & workspace, int order)
{
  return order >= 0 && order <= workspace.max_order();
}

bool energy_order_fits(const Workspace & workspace, int order)
{
  return order >= 0 && order <= workspace.max_order() + 1;
}

Result forces_with(
  const Model & model, const detail::BaseSeries & base, Workspace & workspace,
  const ConstRowMatrixRef & motion, int order)
{
  if (!order_fits(workspace, order))
  {
    return Result::order_too_high;
  }
  const Result result = check(model, workspace, motion, order + 3);
  if (result == Result::ok)
  {
    auto arguments = arguments_for(workspace.data(), motion, base);
    want_forces(arguments, workspace, order);
    detail::passes().single[order + 1](arguments);
  }
  return result;
}

/// Kernel axes back to the body's own.
void turn_reactions(Workspace & workspace, int coefficients)
{
  const auto & frames = workspace.data().kernel.frames;
  for (std::size_t body = 0; body < frames.size(); ++body)
  {
    for (int k = 0; k < coefficients; ++k)
    {
      auto row = workspace.reaction.row(static_cast<Eigen::Index>(body) * coefficients + k);
      const Eigen::Vector3d force = row.head<3>().transpose();
      const Eigen::Vector3d moment = row.tail<3>().transpose();
      row.head<3>().noalias() = (frames[body] * force).transpose();
      row.tail<3>().noalias() = (frames[body] * moment).transpose();
    }
  }
}

}  // namespace

Result forces(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int order)
{
  return forces_with(model, workspace.data().base, workspace, motion, order);
}

Result inertia_forces(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int order)
{
  return forces_with(model, workspace.data().weightless_base, workspace, motion, order);
}

Result energies(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int max_order)
{
  if (!energy_order_fits(workspace, max_order))
  {
    return Result::order_too_high;
  }
  const Result result = check(model, workspace, motion, max_order + 2);
  if (result == Result::ok)
  {
    auto & data = workspace.data();
    auto arguments = arguments_for(data, motion, data.weightless_base);
    want_energies(arguments, workspace, max_order);
    detail::passes().single[std::max(max_order, 1)](arguments);
  }
  return result;
}

Result forces_and_energies(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int order,
  int max_energy_order)
{
  if (!order_fits(workspace, order) || !energy_order_fits(workspace, max_energy_order))
  {
    return Result::order_too_high;
  }
  const int rows = std::max(order + 3, max_energy_order + 2);
  const Result result = check(model, workspace, motion, rows);
  if (result == Result::ok)
  {
    auto arguments = arguments_for(workspace.data(), motion, workspace.data().base);
    want_forces(arguments, workspace, order);
    want_energies(arguments, workspace, max_energy_order);
    detail::passes().single[std::max(order + 1, max_energy_order)](arguments);
  }
  return result;
}

Result reactions(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int order)
{
  if (!order_fits(workspace, order))
  {
    return Result::order_too_high;
  }
  const Result result = check(model, workspace, motion, order + 3);
  if (result == Result::ok)
  {
    auto arguments = arguments_for(workspace.data(), motion, workspace.data().base);
    want_forces(arguments, workspace, order);
    arguments.reaction = workspace.reaction.data();
    detail::passes().single[order + 1](arguments);
    turn_reactions(workspace, order + 1);
  }
  return result;
}

}  // namespace hod

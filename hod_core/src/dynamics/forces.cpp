// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/forces.hpp"

#include <algorithm>

#include "hod/dynamics/energies.hpp"
#include "hod/dynamics/reactions.hpp"
#include "pass_call.hpp"

namespace hod
{
namespace
{

using detail::PassArguments;

void want_energies(PassArguments & arguments, Workspace & workspace, int max_order)
{
  arguments.energy = workspace.energy.data();
  arguments.energy_stride = workspace.energy.outerStride();
  arguments.energy_order = max_order;
}

bool energy_order_fits(const Workspace & workspace, int order)
{
  return order >= 0 && order <= workspace.max_order() + 1;
}

/// Inertia, gravity and loads; `reaction` may be null.
Result forces_and_reactions(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int order,
  double * reaction)
{
  const Result result = detail::check_forces(model, workspace, motion, order);
  if (result == Result::ok)
  {
    auto & data = workspace.data();
    auto arguments = detail::arguments_for(data, motion, data.base);
    detail::want_forces(arguments, workspace.force, order);
    detail::want_loads(arguments, data);
    arguments.reaction = reaction;
    detail::run(arguments, order + 1);
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
  return forces_and_reactions(model, workspace, motion, order, nullptr);
}

Result inertia_forces(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int order)
{
  const Result result = detail::check_forces(model, workspace, motion, order);
  if (result == Result::ok)
  {
    auto & data = workspace.data();
    auto arguments = detail::arguments_for(data, motion, data.weightless_base);
    detail::want_forces(arguments, workspace.force, order);
    detail::run(arguments, order + 1);
  }
  return result;
}

Result energies(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int max_order)
{
  if (!energy_order_fits(workspace, max_order))
  {
    return Result::order_too_high;
  }
  const Result result = detail::check_motion(model, workspace, motion, max_order + 2);
  if (result == Result::ok)
  {
    auto & data = workspace.data();
    auto arguments = detail::arguments_for(data, motion, data.weightless_base);
    want_energies(arguments, workspace, max_order);
    detail::run(arguments, std::max(max_order, 1));
  }
  return result;
}

Result forces_and_energies(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int order,
  int max_energy_order)
{
  if (!energy_order_fits(workspace, max_energy_order))
  {
    return Result::order_too_high;
  }
  Result result = detail::check_forces(model, workspace, motion, order);
  if (result == Result::ok)
  {
    result = detail::check_motion(model, workspace, motion, max_energy_order + 2);
  }
  if (result == Result::ok)
  {
    auto & data = workspace.data();
    auto arguments = detail::arguments_for(data, motion, data.base);
    detail::want_forces(arguments, workspace.force, order);
    detail::want_loads(arguments, data);
    want_energies(arguments, workspace, max_energy_order);
    detail::run(arguments, std::max(order + 1, max_energy_order));
  }
  return result;
}

Result reactions(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int order)
{
  const Result result =
    forces_and_reactions(model, workspace, motion, order, workspace.reaction.data());
  if (result == Result::ok)
  {
    turn_reactions(workspace, order + 1);
  }
  return result;
}

}  // namespace hod

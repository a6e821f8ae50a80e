// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/forces.hpp"

#include "hod/dynamics/reactions.hpp"
#include "pass_call.hpp"

namespace hod
{
namespace
{

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

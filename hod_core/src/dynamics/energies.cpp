// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/energies.hpp"

#include <algorithm>

#include "pass_call.hpp"

namespace hod
{
namespace
{

Result check_energies(
  const Model & model, const Workspace & workspace, const ConstRowMatrixRef & motion, int max_order,
  int derivatives)
{
  const int together = max_order + derivatives;
  if (max_order < 0 || derivatives < 0 || together > workspace.max_order() + 1)
  {
    return Result::order_too_high;
  }
  return detail::check_motion(model, workspace, motion, together + 2);
}

void want_energies(
  detail::PassArguments & arguments, Workspace & workspace, int max_order, int derivatives)
{
  arguments.energy = workspace.energy.data();
  arguments.energy_stride = workspace.energy.outerStride();
  arguments.energy_order = max_order;
  arguments.energy_derivative = workspace.energy_derivative.data();
  arguments.energy_derivatives = derivatives;
}

}  // namespace

Result energies(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int max_order,
  int derivatives)
{
  const Result result = check_energies(model, workspace, motion, max_order, derivatives);
  if (result == Result::ok)
  {
    auto & data = workspace.data();
    auto arguments = detail::arguments_for(data, motion, data.weightless_base);
    want_energies(arguments, workspace, max_order, derivatives);
    detail::run(arguments, std::max(max_order + derivatives, 1));
  }
  return result;
}

Result forces_and_energies(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int order,
  int max_energy_order, int energy_derivatives)
{
  Result result = detail::check_forces(model, workspace, motion, order);
  if (result == Result::ok)
  {
    result = check_energies(model, workspace, motion, max_energy_order, energy_derivatives);
  }
  if (result == Result::ok)
  {
    auto & data = workspace.data();
    auto arguments = detail::arguments_for(data, motion, data.base);
    detail::want_forces(arguments, workspace.force, order);
    detail::want_loads(arguments, data);
    want_energies(arguments, workspace, max_energy_order, energy_derivatives);
    detail::run(arguments, std::max(order + 1, max_energy_order + energy_derivatives));
  }
  return result;
}

}  // namespace hod

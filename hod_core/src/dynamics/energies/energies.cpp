// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/energies/energies.hpp"

#include <algorithm>

#include "dynamics/pass_call.hpp"
#include "hod/series/combinatorics.hpp"

namespace hod
{
namespace
{

using detail::WorkspaceAccess;
using detail::WorkspaceData;

Result check_energies(
  const WorkspaceData * data, const ConstRowMatrixRef & motion, int max_order, int derivatives)
{
  if (data == nullptr)
  {
    return Result::no_workspace;
  }
  // Their sum need not be an int.
  const int highest = data->max_order + 1;
  if (max_order < 0 || max_order > highest || derivatives < 0 || derivatives > highest - max_order)
  {
    return Result::order_too_high;
  }
  return detail::check_motion(data, motion, max_order + derivatives + 2);
}

void want_energies(
  detail::PassArguments & arguments, WorkspaceData & data, int max_order, int derivatives)
{
  arguments.energy = data.energy.data();
  arguments.energy_stride = data.energy.outerStride();
  arguments.energy_order = max_order;
  arguments.energy_derivative = data.energy_derivative.data();
  arguments.energy_derivatives = derivatives;
  data.energy_columns = max_order + 1;
  data.energy_derivatives = derivatives;
}

/// ½ B |q⁽ᵖ⁺¹⁾|² of a rotor that turns with its joint, and the derivatives of that.
void add_rotor(
  WorkspaceData & data, Eigen::Index body, const Joint & joint, const ConstRowMatrixRef & motion)
{
  const double inertia = joint.multiplier * joint.multiplier * joint.drive.inertia();
  for (Eigen::Index p = 0; p < data.energy_columns; ++p)
  {
    for (int a = 0; a <= data.energy_derivatives; ++a)
    {
      double sum = 0.0;
      for (int l = 0; l <= a; ++l)
      {
        sum += binomial(a, l) * motion(p + 1 + l, joint.dof) * motion(p + 1 + a - l, joint.dof);
      }
      double & energy = a == 0 ? data.energy(body, p)
                               : data.energy_derivative((a - 1) * data.energy.rows() + body, p);
      energy += 0.5 * inertia * sum;
    }
  }
}

void add_rotors(WorkspaceData & data, const ConstRowMatrixRef & motion)
{
  if (!data.has_rotors)
  {
    return;
  }
  const auto & joints = data.robot.joints();
  for (std::size_t index = 0; index < joints.size(); ++index)
  {
    const bool behind_spring = data.robot.is_elastic() && !joints[index].is_mimic;
    if (!behind_spring && joints[index].drive.motor_inertia != 0.0)
    {
      add_rotor(data, static_cast<Eigen::Index>(index) + 1, joints[index], motion);
    }
  }
}

void compute_energies(
  WorkspaceData & data, const ConstRowMatrixRef & motion, int max_order, int derivatives)
{
  auto arguments = detail::arguments_for(data, motion, data.weightless_base);
  want_energies(arguments, data, max_order, derivatives);
  detail::run(arguments, std::max(max_order + derivatives, 1));
  add_rotors(data, motion);
}

}  // namespace

Result energies(
  Workspace & workspace, const ConstRowMatrixRef & motion, int max_order, int derivatives)
{
  WorkspaceData * data = WorkspaceAccess::data(workspace);
  const Result result = check_energies(data, motion, max_order, derivatives);
  if (result == Result::ok)
  {
    compute_energies(*data, motion, max_order, derivatives);
  }
  return result;
}

Result forces_and_energies(
  Workspace & workspace, const ConstRowMatrixRef & motion, int order, int max_energy_order,
  int energy_derivatives)
{
  WorkspaceData * data = WorkspaceAccess::data(workspace);
  Result result = check_energies(data, motion, max_energy_order, energy_derivatives);
  if (result != Result::ok)
  {
    return result;
  }
  if (data->plan == detail::ForcesPlan::each_term)
  {
    result = forces(workspace, motion, order);
    if (result == Result::ok)
    {
      compute_energies(*data, motion, max_energy_order, energy_derivatives);
    }
    return result;
  }
  result = detail::check_forces(data, motion, order);
  if (result == Result::ok)
  {
    auto arguments = detail::sum_arguments(*data, motion, order);
    want_energies(arguments, *data, max_energy_order, energy_derivatives);
    detail::run(arguments, std::max(order + 1, max_energy_order + energy_derivatives));
    detail::add_rotors(*data, motion, order, data->scales.rotor, data->force);
    data->force_rows = order + 1;
    add_rotors(*data, motion);
  }
  return result;
}

}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/forces/forces.hpp"

#include "dynamics/pass_call.hpp"

namespace hod
{
namespace
{

using detail::WorkspaceAccess;
using detail::WorkspaceData;

void compute_terms(WorkspaceData & data, const ConstRowMatrixRef & motion, int order)
{
  detail::TermTables & terms = data.terms;
  auto arguments = detail::arguments_for(data, motion, data.weightless_base);
  detail::want_forces(arguments, terms.inertia, order);
  detail::want_loads(arguments, data);
  arguments.gravity = terms.gravity.data();
  arguments.load = terms.load.data();
  terms.friction.topRows(order + 1).setZero();
  detail::want_friction(arguments, data, terms.friction, 1.0);
  detail::run(arguments, order + 1);
  terms.rotor.topRows(order + 1).setZero();
  detail::add_rotors(data, motion, order, 1.0, terms.rotor);
  data.term_rows = order + 1;
}

void sum_terms(WorkspaceData & data, int order)
{
  const TermScales & scales = data.scales;
  const detail::TermTables & terms = data.terms;
  const int rows = order + 1;
  data.force.topRows(rows) =
    scales.inertia * terms.inertia.topRows(rows) + scales.gravity * terms.gravity.topRows(rows) +
    scales.load * terms.load.topRows(rows) + scales.friction * terms.friction.topRows(rows) +
    scales.rotor * terms.rotor.topRows(rows);
  data.force_rows = rows;
}

/// Kernel axes back to the body's own.
void turn_reactions(WorkspaceData & data, int coefficients)
{
  const auto & frames = data.kernel.frames;
  for (std::size_t body = 0; body < frames.size(); ++body)
  {
    for (int k = 0; k < coefficients; ++k)
    {
      auto row = data.reaction.row(static_cast<Eigen::Index>(body) * coefficients + k);
      const Eigen::Vector3d force = row.head<3>().transpose();
      const Eigen::Vector3d moment = row.tail<3>().transpose();
      row.head<3>().noalias() = (frames[body] * force).transpose();
      row.tail<3>().noalias() = (frames[body] * moment).transpose();
    }
  }
}

/// The papers' switch (−1)^Δ (1 − Δ) / (1 + 3Δ).
double switched(int delta)
{
  return delta == 1 ? 0.0 : 1.0;
}

}  // namespace

TermScales term_scales(MassOperator mass, MotionOperator motion, FrictionOperator friction)
{
  const int delta_m = static_cast<int>(mass);
  const int delta_theta = static_cast<int>(motion);
  const int delta_f = static_cast<int>(friction);
  const double all = switched(delta_f);
  TermScales scales;
  scales.gravity = all * delta_m * delta_m;
  scales.inertia = scales.gravity * delta_theta;
  scales.load = all * switched(delta_m);
  scales.friction = delta_f * delta_f;
  scales.rotor = scales.inertia;
  return scales;
}

Result forces(Workspace & workspace, const ConstRowMatrixRef & motion, int order)
{
  WorkspaceData * data = WorkspaceAccess::data(workspace);
  const Result result = detail::check_forces(data, motion, order);
  if (result != Result::ok)
  {
    return result;
  }
  if (data->plan == detail::ForcesPlan::each_term)
  {
    compute_terms(*data, motion, order);
    sum_terms(*data, order);
    return result;
  }
  detail::run(detail::sum_arguments(*data, motion, order), order + 1);
  detail::add_rotors(*data, motion, order, data->scales.rotor, data->force);
  data->force_rows = order + 1;
  return result;
}

Result force_terms(Workspace & workspace, const ConstRowMatrixRef & motion, int order)
{
  WorkspaceData * data = WorkspaceAccess::data(workspace);
  const Result result = detail::check_forces(data, motion, order);
  if (result == Result::ok)
  {
    compute_terms(*data, motion, order);
    sum_terms(*data, order);
  }
  return result;
}

Result reactions(Workspace & workspace, const ConstRowMatrixRef & motion, int order)
{
  WorkspaceData * data = WorkspaceAccess::data(workspace);
  const Result result = detail::check_forces(data, motion, order);
  if (result == Result::ok)
  {
    auto arguments = detail::arguments_for(*data, motion, data->base);
    detail::want_forces(arguments, data->force, order);
    detail::want_loads(arguments, *data);
    arguments.reaction = data->reaction.data();
    detail::run(arguments, order + 1);
    turn_reactions(*data, order + 1);
    data->force_rows = order + 1;
    data->reaction_rows = (order + 1) * static_cast<int>(data->kernel.links.size());
  }
  return result;
}

}  // namespace hod

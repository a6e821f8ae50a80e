// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/terms.hpp"

#include "pass_call.hpp"

namespace hod
{
namespace
{

using detail::PassArguments;
using detail::WorkspaceData;

/// The papers' switch (−1)^Δ (1 − Δ) / (1 + 3Δ).
double switched(int delta)
{
  return delta == 1 ? 0.0 : 1.0;
}

void want_friction(PassArguments & arguments, WorkspaceData & data, RowMatrix & force, double scale)
{
  if (!data.friction.any || scale == 0.0)
  {
    return;
  }
  arguments.friction = &data.friction.constants;
  arguments.friction_force = force.data();
  arguments.friction_scale = scale;
  if (data.friction.constants.has_bearing)
  {
    arguments.pressure = data.friction.pressure.data();
    arguments.pressure_stride = 2 * data.friction.constants.entries;
    arguments.friction_entry = data.friction.friction_entry.data();
  }
}

void sum_in_one_pass(Workspace & workspace, const ConstRowMatrixRef & motion, int order)
{
  auto & data = workspace.data();
  const TermScales & scales = data.scales;
  auto arguments = detail::arguments_for(data, motion, data.scaled_base);
  detail::want_forces(arguments, workspace.force, order);
  detail::want_loads(arguments, data);
  arguments.force_scale = scales.inertia;
  arguments.load_scale = scales.load / scales.inertia;
  want_friction(arguments, data, workspace.force, scales.friction);
  detail::run(arguments, order + 1);
  if (data.rotor_inertia.size() > 0 && scales.rotor != 0.0)
  {
    workspace.force.topRows(order + 1).array() +=
      scales.rotor *
      (motion.middleRows(2, order + 1).array().rowwise() * data.rotor_inertia.array());
  }
}

void compute_terms(Workspace & workspace, const ConstRowMatrixRef & motion, int order)
{
  auto & data = workspace.data();
  TermRows & terms = workspace.terms;
  auto arguments = detail::arguments_for(data, motion, data.weightless_base);
  detail::want_forces(arguments, terms.inertia, order);
  detail::want_loads(arguments, data);
  arguments.gravity = terms.gravity.data();
  arguments.load = terms.load.data();
  terms.friction.topRows(order + 1).setZero();
  want_friction(arguments, data, terms.friction, 1.0);
  detail::run(arguments, order + 1);
  if (data.rotor_inertia.size() > 0)
  {
    terms.rotor.topRows(order + 1).array() =
      motion.middleRows(2, order + 1).array().rowwise() * data.rotor_inertia.array();
  }
}

void sum_terms(Workspace & workspace, int order)
{
  const TermScales & scales = workspace.data().scales;
  const TermRows & terms = workspace.terms;
  const int rows = order + 1;
  workspace.force.topRows(rows) =
    scales.inertia * terms.inertia.topRows(rows) + scales.gravity * terms.gravity.topRows(rows) +
    scales.load * terms.load.topRows(rows) + scales.friction * terms.friction.topRows(rows) +
    scales.rotor * terms.rotor.topRows(rows);
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

Result driving_forces(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int order)
{
  if (!detail::one_pass_suffices(workspace.data()))
  {
    return force_terms(model, workspace, motion, order);
  }
  const Result result = detail::check_forces(model, workspace, motion, order);
  if (result == Result::ok)
  {
    sum_in_one_pass(workspace, motion, order);
  }
  return result;
}

Result force_terms(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int order)
{
  const Result result = detail::check_forces(model, workspace, motion, order);
  if (result == Result::ok)
  {
    compute_terms(workspace, motion, order);
    sum_terms(workspace, order);
  }
  return result;
}

}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
#include "pass_call.hpp"

namespace hod::detail
{

Result check_motion(const WorkspaceData * data, const ConstRowMatrixRef & motion, int rows)
{
  if (data == nullptr)
  {
    return Result::no_workspace;
  }
  if (motion.cols() != data->dof)
  {
    return Result::wrong_columns;
  }
  return motion.rows() < rows ? Result::too_few_rows : Result::ok;
}

Result check_forces(const WorkspaceData * data, const ConstRowMatrixRef & motion, int order)
{
  if (data == nullptr)
  {
    return Result::no_workspace;
  }
  if (order < 0 || order > data->max_order)
  {
    return Result::order_too_high;
  }
  const Result result = check_motion(data, motion, order + 3);
  return result == Result::ok && !data->knows_loads() ? Result::no_time : result;
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
    arguments.friction_entry = data.friction.entries.data();
  }
}

void add_rotors(
  const WorkspaceData & data, const ConstRowMatrixRef & motion, int order, double scale,
  RowMatrix & force)
{
  if (data.has_rotors && scale != 0.0)
  {
    force.topRows(order + 1).array() +=
      scale * (motion.middleRows(2, order + 1).array().rowwise() * data.rotor_inertia.array());
  }
}

PassArguments sum_arguments(WorkspaceData & data, const ConstRowMatrixRef & motion, int order)
{
  const TermScales & scales = data.scales;
  PassArguments arguments = arguments_for(data, motion, data.scaled_base);
  want_forces(arguments, data.force, order);
  want_loads(arguments, data);
  arguments.force_scale = scales.inertia;
  arguments.load_scale = scales.load / scales.inertia;
  want_friction(arguments, data, data.force, scales.friction);
  return arguments;
}

}  // namespace hod::detail

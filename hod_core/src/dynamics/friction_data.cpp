// SPDX-License-Identifier: Apache-2.0
#include "friction_data.hpp"

#include "kernel/pass_arguments.hpp"

namespace hod::detail
{
namespace
{

constexpr long kTableRows = 7;
constexpr int kPressureRows = 2 * kMaxForceCoefficients;

}  // namespace

FrictionData::FrictionData(const Model & model) : constants{}
{
  padded = (model.dof() + kMaxLanes - 1) / kMaxLanes * kMaxLanes;
  table.assign(static_cast<std::size_t>(kTableRows * padded), 0.0);
  pressure.assign(static_cast<std::size_t>(kPressureRows * padded), 0.0);
  for (const Body & body : model.bodies())
  {
    const bool own = body.dof >= 0 && model.dof_index(body.joint) == body.dof;
    pressure_column.push_back(own ? body.dof : -1);
  }
  for (const Dof & dof : model.dofs())
  {
    prismatic.push_back(dof.prismatic);
  }
}

void FrictionData::set(const std::vector<JointFriction> & friction)
{
  double * row = table.data();
  const auto fill = [&](const auto & number_of) {
    for (std::size_t column = 0; column < friction.size(); ++column)
    {
      row[column] = number_of(friction[column], column);
    }
    const double * filled = row;
    row += padded;
    return filled;
  };
  using Joint = JointFriction;
  constants.viscous = fill([](const Joint & joint, auto) { return joint.viscous; });
  constants.coulomb = fill([](const Joint & joint, auto) { return joint.coulomb; });
  constants.stribeck = fill([](const Joint & joint, auto) { return joint.stribeck; });
  constants.bearing = fill([this](const Joint & joint, std::size_t column) {
    return joint.bearing_coefficient * (prismatic[column] ? 1.0 : joint.bearing_radius);
  });
  constants.inverse_stribeck_speed =
    fill([](const Joint & joint, auto) { return 1.0 / joint.stribeck_speed; });
  constants.inverse_smoothing_speed =
    fill([](const Joint & joint, auto) { return 1.0 / joint.smoothing_speed; });
  // Spare columns have no pressure either: without rounding their norm would have no derivative.
  std::fill_n(row, padded, 1.0);
  constants.smoothing_force = fill([](const Joint & joint, auto) { return joint.smoothing_force; });
  constants.has_stribeck = constants.has_bearing = false;
  for (std::size_t column = 0; column < friction.size(); ++column)
  {
    constants.has_stribeck = constants.has_stribeck || constants.stribeck[column] > 0.0;
    constants.has_bearing = constants.has_bearing || constants.bearing[column] > 0.0;
  }
  any = true;
}

}  // namespace hod::detail

// SPDX-License-Identifier: Apache-2.0
#include "friction_data.hpp"

#include <algorithm>

#include "kernel/pass_arguments.hpp"

namespace hod::detail
{
namespace
{

constexpr int kTableRows = 7;
constexpr int kPressureRows = 2 * kMaxForceCoefficients;

int padded(int count)
{
  return (count + kMaxLanes - 1) / kMaxLanes * kMaxLanes;
}

}  // namespace

FrictionData::FrictionData(const Model & model) : constants{}, dof_(model.dof())
{
  for (const Body & body : model.bodies())
  {
    const bool own = body.dof >= 0 && model.dof_index(body.joint) == body.dof;
    joints_.push_back({body.dof, body.multiplier, body.prismatic, own});
  }
  for (const Dof & dof : model.dofs())
  {
    slides_.push_back(dof.prismatic ? 1 : 0);
  }
  seat_mimics({});
}

void FrictionData::seat_mimics(const std::vector<MimicFriction> & mimics)
{
  constants.first_mimic = padded(dof_);
  constants.mimics = static_cast<int>(mimics.size());
  constants.entries = constants.first_mimic + padded(constants.mimics);
  friction_entry.clear();
  for (const Joint & joint : joints_)
  {
    friction_entry.push_back(joint.own_column ? joint.column : -1);
  }
  mimic_column_.clear();
  mimic_multiplier_.clear();
  for (const MimicFriction & mimic : mimics)
  {
    const auto body = static_cast<std::size_t>(mimic.body);
    friction_entry[body] = constants.first_mimic + static_cast<int>(mimic_column_.size());
    mimic_column_.push_back(joints_[body].column);
    mimic_multiplier_.push_back(joints_[body].multiplier);
  }
  constants.mimic_column = mimic_column_.data();
  constants.mimic_multiplier = mimic_multiplier_.data();
  const auto entries = static_cast<std::size_t>(constants.entries);
  table.assign(kTableRows * entries, 0.0);
  pressure.assign(kPressureRows * entries, 0.0);
}

void FrictionData::fill(int entry, const JointFriction & joint, bool prismatic)
{
  const double bearing = joint.bearing_coefficient * (prismatic ? 1.0 : joint.bearing_radius);
  const double numbers[kTableRows] = {
    joint.viscous,
    joint.coulomb,
    joint.stribeck,
    bearing,
    1.0 / joint.stribeck_speed,
    1.0 / joint.smoothing_speed,
    joint.smoothing_force};
  double * target = table.data() + entry;
  for (const double number : numbers)
  {
    *target = number;
    target += constants.entries;
  }
  constants.has_stribeck = constants.has_stribeck || joint.stribeck > 0.0;
  constants.has_bearing = constants.has_bearing || bearing > 0.0;
}

void FrictionData::set(
  const std::vector<JointFriction> & friction, const std::vector<MimicFriction> & mimics)
{
  seat_mimics(mimics);
  const double ** const rows[kTableRows] = {
    &constants.viscous,
    &constants.coulomb,
    &constants.stribeck,
    &constants.bearing,
    &constants.inverse_stribeck_speed,
    &constants.inverse_smoothing_speed,
    &constants.smoothing_force};
  for (int row = 0; row < kTableRows; ++row)
  {
    *rows[row] = table.data() + static_cast<long>(row) * constants.entries;
  }
  // Spare entries have no pressure either: without rounding their norm would have no derivative.
  std::fill_n(table.end() - constants.entries, constants.entries, 1.0);
  constants.has_stribeck = constants.has_bearing = false;
  for (int column = 0; column < dof_; ++column)
  {
    const auto index = static_cast<std::size_t>(column);
    fill(column, friction[index], slides_[index] != 0);
  }
  for (std::size_t mimic = 0; mimic < mimics.size(); ++mimic)
  {
    fill(
      constants.first_mimic + static_cast<int>(mimic), mimics[mimic].friction,
      joints_[static_cast<std::size_t>(mimics[mimic].body)].prismatic);
  }
  any = true;
}

}  // namespace hod::detail

// SPDX-License-Identifier: Apache-2.0
#include "friction_data.hpp"

#include <algorithm>

#include "dynamics/kernel/pass_arguments.hpp"

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

FrictionData::FrictionData(const Robot & robot) : any(robot.has_friction()), constants{}
{
  if (!any)
  {
    return;
  }
  seat(robot);
  lay_out_table();
  for (std::size_t index = 0; index < robot.joints().size(); ++index)
  {
    const int entry = entries[index + 1];
    if (entry >= 0)
    {
      fill(entry, robot.joints()[index]);
    }
  }
}

/// Which entry belongs to which body; joint i moves body i + 1.
void FrictionData::seat(const Robot & robot)
{
  constants.first_mimic = padded(robot.dof());
  entries.push_back(-1);
  for (const Joint & joint : robot.joints())
  {
    const bool rubs = joint.friction.any();
    const int mimic = rubs ? constants.first_mimic + static_cast<int>(mimic_column_.size()) : -1;
    entries.push_back(joint.is_mimic ? mimic : joint.dof);
    if (joint.is_mimic && rubs)
    {
      mimic_column_.push_back(joint.dof);
      mimic_multiplier_.push_back(joint.multiplier);
    }
  }
  constants.mimics = static_cast<int>(mimic_column_.size());
  constants.entries = constants.first_mimic + padded(constants.mimics);
  constants.mimic_column = mimic_column_.data();
  constants.mimic_multiplier = mimic_multiplier_.data();
}

void FrictionData::lay_out_table()
{
  const auto count = static_cast<std::size_t>(constants.entries);
  table.assign(kTableRows * count, 0.0);
  pressure.assign(kPressureRows * count, 0.0);
  const double ** const rows[kTableRows] = {
    &constants.viscous,
    &constants.coulomb,
    &constants.stribeck,
    &constants.bearing,
    &constants.inverse_stribeck_speed,
    &constants.inverse_smoothing_speed,
    &constants.smoothing_force};
  for (std::size_t row = 0; row < kTableRows; ++row)
  {
    *rows[row] = table.data() + row * count;
  }
  // Spare entries have no bearing force either: without the rounding-off, their norm would have no
  // derivative.
  std::fill_n(table.end() - constants.entries, constants.entries, 1.0);
}

void FrictionData::fill(int entry, const Joint & joint)
{
  const JointFriction & friction = joint.friction;
  const double bearing =
    friction.bearing_coefficient * (joint.prismatic ? 1.0 : friction.bearing_radius);
  const double numbers[kTableRows] = {
    friction.viscous,
    friction.coulomb,
    friction.stribeck,
    bearing,
    1.0 / friction.stribeck_speed,
    1.0 / friction.smoothing_speed,
    friction.smoothing_force};
  double * target = table.data() + entry;
  for (const double number : numbers)
  {
    *target = number;
    target += constants.entries;
  }
  constants.has_stribeck = constants.has_stribeck || friction.stribeck > 0.0;
  constants.has_bearing = constants.has_bearing || bearing > 0.0;
}

}  // namespace hod::detail

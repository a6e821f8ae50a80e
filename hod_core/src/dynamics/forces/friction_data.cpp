// SPDX-License-Identifier: Apache-2.0
#include "friction_data.hpp"

#include "dynamics/kernel/pass_arguments.hpp"

namespace hod::detail
{
namespace
{

constexpr long kTableRows = 7;
constexpr int kPressureRows = 2 * kMaxForceCoefficients;

}  // namespace

FrictionData::FrictionData(const Robot & robot) : any(robot.has_friction()), constants{}
{
  padded = (robot.dof() + kMaxLanes - 1) / kMaxLanes * kMaxLanes;
  if (!any)
  {
    return;
  }
  table.assign(static_cast<std::size_t>(kTableRows * padded), 0.0);
  pressure.assign(static_cast<std::size_t>(kPressureRows * padded), 0.0);
  pressure_column.push_back(-1);
  for (const Joint & joint : robot.joints())
  {
    pressure_column.push_back(joint.is_mimic ? -1 : joint.dof);
  }
  std::vector<Joint> joints;
  for (int column = 0; column < robot.dof(); ++column)
  {
    joints.push_back(robot.joint_of(column));
  }
  fill(joints);
}

void FrictionData::fill(const std::vector<Joint> & joints)
{
  double * row = table.data();
  const auto fill_row = [&](const auto & number_of) {
    for (std::size_t column = 0; column < joints.size(); ++column)
    {
      row[column] = number_of(joints[column].friction);
    }
    const double * filled = row;
    row += padded;
    return filled;
  };
  using Friction = JointFriction;
  constants.viscous = fill_row([](const Friction & joint) { return joint.viscous; });
  constants.coulomb = fill_row([](const Friction & joint) { return joint.coulomb; });
  constants.stribeck = fill_row([](const Friction & joint) { return joint.stribeck; });
  double * bearing = row;
  constants.bearing = fill_row([](const Friction & joint) { return joint.bearing_coefficient; });
  constants.inverse_stribeck_speed =
    fill_row([](const Friction & joint) { return 1.0 / joint.stribeck_speed; });
  constants.inverse_smoothing_speed =
    fill_row([](const Friction & joint) { return 1.0 / joint.smoothing_speed; });
  // Spare columns have no pressure either: without rounding their norm would have no derivative.
  std::fill_n(row, padded, 1.0);
  constants.smoothing_force =
    fill_row([](const Friction & joint) { return joint.smoothing_force; });
  for (std::size_t column = 0; column < joints.size(); ++column)
  {
    const Joint & joint = joints[column];
    bearing[column] *= joint.prismatic ? 1.0 : joint.friction.bearing_radius;
    constants.has_stribeck = constants.has_stribeck || constants.stribeck[column] > 0.0;
    constants.has_bearing = constants.has_bearing || constants.bearing[column] > 0.0;
  }
}

}  // namespace hod::detail

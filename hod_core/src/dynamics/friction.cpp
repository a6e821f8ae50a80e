// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/friction.hpp"

#include <cmath>
#include <string>

#include "hod/error.hpp"

namespace hod
{
namespace
{

struct Field
{
  const char * name;
  double JointFriction::* value;
  bool may_be_zero;
};

constexpr Field kFields[] = {
  {"viscous", &JointFriction::viscous, true},
  {"coulomb", &JointFriction::coulomb, true},
  {"stribeck", &JointFriction::stribeck, true},
  {"stribeck_speed", &JointFriction::stribeck_speed, false},
  {"bearing_coefficient", &JointFriction::bearing_coefficient, true},
  {"bearing_radius", &JointFriction::bearing_radius, true},
  {"smoothing_speed", &JointFriction::smoothing_speed, false},
  {"smoothing_force", &JointFriction::smoothing_force, false},
};

}  // namespace

std::vector<JointFriction> default_friction(const Model & model)
{
  std::vector<JointFriction> friction;
  for (const Dof & dof : model.dofs())
  {
    JointFriction joint;
    joint.viscous = dof.damping;
    joint.coulomb = dof.friction;
    friction.push_back(joint);
  }
  return friction;
}

void check(const std::vector<JointFriction> & friction, const Model & model)
{
  if (static_cast<int>(friction.size()) != model.dof())
  {
    throw Error(
      "friction: found " + std::to_string(friction.size()) + " joints, expected " +
      std::to_string(model.dof()) + ", one per joint of the model");
  }
  for (std::size_t column = 0; column < friction.size(); ++column)
  {
    for (const Field & field : kFields)
    {
      const double value = friction[column].*field.value;
      const bool good =
        std::isfinite(value) && (value > 0.0 || (field.may_be_zero && value == 0.0));
      if (!good)
      {
        throw Error(
          "friction of joint '" + model.dofs()[column].name + "': found " + field.name + " = " +
          std::to_string(value) + ", expected a finite number " +
          (field.may_be_zero ? "not below zero" : "above zero"));
      }
    }
  }
}

}  // namespace hod

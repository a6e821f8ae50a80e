// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/rotor.hpp"

#include <cmath>
#include <string>

#include "hod/error.hpp"

namespace hod
{

void check(const std::vector<Rotor> & rotors, const Model & model)
{
  if (static_cast<int>(rotors.size()) != model.dof())
  {
    throw Error(
      "rotors: found " + std::to_string(rotors.size()) + ", expected " +
      std::to_string(model.dof()) + ", one per joint of the model");
  }
  for (std::size_t column = 0; column < rotors.size(); ++column)
  {
    const Rotor & rotor = rotors[column];
    if (!(rotor.inertia >= 0.0) || !std::isfinite(rotor.reflected_inertia()))
    {
      throw Error(
        "rotor of joint '" + model.dofs()[column].name + "': found inertia " +
        std::to_string(rotor.inertia) + " and gear ratio " + std::to_string(rotor.gear_ratio) +
        ", expected finite numbers and an inertia not below zero");
    }
  }
}

}  // namespace hod

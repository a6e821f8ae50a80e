// SPDX-License-Identifier: Apache-2.0
#include "steady_base.hpp"

#include "hod/error.hpp"

namespace hod::detail
{

void check_steady_base(const Robot & robot, int order)
{
  if (!is_steady(robot.base(), robot.gravity(), order))
  {
    throw Error(
      robot.name() +
      ": found a base at one instant of a motion that changes, expected a steady one for a motion "
      "of several instants: in the base's own axes neither its angular velocity nor its "
      "acceleration less free fall may change");
  }
}

}  // namespace hod::detail

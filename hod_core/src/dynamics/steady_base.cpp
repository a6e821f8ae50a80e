// SPDX-License-Identifier: Apache-2.0
#include "steady_base.hpp"

#include "hod/error.hpp"

#include <Eigen/Geometry>

namespace hod::detail
{
namespace
{

/// Whether force and moment, in one row or several, are along an axis: turning about it, whoever
/// sits on the base sees them as they are.
bool are_along(const Eigen::Vector3d & axis, const ConstRowMatrixRef & wrenches)
{
  constexpr double kRounding = 1e-12;
  for (Eigen::Index row = 0; row < wrenches.rows(); ++row)
  {
    for (Eigen::Index first = 0; first + 3 <= wrenches.cols(); first += 3)
    {
      const Eigen::Vector3d vector = wrenches.block<1, 3>(row, first).transpose();
      if (!(axis.cross(vector).norm() <= kRounding * axis.norm() * vector.norm()))
      {
        return false;
      }
    }
  }
  return true;
}

/// In the base's axes a load in the world's axes turns backwards.
void check_loads(const Robot & robot)
{
  const BaseMotion & base = robot.base();
  const Eigen::Vector3d axis = base.rotation * base.angular_velocity[0];
  for (const Load & load : robot.loads())
  {
    const bool turns = load.frame == LoadFrame::world;
    if (turns && !(load.changes() ? are_along(axis, load.table) : are_along(axis, load.wrench)))
    {
      throw Error(
        robot.name() + ": found a load on link \"" + load.link +
        "\" in the world's axes while the base turns, expected one in the link's axes or along the "
        "axis of the turn for a motion of several instants");
    }
  }
}

}  // namespace

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
  check_loads(robot);
}

}  // namespace hod::detail

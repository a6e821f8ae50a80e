// SPDX-License-Identifier: Apache-2.0
#include "free_joints.hpp"

#include <cmath>
#include <cstddef>

#include "hod/error.hpp"

namespace hod::detail
{

int column_of(const Robot & robot, const std::string & joint, const std::string & where)
{
  const int column = robot.dof_index(joint);
  if (column < 0)
  {
    throw Error(
      where + ": found the joint '" + joint + "', expected a joint of '" + robot.name() + "'");
  }
  return column;
}

FreeJoints free_joints(
  const Robot & robot, const std::vector<HeldJoint> & held, const Eigen::VectorXd & start)
{
  FreeJoints joints{{}, start};
  std::vector<bool> moves(static_cast<std::size_t>(robot.dof()), true);
  for (const auto & joint : held)
  {
    const int column = column_of(robot, joint.joint, "held joints");
    if (!std::isfinite(joint.position))
    {
      throw Error("held joint '" + joint.joint + "': found no finite position, expected one");
    }
    joints.rest[column] = joint.position;
    moves[static_cast<std::size_t>(column)] = false;
  }
  for (int column = 0; column < robot.dof(); ++column)
  {
    if (moves[static_cast<std::size_t>(column)])
    {
      joints.moving.push_back(column);
    }
  }
  if (joints.moving.empty())
  {
    throw Error("joints: found none that may move, expected at least one that is not held");
  }
  return joints;
}

}  // namespace hod::detail

// SPDX-License-Identifier: Apache-2.0
// Forces again and again, for tools that count instructions: `hod_calls JOINTS ORDER CALLS`.
// What a call costs is the difference of two runs over the difference of their calls.
#include <cstdlib>
#include <iostream>

#include "hod/dynamics/forces/forces.hpp"
#include "hod/dynamics/workspace.hpp"
#include "hod/error.hpp"
#include "random_robot.hpp"

namespace
{

/// @return whether every call was answered
bool call(int joints, int order, int calls)
{
  const hod::Robot robot(hod::reference::random_robot(1, {joints, 0.0, 0.2, 0.0, 0.0, 0.0, false}));
  const hod::RowMatrix motion = hod::reference::random_motion(2, order + 3, robot.dof());
  hod::Workspace workspace(robot, order);
  for (int i = 0; i < calls; ++i)
  {
    if (forces(workspace, motion, order) != hod::Result::ok)
    {
      return false;
    }
  }
  return true;
}

}  // namespace

int main(int count, char ** arguments)
{
  if (count != 4)
  {
    std::cerr << "usage: hod_calls JOINTS ORDER CALLS\n";
    return 2;
  }
  try
  {
    return call(std::atoi(arguments[1]), std::atoi(arguments[2]), std::atoi(arguments[3])) ? 0 : 1;
  }
  catch (const hod::Error & error)
  {
    std::cerr << error.what() << '\n';
    return 1;
  }
}

// SPDX-License-Identifier: Apache-2.0
// reference_forces URDF ROBOT_FILE ORDER: what hod_core itself computes. Reads motions from stdin,
// one per line with all rows q, q', … of it, and writes Q, Q', … of each on a line; numbers as they
// are in memory. An empty ROBOT_FILE is none.
#include <cstdio>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "hod/dynamics/forces/forces.hpp"
#include "hod/dynamics/workspace.hpp"
#include "hod/error.hpp"
#include "hod/robot/robot_file.hpp"
#include "hod/robot/urdf.hpp"

namespace
{

hod::RobotDescription description_of(const std::string & urdf, const std::string & robot_file)
{
  return robot_file.empty() ? hod::read_urdf(urdf)
                            : hod::read_robot_file(robot_file, hod::read_urdf(urdf));
}

hod::RowMatrix motion_of(const std::string & line, int joints)
{
  std::istringstream stream(line);
  std::vector<double> numbers;
  for (std::string word; stream >> word;)
  {
    numbers.push_back(std::stod(word));
  }
  const auto rows = static_cast<Eigen::Index>(numbers.size()) / joints;
  return Eigen::Map<const hod::RowMatrix>(numbers.data(), rows, joints);
}

void answer(const hod::Robot & robot, int order)
{
  hod::Workspace workspace(robot, order);
  for (std::string line; std::getline(std::cin, line);)
  {
    const hod::Result result = hod::forces(workspace, motion_of(line, robot.dof()), order);
    if (result != hod::Result::ok)
    {
      throw hod::Error(std::string("motion: ") + hod::to_text(result));
    }
    for (int row = 0; row <= order; ++row)
    {
      for (int joint = 0; joint < robot.dof(); ++joint)
      {
        std::printf("%.17g ", workspace.force()(row, joint));
      }
    }
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char ** argv)
{
  if (argc != 4)
  {
    std::fprintf(stderr, "usage: reference_forces URDF ROBOT_FILE ORDER\n");
    return 2;
  }
  try
  {
    answer(hod::Robot(description_of(argv[1], argv[2])), std::stoi(argv[3]));
    return 0;
  }
  catch (const std::exception & error)
  {
    std::fprintf(stderr, "reference_forces: %s\n", error.what());
    return 1;
  }
}

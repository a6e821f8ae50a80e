// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__ROBOTS_HPP_
#define HOD__TEST__FUZZ__ROBOTS_HPP_

#include <vector>

#include "hod/robot/robot.hpp"
#include "random_robot.hpp"

namespace hod::fuzz
{

/// With everything that acts on a robot: payload, loads (the last one from a table, if wanted),
/// friction, rotors and springs.
inline Robot full_robot(std::uint64_t seed, bool has_table, bool is_elastic)
{
  reference::Random random(seed);
  const reference::RobotTraits traits{
    static_cast<int>(seed % 6) + (is_elastic ? 1 : 0),
    0.3,
    0.3,
    is_elastic ? 0.0 : 0.3,
    0.3,
    0.1,
    false};
  RobotDescription robot = reference::random_robot(seed, traits);
  const std::string tip = robot.links.back().name;
  robot.payloads.push_back({tip, reference::random_mass(random)});
  // One after the other: compilers evaluate arguments in orders of their own.
  const Eigen::Vector3d point = random.vector(0.2);
  const Eigen::Vector3d moment = random.vector(1.0);
  const Eigen::Vector3d force = random.vector(5.0);
  Load load = constant_load(tip, LoadFrame::world, force, moment, point);
  robot.loads.push_back(load);
  if (has_table)
  {
    load.times = {0.0, 1.0};
    load.table = RowMatrix::Constant(2, 2 * Load::kColumns, 0.5);
    robot.loads.push_back(load);
  }
  robot.has_friction = true;
  robot.is_elastic = is_elastic;
  for (JointDescription & joint : robot.joints)
  {
    joint.friction.viscous = 0.4;
    joint.friction.coulomb = 0.3;
    joint.friction.bearing_coefficient = seed % 2 == 0 ? 0.002 : 0.0;
    joint.drive.motor_inertia = 1e-4;
    joint.drive.gear_ratio = 50.0;
    joint.drive.stiffness =
      is_elastic && joint.type != JointType::fixed ? 5000.0 : joint.drive.stiffness;
    joint.drive.damping = seed % 3 == 0 ? 2.0 : 0.0;
  }
  return Robot(robot);
}

/// The same few for every input: to make one takes longer than to call it.
inline const Robot & robot_number(int number, bool is_elastic = false)
{
  static const std::vector<Robot> rigid = [] {
    std::vector<Robot> robots;
    for (std::uint64_t seed = 0; seed < 12; ++seed)
    {
      robots.push_back(full_robot(seed, seed % 4 == 3, false));
    }
    return robots;
  }();
  static const std::vector<Robot> elastic = [] {
    std::vector<Robot> robots;
    for (std::uint64_t seed = 0; seed < 12; ++seed)
    {
      robots.push_back(full_robot(seed, seed % 4 == 3, true));
    }
    return robots;
  }();
  const auto & robots = is_elastic ? elastic : rigid;
  return robots[static_cast<std::size_t>(number) % robots.size()];
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__ROBOTS_HPP_

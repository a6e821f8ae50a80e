// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__PLAIN_ROBOTS_HPP_
#define HOD__TEST__FUZZ__PLAIN_ROBOTS_HPP_

#include <vector>

#include "fuzz.hpp"
#include "hod/classic/mechanism.hpp"
#include "random_robot.hpp"

namespace hod::fuzz
{

inline std::size_t place(int index)
{
  return static_cast<std::size_t>(index);
}

/// A robot without friction, rotors and springs, which the papers leave out.
struct PlainRobot
{
  explicit PlainRobot(const RobotDescription & description) : robot(description), mechanism(robot)
  {}

  Robot robot;
  classic::Mechanism mechanism;
};

inline RobotDescription plain_description(std::uint64_t seed)
{
  const int joints = static_cast<int>(seed % 6);
  const reference::RobotTraits traits{joints, 0.3, 0.3, seed % 3 == 0 ? 0.6 : 0.2, 0.2, 0.1, false};
  RobotDescription description = reference::random_robot(seed, traits);
  reference::Random random(seed);
  if (seed % 2 == 1)
  {
    description.base.rotation = random.rotation();
  }
  if (seed % 4 == 0)
  {
    description.payloads.push_back({description.links.back().name, reference::random_mass(random)});
  }
  return description;
}

inline const PlainRobot & plain_robot_number(int number)
{
  static const std::vector<PlainRobot> robots = [] {
    std::vector<PlainRobot> all;
    for (std::uint64_t seed = 0; seed < 24; ++seed)
    {
      all.emplace_back(plain_description(seed));
    }
    return all;
  }();
  return robots[place(number) % robots.size()];
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__PLAIN_ROBOTS_HPP_

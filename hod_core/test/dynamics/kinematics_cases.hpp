// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__DYNAMICS__KINEMATICS_CASES_HPP_
#define HOD__TEST__DYNAMICS__KINEMATICS_CASES_HPP_

#include <string>
#include <vector>

#include "comparison.hpp"
#include "evaluation.hpp"
#include "hod/dynamics/kinematics/kinematics.hpp"
#include "hod/series/combinatorics.hpp"
#include "random_robot.hpp"

namespace hod::test
{

using reference::Precise;
using Matrix4 = Precise::Matrix4;

inline constexpr int kHighest = KinematicsWorkspace::kMaxOrder;

/// A robot in motion, everything about it known to order kHighest.
struct Moving
{
  Robot robot;
  RowMatrix motion;
  Precise exact;

  Moving(std::uint64_t seed, const reference::RobotTraits & traits)
  : robot(reference::random_robot(seed, traits)),
    motion(reference::random_motion(seed + 1000, kHighest + 1, robot.dof())),
    exact(robot, motion)
  {}

  /// The k-th derivative of a link's 4×4 pose.
  Matrix4 pose(int link, int k) const
  {
    const LinkPlacement & place = robot.links()[static_cast<std::size_t>(link)];
    Matrix4 fixed = Matrix4::Identity();
    fixed.topLeftCorner<3, 3>() = place.pose.rotation.cast<long double>();
    fixed.topRightCorner<3, 1>() = place.pose.translation.cast<long double>();
    const auto order = static_cast<std::size_t>(k);
    const auto & series = exact.pose(static_cast<std::size_t>(place.body));
    return reference::factorial<long double>(order) * series.coefficient[order] * fixed;
  }
};

/// Chains and trees with everything a tree can have in it.
inline std::vector<reference::RobotTraits> all_kinds()
{
  std::vector<reference::RobotTraits> kinds(4);
  kinds[0].joints = 6;
  kinds[1].joints = 9;
  kinds[1].prismatic = 0.4;
  kinds[1].fixed = 0.5;
  kinds[2].joints = 12;
  kinds[2].branching = 0.4;
  kinds[2].prismatic = 0.2;
  kinds[2].mimic = 0.3;
  kinds[2].massless = 0.2;
  kinds[3].joints = 1;
  return kinds;
}

/// Calls `check` with twelve robots in motion.
template <typename Check>
void for_each_robot(Check && check)
{
  std::uint64_t seed = 100;
  for (const auto & traits : all_kinds())
  {
    for (int repetition = 0; repetition < 3; ++repetition)
    {
      const Moving moving(++seed, traits);
      SCOPED_TRACE(moving.robot.name());
      check(moving);
    }
  }
}

}  // namespace hod::test

#endif  // HOD__TEST__DYNAMICS__KINEMATICS_CASES_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__CLASSIC__CLASSIC_CASES_HPP_
#define HOD__TEST__CLASSIC__CLASSIC_CASES_HPP_

#include <vector>

#include "comparison.hpp"
#include "evaluation.hpp"
#include "hod/classic/mechanism.hpp"
#include "random_robot.hpp"

namespace hod::test
{

inline constexpr int kRows = 9;

/// A random robot in motion: weightless long-double reference, and the classic description of it.
struct Case
{
  Robot robot;
  RowMatrix motion;
  reference::Precise exact;
  classic::Mechanism mechanism;

  Case(std::uint64_t seed, const reference::RobotTraits & traits)
  : robot(reference::random_robot(seed, traits)),
    motion(reference::random_motion(seed + 1, kRows, robot.dof())),
    exact(robot, motion, Eigen::Vector3d::Zero()),
    mechanism(robot)
  {}

  double exact_energy(int p) const
  {
    long double sum = 0.0L;
    for (const long double part : exact.energy(static_cast<std::size_t>(p)))
    {
      sum += part;
    }
    return static_cast<double>(sum);
  }

  /// Q⁽ᵏ⁾ without gravity.
  Eigen::VectorXd exact_force(int k) const
  {
    return exact.force().row(k).cast<double>().transpose();
  }
};

/// Robots of 1 … `joints` joints: chains, trees, prismatic and mimicking joints.
template <typename Check>
void for_each_case(int joints, Check && check)
{
  for (int count = 1; count <= joints; ++count)
  {
    reference::RobotTraits traits;
    traits.joints = count;
    traits.prismatic = 0.3;
    traits.branching = count % 2 == 0 ? 0.5 : 0.0;
    traits.mimic = count % 3 == 0 ? 0.4 : 0.0;
    traits.fixed = 0.2;
    const Case item(static_cast<std::uint64_t>(500 + count), traits);
    SCOPED_TRACE(item.robot.name() + ", " + std::to_string(count) + " joints");
    check(item);
  }
}

inline double vector_error(const Eigen::VectorXd & actual, const Eigen::VectorXd & expected)
{
  return reference::relative_error(actual, expected);
}

}  // namespace hod::test

#endif  // HOD__TEST__CLASSIC__CLASSIC_CASES_HPP_

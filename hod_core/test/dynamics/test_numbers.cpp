// SPDX-License-Identifier: Apache-2.0
// Finite numbers in give finite numbers out.
#include <gmock/gmock.h>

#include <cmath>
#include <tuple>

#include "comparison.hpp"
#include "hod/dynamics/energies/energies.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

using reference::random_motion;
using reference::random_robot;
using reference::RobotTraits;

constexpr int kOrder = kMaxOrder;

/// Robots with everything that acts on one, lengths in units of `size` and times in units of
/// `time`.
Robot scaled_robot(std::uint64_t seed, double size)
{
  const auto joints = static_cast<int>(1 + seed % 13);
  RobotDescription robot = random_robot(seed, {joints, 0.3, 0.3, 0.1, 0.2, 0.2, false});
  for (LinkDescription & link : robot.links)
  {
    link.mass.center *= size;
    link.mass.inertia *= size * size;
  }
  robot.has_friction = true;
  for (JointDescription & joint : robot.joints)
  {
    joint.origin.translation *= size;
    joint.friction.viscous = 0.3;
    joint.friction.coulomb = 0.2;
    joint.friction.stribeck = 0.1;
    joint.friction.bearing_coefficient = seed % 2 == 0 ? 0.002 : 0.0;
    joint.friction.bearing_radius = 0.1;
    joint.drive.motor_inertia = 1e-4;
    joint.drive.gear_ratio = 100.0;
  }
  return Robot(robot);
}

class AnyScale : public testing::TestWithParam<std::tuple<double, double>>
{};

TEST_P(AnyScale, FiniteGivesFinite)
{
  const auto [size, speed] = GetParam();
  for (std::uint64_t seed = 1; seed <= 40; ++seed)
  {
    const Robot robot = scaled_robot(seed, size);
    RowMatrix motion = random_motion(seed + 100, kOrder + 3, robot.dof());
    for (Eigen::Index k = 1; k < motion.rows(); ++k)
    {
      motion.row(k) *= std::pow(speed, static_cast<double>(k));
    }
    Workspace workspace(robot, kOrder);
    ASSERT_EQ(force_terms(workspace, motion, kOrder), Result::ok);
    EXPECT_TRUE(workspace.force().allFinite()) << robot.name();
    EXPECT_TRUE(workspace.terms().friction.allFinite()) << robot.name();
    ASSERT_EQ(forces(workspace, motion, kOrder), Result::ok);
    EXPECT_TRUE(workspace.force().allFinite()) << robot.name();
    ASSERT_EQ(reactions(workspace, motion, kOrder), Result::ok);
    EXPECT_TRUE(workspace.reaction().allFinite()) << robot.name();
    ASSERT_EQ(energies(workspace, motion, 3, 3), Result::ok);
    EXPECT_TRUE(workspace.energy().allFinite()) << robot.name();
    EXPECT_TRUE(workspace.energy_derivative().allFinite()) << robot.name();
  }
}

// Micrometres to kilometres, standstill to a microsecond per radian.
INSTANTIATE_TEST_SUITE_P(
  Scales, AnyScale,
  testing::Combine(
    testing::Values(1e-6, 1.0, 1e3), testing::Values(0.0, 1e-300, 1e-12, 1e-3, 1.0, 1e3, 1e6)));

}  // namespace
}  // namespace hod

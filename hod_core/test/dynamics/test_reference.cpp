// SPDX-License-Identifier: Apache-2.0
// The reference itself: closed forms of one joint, and its own derivatives along a motion.
#include <gmock/gmock.h>

#include <cmath>

#include "comparison.hpp"
#include "random_robot.hpp"

namespace hod::reference
{
namespace
{

constexpr double kMass = 2.5;
constexpr double kArm = 0.4;
constexpr double kInertia = 0.03;

/// A link on a horizontal axis (y) whose centre is kArm along x.
RobotDescription pendulum()
{
  RobotDescription description;
  description.name = "pendulum";
  description.links.push_back({"base", {}});
  MassProperties mass;
  mass.mass = kMass;
  mass.center = {kArm, 0.0, 0.0};
  mass.inertia = Eigen::Vector3d(0.02, kInertia, 0.025).asDiagonal();
  description.links.push_back({"link", mass});
  JointDescription joint;
  joint.name = "joint";
  joint.type = JointType::revolute;
  joint.parent = "base";
  joint.child = "link";
  joint.axis = -Eigen::Vector3d::UnitY();
  description.joints.push_back(joint);
  return description;
}

// 002 (89)–(91) with the gravity terms that the print leaves out: h = L sin q.
TEST(Reference, PendulumForcesHaveTheirClosedForm)
{
  const Robot robot(pendulum());
  RowMatrix motion(6, 1);
  motion << 0.7, -1.1, 0.9, 1.3, -0.4, 2.0;
  const double q = motion(0, 0);
  const double q1 = motion(1, 0);
  const double q2 = motion(2, 0);
  const double q3 = motion(3, 0);
  const double moment = kMass * RobotDescription::kStandardGravity * kArm;
  const double inertia = kInertia + kMass * kArm * kArm;

  const RowMatrix force = Precise(robot, motion).force().cast<double>();
  EXPECT_NEAR(force(0, 0), inertia * q2 + moment * std::cos(q), 1e-14);
  EXPECT_NEAR(force(1, 0), inertia * q3 - moment * std::sin(q) * q1, 1e-14);
  EXPECT_NEAR(
    force(2, 0), inertia * motion(4, 0) - moment * (std::sin(q) * q2 + std::cos(q) * q1 * q1),
    1e-14);
  EXPECT_NEAR(
    force(3, 0),
    inertia * motion(5, 0) -
      moment * (std::sin(q) * q3 + 3.0 * std::cos(q) * q1 * q2 - std::sin(q) * q1 * q1 * q1),
    1e-14);
}

// 002 (86), (87) and the corrected (88).
TEST(Reference, PendulumEnergiesHaveTheirClosedForm)
{
  const Robot robot(pendulum());
  RowMatrix motion(5, 1);
  motion << 0.3, -1.1, 0.9, 1.3, -0.4;
  const double q1 = motion(1, 0);
  const double q2 = motion(2, 0);
  const double q3 = motion(3, 0);
  const double q4 = motion(4, 0);
  const double inertia = kInertia + kMass * kArm * kArm;
  const Precise exact(robot, motion);
  const auto doubled = [&](std::size_t order) {
    return static_cast<double>(2.0L * exact.energy(order)[1]) / inertia;
  };
  EXPECT_NEAR(doubled(0), q1 * q1, 1e-14);
  EXPECT_NEAR(doubled(1), q2 * q2 + std::pow(q1, 4), 1e-14);
  EXPECT_NEAR(
    doubled(2), q3 * q3 - 2.0 * std::pow(q1, 3) * q3 + 9.0 * q1 * q1 * q2 * q2 + std::pow(q1, 6),
    1e-13);
  EXPECT_NEAR(
    doubled(3),
    q4 * q4 - 12.0 * q1 * q1 * q2 * q4 + 30.0 * std::pow(q1, 4) * q2 * q2 +
      16.0 * q1 * q1 * q3 * q3 + 9.0 * std::pow(q2, 4) + std::pow(q1, 8) +
      24.0 * q1 * q2 * q2 * q3 - 8.0 * std::pow(q1, 5) * q3,
    1e-13);
}

// A weight on a vertical slide: Q = M (q'' + g) and its derivatives.
TEST(Reference, SlideForcesHaveTheirClosedForm)
{
  RobotDescription description = pendulum();
  description.joints[0].type = JointType::prismatic;
  description.joints[0].axis = Eigen::Vector3d::UnitZ();
  RowMatrix motion(5, 1);
  motion << 0.7, -1.1, 0.9, 1.3, -0.4;
  const Robot robot(description);
  const RowMatrix force = Precise(robot, motion).force().cast<double>();
  EXPECT_NEAR(force(0, 0), kMass * (motion(2, 0) + RobotDescription::kStandardGravity), 1e-14);
  EXPECT_NEAR(force(1, 0), kMass * motion(3, 0), 1e-14);
  EXPECT_NEAR(force(2, 0), kMass * motion(4, 0), 1e-14);
}

/// The motion a time later, from its own Taylor polynomial.
RowMatrix later(const RowMatrix & motion, double time)
{
  RowMatrix moved = RowMatrix::Zero(motion.rows(), motion.cols());
  for (Eigen::Index k = 0; k < motion.rows(); ++k)
  {
    double weight = 1.0;
    for (Eigen::Index i = k; i < motion.rows(); ++i)
    {
      moved.row(k) += weight * motion.row(i);
      weight *= time / static_cast<double>(i - k + 1);
    }
  }
  return moved;
}

TEST(Reference, EveryOrderIsTheDerivativeOfTheOrderBelow)
{
  const RobotTraits traits{6, 0.3, 0.3, 0.2, 0.2, 0.0, false};
  const Robot robot(random_robot(5, traits));
  const RowMatrix motion = random_motion(6, 9, robot.dof());
  const double step = 1e-5;
  const auto force = Precise(robot, motion).force();
  const auto after = Precise(robot, later(motion, step)).force();
  const auto before = Precise(robot, later(motion, -step)).force();
  for (Eigen::Index k = 0; k < 4; ++k)
  {
    const auto slope = ((after.row(k) - before.row(k)) / (2.0L * step)).eval();
    EXPECT_LE(relative_error(slope, force.row(k + 1)), 1e-7) << "derivative " << k + 1;
  }
}

// The joint's actuator feels the component of the reaction along its axis.
TEST(Reference, ReactionAlongTheAxisIsTheForce)
{
  RobotTraits traits;
  traits.prismatic = 0.4;
  traits.branching = 0.4;
  const Robot robot(random_robot(11, traits));
  const Precise exact(robot, random_motion(12, 7, robot.dof()));
  const auto force = exact.force();
  for (std::size_t b = 1; b < robot.bodies().size(); ++b)
  {
    const Body & body = robot.bodies()[b];
    const auto wrench = exact.reaction(b);
    const auto & part = body.prismatic ? wrench.force : wrench.moment;
    const auto along = (part * body.axis.cast<long double>()).eval();
    EXPECT_LE(relative_error(along, force.col(body.dof)), 1e-14) << body.joint;
  }
}

}  // namespace
}  // namespace hod::reference

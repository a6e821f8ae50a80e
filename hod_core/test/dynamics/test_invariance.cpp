// SPDX-License-Identifier: Apache-2.0
// What must not change, and how the rest must: properties that need no second implementation.
#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

#include "comparison.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

using reference::factorial;
using reference::fast_forces;
using reference::Precise;
using reference::Random;
using reference::random_mass;
using reference::random_motion;
using reference::random_robot;
using reference::relative_error;
using reference::RobotTraits;
using reference::tolerance;

constexpr int kOrder = 6;
const RobotTraits kTree{11, 0.3, 0.3, 0.2, 0.2, 0.1, false};

// q(λt) multiplies the gravity-free Q⁽ᵏ⁾ by λᵏ⁺².
TEST(Invariance, TimeScaling)
{
  const Robot robot = Robot(random_robot(21, kTree)).with_gravity(Eigen::Vector3d::Zero());
  const RowMatrix motion = random_motion(22, kOrder + 3, robot.dof());
  const RowMatrix force = fast_forces(robot, motion, kOrder);
  for (const double scale : {-1.0, 0.5, 1.7, 3.0})
  {
    RowMatrix faster = motion;
    for (int k = 0; k < faster.rows(); ++k)
    {
      faster.row(k) *= std::pow(scale, k);
    }
    const RowMatrix scaled = fast_forces(robot, faster, kOrder);
    for (int k = 0; k <= kOrder; ++k)
    {
      const auto expected = (std::pow(scale, k + 2) * force.row(k)).eval();
      EXPECT_LE(relative_error(scaled.row(k), expected), tolerance(k)) << "scale " << scale;
    }
  }
}

/// k-th derivative of Σ_j Q_j q_j'.
double power_derivative(const RowMatrix & force, const RowMatrix & motion, int order)
{
  double sum = 0.0;
  for (int i = 0; i <= order; ++i)
  {
    const auto binomial = static_cast<double>(
      factorial<long double>(static_cast<std::size_t>(order)) /
      factorial<long double>(static_cast<std::size_t>(i)) /
      factorial<long double>(static_cast<std::size_t>(order - i)));
    sum += binomial * force.row(i).dot(motion.row(order - i + 1));
  }
  return sum;
}

// Q·q' is the rate of kinetic plus potential energy, and so are all derivatives of both.
TEST(Invariance, PowerBalance)
{
  for (std::uint64_t seed = 31; seed < 41; ++seed)
  {
    const Robot robot(random_robot(seed, kTree));
    const RowMatrix motion = random_motion(seed + 100, kOrder + 3, robot.dof());
    const RowMatrix force = fast_forces(robot, motion, kOrder);
    const auto energy = Precise(robot, motion).mechanical_energy();
    for (int k = 0; k <= kOrder; ++k)
    {
      const auto rate = static_cast<double>(energy[static_cast<std::size_t>(k) + 1]);
      const double size = force.row(k).norm() * motion.row(1).norm();
      EXPECT_NEAR(power_derivative(force, motion, k), rate, 10.0 * tolerance(k) * size);
    }
  }
}

/// The same robot bolted to another base frame, which sees gravity from its own side.
Robot on_another_base(
  const RobotDescription & description, const Pose & pose, const Eigen::Vector3d & gravity)
{
  RobotDescription moved = description;
  for (JointDescription & joint : moved.joints)
  {
    if (joint.parent == description.links[0].name)
    {
      joint.origin = pose * joint.origin;
    }
  }
  moved.gravity = pose.rotation * gravity;
  return Robot(moved);
}

TEST(Invariance, BaseMovedAndTurnedWithGravity)
{
  Random random(41);
  const auto description = random_robot(42, kTree);
  const Eigen::Vector3d gravity(0.5, 2.0, -9.0);
  const Robot robot = Robot(description).with_gravity(gravity);
  const RowMatrix motion = random_motion(43, kOrder + 3, robot.dof());
  const RowMatrix force = fast_forces(robot, motion, kOrder);
  for (int i = 0; i < 5; ++i)
  {
    const Robot moved = on_another_base(description, random.pose(10.0), gravity);
    const RowMatrix same = fast_forces(moved, motion, kOrder);
    for (int k = 0; k <= kOrder; ++k)
    {
      EXPECT_LE(relative_error(same.row(k), force.row(k)), tolerance(k));
    }
  }
}

/// The same forces from a robot whose joints have the same names in another order.
void expect_same_forces(const Robot & robot, const Robot & other, const RowMatrix & motion)
{
  std::vector<int> columns;
  for (const std::string & joint : robot.joint_names())
  {
    columns.push_back(other.dof_index(joint));
  }
  RowMatrix permuted(motion.rows(), motion.cols());
  permuted(Eigen::all, columns) = motion;
  const RowMatrix force = fast_forces(robot, motion, kOrder);
  const RowMatrix same = fast_forces(other, permuted, kOrder)(Eigen::all, columns);
  for (int k = 0; k <= kOrder; ++k)
  {
    EXPECT_LE(relative_error(same.row(k), force.row(k)), tolerance(k)) << other.name();
  }
}

/// One link cut into two that a fixed joint holds together; half of its children move over.
RobotDescription with_link_cut(
  const RobotDescription & description, std::size_t link, Random & random)
{
  RobotDescription cut = description;
  const std::string name = description.links[link].name;
  JointDescription weld;
  weld.name = name + "_weld";
  weld.parent = name;
  weld.child = name + "_half";
  weld.origin = random.pose(0.5);
  const MassProperties half = random_mass(random);
  cut.links[link].mass = description.links[link].mass - transformed(half, weld.origin);
  cut.links.push_back({weld.child, half});
  bool moves_over = true;
  for (JointDescription & joint : cut.joints)
  {
    if (joint.parent == name)
    {
      if (moves_over)
      {
        joint.parent = weld.child;
        joint.origin = weld.origin.inverse() * joint.origin;
      }
      moves_over = !moves_over;
    }
  }
  cut.joints.push_back(weld);
  return cut;
}

TEST(Invariance, LinkCutInTwoByAFixedJoint)
{
  Random random(51);
  RobotDescription description = random_robot(52, {9, 0.3, 0.3, 0.2, 0.0, 0.0, false});
  for (LinkDescription & link : description.links)
  {
    link.mass.mass += 10.0;  // More than what is cut off.
    link.mass.inertia += 5.0 * Eigen::Matrix3d::Identity();
  }
  const Robot robot(description);
  const RowMatrix motion = random_motion(53, kOrder + 3, robot.dof());
  for (std::size_t link = 0; link < description.links.size(); ++link)
  {
    const Robot cut(with_link_cut(description, link, random));
    ASSERT_EQ(cut.bodies().size(), robot.bodies().size());
    expect_same_forces(robot, cut, motion);
  }
}

// The order in which a description lists its branches is the order of the columns, nothing more.
TEST(Invariance, SubtreePermutation)
{
  const RobotDescription description = random_robot(62, {14, 0.5, 0.3, 0.2, 0.2, 0.0, false});
  RobotDescription shuffled = description;
  std::reverse(shuffled.joints.begin(), shuffled.joints.end());
  std::rotate(shuffled.joints.begin(), shuffled.joints.begin() + 5, shuffled.joints.end());
  std::reverse(shuffled.links.begin(), shuffled.links.end());
  const Robot robot(description);
  const Robot other(shuffled);
  ASSERT_NE(robot.joint_names(), other.joint_names());

  const RowMatrix motion = random_motion(63, kOrder + 3, robot.dof());
  expect_same_forces(robot, other, motion);
}

// A mimic is its master's motion imposed by a rigid gear: its forces arrive at the master.
TEST(Invariance, MimicIsAConstraintOnAFreeRobot)
{
  const RobotDescription description = random_robot(72, {10, 0.3, 0.3, 0.4, 0.0, 0.0, false});
  RobotDescription freed = description;
  for (JointDescription & joint : freed.joints)
  {
    joint.mimic.reset();
  }
  const Robot robot(description);
  const Robot free(freed);
  ASSERT_LT(robot.dof(), free.dof());
  const RowMatrix motion = random_motion(73, kOrder + 3, robot.dof());
  RowMatrix free_motion = RowMatrix::Zero(motion.rows(), free.dof());
  Eigen::MatrixXd gear = Eigen::MatrixXd::Zero(free.dof(), robot.dof());
  for (std::size_t b = 1; b < robot.bodies().size(); ++b)
  {
    const Body & body = robot.bodies()[b];
    const int column = free.dof_index(body.joint);
    gear(column, body.dof) = body.multiplier;
    free_motion.col(column) = body.multiplier * motion.col(body.dof);
    free_motion(0, column) += body.offset;
  }
  const RowMatrix force = fast_forces(robot, motion, kOrder);
  const RowMatrix projected = fast_forces(free, free_motion, kOrder) * gear;
  for (int k = 0; k <= kOrder; ++k)
  {
    EXPECT_LE(relative_error(projected.row(k), force.row(k)), 10.0 * tolerance(k));
  }
}

}  // namespace
}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/kinematics/operational.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "hod/error.hpp"
#include "kinematics_cases.hpp"

namespace
{

using hod::InverseOptions;
using hod::KinematicsWorkspace;
using hod::OperationalRows;
using hod::OperationalWorkspace;
using hod::Result;
using hod::Robot;
using hod::RowMatrix;
using hod::reference::relative_error;

constexpr int kOrder = 5;

Robot arm_of(std::uint64_t seed, int joints)
{
  hod::reference::RobotTraits traits;
  traits.joints = joints;
  traits.prismatic = 0.2;
  return Robot(hod::reference::random_robot(seed, traits));
}

/// X', X'', … of the last link, the forward direction.
RowMatrix forward(const Robot & robot, const RowMatrix & motion, const Eigen::Vector3d & point)
{
  KinematicsWorkspace workspace(robot, kOrder);
  EXPECT_EQ(kinematics(workspace, motion, kOrder), Result::ok);
  RowMatrix rows(kOrder, 6);
  const int last = static_cast<int>(robot.links().size()) - 1;
  EXPECT_EQ(link_motion(workspace, last, point, rows), Result::ok);
  return rows;
}

OperationalWorkspace inverse(
  const Robot & robot, const RowMatrix & motion, const RowMatrix & operational,
  const InverseOptions & options = {})
{
  const int last = static_cast<int>(robot.links().size()) - 1;
  OperationalWorkspace workspace(robot, last, kOrder, options);
  EXPECT_EQ(joint_motion(workspace, motion.row(0).transpose(), operational), Result::ok);
  return workspace;
}

TEST(Operational, InverseOfForwardIsIdentityWhereJointsAreNotRedundant)
{
  int checked = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed)
  {
    for (const int joints : {3, 5, 6})
    {
      const Robot robot = arm_of(seed, joints);
      const RowMatrix motion = hod::reference::random_motion(seed, kOrder + 1, joints);
      InverseOptions options;
      options.point = {0.1, 0.2, -0.3};
      const auto result = inverse(robot, motion, forward(robot, motion, options.point), options);
      // The error of order m grows like condition^m: only well-conditioned arms say anything.
      const double condition = result.singular_values[0] / result.singular_values[joints - 1];
      if (condition > 30.0)
      {
        continue;
      }
      ++checked;
      EXPECT_FALSE(result.damped);
      EXPECT_EQ(result.rank, joints);
      for (int m = 0; m <= kOrder; ++m)
      {
        EXPECT_LE(relative_error(result.motion.row(m), motion.row(m)), 1e-9) << seed << ' ' << m;
        EXPECT_LE(result.residual[m], 1e-9 * (1.0 + motion.norm()));
      }
    }
  }
  EXPECT_GE(checked, 40);
}

TEST(Operational, ForwardOfInverseIsIdentityForRedundantJointsAndTheSolutionSmallest)
{
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
  {
    const Robot robot = arm_of(seed, 9);
    const RowMatrix motion = hod::reference::random_motion(seed, kOrder + 1, 9);
    const RowMatrix wanted = forward(robot, motion, Eigen::Vector3d::Zero());
    const auto result = inverse(robot, motion, wanted);
    ASSERT_FALSE(result.damped);
    EXPECT_EQ(result.rank, 6);
    const RowMatrix reached = forward(robot, result.motion, Eigen::Vector3d::Zero());
    for (int m = 1; m <= kOrder; ++m)
    {
      EXPECT_LE(
        (reached.row(m - 1) - wanted.row(m - 1)).norm(), 1e-9 * (1.0 + wanted.row(m - 1).norm()));
    }
    EXPECT_LT(result.motion.row(1).norm(), motion.row(1).norm());
  }
}

TEST(Operational, LinearAndAngularRowsAlone)
{
  for (const auto rows : {OperationalRows::linear, OperationalRows::angular})
  {
    const Robot robot(hod::reference::random_robot(3, {3, 0.0, 0.0, 0.0, 0.0, 0.0, false}));
    const RowMatrix motion = hod::reference::random_motion(4, kOrder + 1, 3);
    InverseOptions options;
    options.rows = rows;
    options.point = {0.3, -0.2, 0.1};
    const RowMatrix all = forward(robot, motion, options.point);
    const RowMatrix wanted = rows == OperationalRows::linear ? all.leftCols(3) : all.rightCols(3);
    const auto result = inverse(robot, motion, wanted, options);
    ASSERT_FALSE(result.damped);
    EXPECT_LE(relative_error(result.motion, motion), 1e-6);
  }
}

/// Two links of one metre in a plane, which at q = 0 are stretched out along x.
Robot stretched_arm()
{
  hod::RobotDescription description;
  description.links = {{"base", {}}, {"upper", {}}, {"lower", {}}, {"tip", {}}};
  hod::JointDescription joint;
  joint.type = hod::JointType::revolute;
  joint.axis = Eigen::Vector3d::UnitZ();
  for (int i = 0; i < 3; ++i)
  {
    joint.name = "j" + std::to_string(i);
    joint.parent = description.links[static_cast<std::size_t>(i)].name;
    joint.child = description.links[static_cast<std::size_t>(i) + 1].name;
    joint.origin.translation = Eigen::Vector3d(i > 0 ? 1.0 : 0.0, 0.0, 0.0);
    joint.type = i < 2 ? hod::JointType::revolute : hod::JointType::fixed;
    description.joints.push_back(joint);
  }
  return Robot(description);
}

TEST(Operational, AtASingularityTheMotionStaysFiniteAndTheResidualSaysWhatIsMissing)
{
  const Robot robot = stretched_arm();
  InverseOptions options;
  options.rows = OperationalRows::linear;
  RowMatrix motion = RowMatrix::Zero(kOrder + 1, 2);
  RowMatrix wanted(2, 3);
  wanted << 1.0, 2.0, 0.0, 0.0, 0.0, 0.0;
  const auto result = inverse(robot, motion, wanted, options);
  EXPECT_TRUE(result.damped);
  EXPECT_EQ(result.rank, 1);
  EXPECT_NEAR(result.residual[1], 1.0, 1e-12) << "no joint moves the tip along the arm";
  EXPECT_NEAR(2.0 * result.motion(1, 0) + result.motion(1, 1), 2.0, 1e-12);
  EXPECT_TRUE(result.motion.allFinite());
}

TEST(Operational, DampingBoundsTheMotionCloseToASingularity)
{
  const Robot robot = stretched_arm();
  InverseOptions options;
  options.rows = OperationalRows::linear;
  RowMatrix wanted(1, 3);
  wanted << 1.0, 0.0, 0.0;
  for (const double bend : {1e-3, 1e-5, 1e-9, 1e-13})
  {
    RowMatrix motion = RowMatrix::Zero(kOrder + 1, 2);
    motion(0, 1) = bend;
    const auto result = inverse(robot, motion, wanted, options);
    EXPECT_TRUE(result.damped);
    EXPECT_LE(result.motion.cwiseAbs().maxCoeff(), 1.0 / options.damping);
    const RowMatrix reached = forward(robot, result.motion, Eigen::Vector3d::Zero());
    const double missing = (reached.row(0).head(3) - wanted.row(0)).norm();
    EXPECT_NEAR(result.residual[1], missing, 1e-12);
  }
}

TEST(Operational, DampingSetsInSmoothlyAtTheThreshold)
{
  const Robot robot = stretched_arm();
  InverseOptions options;
  options.rows = OperationalRows::linear;
  RowMatrix wanted(1, 3);
  wanted << 1.0, 0.0, 0.0;
  for (const double bend : {1e-3, 2e-3, 4e-3, 4.9e-3})
  {
    RowMatrix motion = RowMatrix::Zero(kOrder + 1, 2);
    motion(0, 1) = bend;
    const auto result = inverse(robot, motion, wanted, options);
    const double largest = result.singular_values[0];
    const double value = result.singular_values[1];
    const double share = value / (options.threshold * largest);
    const double lambda_squared = (1.0 - share * share) * std::pow(options.damping * largest, 2);
    // The wanted velocity is the direction of the small singular value, but for the bend itself.
    const double expected = value / (value * value + lambda_squared);
    EXPECT_NEAR(result.motion.row(1).norm(), expected, 1e-3 * expected + bend) << bend;
  }
}

TEST(Operational, RefusesWhatDoesNotFit)
{
  const Robot robot = arm_of(1, 6);
  EXPECT_THROW(OperationalWorkspace(robot, 99), hod::Error);
  EXPECT_THROW(OperationalWorkspace(robot, 1, 0), hod::Error);
  EXPECT_THROW(OperationalWorkspace(robot, 1, hod::test::kHighest + 1), hod::Error);
  OperationalWorkspace workspace(robot, 1, 2);
  const Eigen::VectorXd position = Eigen::VectorXd::Zero(6);
  EXPECT_EQ(joint_motion(workspace, position, RowMatrix::Zero(3, 6)), Result::order_too_high);
  EXPECT_EQ(joint_motion(workspace, position, RowMatrix::Zero(0, 6)), Result::too_few_rows);
  EXPECT_EQ(joint_motion(workspace, position, RowMatrix::Zero(2, 3)), Result::wrong_columns);
  EXPECT_EQ(
    joint_motion(workspace, position.head(5), RowMatrix::Zero(2, 6)), Result::wrong_columns);
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>

#include "hod/dynamics/forces/forces.hpp"
#include "hod/robot/urdf.hpp"
#include "hod_ros/momentum_observer.hpp"
#include "random_robot.hpp"
#include "two_link_arm.hpp"
#include "two_link_dynamics.hpp"

using Eigen::VectorXd;

namespace
{

constexpr double kGain = 40.0;

/// A smooth motion of many joints, rows q, q', q''.
hod::RowMatrix motion_at(double time, int joints)
{
  hod::RowMatrix motion(3, joints);
  for (int joint = 0; joint < joints; ++joint)
  {
    const double omega = 1.0 + 0.3 * joint;
    motion(0, joint) = 0.5 * std::sin(omega * time + joint);
    motion(1, joint) = 0.5 * omega * std::cos(omega * time + joint);
    motion(2, joint) = -0.5 * omega * omega * std::sin(omega * time + joint);
  }
  return motion;
}

}  // namespace

// What the efforts have beyond Lagrange's equations comes out as through a low-pass filter: the
// equations are written out, so that nothing here is the observer's own route.
TEST(MomentumObserverTest, FollowsWhatLagrangesEquationsLeaveOpen)
{
  hod::Workspace workspace(hod::Robot(hod::parse_urdf(two_link_arm())), 2);
  hod_ros::MomentumObserver observer(3);
  constexpr double kStep = 1e-3;
  double largest = 0.0;
  for (int i = 0; i <= 2000; ++i)
  {
    const double time = kStep * i;
    const two_link::State state = two_link::state_at(time);
    const two_link::Torques torques = two_link::torques(state);
    const double extra = time > 0.5 ? 3.0 : 0.0;
    const Eigen::Vector3d effort(
      torques.inertia[0] + torques.gravity[0] + extra, torques.inertia[1] + torques.gravity[1],
      0.0);
    ASSERT_EQ(
      observer.update(
        workspace, time, Eigen::Vector3d(state.q[0], state.q[1], 0.0),
        Eigen::Vector3d(state.d1q[0], state.d1q[1], 0.0), effort, kGain),
      hod::Result::ok);
    const double expected = time > 0.5 ? 3.0 * (1.0 - std::exp(-kGain * (time - 0.5))) : 0.0;
    largest = std::max(largest, std::abs(observer.residual()[0] - expected));
    largest = std::max(largest, std::abs(observer.residual()[1]));
  }
  // The steps' own error, of order K · step · 3 N m at the jump.
  EXPECT_LT(largest, 0.1);
  EXPECT_NEAR(observer.residual()[0], 3.0, 2e-3);
}

TEST(MomentumObserverTest, ErrorFallsWithTheStepForRotorsFrictionAndSliders)
{
  const hod::Robot robot = random_robot(6, false, 3);
  hod::Workspace workspace(robot, 2);
  const auto worst = [&](double step) {
    hod_ros::MomentumObserver observer(6);
    double largest = 0.0;
    for (double time = 0.0; time < 1.0; time += step)
    {
      const hod::RowMatrix motion = motion_at(time, 6);
      EXPECT_EQ(hod::forces(workspace, motion, 0), hod::Result::ok);
      const VectorXd effort = workspace.force().row(0).transpose();
      EXPECT_EQ(
        observer.update(
          workspace, time, motion.row(0).transpose(), motion.row(1).transpose(), effort, kGain),
        hod::Result::ok);
      largest = std::max(largest, observer.residual().cwiseAbs().maxCoeff());
    }
    return largest;
  };
  const double coarse = worst(2e-3);
  const double fine = worst(1e-3);
  EXPECT_LT(fine, 2e-2) << "of forces of tens of N m";
  EXPECT_LT(fine, 0.6 * coarse);
}

TEST(MomentumObserverTest, IsStableWithAnyGainAndBeginsAnew)
{
  const hod::Robot robot = random_robot(6, false, 3);
  hod::Workspace workspace(robot, 2);
  hod_ros::MomentumObserver observer(6);
  const VectorXd zero = VectorXd::Zero(6);
  const hod::RowMatrix still = hod::RowMatrix::Zero(3, 6);
  ASSERT_EQ(hod::forces(workspace, still, 0), hod::Result::ok);
  VectorXd effort = workspace.force().row(0).transpose();
  effort[2] += 5.0;
  for (int i = 0; i < 50; ++i)
  {
    ASSERT_EQ(observer.update(workspace, 0.1 * i, zero, zero, effort, 1e4), hod::Result::ok);
  }
  EXPECT_NEAR(observer.residual()[2], 5.0, 1e-2);
  EXPECT_NEAR(observer.residual()[0], 0.0, 1e-9);
  observer.reset();
  ASSERT_EQ(observer.update(workspace, 9.0, zero, zero, effort, 1e4), hod::Result::ok);
  EXPECT_EQ(observer.residual(), zero);
}

TEST(MomentumObserverTest, BeginsAnewAfterReadingsBeyondADoublesRange)
{
  const hod::Robot robot = random_robot(6, false, 3);
  hod::Workspace workspace(robot, 2);
  hod_ros::MomentumObserver observer(6);
  const VectorXd zero = VectorXd::Zero(6);
  const VectorXd fast = VectorXd::Constant(6, 1e160);
  ASSERT_EQ(observer.update(workspace, 0.0, zero, zero, zero, 50.0), hod::Result::ok);
  EXPECT_EQ(observer.update(workspace, 0.1, zero, fast, zero, 50.0), hod::Result::not_finite);
  EXPECT_EQ(observer.residual(), zero);
  for (const double time : {0.2, 0.3, 0.4})
  {
    ASSERT_EQ(observer.update(workspace, time, zero, zero, zero, 50.0), hod::Result::ok);
    EXPECT_TRUE(observer.residual().allFinite());
  }
}

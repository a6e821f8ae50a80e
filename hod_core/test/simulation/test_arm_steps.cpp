// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <string>

#include "allocation_counter.hpp"
#include "arms.hpp"
#include "hod/error.hpp"
#include "hod/simulation/simulated_arm.hpp"

namespace hod
{
namespace
{

/// Where the arm is after half a second under a torque that depends on time and state.
Eigen::VectorXd end_position(int steps)
{
  const Robot robot(reference::random_robot(8, tree()));
  SimulatedArm arm(robot, ElasticDrive(mixed_joints(2.0)));
  EXPECT_EQ(arm.rest_at(Eigen::VectorXd::Zero(robot.dof())), Result::ok);
  arm.set_torque_law([](double time, const ArmState & state, VectorRef torque) {
    torque = -3.0 * state.motor_velocity;
    torque.array() += 5.0 * std::sin(9.0 * time);
  });
  if (steps > 0)
  {
    arm.step(0.5, steps);
  }
  else
  {
    arm.advance(0.5, 1e-13);
  }
  EXPECT_DOUBLE_EQ(arm.time(), 0.5);
  return arm.state().position;
}

TEST(SimulatedArm, FixedStepsHaveOrderFourAndAgreeWithAdaptiveOnes)
{
  const Eigen::VectorXd exact = end_position(0);
  const double coarse = (end_position(200) - exact).norm();
  const double fine = (end_position(400) - exact).norm();
  EXPECT_NEAR(std::log2(coarse / fine), 4.0, 0.3) << coarse << " " << fine;
  EXPECT_LT((end_position(3200) - exact).norm(), 1e-10);
}

TEST(SimulatedArm, StepsOneAfterTheOtherAreStepsAtOnce)
{
  const Robot robot(reference::random_robot(9, tree()));
  const ElasticDrive drive(mixed_joints(2.0));
  SimulatedArm one(robot, drive);
  SimulatedArm other(robot, drive);
  const Eigen::VectorXd position = reference::random_motion(10, 1, robot.dof()).row(0);
  const Eigen::VectorXd torque = reference::random_motion(11, 1, robot.dof()).row(0);
  ASSERT_EQ(one.rest_at(position), Result::ok);
  ASSERT_EQ(other.rest_at(position), Result::ok);
  ASSERT_EQ(one.set_torque(torque), Result::ok);
  ASSERT_EQ(other.set_torque(torque), Result::ok);
  one.step(0.25, 256);
  for (int step = 0; step < 256; ++step)
  {
    other.step(0.25 / 256);
  }
  EXPECT_TRUE(one.state().position.isApprox(other.state().position, 1e-14));
  EXPECT_TRUE(one.state().motor_velocity.isApprox(other.state().motor_velocity, 1e-13));
}

TEST(SimulatedArm, StepsDoNotAllocate)
{
  const Robot robot(reference::random_robot(12, tree()));
  SimulatedArm arm(robot, ElasticDrive(mixed_joints(1.0)));
  const Eigen::VectorXd position = reference::random_motion(13, 1, robot.dof()).row(0);
  Result results[3] = {};
  double sum = 0.0;
  const int counted = allocations_of([&] {
    results[0] = arm.rest_at(position);
    results[1] = arm.set_torque(position);
    arm.step(0.01, 5);
    sum = arm.state().position.sum() + arm.time();
    results[2] = arm.set_state(0.0, position, position, position, position);
    arm.step(0.01);
  });
  EXPECT_EQ(counted, 0);
  EXPECT_THAT(results, testing::Each(Result::ok));
  EXPECT_TRUE(std::isfinite(sum));
}

template <class Call>
std::string refusal(const Call & call)
{
  try
  {
    call();
  }
  catch (const Error & error)
  {
    return error.what();
  }
  return "";
}

TEST(SimulatedArm, RefusesWhatItCannotSimulate)
{
  using testing::HasSubstr;
  const Robot one(pendulum(1.0, 1.0));
  EXPECT_THAT(
    refusal([&] { SimulatedArm(one, ElasticDrive(mixed_joints(0.0))); }),
    HasSubstr("found drives of 5 joints, expected 1"));
  EXPECT_THAT(
    refusal([&] { SimulatedArm(one, ElasticDrive({make_joint(10.0, 0.0)})); }),
    HasSubstr("joint 'pivot' is elastic and has a motor without inertia"));

  reference::RobotTraits traits;
  traits.mimic = 0.5;
  const Robot mimics(reference::random_robot(14, traits));
  ASSERT_LT(mimics.dof(), 7);
  EXPECT_THAT(
    refusal([&] { SimulatedArm(mimics, same_drives(mimics, make_joint(kRigid, 0.0))); }),
    HasSubstr("follows another joint (mimic)"));

  SimulatedArm arm(one, same_drives(one, make_joint(kRigid, 0.0)));
  const Eigen::VectorXd two = Eigen::VectorXd::Zero(2);
  EXPECT_EQ(arm.rest_at(two), Result::wrong_columns);
  EXPECT_EQ(arm.set_torque(two), Result::wrong_columns);
  EXPECT_EQ(arm.set_state(0.0, two, two, two, two), Result::wrong_columns);
  for (const double wrong : {0.0, -1.0, std::nan("")})
  {
    EXPECT_THAT(refusal([&] { arm.advance(wrong); }), HasSubstr("expected positive numbers"));
    EXPECT_THAT(refusal([&] { arm.advance(1.0, wrong); }), HasSubstr("expected positive numbers"));
  }
}

}  // namespace
}  // namespace hod

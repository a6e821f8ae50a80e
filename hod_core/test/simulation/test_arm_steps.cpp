// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <utility>

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
  const Robot robot = with_drives(Robot(reference::random_robot(8, tree())), mixed_joints(2.0));
  SimulatedArm arm(robot);
  EXPECT_EQ(arm.rest_at(Eigen::VectorXd::Zero(robot.dof())), Result::ok);
  arm.set_torque_law([](double time, const ArmState & state, VectorRef torque) {
    torque = -3.0 * state.motor_velocity;
    torque.array() += 5.0 * std::sin(9.0 * time);
  });
  if (steps > 0)
  {
    EXPECT_EQ(arm.step(0.5, steps), Result::ok);
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
  const Robot robot = with_drives(Robot(reference::random_robot(9, tree())), mixed_joints(2.0));
  SimulatedArm one(robot);
  SimulatedArm other(robot);
  const Eigen::VectorXd position = reference::random_motion(10, 1, robot.dof()).row(0);
  const Eigen::VectorXd torque = reference::random_motion(11, 1, robot.dof()).row(0);
  ASSERT_EQ(one.rest_at(position), Result::ok);
  ASSERT_EQ(other.rest_at(position), Result::ok);
  ASSERT_EQ(one.set_torque(torque), Result::ok);
  ASSERT_EQ(other.set_torque(torque), Result::ok);
  ASSERT_EQ(one.step(0.25, 256), Result::ok);
  for (int step = 0; step < 256; ++step)
  {
    ASSERT_EQ(other.step(0.25 / 256), Result::ok);
  }
  EXPECT_TRUE(one.state().position.isApprox(other.state().position, 1e-14));
  EXPECT_TRUE(one.state().motor_velocity.isApprox(other.state().motor_velocity, 1e-13));
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
    refusal([&] { SimulatedArm(with_drives(one, make_joint(10.0, 0.0))); }),
    HasSubstr("joint 'pivot' is elastic and has a motor without inertia"));

  SimulatedArm arm(one);
  const Eigen::VectorXd two = Eigen::VectorXd::Zero(2);
  EXPECT_EQ(arm.rest_at(two), Result::wrong_columns);
  EXPECT_EQ(arm.set_torque(two), Result::wrong_columns);
  EXPECT_EQ(arm.set_state(0.0, two, two, two, two), Result::wrong_columns);
  const Eigen::VectorXd nowhere = Eigen::VectorXd::Constant(1, std::nan(""));
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(1);
  EXPECT_EQ(arm.rest_at(nowhere), Result::not_finite);
  EXPECT_EQ(arm.rest_at(zero, std::nan("")), Result::not_finite);
  EXPECT_EQ(arm.set_torque(nowhere), Result::not_finite);
  EXPECT_EQ(arm.set_state(0.0, zero, nowhere, zero, zero), Result::not_finite);
  EXPECT_EQ(arm.set_payload(7, {}), Result::no_such_index);
  EXPECT_EQ(arm.set_payload(1, {-1.0, {}, {}}), Result::no_such_body);
  EXPECT_EQ(arm.set_wrench(0, Eigen::Matrix<double, 6, 1>::Zero()), Result::no_such_index);
  EXPECT_EQ(arm.set_gravity({0.0, std::nan(""), 0.0}), Result::not_finite);
  for (const double wrong : {0.0, -1.0, std::nan(""), HUGE_VAL})
  {
    EXPECT_EQ(arm.step(wrong), Result::wrong_step);
    EXPECT_THAT(refusal([&] { arm.advance(wrong); }), HasSubstr("expected positive numbers"));
  }
  EXPECT_EQ(arm.step(1.0, 0), Result::wrong_step);
  EXPECT_THAT(refusal([&] { arm.advance(1.0, -1.0); }), HasSubstr("expected positive numbers"));
  EXPECT_EQ(arm.time(), 0.0);
  EXPECT_EQ(arm.state().position[0], 0.0);
}

TEST(SimulatedArm, StopsBeforeAStateThatIsNotFinite)
{
  SimulatedArm arm(Robot(pendulum(1.0, 1.0)));
  arm.set_torque_law([](double time, const ArmState &, VectorRef torque) {
    torque.setConstant(time < 0.25 ? 1.0 : std::nan(""));
  });
  ASSERT_EQ(arm.step(0.2, 20), Result::ok);
  const Eigen::VectorXd position = arm.state().position;
  EXPECT_EQ(arm.step(0.2, 20), Result::not_finite);
  EXPECT_EQ(arm.time(), 0.2);
  EXPECT_EQ(arm.state().position, position);
  EXPECT_THAT(refusal([&] { arm.advance(0.2); }), testing::HasSubstr("joint 'pivot' at "));
  EXPECT_GE(arm.time(), 0.2);
  EXPECT_LT(arm.time(), 0.25);
  EXPECT_TRUE(arm.state().position.allFinite());
}

TEST(SimulatedArm, NamesAJointThatMovesNoMass)
{
  SimulatedArm arm(Robot(pendulum(0.0, 1.0)));
  ASSERT_EQ(arm.set_torque(Eigen::VectorXd::Ones(1)), Result::ok);
  EXPECT_EQ(arm.step(0.1), Result::not_finite);
  EXPECT_EQ(arm.time(), 0.0);
  EXPECT_THAT(
    refusal([&] { arm.advance(0.1); }),
    testing::HasSubstr("found joint 'pivot', which moves no mass, at time 0 s"));
}

TEST(SimulatedArm, AnswersAfterItHasBeenMovedFrom)
{
  SimulatedArm arm{Robot(pendulum(1.0, 1.0))};
  SimulatedArm other = std::move(arm);
  // NOLINTBEGIN(bugprone-use-after-move): that is what is tested
  EXPECT_EQ(arm.dof(), 0);
  EXPECT_EQ(arm.time(), 0.0);
  EXPECT_EQ(arm.state().position.size(), 0);
  EXPECT_EQ(arm.action().acceleration.size(), 0);
  EXPECT_EQ(arm.step(1.0), Result::no_workspace);
  EXPECT_EQ(arm.set_torque(Eigen::VectorXd::Zero(1)), Result::no_workspace);
  EXPECT_EQ(arm.set_gravity(Eigen::Vector3d::Zero()), Result::no_workspace);
  EXPECT_THAT(refusal([&] { arm.advance(1.0); }), testing::HasSubstr("moved from"));
  // NOLINTEND(bugprone-use-after-move)
  EXPECT_EQ(other.step(1.0), Result::ok);
}

}  // namespace
}  // namespace hod

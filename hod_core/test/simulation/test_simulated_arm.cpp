// SPDX-License-Identifier: Apache-2.0
#include "hod/simulation/simulated_arm.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "arms.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/dynamics/kinematics/momentum.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

Eigen::VectorXd vector(std::initializer_list<double> values)
{
  return Eigen::Map<const Eigen::VectorXd>(
    values.begin(), static_cast<Eigen::Index>(values.size()));
}

/// Starts with motors where their springs are unstretched and turning with the links.
SimulatedArm started(
  const Robot & robot, const Eigen::VectorXd & position, const Eigen::VectorXd & velocity)
{
  SimulatedArm arm(robot);
  EXPECT_EQ(arm.set_state(0.0, position, velocity, position, velocity), Result::ok);
  return arm;
}

double arithmetic_geometric_mean(double a, double b)
{
  while (std::abs(a - b) > 1e-15 * a)
  {
    const double mean = (a + b) / 2.0;
    b = std::sqrt(a * b);
    a = mean;
  }
  return a;
}

TEST(SimulatedArm, PendulumSwingsBackAfterItsPeriod)
{
  const double length = 0.8;
  const double angle = 2.0;
  const Robot robot(pendulum(1.5, length));
  const double slow = std::sqrt(length / RobotDescription::kStandardGravity);
  const double period = 2.0 * M_PI * slow / arithmetic_geometric_mean(1.0, std::cos(angle / 2.0));
  SimulatedArm arm = started(robot, vector({angle}), vector({0.0}));
  arm.advance(period / 2.0, 1e-12);
  EXPECT_NEAR(arm.state().position[0], -angle, 1e-9);
  EXPECT_NEAR(arm.state().velocity[0], 0.0, 1e-9);
  arm.advance(period / 2.0, 1e-12);
  EXPECT_NEAR(arm.state().position[0], angle, 1e-9);
  EXPECT_DOUBLE_EQ(arm.time(), period);
}

TEST(SimulatedArm, TwoMassesAndASpringInClosedForm)
{
  const double link = 2.0 * 0.25;
  const double motor = 0.2;
  const double stiffness = 300.0;
  const double torque = 4.0;
  const Robot robot = with_drives(
    Robot(pendulum(2.0, 0.5)).with_gravity(Eigen::Vector3d::Zero()), make_joint(stiffness, motor));
  SimulatedArm arm = started(robot, vector({0.3}), vector({0.0}));
  ASSERT_EQ(arm.set_torque(vector({torque})), Result::ok);
  // The centre of both accelerates evenly, the spring swings about what it carries.
  const double both = link + motor;
  const double omega = std::sqrt(stiffness * both / (link * motor));
  const double carried = torque * link / both / stiffness;
  for (const double time : {0.1, 0.25, 0.7})
  {
    arm.advance(time - arm.time(), 1e-12);
    const double center = 0.3 + torque / both * time * time / 2.0;
    const double stretch = carried * (1.0 - std::cos(omega * time));
    EXPECT_NEAR(arm.state().position[0], center - motor / both * stretch, 1e-10);
    EXPECT_NEAR(arm.state().motor_position[0], center + link / both * stretch, 1e-10);
  }
}

TEST(SimulatedArm, JointTorqueIsTheForceOfTheMotionWhetherOrNotThereIsASpring)
{
  const Robot bare(reference::random_robot(8, tree()));
  JointDrive rigid = make_joint(kRigid, 0.3);
  rigid.viscous_friction = 0.7;
  rigid.coulomb_friction = 1.0;
  std::vector<JointDrive> drives(static_cast<std::size_t>(bare.dof()), rigid);
  drives[1] = make_joint(400.0, 0.2, 1.0);
  const Robot robot = with_drives(bare, drives);
  SimulatedArm arm(robot);
  ASSERT_EQ(arm.rest_at(Eigen::VectorXd::Zero(robot.dof())), Result::ok);
  ASSERT_EQ(arm.set_torque(Eigen::VectorXd::LinSpaced(robot.dof(), -3.0, 3.0)), Result::ok);
  ASSERT_EQ(arm.step(0.05, 200), Result::ok);
  const ArmAction action = arm.action();
  RowMatrix motion(3, robot.dof());
  motion << arm.state().position.transpose(), arm.state().velocity.transpose(),
    action.acceleration.transpose();
  Workspace workspace(robot, 0);
  ASSERT_EQ(forces(workspace, motion, 0), Result::ok);
  EXPECT_LT((workspace.force().row(0).transpose() - action.joint_torque).norm(), 1e-9);
}

TEST(SimulatedArm, InertiaOfARigidJointsMotorIsCarriedAlong)
{
  const Robot robot = with_drives(
    Robot(pendulum(2.0, 0.5)).with_gravity(Eigen::Vector3d::Zero()), make_joint(kRigid, 0.3));
  SimulatedArm arm = started(robot, vector({0.0}), vector({0.0}));
  ASSERT_EQ(arm.set_torque(vector({1.6})), Result::ok);
  ASSERT_EQ(arm.step(1.0), Result::ok);
  EXPECT_NEAR(arm.state().position[0], 1.6 / 0.8 / 2.0, 1e-12);
  EXPECT_EQ(arm.state().motor_position, arm.state().position);
  EXPECT_EQ(arm.state().motor_velocity, arm.state().velocity);
}

/// Of links, motors and springs, by the library's own energies and kinematics.
double energy(const Robot & robot, const ArmState & state)
{
  RowMatrix motion(2, robot.dof());
  motion << state.position.transpose(), state.velocity.transpose();
  KinematicsWorkspace workspace(robot, 1);
  EXPECT_EQ(kinematics(workspace, motion, 1), Result::ok);
  Eigen::VectorXd kinetic(1);
  EXPECT_EQ(kinetic_energy(workspace, kinetic), Result::ok);
  RowMatrix moment(1, 3);
  EXPECT_EQ(mass_moment(workspace, moment), Result::ok);
  double sum = kinetic[0] - moment.row(0).dot(robot.gravity());
  for (Eigen::Index joint = 0; joint < state.position.size(); ++joint)
  {
    const JointDrive & parameters = robot.joint_of(static_cast<int>(joint)).drive;
    const double speed = state.motor_velocity[joint];
    sum += parameters.inertia() * speed * speed / 2.0;
    if (!parameters.rigid())
    {
      const double stretch = state.motor_position[joint] - state.position[joint];
      sum += parameters.stiffness * stretch * stretch / 2.0;
    }
  }
  return sum;
}

TEST(SimulatedArm, KeepsItsEnergyWithoutInputAndDamping)
{
  for (const std::uint64_t seed : {1U, 2U, 3U})
  {
    const Robot robot =
      with_drives(Robot(reference::random_robot(seed, tree())), mixed_joints(0.0));
    const RowMatrix motion = reference::random_motion(seed, 2, robot.dof());
    SimulatedArm arm = started(robot, motion.row(0), motion.row(1));
    const double before = energy(robot, arm.state());
    for (int sample = 0; sample < 5; ++sample)
    {
      arm.advance(0.1, 1e-12);
      EXPECT_NEAR(energy(robot, arm.state()), before, 1e-8 * std::abs(before) + 1e-8);
    }
    EXPECT_GT((arm.state().position.transpose() - motion.row(0)).norm(), 0.1);
  }
}

TEST(SimulatedArm, DampingAndFrictionTakeEnergy)
{
  auto joints = mixed_joints(5.0);
  for (JointDrive & joint : joints)
  {
    joint.viscous_friction = 0.3;
    joint.coulomb_friction = 0.5;
  }
  const Robot robot = with_drives(Robot(reference::random_robot(4, tree())), joints);
  const RowMatrix motion = reference::random_motion(5, 2, robot.dof());
  SimulatedArm arm = started(robot, motion.row(0), motion.row(1));
  double before = energy(robot, arm.state());
  const double start = before;
  for (int sample = 0; sample < 50; ++sample)
  {
    ASSERT_EQ(arm.step(0.01, 40), Result::ok);
    const double now = energy(robot, arm.state());
    EXPECT_LT(now, before);
    before = now;
  }
  EXPECT_LT(before, start - 1.0);
}

TEST(SimulatedArm, RestIsEquilibrium)
{
  const Robot robot = with_drives(Robot(reference::random_robot(6, tree())), mixed_joints(1.0));
  SimulatedArm arm(robot);
  const Eigen::VectorXd position = reference::random_motion(7, 1, robot.dof()).row(0);
  ASSERT_EQ(arm.rest_at(position), Result::ok);
  EXPECT_GT((arm.state().motor_position - position).norm(), 1e-3) << "springs carry no weight";
  ASSERT_EQ(arm.step(0.2, 200), Result::ok);
  EXPECT_LT((arm.state().position - position).norm(), 1e-11);
  EXPECT_LT(arm.state().motor_velocity.norm(), 1e-10);
}

}  // namespace
}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
// That the simulated arm is the inverse of forces(), whatever acts on a robot.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "every_term.hpp"
#include "hod/dynamics/drives/elastic_drive.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/dynamics/kinematics/momentum.hpp"
#include "hod/simulation/simulated_arm.hpp"

namespace hod
{
namespace
{

/// An arm in a random state, under random torques.
SimulatedArm moving(const Robot & robot, std::uint64_t seed)
{
  SimulatedArm arm(robot);
  const RowMatrix rows = reference::random_motion(seed, 5, robot.dof());
  const Eigen::VectorXd position = rows.row(0);
  // Springs stretched by a little: a torque of the size of the others.
  const Eigen::VectorXd motor = position + 0.05 * rows.row(2).transpose();
  EXPECT_EQ(arm.set_state(0.0, position, rows.row(1), motor, rows.row(3)), Result::ok);
  EXPECT_EQ(arm.set_torque(20.0 * rows.row(4).transpose()), Result::ok);
  return arm;
}

/// What forces() says that the joints of a simulated motion need.
Eigen::VectorXd needed(const Robot & robot, SimulatedArm & arm)
{
  RowMatrix motion(3, robot.dof());
  motion << arm.state().position.transpose(), arm.state().velocity.transpose(),
    arm.action().acceleration.transpose();
  Workspace workspace(robot, 0);
  EXPECT_EQ(forces(workspace, motion, 0), Result::ok);
  return workspace.force().row(0);
}

double largest(const Eigen::VectorXd & values)
{
  return values.cwiseAbs().maxCoeff();
}

TEST(EveryTerm, ForcesOfTheSimulatedMotionAreItsTorques)
{
  for (const auto & traits : kRobots)
  {
    for (const double bearing : {0.0, 0.3})
    {
      for (const std::uint64_t seed : {1U, 2U, 3U})
      {
        Terms terms;
        terms.bearing = bearing;
        const Robot robot = robot_with_every_term(seed, traits, terms);
        SimulatedArm arm = moving(robot, seed);
        const ArmAction action = arm.action();
        ASSERT_TRUE(action.acceleration.allFinite());
        EXPECT_LT(largest(needed(robot, arm) - action.torque), 1e-9 * largest(action.torque))
          << traits.joints << " joints, seed " << seed;
        EXPECT_EQ(action.joint_torque, action.torque);
      }
    }
  }
}

TEST(EveryTerm, ForcesOfAnElasticArmAreThoseOfItsSprings)
{
  for (const auto & traits : kRobots)
  {
    Terms terms;
    terms.elastic = true;
    const Robot robot = robot_with_every_term(4, traits, terms);
    SimulatedArm arm = moving(robot, 5);
    const ArmState state = arm.state();
    const ArmAction action = arm.action();
    const Eigen::VectorXd force = needed(robot, arm);
    for (int column = 0; column < robot.dof(); ++column)
    {
      const JointDrive & drive = robot.joint_of(column).drive;
      double expected = drive.stiffness * (state.motor_position[column] - state.position[column]) +
                        drive.damping * (state.motor_velocity[column] - state.velocity[column]);
      if (drive.rigid())
      {
        const double speed = state.velocity[column];
        expected = action.torque[column] - drive.inertia() * action.acceleration[column] -
                   drive.viscous_friction * speed -
                   drive.coulomb_friction * std::tanh(speed / drive.smoothing_speed);
      }
      EXPECT_NEAR(force[column], expected, 1e-9 * largest(action.torque)) << column;
    }
  }
}

/// Kinetic and potential energy of the links, of rotors, motors and springs.
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
  for (const Joint & joint : robot.joints())
  {
    const double speed = joint.multiplier * state.velocity[joint.dof];
    const bool soft = robot.is_elastic() && !joint.drive.rigid();
    const double motor = soft ? state.motor_velocity[joint.dof] : speed;
    sum += joint.drive.inertia() * motor * motor / 2.0;
    const double stretch = state.motor_position[joint.dof] - state.position[joint.dof];
    sum += soft ? joint.drive.stiffness * stretch * stretch / 2.0 : 0.0;
  }
  return sum;
}

/// What torques bring in less what friction, dampers and loads take.
double power(const Robot & robot, SimulatedArm & arm)
{
  RowMatrix motion(3, robot.dof());
  const ArmState state = arm.state();
  const ArmAction action = arm.action();
  motion << state.position.transpose(), state.velocity.transpose(), action.acceleration.transpose();
  Workspace workspace(robot, 0);
  EXPECT_EQ(force_terms(workspace, motion, 0), Result::ok);
  const TermRows terms = workspace.terms();
  double sum = action.torque.dot(state.motor_velocity) -
               (terms.friction + terms.load).row(0).dot(state.velocity);
  for (int column = 0; robot.is_elastic() && column < robot.dof(); ++column)
  {
    const JointDrive & drive = robot.joint_of(column).drive;
    const double speed = state.motor_velocity[column];
    const double slip = speed - state.velocity[column];
    sum -= drive.damping * slip * slip + drive.viscous_friction * speed * speed +
           drive.coulomb_friction * std::tanh(speed / drive.smoothing_speed) * speed;
  }
  return sum;
}

TEST(EveryTerm, EnergyChangesByWhatTorquesBringAndFrictionAndLoadsTake)
{
  constexpr int kSteps = 400;
  constexpr double kStep = 5e-4;
  for (const bool elastic : {false, true})
  {
    for (const int which : {1, 2, 3})
    {
      Terms terms;
      terms.base = false;
      terms.elastic = elastic;
      const Robot robot = robot_with_every_term(6, kRobots[which], terms);
      SimulatedArm arm = moving(robot, 7);
      const double before = energy(robot, arm.state());
      double work = power(robot, arm);  // Simpson's rule
      for (int step = 1; step <= kSteps; ++step)
      {
        ASSERT_EQ(arm.step(kStep, 4), Result::ok);
        work += (step == kSteps ? 1.0 : step % 2 == 1 ? 4.0 : 2.0) * power(robot, arm);
      }
      work *= kStep / 3.0;
      EXPECT_NEAR(energy(robot, arm.state()) - before, work, 1e-6 * std::abs(work));
      EXPECT_GT(std::abs(work), 1.0);
    }
  }
}

TEST(EveryTerm, RestIsEquilibrium)
{
  for (const bool elastic : {false, true})
  {
    Terms terms;
    terms.elastic = elastic;
    const Robot robot = robot_with_every_term(8, kRobots[3], terms);
    SimulatedArm arm(robot);
    const Eigen::VectorXd position = reference::random_motion(9, 1, robot.dof()).row(0);
    ASSERT_EQ(arm.rest_at(position, 3.0), Result::ok);
    EXPECT_EQ(arm.time(), 3.0);
    EXPECT_LT(largest(arm.action().acceleration), 1e-9);
    EXPECT_LT(largest(needed(robot, arm) - arm.action().joint_torque), 1e-9);
  }
}

TEST(EveryTerm, WhatIsSetLaterCountsAsIfTheRobotHadIt)
{
  reference::Random random(10);
  for (const double bearing : {0.0, 0.3})
  {
    Terms terms;
    terms.base = false;
    terms.bearing = bearing;
    const Robot robot = robot_with_every_term(11, kRobots[3], terms);
    const int link = robot.link_index("l4");
    const MassProperties payload = reference::random_mass(random);
    const Load load = random_load(random, "l11", LoadFrame::link);
    const BaseMotion base = random_base(random);
    const Robot other = robot.with([&](RobotDescription & description) {
      description.payloads.push_back({"l4", payload});
      description.loads[0].wrench = load.wrench;
      description.gravity = {1.0, 2.0, 3.0};
      description.base = base;
    });
    SimulatedArm arm = moving(robot, 12);
    SimulatedArm expected = moving(other, 12);
    ASSERT_EQ(arm.set_payload(link, payload), Result::ok);
    ASSERT_EQ(arm.set_wrench(0, load.wrench.row(0).transpose()), Result::ok);
    ASSERT_EQ(arm.set_gravity({1.0, 2.0, 3.0}), Result::ok);
    ASSERT_EQ(arm.set_base_motion(base), Result::ok);
    const Eigen::VectorXd acceleration = arm.action().acceleration;
    EXPECT_LT(
      largest(acceleration - expected.action().acceleration), 1e-10 * largest(acceleration));
  }
}

}  // namespace
}  // namespace hod

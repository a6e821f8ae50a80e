// SPDX-License-Identifier: Apache-2.0
// What the library says that motors must do, done by the motors of a simulated arm.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <boost/numeric/odeint/integrate/integrate_adaptive.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>
#include <vector>

#include "arms.hpp"
#include "hod/dynamics/drives/drive_history.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/simulation/simulated_arm.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

constexpr double kDuration = 0.4;

/// Every joint swings at a frequency of its own; rows are exact derivatives.
RowMatrix swing(double time, int rows, int dof)
{
  RowMatrix motion(rows, dof);
  for (int joint = 0; joint < dof; ++joint)
  {
    const double omega = 4.0 + joint;
    for (int k = 0; k < rows; ++k)
    {
      motion(k, joint) = 0.5 * std::pow(omega, k) * std::sin(omega * time + joint + k * M_PI_2);
    }
  }
  return motion;
}

/// The motors' motion and torque for the swing, from Q, Q' and Q''.
class Feedforward
{
public:
  explicit Feedforward(const Robot & robot)
  : drive_(robot), workspace_(robot, 2), motor(3, robot.dof()), torque(1, robot.dof())
  {}

  void evaluate(double time)
  {
    const RowMatrix motion = swing(time, 5, drive_.dof());
    EXPECT_EQ(forces(workspace_, motion, 2), Result::ok);
    EXPECT_EQ(motor_motion(drive_, motion, workspace_.force(), motor, torque), Result::ok);
    if (!workspace_.robot().is_elastic())
    {
      torque = workspace_.force().topRows(1);
    }
  }

  const ElasticDrive & drive() const { return drive_; }
  ConstRowMatrixMap force() const { return workspace_.force(); }

private:
  ElasticDrive drive_;
  Workspace workspace_;

public:
  RowMatrix motor;
  RowMatrix torque;
};

/// Starts an arm where its links and motors are to be at time zero.
SimulatedArm start(const Robot & plant, const RowMatrix & motor)
{
  SimulatedArm arm(plant);
  const RowMatrix motion = swing(0.0, 2, plant.dof());
  EXPECT_EQ(
    arm.set_state(
      0.0, motion.row(0).transpose(), motion.row(1).transpose(), motor.row(0).transpose(),
      motor.row(1).transpose()),
    Result::ok);
  return arm;
}

double tracking_error(const SimulatedArm & arm)
{
  const RowMatrix motion = swing(arm.time(), 1, arm.dof());
  return (arm.state().position.transpose() - motion.row(0)).cwiseAbs().maxCoeff();
}

/// Largest error of the links of `plant` under the torque that `robot` is said to need.
double error_of(const Robot & plant, const Robot & robot)
{
  Feedforward right(plant);
  right.evaluate(0.0);
  SimulatedArm arm = start(plant, right.motor);
  Feedforward feedforward(robot);
  arm.set_torque_law([&](double time, const ArmState &, VectorRef torque) {
    feedforward.evaluate(time);
    torque = feedforward.torque.row(0).transpose();
  });
  double worst = 0.0;
  for (int sample = 0; sample < 8; ++sample)
  {
    arm.advance(kDuration / 8, 1e-12);
    worst = std::max(worst, tracking_error(arm));
  }
  return worst;
}

Robot arm_model(std::uint64_t seed)
{
  reference::RobotTraits traits;
  traits.joints = 4;
  traits.prismatic = 0.2;
  return Robot(reference::random_robot(seed, traits));
}

TEST(Feedforward, DrivesTheArmAlongTheMotion)
{
  JointDrive rubbing = make_joint(3000.0, 0.2);
  rubbing.viscous_friction = 0.5;
  rubbing.coulomb_friction = 0.3;
  rubbing.smoothing_speed = 0.5;
  JointDrive rigid_rubbing = rubbing;
  rigid_rubbing.stiffness = kRigid;
  const JointDrive elastic = make_joint(2000.0, 0.3);
  const JointDrive rigid = make_joint(kRigid, 0.3);
  const std::vector<std::vector<JointDrive>> cases{
    {rigid, rigid, rigid, rigid},
    {elastic, elastic, elastic, elastic},
    {elastic, rigid, elastic, rigid},
    {rubbing, rigid_rubbing, elastic, rubbing}};
  for (const auto & joints : cases)
  {
    for (const std::uint64_t seed : {1U, 2U})
    {
      const Robot robot = with_drives(arm_model(seed), joints);
      EXPECT_LT(error_of(robot, robot), 1e-8);
    }
  }
}

TEST(Feedforward, OfARigidArmErrsAsOneOverTheStiffness)
{
  const Robot robot = arm_model(3);
  const Robot rigid = with_drives(robot, make_joint(kRigid, 0.3));
  double before = 0.0;
  for (const double stiffness : {2e4, 2e5, 2e6})
  {
    const double error = error_of(with_drives(robot, make_joint(stiffness, 0.3)), rigid);
    if (before > 0.0)
    {
      EXPECT_NEAR(before / error, 10.0, 2.0) << error;
    }
    before = error;
  }
}

/// Torques of a damped drive, treated exactly or as single instants, each held for a period.
double held_error(const Robot & robot, int periods, bool exact)
{
  const double half = kDuration / periods / 2.0;
  Feedforward feedforward(robot);
  DriveHistory history(feedforward.drive());
  feedforward.evaluate(0.0);
  EXPECT_EQ(
    history.start(
      swing(0.0, 3, robot.dof()), feedforward.force(), feedforward.motor, feedforward.torque),
    Result::ok);
  SimulatedArm arm = start(robot, feedforward.motor);
  double worst = 0.0;
  for (int sample = 1; sample < 2 * periods; ++sample)
  {
    feedforward.evaluate(sample * half);
    RowMatrix motor(3, robot.dof());
    RowMatrix torque(1, robot.dof());
    EXPECT_EQ(
      history.advance(
        half, swing(sample * half, 3, robot.dof()), feedforward.force(), motor, torque),
      Result::ok);
    if (sample % 2 == 1)
    {
      const RowMatrix & held = exact ? torque : feedforward.torque;
      EXPECT_EQ(arm.set_torque(held.row(0).transpose()), Result::ok);
      EXPECT_EQ(arm.step(2.0 * half, 8), Result::ok);
      worst = std::max(worst, tracking_error(arm));
    }
  }
  return worst;
}

TEST(Feedforward, OfDampedDrivesErrsOnlyByTheHold)
{
  const Robot robot = with_drives(arm_model(1), make_joint(2000.0, 0.3, 20.0));
  const double coarse = held_error(robot, 400, true);
  const double fine = held_error(robot, 800, true);
  EXPECT_NEAR(coarse / fine, 4.0, 0.5) << coarse << " " << fine;
  EXPECT_LT(fine, 1e-5);
  EXPECT_GT(held_error(robot, 800, false), 10.0 * fine) << "the series would do";
}

TEST(Feedforward, DeflectionOfADampedSpringAgreesWithAdaptiveIntegration)
{
  const auto force = [](double time, int k) {
    return 80.0 * std::pow(20.0, k) * std::sin(20.0 * time + k * M_PI_2) +
           30.0 * std::pow(-5.0, k) * std::exp(-5.0 * time);
  };
  for (const double damping : {0.5, 20.0, 2000.0})
  {
    const JointDrive joint = make_joint(5000.0, 0.1, damping);
    DriveHistory history(ElasticDrive({joint}), 2);
    using State = std::array<double, 1>;
    State integrated{0.01};
    const auto rate = [&](const State & deflection, State & out, double time) {
      out[0] = (force(time, 0) - joint.stiffness * deflection[0]) / joint.damping;
    };
    const RowMatrix still = RowMatrix::Zero(3, 1);
    RowMatrix motor(3, 1);
    RowMatrix torque(1, 1);
    const double step = 2e-3;
    for (int sample = 0; sample <= 100; ++sample)
    {
      const double time = sample * step;
      RowMatrix rows(3, 1);
      rows << force(time, 0), force(time, 1), force(time, 2);
      if (sample == 0)
      {
        const Eigen::VectorXd deflection = Eigen::VectorXd::Constant(1, integrated[0]);
        ASSERT_EQ(history.start_from(deflection, still, rows, motor, torque), Result::ok);
        continue;
      }
      namespace odeint = boost::numeric::odeint;
      odeint::integrate_adaptive(
        odeint::make_controlled<odeint::runge_kutta_dopri5<State>>(1e-14, 1e-12), rate, integrated,
        time - step, time, 1e-5);
      ASSERT_EQ(history.advance(step, still, rows, motor, torque), Result::ok);
      EXPECT_NEAR(motor(0), integrated[0], 2e-10 * 80.0 / 5000.0 + 1e-12) << damping;
    }
  }
}

}  // namespace
}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
// Mimics, tables and moving bases against what can be derived by hand.
#include <gmock/gmock.h>

#include <Eigen/Geometry>
#include <cmath>

#include "every_term.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/dynamics/kinematics/kinematics.hpp"
#include "hod/error.hpp"
#include "hod/simulation/simulated_arm.hpp"

namespace hod
{
namespace
{

constexpr double kGravity = RobotDescription::kStandardGravity;

Eigen::VectorXd number(double value)
{
  return Eigen::VectorXd::Constant(1, value);
}

SimulatedArm started(const Robot & robot, double position, double velocity)
{
  SimulatedArm arm(robot);
  EXPECT_EQ(
    arm.set_state(0.0, number(position), number(velocity), number(0.0), number(0.0)), Result::ok);
  return arm;
}

constexpr double kMultiplier = 0.7;
constexpr double kOffset = 0.4;

/// Two point masses of 2 and 1.5 kg on rods of 0.5 and 0.3 m, the second hung on the first and
/// turned by a gear: q₂ = 0.7 q + 0.4.
RobotDescription geared_pendulum()
{
  RobotDescription description = pendulum(2.0, 0.5);
  RobotDescription second = pendulum(1.5, 0.3);
  second.links[1].name = "second_bob";
  second.joints[0].name = "second_pivot";
  second.joints[0].parent = "bob";
  second.joints[0].child = "second_bob";
  second.joints[0].origin.translation = {0.0, 0.0, -0.5};
  second.joints[0].mimic = Mimic{"pivot", kMultiplier, kOffset};
  description.links.push_back(second.links[1]);
  description.joints.push_back(second.joints[0]);
  return description;
}

/// I q'' + ½ I' q'² + V' = τ of it: the second rod stands at c q + o against the vertical,
/// c = 1 + 0.7, so that
///   I = (m₁ + m₂) l₁² + c² m₂ l₂² + 2 c m₂ l₁ l₂ cos((1 − c) q − o) + 0.7² B,
///   V = −(m₁ + m₂) g l₁ cos q − m₂ g l₂ cos(c q + o).
double geared_acceleration(double q, double speed, double torque, double rotor)
{
  const double c = 1.0 + kMultiplier;
  const double coupling = 1.5 * 0.5 * 0.3;
  const double angle = (1.0 - c) * q - kOffset;
  const double inertia = 3.5 * 0.25 + c * c * 1.5 * 0.09 + 2.0 * c * coupling * std::cos(angle) +
                         kMultiplier * kMultiplier * rotor;
  const double slope = -2.0 * c * coupling * (1.0 - c) * std::sin(angle);
  const double weight =
    3.5 * kGravity * 0.5 * std::sin(q) + c * 1.5 * kGravity * 0.3 * std::sin(c * q + kOffset);
  return (torque - 0.5 * slope * speed * speed - weight) / inertia;
}

TEST(ClosedForm, AMimicMovesAsTheReducedModelSays)
{
  RobotDescription description = geared_pendulum();
  description.joints[1].drive = make_joint(kRigid, 0.2);
  SimulatedArm arm{Robot(description)};
  for (const auto & [q, speed, torque] :
       {std::array{0.3, -1.2, 4.0}, std::array{-2.0, 3.0, -7.0}, std::array{1.0, 0.0, 0.0}})
  {
    ASSERT_EQ(arm.set_state(0.0, number(q), number(speed), number(0.0), number(0.0)), Result::ok);
    ASSERT_EQ(arm.set_torque(number(torque)), Result::ok);
    const double expected = geared_acceleration(q, speed, torque, 0.2);
    EXPECT_NEAR(arm.action().acceleration[0], expected, 1e-11 * std::abs(expected));
  }
}

TEST(ClosedForm, AMotorDrivesAMimicThroughItsMastersSpring)
{
  RobotDescription description = geared_pendulum();
  description.joints[0].drive = make_joint(300.0, 0.25);
  description.is_elastic = true;
  SimulatedArm arm{Robot(description)};
  ASSERT_EQ(arm.set_state(0.0, number(0.3), number(-1.2), number(0.32), number(0.0)), Result::ok);
  ASSERT_EQ(arm.set_torque(number(9.0)), Result::ok);
  const double expected = geared_acceleration(0.3, -1.2, 300.0 * 0.02, 0.0);
  EXPECT_NEAR(arm.action().acceleration[0], expected, 1e-10);
}

/// A pendulum without weight, on which its load's moment about its axis grows as 3 N m/s · t.
Robot loaded_pendulum()
{
  RobotDescription description = pendulum(2.0, 0.5);
  description.gravity.setZero();
  Load load;
  load.link = "bob";
  load.times = {0.0, 0.5, 2.0};
  load.table.setZero(3, Load::kColumns);
  load.table.col(4) << 0.0, 1.5, 6.0;
  description.loads = {load};
  return Robot(description);
}

TEST(ClosedForm, ALoadChangesAsItsTableSays)
{
  SimulatedArm arm = started(loaded_pendulum(), 0.1, 0.2);
  ASSERT_EQ(arm.step(0.4, 8), Result::ok);
  arm.advance(1.6);
  // 2 kg · (0.5 m)² q'' = −3 t: what the robot exerts acts back on it.
  const double time = 2.0;
  EXPECT_EQ(arm.time(), time);
  EXPECT_NEAR(arm.state().position[0], 0.1 + 0.2 * time - time * time * time, 1e-12);
  EXPECT_EQ(arm.step(0.1), Result::no_time);
  EXPECT_THROW(arm.advance(0.1), Error);
  EXPECT_EQ(arm.time(), time);
  EXPECT_EQ(arm.set_wrench(0, Eigen::Matrix<double, 6, 1>::Zero()), Result::no_such_index);
  EXPECT_EQ(arm.rest_at(number(0.0), 3.0), Result::no_time);
}

TEST(ClosedForm, APendulumSwingsAlikeOnABaseThatTurnsAboutItsAxis)
{
  const Robot robot(pendulum(1.5, 0.8));
  const auto angle = [](double time) { return 0.9 * std::sin(3.0 * time); };
  const auto rate = [](double time) { return 2.7 * std::cos(3.0 * time); };
  SimulatedArm still = started(robot, 1.0, 0.5);
  SimulatedArm carried = started(robot, 1.0, 0.5 - rate(0.0));
  carried.set_base_law([&](double time) {
    BaseMotion base;
    base.rotation = Eigen::AngleAxisd(angle(time), Eigen::Vector3d::UnitY()).toRotationMatrix();
    base.angular_velocity[0] = {0.0, rate(time), 0.0};
    base.angular_velocity[1] = {0.0, -8.1 * std::sin(3.0 * time), 0.0};
    return base;
  });
  for (int sample = 0; sample < 5; ++sample)
  {
    still.advance(0.3, 1e-12);
    carried.advance(0.3, 1e-12);
    EXPECT_NEAR(
      carried.state().position[0] + angle(carried.time()), still.state().position[0], 1e-9);
  }
}

/// How the link on which the arm stands moves, from the kinematics of what carries it.
BaseMotion base_motion(const Robot & carrier, const RowMatrix & motion)
{
  KinematicsWorkspace workspace(carrier, 2);
  EXPECT_EQ(kinematics(workspace, motion, 2), Result::ok);
  const int link = carrier.link_index("stand");
  RowMatrix rates(2, 6);
  EXPECT_EQ(link_motion(workspace, link, Eigen::Vector3d::Zero(), rates), Result::ok);
  BaseMotion base;
  base.rotation = orientation(workspace, link);
  const Eigen::Matrix3d back = base.rotation.transpose();
  // ω' in the base's axes is the rate of the components there: ω × ω = 0.
  base.angular_velocity[0] = back * rates.row(0).tail<3>().transpose();
  base.angular_velocity[1] = back * rates.row(1).tail<3>().transpose();
  base.acceleration[0] = rates.row(1).head<3>().transpose();
  return base;
}

TEST(ClosedForm, AnArmOnACarrierMovesAsOnAMovingBase)
{
  Terms terms;
  terms.base = false;
  const Robot arm_alone = robot_with_every_term(21, kRobots[2], terms);
  const Robot carrier = arm_alone.with([](RobotDescription & description) {
    reference::Random random(22);
    const char * const names[] = {"ground", "slide", "turn", "stand"};
    for (int index = 0; index < 3; ++index)
    {
      JointDescription joint;
      joint.name = std::string("carrier_") + names[index];
      joint.type = index == 0 ? JointType::prismatic : JointType::revolute;
      joint.parent = names[index];
      joint.child = names[index + 1];
      joint.origin = random.pose(0.5);
      joint.axis = random.direction();
      description.links.push_back({names[index], {}});
      description.joints.push_back(joint);
    }
    description.links.push_back({"stand", {}});
    JointDescription mount;
    mount.name = "mount";
    mount.parent = "stand";
    mount.child = "base";
    description.joints.push_back(mount);
  });
  const RowMatrix carrying = reference::random_motion(23, 3, 3);
  const RowMatrix state = reference::random_motion(24, 3, arm_alone.dof());
  RowMatrix motion(3, carrier.dof());
  motion << carrying, state;
  SimulatedArm arm(arm_alone);
  ASSERT_EQ(arm.set_state(0.0, state.row(0), state.row(1), state.row(0), state.row(1)), Result::ok);
  ASSERT_EQ(arm.set_torque(state.row(2)), Result::ok);
  ASSERT_EQ(arm.set_base_motion(base_motion(carrier, motion)), Result::ok);
  motion.row(2).tail(arm_alone.dof()) = arm.action().acceleration.transpose();
  Workspace workspace(carrier, 0);
  ASSERT_EQ(forces(workspace, motion, 0), Result::ok);
  const Eigen::VectorXd torque = workspace.force().row(0).tail(arm_alone.dof()).transpose();
  EXPECT_LT((torque - arm.action().torque).cwiseAbs().maxCoeff(), 1e-9);
}

}  // namespace
}  // namespace hod

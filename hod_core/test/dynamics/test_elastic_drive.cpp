// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/drives/elastic_drive.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "comparison.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/dynamics/workspace.hpp"
#include "hod/error.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Rows θ … and τ … of one instant.
struct Motor
{
  RowMatrix motion;
  RowMatrix torque;
};

Motor motor_of(const ElasticDrive & drive, const RowMatrix & motion, const RowMatrix & force)
{
  const Eigen::Index rows = force.rows();
  Motor motor{RowMatrix(rows, force.cols()), RowMatrix(rows - 2, force.cols())};
  EXPECT_EQ(motor_motion(drive, motion, force, motor.motion, motor.torque), Result::ok);
  return motor;
}

JointDrive stiff(double stiffness, double inertia = 0.0, double damping = 0.0)
{
  JointDrive joint;
  joint.stiffness = stiffness;
  joint.motor_inertia = inertia;
  joint.damping = damping;
  return joint;
}

/// A pendulum swinging as q = sin t: Q = J q'' + G sin q, differentiated by hand.
struct Pendulum
{
  double inertia = 0.7;
  double weight = 4.0;

  double force(double t) const { return -inertia * std::sin(t) + weight * std::sin(std::sin(t)); }
  double force_rate(double t) const
  {
    return -inertia * std::cos(t) + weight * std::cos(std::sin(t)) * std::cos(t);
  }
  double force_acceleration(double t) const
  {
    const double q = std::sin(t);
    return inertia * q - weight * (std::sin(q) * std::cos(t) * std::cos(t) + std::cos(q) * q);
  }
};

TEST(ElasticDrive, PendulumInClosedForm)
{
  const Pendulum pendulum;
  const double stiffness = 50.0;
  const double rotor = 0.3;
  const ElasticDrive drive({stiff(stiffness, rotor)});
  for (const double t : {0.0, 0.4, 2.0})
  {
    RowMatrix motion(3, 1);
    motion << std::sin(t), std::cos(t), -std::sin(t);
    RowMatrix force(3, 1);
    force << pendulum.force(t), pendulum.force_rate(t), pendulum.force_acceleration(t);
    const Motor motor = motor_of(drive, motion, force);
    EXPECT_NEAR(motor.motion(0), std::sin(t) + pendulum.force(t) / stiffness, 1e-15);
    EXPECT_NEAR(motor.motion(1), std::cos(t) + pendulum.force_rate(t) / stiffness, 1e-15);
    const double acceleration = -std::sin(t) + pendulum.force_acceleration(t) / stiffness;
    EXPECT_NEAR(motor.motion(2), acceleration, 1e-15);
    EXPECT_NEAR(motor.torque(0), rotor * acceleration + pendulum.force(t), 1e-14);
  }
}

TEST(ElasticDrive, TendsToTheRigidDriveAsOneOverTheStiffness)
{
  const Robot robot(reference::random_robot(3, {}));
  const RowMatrix motion = reference::random_motion(4, 5, robot.dof());
  const RowMatrix force = reference::fast_forces(robot, motion, 2);
  const auto joints = static_cast<std::size_t>(robot.dof());
  JointDrive joint = stiff(kInfinity, 0.2, 3.0);
  joint.viscous_friction = 0.5;
  const Motor rigid = motor_of(ElasticDrive(std::vector(joints, joint)), motion, force);
  EXPECT_EQ(rigid.motion, motion.topRows(3));
  EXPECT_TRUE(rigid.torque.isApprox(0.2 * motion.row(2) + force.row(0) + 0.5 * motion.row(1)));
  double before = 0.0;
  for (const double stiffness : {1e6, 1e7, 1e8})
  {
    joint.stiffness = stiffness;
    const Motor motor = motor_of(ElasticDrive(std::vector(joints, joint)), motion, force);
    const double off = (motor.torque - rigid.torque).norm();
    EXPECT_GT(off, 0.0);
    if (before > 0.0)
    {
      EXPECT_NEAR(before / off, 10.0, 0.01);
    }
    before = off;
  }
}

TEST(ElasticDrive, RigidAndElasticJointsMix)
{
  const RowMatrix motion = reference::random_motion(5, 5, 3);
  const RowMatrix force = 10.0 * reference::random_motion(6, 3, 3);
  const std::vector<JointDrive> joints{stiff(100.0, 0.1), stiff(kInfinity, 0.2), stiff(300.0)};
  const Motor mixed = motor_of(ElasticDrive(joints), motion, force);
  for (Eigen::Index column = 0; column < 3; ++column)
  {
    const ElasticDrive alone({joints[static_cast<std::size_t>(column)]});
    const Motor single = motor_of(alone, motion.col(column), force.col(column));
    EXPECT_EQ(mixed.motion.col(column), single.motion);
    EXPECT_EQ(mixed.torque.col(column), single.torque);
  }
  EXPECT_EQ(mixed.motion.col(1), motion.col(1).head(3));
}

/// Rows of x(t) = A sin(ωt) + offset.
RowMatrix sine(double amplitude, double omega, double time, int rows, double offset = 0.0)
{
  RowMatrix column(rows, 1);
  for (int k = 0; k < rows; ++k)
  {
    column(k) = amplitude * std::pow(omega, k) * std::sin(omega * time + k * M_PI_2);
  }
  column(0) += offset;
  return column;
}

TEST(ElasticDrive, EveryRowIsTheDerivativeOfTheRowBefore)
{
  JointDrive joint = stiff(40.0, 0.3);
  joint.viscous_friction = 0.4;
  joint.coulomb_friction = 2.0;
  joint.smoothing_speed = 0.5;
  const ElasticDrive drive({joint});
  const auto at = [&](double time) {
    return motor_of(drive, sine(0.8, 2.0, time, 7), sine(9.0, 3.0, time, 7, 5.0));
  };
  constexpr double step = 1e-3;
  for (const double time : {0.1, 0.75, 1.3})
  {
    const RowMatrix slope = (at(time - 2 * step).torque - 8.0 * at(time - step).torque +
                             8.0 * at(time + step).torque - at(time + 2 * step).torque) /
                            (12.0 * step);
    const RowMatrix torque = at(time).torque;
    for (int k = 1; k < torque.rows(); ++k)
    {
      EXPECT_NEAR(slope(k - 1), torque(k), 1e-5 * torque.cwiseAbs().maxCoeff());
    }
  }
}

TEST(ElasticDrive, SeriesLeavesOutWhatTheHeaderSays)
{
  // Q = A sin ωt moves a damped spring by A sin(ωt − φ) / √(K² + D²ω²), tan φ = Dω/K.
  const double stiffness = 1e4;
  const double omega = 20.0;
  const double amplitude = 80.0;
  for (int order = 2; order <= kMaxOrder; ++order)
  {
    for (const double damping : {0.5, 5.0, 50.0})
    {
      const double share = damping * omega / stiffness;
      const double phase = std::atan(share);
      const double size = amplitude / std::hypot(stiffness, damping * omega);
      const RowMatrix force = sine(amplitude, omega, 0.3, order + 1);
      const RowMatrix exact = sine(size, omega, 0.3 - phase / omega, order + 1);
      const RowMatrix motion = RowMatrix::Zero(order + 1, 1);
      const ElasticDrive drive({stiff(stiffness, 0.0, damping)});
      const RowMatrix deflection = motor_of(drive, motion, force).motion;
      for (int k = 0; k <= order; ++k)
      {
        // What is left out begins with (−D/K)ⁿ⁺¹⁻ᵏ Q⁽ⁿ⁺¹⁾/K; the next term is `share` of
        // it.
        const double first = std::pow(-damping / stiffness, order + 1 - k) *
                             sine(amplitude, omega, 0.3, order + 2)(order + 1) / stiffness;
        const double unit = std::pow(omega, k) * amplitude / stiffness;
        const double second = std::pow(share, order + 2 - k) * unit;
        EXPECT_NEAR(exact(k) - deflection(k), first, 1.1 * second + 1e-14 * unit);
      }
    }
  }
}

TEST(ElasticDrive, FrictionIsThatOfTheMotorAndSmoothAtStandstill)
{
  JointDrive joint = stiff(100.0);
  joint.viscous_friction = 0.3;
  joint.coulomb_friction = 2.0;
  joint.smoothing_speed = 0.1;
  RowMatrix motion = RowMatrix::Zero(4, 1);
  RowMatrix force = RowMatrix::Zero(4, 1);
  force(1) = 5.0;  // the link stands still, the motor does not: θ' = Q'/K = 0.05
  force(2) = -2.0;
  const Motor motor = motor_of(ElasticDrive({joint}), motion, force);
  const double sign = std::tanh(0.5);
  EXPECT_NEAR(motor.torque(0), 0.3 * 0.05 + 2.0 * sign, 1e-14);
  const double slope = 0.3 + 2.0 / 0.1 * (1.0 - sign * sign);
  EXPECT_NEAR(motor.torque(1), 5.0 + slope * -0.02, 1e-13);
  force.setZero();
  EXPECT_EQ(motor_of(ElasticDrive({joint}), motion, force).torque, RowMatrix::Zero(2, 1));
}

TEST(ElasticDrive, RefusesRowsAndColumnsThatDoNotFit)
{
  const ElasticDrive drive({stiff(1.0), stiff(2.0)});
  const auto result = [&](int motion, int force, int motor, int torque, int columns = 2) {
    RowMatrix motor_rows(motor, columns);
    RowMatrix torque_rows(torque, columns);
    return motor_motion(
      drive, RowMatrix::Zero(motion, columns), RowMatrix::Zero(force, columns), motor_rows,
      torque_rows);
  };
  EXPECT_EQ(result(3, 3, 3, 1), Result::ok);
  EXPECT_EQ(result(5, 4, 3, 2), Result::ok);
  EXPECT_EQ(result(2, 2, 2, 0), Result::too_few_rows);
  EXPECT_EQ(result(2, 3, 3, 1), Result::too_few_rows);
  EXPECT_EQ(result(3, 2, 3, 1), Result::too_few_rows);
  EXPECT_EQ(result(4, 4, 4, 1), Result::too_few_rows);
  EXPECT_EQ(result(3, 3, 0, 1), Result::too_few_rows);
  EXPECT_EQ(result(8, 8, 8, 6), Result::order_too_high);
  EXPECT_EQ(result(3, 3, 3, 1, 3), Result::wrong_columns);
}

TEST(ElasticDrive, OfARobotHasTheDrivesOfItsIndependentJoints)
{
  reference::RobotTraits traits;
  traits.mimic = 0.4;
  const Robot plain(reference::random_robot(8, traits));
  ASSERT_LT(plain.dof(), static_cast<int>(plain.joints().size()));
  const auto drives = [&plain](bool is_elastic) {
    return ElasticDrive(plain.with([&](RobotDescription & description) {
      description.is_elastic = is_elastic;
      double stiffness = 100.0;
      for (JointDescription & joint : description.joints)
      {
        joint.drive.stiffness = joint.mimic ? kInfinity : stiffness++;
        joint.drive.motor_inertia = 0.01;
        joint.drive.gear_ratio = -10.0;
      }
    }));
  };
  for (int column = 0; column < plain.dof(); ++column)
  {
    const JointDrive elastic = drives(true).joint(column);
    EXPECT_EQ(elastic.stiffness, 100.0 + column);
    EXPECT_DOUBLE_EQ(elastic.inertia(), 1.0);
    EXPECT_TRUE(drives(false).joint(column).rigid());
  }
}

std::string refusal(const JointDrive & joint)
{
  try
  {
    const ElasticDrive drive({JointDrive{}, joint});
  }
  catch (const Error & error)
  {
    return error.what();
  }
  return "";
}

TEST(ElasticDrive, OfARobotThatIsNotElasticAddsNothingToItsForces)
{
  const Robot robot =
    Robot(reference::random_robot(31, {6})).with([](RobotDescription & description) {
      for (JointDescription & joint : description.joints)
      {
        joint.drive = stiff(kInfinity, 0.4);
        joint.drive.viscous_friction = 0.2;
      }
    });
  const RowMatrix motion = reference::random_motion(32, 5, robot.dof());
  Workspace workspace(robot, 2);
  ASSERT_EQ(forces(workspace, motion, 2), Result::ok);
  const Motor motor = motor_of(ElasticDrive(robot), motion.topRows(3), workspace.force());
  EXPECT_EQ(motor.torque, workspace.force().topRows(1));
  EXPECT_EQ(motor.motion, motion.topRows(3));
}

// A reversed gear turns the rotor the other way; seen on the link's side all is the same.
TEST(ElasticDrive, MayHaveAReversedGear)
{
  JointDrive forward = stiff(1000.0, 2e-4, 3.0);
  forward.gear_ratio = 50.0;
  forward.viscous_friction = 0.2;
  forward.coulomb_friction = 0.5;
  JointDrive reversed = forward;
  reversed.gear_ratio = -50.0;
  EXPECT_EQ(refusal(reversed), "");
  const RowMatrix motion = reference::random_motion(41, 3, 1);
  const RowMatrix force = reference::random_motion(42, 3, 1);
  const Motor one = motor_of(ElasticDrive({forward}), motion, force);
  const Motor other = motor_of(ElasticDrive({reversed}), motion, force);
  EXPECT_EQ(one.motion, other.motion);
  EXPECT_EQ(one.torque, other.torque);
}

TEST(ElasticDrive, RefusesValuesThatNoDriveHas)
{
  using testing::HasSubstr;
  for (const double stiffness : {0.0, -5.0, kNan, -kInfinity})
  {
    EXPECT_THAT(refusal(stiff(stiffness)), HasSubstr("drive of joint 1: found stiffness = "));
  }
  for (const double value : {-1.0, kNan, kInfinity})
  {
    EXPECT_THAT(refusal(stiff(1.0, value)), HasSubstr("found motor_inertia = "));
    EXPECT_THAT(refusal(stiff(1.0, 0.0, value)), HasSubstr("found damping = "));
    JointDrive joint;
    joint.viscous_friction = value;
    EXPECT_THAT(refusal(joint), HasSubstr("found viscous_friction = "));
    joint = {};
    joint.coulomb_friction = value;
    EXPECT_THAT(refusal(joint), HasSubstr("found coulomb_friction = "));
    joint = {};
    joint.smoothing_speed = value;
    EXPECT_THAT(refusal(joint), HasSubstr("found smoothing_speed = "));
  }
  for (const double ratio : {0.0, kNan, kInfinity})
  {
    JointDrive joint;
    joint.gear_ratio = ratio;
    EXPECT_THAT(refusal(joint), HasSubstr("found gear_ratio = "));
  }
  EXPECT_EQ(refusal(stiff(kInfinity)), "");
  for (const int order : {-1, 0, 1, 7})
  {
    EXPECT_THROW(ElasticDrive::check_order(order), Error);
  }
}

}  // namespace
}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/drives/drive_history.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "comparison.hpp"
#include "hod/dynamics/workspace.hpp"
#include "hod/error.hpp"

namespace hod
{
namespace
{

JointDrive damped(double stiffness, double damping)
{
  JointDrive joint;
  joint.stiffness = stiffness;
  joint.damping = damping;
  joint.inertia = 0.3;
  return joint;
}

/// A force A sin ωt on one damped spring, and the deflection that it has for ever caused.
struct Shaker
{
  double stiffness = 1e4;
  double damping = 5.0;
  double omega = 20.0;
  double amplitude = 80.0;

  RowMatrix force(double time, int rows) const
  {
    RowMatrix column(rows, 1);
    for (int k = 0; k < rows; ++k)
    {
      column(k) = amplitude * std::pow(omega, k) * std::sin(omega * time + k * M_PI_2);
    }
    return column;
  }

  double deflection(double time, int k) const
  {
    const double phase = std::atan(damping * omega / stiffness);
    return amplitude / std::hypot(stiffness, damping * omega) * std::pow(omega, k) *
           std::sin(omega * time - phase + k * M_PI_2);
  }

  /// Largest error of δ⁽ᵏ⁾ within a second, relative to its largest value, started on the solution.
  std::vector<double> errors(int order, double step) const
  {
    DriveHistory history(ElasticDrive({damped(stiffness, damping)}), order);
    const RowMatrix motion = RowMatrix::Zero(order + 1, 1);
    RowMatrix motor(order + 1, 1);
    RowMatrix torque(order - 1, 1);
    const Eigen::VectorXd start = Eigen::VectorXd::Constant(1, deflection(0.0, 0));
    EXPECT_EQ(history.start_from(start, motion, force(0.0, order + 1), motor, torque), Result::ok);
    std::vector<double> worst(static_cast<std::size_t>(order + 1), 0.0);
    for (int sample = 1; sample * step <= 1.0; ++sample)
    {
      const double time = sample * step;
      EXPECT_EQ(history.advance(step, motion, force(time, order + 1), motor, torque), Result::ok);
      for (int k = 0; k <= order; ++k)
      {
        double & error = worst[static_cast<std::size_t>(k)];
        const double size = amplitude / stiffness * std::pow(omega, k);
        error = std::max(error, std::abs(motor(k) - deflection(time, k)) / size);
      }
    }
    return worst;
  }
};

TEST(DriveHistory, FollowsTheClosedFormForAnyRatioOfDampingAndStep)
{
  for (const double damping : {1e-9, 1e-3, 0.3, 5.0, 100.0, 1e4, 1e7})
  {
    Shaker shaker;
    shaker.damping = damping;
    const auto errors = shaker.errors(2, 1e-3);
    EXPECT_LE(errors[0], 1e-11) << "damping " << damping;
    EXPECT_LE(errors[1], 1e-9) << "damping " << damping;
    EXPECT_LE(errors[2], 1e-7) << "damping " << damping;
  }
}

TEST(DriveHistory, HighOrdersDoNotRoundAway)
{
  for (const double damping : {0.3, 5.0, 100.0})
  {
    Shaker shaker;
    shaker.damping = damping;
    const auto errors = shaker.errors(kMaxOrder, 1e-3);
    for (std::size_t k = 0; k <= kMaxOrder; ++k)
    {
      EXPECT_LE(errors[k], k == kMaxOrder ? 1e-7 : 1e-8) << damping << ", row " << k;
    }
  }
}

TEST(DriveHistory, ErrorFallsWithTheSixthPowerOfTheStep)
{
  Shaker shaker;
  shaker.damping = 200.0;  // 1/50 s to forget, longer than a step
  const double coarse = shaker.errors(2, 1.0 / 50.0)[0];
  const double fine = shaker.errors(2, 1.0 / 100.0)[0];
  EXPECT_NEAR(std::log2(coarse / fine), 6.0, 0.35) << coarse << " " << fine;
}

TEST(DriveHistory, KeepsTheEquationOfTheDampedSpring)
{
  const Shaker shaker;
  DriveHistory history(ElasticDrive({damped(shaker.stiffness, shaker.damping)}), 2);
  const RowMatrix motion = RowMatrix::Zero(3, 1);
  RowMatrix motor(3, 1);
  RowMatrix torque(1, 1);
  ASSERT_EQ(history.start(motion, shaker.force(0.0, 3), motor, torque), Result::ok);
  for (int sample = 1; sample < 200; ++sample)
  {
    const double step = 1e-3 * (1 + sample % 3);  // uneven on purpose
    const RowMatrix force = shaker.force(sample * 2e-3, 3);
    ASSERT_EQ(history.advance(step, motion, force, motor, torque), Result::ok);
    for (int k = 0; k < 2; ++k)
    {
      const double carried = shaker.damping * motor(k + 1) + shaker.stiffness * motor(k);
      EXPECT_NEAR(carried, force(k), 1e-11 * 80.0 * std::pow(2e3, k + 1));
    }
    EXPECT_DOUBLE_EQ(torque(0), 0.3 * motor(2) + force(0));
  }
}

TEST(DriveHistory, ForgetsAWrongStart)
{
  const Shaker shaker;
  DriveHistory history(ElasticDrive({damped(shaker.stiffness, shaker.damping)}), 2);
  const RowMatrix motion = RowMatrix::Zero(3, 1);
  RowMatrix motor(3, 1);
  RowMatrix torque(1, 1);
  const double off = 0.02;
  const Eigen::VectorXd start = Eigen::VectorXd::Constant(1, shaker.deflection(0.0, 0) + off);
  ASSERT_EQ(history.start_from(start, motion, shaker.force(0.0, 3), motor, torque), Result::ok);
  for (int sample = 1; sample <= 8; ++sample)
  {
    const double time = sample * 2.5e-4;
    ASSERT_EQ(history.advance(2.5e-4, motion, shaker.force(time, 3), motor, torque), Result::ok);
    const double left = off * std::exp(-shaker.stiffness / shaker.damping * time);
    EXPECT_NEAR(motor(0) - shaker.deflection(time, 0), left, 1e-12);
  }
}

TEST(DriveHistory, WithoutDampingEqualsTheInstant)
{
  const ElasticDrive drive(
    {damped(2e3, 0.0), damped(std::numeric_limits<double>::infinity(), 3.0)});
  DriveHistory history(drive, 2);
  const RowMatrix motion = RowMatrix::Random(3, 2);
  RowMatrix motor(3, 2);
  RowMatrix torque(1, 2);
  RowMatrix expected(3, 2);
  RowMatrix expected_torque(1, 2);
  ASSERT_EQ(history.start(motion, RowMatrix::Random(3, 2), motor, torque), Result::ok);
  const RowMatrix force = RowMatrix::Random(3, 2);
  ASSERT_EQ(history.advance(0.01, motion, force, motor, torque), Result::ok);
  ASSERT_EQ(motor_motion(drive, motion, force, expected, expected_torque), Result::ok);
  EXPECT_TRUE(motor.isApprox(expected, 1e-15));
  EXPECT_TRUE(torque.isApprox(expected_torque, 1e-15));
}

TEST(DriveHistory, ATableIsTheSameSampleBySample)
{
  const Shaker shaker;
  const ElasticDrive drive({damped(shaker.stiffness, shaker.damping)});
  const std::vector<double> times{0.0, 1e-3, 3e-3};
  std::vector<double> motion(3 * 5, 0.0);
  std::vector<double> force;
  for (const double time : times)
  {
    const RowMatrix rows = shaker.force(time, 3);
    force.insert(force.end(), rows.data(), rows.data() + 3);
  }
  std::vector<double> motor(9);
  std::vector<double> torque(3);
  motor_motion_along(drive, times, motion.data(), 5, force.data(), 2, motor.data(), torque.data());

  DriveHistory history(drive, 2);
  RowMatrix rows(3, 1);
  RowMatrix one(1, 1);
  const RowMatrix still = RowMatrix::Zero(3, 1);
  ASSERT_EQ(history.start(still, shaker.force(0.0, 3), rows, one), Result::ok);
  ASSERT_EQ(history.advance(1e-3, still, shaker.force(1e-3, 3), rows, one), Result::ok);
  ASSERT_EQ(history.advance(2e-3, still, shaker.force(3e-3, 3), rows, one), Result::ok);
  EXPECT_DOUBLE_EQ(motor[6], rows(0));
  EXPECT_DOUBLE_EQ(motor[8], rows(2));
  EXPECT_DOUBLE_EQ(torque[2], one(0));
}

TEST(DriveHistory, RefusesOrdersTimesAndRowsThatDoNotFit)
{
  const ElasticDrive drive({damped(1.0, 1.0)});
  EXPECT_THROW(DriveHistory(drive, 1), Error);
  EXPECT_THROW(DriveHistory(drive, kMaxOrder + 1), Error);
  std::vector<double> numbers(20, 0.0);
  double * data = numbers.data();
  EXPECT_THROW(motor_motion_along(drive, {0.0, 0.0}, data, 3, data, 2, data, data), Error);
  EXPECT_THROW(motor_motion_along(drive, {0.0, std::nan("")}, data, 3, data, 2, data, data), Error);
  EXPECT_THROW(motor_motion_along(drive, {0.0}, data, 2, data, 2, data, data), Error);
  DriveHistory history(drive, 2);
  RowMatrix motor(3, 1);
  RowMatrix torque(1, 1);
  EXPECT_EQ(
    history.start(RowMatrix::Zero(2, 1), RowMatrix::Zero(3, 1), motor, torque),
    Result::too_few_rows);
  EXPECT_EQ(
    history.advance(0.1, RowMatrix::Zero(3, 2), RowMatrix::Zero(3, 2), motor, torque),
    Result::wrong_columns);
  EXPECT_EQ(
    history.start_from(
      Eigen::VectorXd::Zero(2), RowMatrix::Zero(3, 1), RowMatrix::Zero(3, 1), motor, torque),
    Result::wrong_columns);
}

}  // namespace
}  // namespace hod

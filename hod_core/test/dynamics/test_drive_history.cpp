// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/drives/drive_history.hpp"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "comparison.hpp"
#include "hod/dynamics/drives/batch_motor.hpp"
#include "hod/dynamics/drives/motor_along.hpp"
#include "hod/dynamics/workspace.hpp"
#include "hod/error.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

JointDrive damped(double stiffness, double damping)
{
  JointDrive joint;
  joint.stiffness = stiffness;
  joint.damping = damping;
  joint.motor_inertia = 0.3;
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
      // The start's rounding, at a damping of 5 a hundred times larger with every row.
      EXPECT_LE(errors[k], k == kMaxOrder ? 5e-7 : 1e-8) << damping << ", row " << k;
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

/// A mass m on a spring that is pushed along q = a tᵖ from t = 0 on, before which it stood:
/// Q = m q'', and δ is Q's part that a damped spring follows and a part that fades.
struct Push
{
  int power;
  double mass = 10.0;
  double size = 30.0;
  double stiffness = 2e4;
  double damping = 100.0;

  double motion(double time, int k) const
  {
    double factor = size;
    for (int i = 0; i < k; ++i)
    {
      factor *= power - i;
    }
    return k > power ? 0.0 : factor * std::pow(time, power - k);
  }

  RowMatrix rows(double time, int count, int first, double scale) const
  {
    RowMatrix column(count, 1);
    for (int k = 0; k < count; ++k)
    {
      column(k) = scale * motion(time, first + k);
    }
    return column;
  }

  /// δ⁽ᵏ⁾ from the series, which ends as Q is a polynomial, and from what makes δ(0) zero.
  double deflection(double time, int k) const
  {
    const double memory = damping / stiffness;
    const auto followed = [&](double t, int derivative) {
      double sum = 0.0;
      for (int i = power; i >= 0; --i)
      {
        sum += std::pow(-memory, i) * mass * motion(t, 2 + derivative + i) / stiffness;
      }
      return sum;
    };
    return followed(time, k) - followed(0.0, 0) * std::pow(-memory, -k) * std::exp(-time / memory);
  }
};

TEST(DriveHistory, StartsFromRestWhicheverDerivativeJumps)
{
  for (const int power : {3, 4, 5, 6})
  {
    for (const int order : {2, 4, 6})
    {
      const Push push{power};
      DriveHistory history(ElasticDrive({damped(push.stiffness, push.damping)}), order);
      RowMatrix motor(order + 1, 1);
      RowMatrix torque(order - 1, 1);
      const double step = 1e-3;
      for (int sample = 0; sample <= 20; ++sample)
      {
        const double time = step * sample;
        const RowMatrix motion = push.rows(time, order + 3, 0, 1.0);
        const RowMatrix force = push.rows(time, order + 1, 2, push.mass);
        ASSERT_EQ(
          sample == 0 ? history.start(motion, force, motor, torque)
                      : history.advance(step, motion, force, motor, torque),
          Result::ok);
        for (int k = 0; k <= order; ++k)
        {
          double largest = 0.0;
          for (int i = 0; i <= 20; ++i)
          {
            largest = std::max(largest, std::abs(push.deflection(step * i, k)));
          }
          EXPECT_NEAR(motor(k) - motion(k), push.deflection(time, k), 1e-9 * largest)
            << "t^" << power << ", order " << order << ", row " << k << " at " << time;
        }
      }
    }
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

TEST(MotorAlong, IsTheSameSampleBySampleInPartsAndByBatch)
{
  reference::RobotTraits traits;
  traits.joints = 3;
  const Robot robot = Robot(reference::random_robot(5, traits)).with([](RobotDescription & one) {
    one.is_elastic = true;
    for (JointDescription & joint : one.joints)
    {
      joint.drive = damped(2e3, 4.0);
    }
    one.joints.front().drive.damping = 0.0;
    one.joints.back().drive = JointDrive{};
  });
  constexpr int order = 3;
  constexpr int rows = order + 3;
  const ElasticDrive drive(robot);
  std::vector<double> times;
  std::vector<double> motion;
  for (int sample = 0; sample < 700; ++sample)
  {
    times.push_back(2e-3 * sample + (sample % 3) * 1e-4);
    RowMatrix instant(rows, robot.dof());
    for (int k = 0; k < rows; ++k)
    {
      instant.row(k).setConstant(std::pow(3.0, k) * std::sin(3.0 * times.back() + k * M_PI_2));
    }
    motion.insert(motion.end(), instant.data(), instant.data() + instant.size());
  }
  const States states{motion.data(), times.size(), rows, times.data()};
  const std::size_t size = (order + 1) * 3;
  std::vector<double> force(times.size() * size);
  std::vector<double> motor(force.size());
  std::vector<double> torque(times.size() * (order - 1) * 3);
  batch_motor(robot, states, order, {force.data(), motor.data(), torque.data()}, true, 2);

  DriveHistory history(drive, order);
  RowMatrix theta(order + 1, 3);
  RowMatrix tau(order - 1, 3);
  for (std::size_t i = 0; i < times.size(); ++i)
  {
    const ConstRowMatrixMap q(motion.data() + i * rows * 3, rows, 3);
    const ConstRowMatrixMap Q(force.data() + i * size, order + 1, 3);
    ASSERT_EQ(
      i == 0 ? history.start(q, Q, theta, tau)
             : history.advance(times[i] - times[i - 1], q, Q, theta, tau),
      Result::ok);
    EXPECT_EQ(ConstRowMatrixMap(motor.data() + i * size, order + 1, 3), theta);
    EXPECT_EQ(ConstRowMatrixMap(torque.data() + i * (order - 1) * 3, order - 1, 3), tau);
  }

  std::vector<double> parts(torque.size());
  MotorAlong along(drive, order);
  EXPECT_TRUE(along.remembers());
  std::vector<double> spare(force.size());
  for (const auto & [first, last] : {std::pair{0, 1}, {1, 300}, {300, 700}})
  {
    const States part{
      motion.data() + first * rows * 3, static_cast<std::size_t>(last - first), rows,
      times.data() + first};
    along.run(
      part, force.data() + static_cast<std::size_t>(first) * size, spare.data(),
      parts.data() + first * (order - 1) * 3);
  }
  EXPECT_EQ(parts, torque);

  std::vector<double> alone(torque.size());
  batch_motor(robot, states, order, {nullptr, nullptr, alone.data()}, true);
  EXPECT_EQ(alone, torque);
  batch_motor(robot, states, order, {nullptr, nullptr, alone.data()}, false);
  ASSERT_EQ(
    motor_motion(
      drive, ConstRowMatrixMap(motion.data(), rows, 3),
      ConstRowMatrixMap(force.data(), order + 1, 3), theta, tau),
    Result::ok);
  EXPECT_EQ(ConstRowMatrixMap(alone.data(), order - 1, 3), tau);
}

TEST(MotorAlong, RefusesTimesAndRobotsThatDoNotFit)
{
  const ElasticDrive drive({damped(1.0, 1.0)});
  std::vector<double> numbers(20, 0.0);
  double * data = numbers.data();
  for (const std::vector<double> & times :
       {std::vector<double>{0.0, 0.0}, {0.0, -1.0}, {0.0, std::nan("")}})
  {
    MotorAlong along(drive, 2);
    EXPECT_THROW(along.run({data, 2, 3, times.data()}, data, data + 6, data + 12), Error);
  }
  MotorAlong along(drive, 2);
  const std::vector<double> times{0.0};
  EXPECT_THROW(along.run({data, 1, 3, nullptr}, data, data + 6, data + 12), Error);
  EXPECT_THROW(along.run({data, 1, 2, times.data()}, data, data + 6, data + 12), Error);
  // What was refused is forgotten.
  along.run({data, 1, 3, times.data()}, data, data + 6, data + 12);
  const std::vector<double> later{-1.0};
  EXPECT_THROW(along.run({data, 1, 3, later.data()}, data, data + 6, data + 12), Error);
  const std::vector<double> next{0.5};
  EXPECT_NO_THROW(along.run({data, 1, 3, next.data()}, data, data + 6, data + 12));
  const Robot rigid(reference::random_robot(1, {}));
  EXPECT_THROW(batch_motor(rigid, {data, 0, 5, nullptr}, 2, {}, false), Error);
}

TEST(DriveHistory, RefusesOrdersTimesAndRowsThatDoNotFit)
{
  const ElasticDrive drive({damped(1.0, 1.0)});
  EXPECT_THROW(DriveHistory(drive, 1), Error);
  EXPECT_THROW(DriveHistory(drive, kMaxOrder + 1), Error);
  DriveHistory history(drive, 2);
  RowMatrix motor(3, 1);
  RowMatrix torque(1, 1);
  EXPECT_EQ(
    history.start(RowMatrix::Zero(2, 1), RowMatrix::Zero(3, 1), motor, torque),
    Result::too_few_rows);
  EXPECT_EQ(
    history.start(RowMatrix::Zero(3, 2), RowMatrix::Zero(3, 2), motor, torque),
    Result::wrong_columns);
  EXPECT_EQ(
    history.start_from(
      Eigen::VectorXd::Zero(2), RowMatrix::Zero(3, 1), RowMatrix::Zero(3, 1), motor, torque),
    Result::wrong_columns);
}

TEST(DriveHistory, WhatIsRefusedLeavesItAsItWas)
{
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Shaker shaker;
  const ElasticDrive drive({damped(shaker.stiffness, shaker.damping)});
  DriveHistory history(drive, 2);
  const RowMatrix still = RowMatrix::Zero(3, 1);
  RowMatrix motor = RowMatrix::Constant(3, 1, 7.0);
  RowMatrix torque = RowMatrix::Constant(1, 1, 7.0);
  const auto refused = [&](double step, const RowMatrix & motion, const RowMatrix & force) {
    const Result result = history.advance(step, motion, force, motor, torque);
    EXPECT_TRUE((motor.array() == 7.0).all() && torque(0) == 7.0);
    return result;
  };
  const RowMatrix force = shaker.force(1e-3, 3);
  EXPECT_EQ(refused(1e-3, still, force), Result::not_started);
  EXPECT_EQ(
    history.start(still, RowMatrix::Constant(3, 1, kNan), motor, torque), Result::not_finite);
  EXPECT_EQ(
    history.start_from(Eigen::VectorXd::Constant(1, kNan), still, force, motor, torque),
    Result::not_finite);
  EXPECT_EQ(refused(1e-3, still, force), Result::not_started);

  DriveHistory undisturbed(drive, 2);
  RowMatrix expected(3, 1);
  RowMatrix expected_torque(1, 1);
  ASSERT_EQ(history.start(still, shaker.force(0.0, 3), motor, torque), Result::ok);
  ASSERT_EQ(undisturbed.start(still, shaker.force(0.0, 3), expected, expected_torque), Result::ok);
  motor.setConstant(7.0);
  torque.setConstant(7.0);
  for (const double step : {0.0, -1e-3, kNan, kInfinity, -kInfinity, 1e-160, 1e60})
  {
    EXPECT_EQ(refused(step, still, force), Result::wrong_step) << step;
  }
  for (const double value : {kNan, kInfinity})
  {
    RowMatrix broken = force;
    broken(2) = value;
    EXPECT_EQ(refused(1e-3, still, broken), Result::not_finite);
    EXPECT_EQ(refused(1e-3, broken, force), Result::not_finite);
  }
  EXPECT_EQ(refused(1e-3, RowMatrix::Zero(2, 1), force), Result::too_few_rows);
  EXPECT_EQ(
    history.start_from(Eigen::VectorXd::Zero(1), still, force * kNan, motor, torque),
    Result::not_finite);
  ASSERT_EQ(history.advance(1e-3, still, force, motor, torque), Result::ok);
  ASSERT_EQ(undisturbed.advance(1e-3, still, force, expected, expected_torque), Result::ok);
  EXPECT_EQ(motor, expected);
  EXPECT_EQ(torque, expected_torque);
}

TEST(DriveHistory, MovedFromGoesOnAsBefore)
{
  const JointDrive joint{1e-4, 50.0, 800.0, 3.0, 0.0, 0.0, 0.01};
  DriveHistory history(ElasticDrive({joint}), 2);
  const RowMatrix still = RowMatrix::Constant(3, 1, 0.5);
  RowMatrix motor(3, 1), torque(1, 1), expected(3, 1), expected_torque(1, 1);
  ASSERT_EQ(history.start(still, still, motor, torque), Result::ok);
  DriveHistory other(std::move(history));
  ASSERT_EQ(history.advance(1e-3, still, still, motor, torque), Result::ok);
  ASSERT_EQ(other.advance(1e-3, still, still, expected, expected_torque), Result::ok);
  EXPECT_EQ(motor, expected);
  EXPECT_EQ(torque, expected_torque);
}

}  // namespace
}  // namespace hod

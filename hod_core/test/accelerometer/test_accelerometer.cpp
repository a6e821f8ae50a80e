// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/accelerometer.hpp"

#include <gmock/gmock.h>

#include <Eigen/Geometry>
#include <cmath>
#include <limits>

#include "hod/error.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

using reference::Random;
using reference::random_motion;
using reference::random_robot;
using testing::HasSubstr;
using testing::ThrowsMessage;

Robot tree(std::uint64_t seed)
{
  return Robot(random_robot(seed, {7, 0.2, 0.2, 0.2, 0.2, 0.0, false}))
    .with_gravity({1.0, -2.0, -9.0});
}

Accelerometer random_sensor(std::uint64_t seed, const Robot & robot, Eigen::Index axes)
{
  Random random(seed);
  Accelerometer sensor;
  sensor.link = robot.links().back().name;
  sensor.position = random.vector(0.5);
  sensor.axes = random.rotation().topRows(axes);
  sensor.misalignment = misalignment_from_angles(random.vector(0.05));
  sensor.misalignment(0, 1) += 0.01;
  sensor.scale = Eigen::Vector3d::Ones() + random.vector(0.1);
  sensor.bias = random.vector(0.3);
  return sensor;
}

Eigen::Vector3d component(const Robot & robot, const Accelerometer & sensor, const RowMatrix & rows)
{
  KinematicsWorkspace workspace(robot, 2);
  ReadingEquation equation(robot.dof());
  EXPECT_EQ(MountedAccelerometer(robot, sensor).evaluate(workspace, rows, equation), Result::ok);
  return equation.component;
}

/// Position of the sensor after a time, with q a polynomial of degree two in it.
Eigen::Vector3d place(
  const Robot & robot, const Accelerometer & sensor, const RowMatrix & rows, double time)
{
  RowMatrix moved = rows;
  moved.row(0) += time * rows.row(1) + 0.5 * time * time * rows.row(2);
  KinematicsWorkspace workspace(robot, 0);
  RowMatrix path(1, 3);
  EXPECT_EQ(kinematics(workspace, moved, 0), Result::ok);
  EXPECT_EQ(
    point_motion(workspace, robot.link_index(sensor.link), sensor.position, path), Result::ok);
  return path.row(0).transpose();
}

TEST(Accelerometer, ReadsTheSecondDifferenceOfItsPlaceAndGravity)
{
  for (std::uint64_t seed = 0; seed < 8; ++seed)
  {
    const Robot robot = tree(seed);
    Accelerometer sensor = random_sensor(seed, robot, 1 + static_cast<Eigen::Index>(seed % 3));
    const bool is_whole = seed % 2 == 0;
    sensor.quantity = is_whole ? SensorQuantity::specific_force : SensorQuantity::acceleration;
    const RowMatrix rows = random_motion(seed + 50, 3, robot.dof());
    const double step = 2e-4;
    const auto at = [&](double time) { return place(robot, sensor, rows, time); };
    const Eigen::Vector3d acceleration =
      (16.0 * (at(step) + at(-step)) - 30.0 * at(0.0) - at(2.0 * step) - at(-2.0 * step)) /
      (12.0 * step * step);
    KinematicsWorkspace workspace(robot, 0);
    ASSERT_EQ(kinematics(workspace, rows, 0), Result::ok);
    const Eigen::Vector3d felt =
      orientation(workspace, robot.link_index(sensor.link)).transpose() *
      (acceleration - (is_whole ? robot.gravity() : Eigen::Vector3d::Zero()));
    const RowMatrix reading = predicted_readings(robot, sensor, rows);
    ASSERT_EQ(reading.cols(), sensor.axes.rows());
    for (Eigen::Index axis = 0; axis < reading.cols(); ++axis)
    {
      const Eigen::Vector3d direction = sensor.misalignment * sensor.axes.row(axis).transpose();
      const double expected = sensor.scale[axis] * direction.dot(felt) + sensor.bias[axis];
      EXPECT_NEAR(reading(0, axis), expected, 1e-6 * (1.0 + std::abs(expected))) << seed;
    }
  }
}

TEST(Accelerometer, AGyroscopeReadsTheDifferenceOfItsOrientation)
{
  for (std::uint64_t seed = 0; seed < 8; ++seed)
  {
    const Robot robot = tree(seed);
    Accelerometer sensor = random_sensor(seed, robot, 3);
    sensor.quantity = SensorQuantity::angular_velocity;
    const RowMatrix rows = random_motion(seed + 50, 3, robot.dof());
    const double step = 1e-4;
    const auto turned = [&](double time) {
      RowMatrix moved = rows;
      moved.row(0) += time * rows.row(1);
      KinematicsWorkspace workspace(robot, 0);
      EXPECT_EQ(kinematics(workspace, moved, 0), Result::ok);
      return orientation(workspace, robot.link_index(sensor.link));
    };
    const Eigen::Matrix3d rate =
      (8.0 * (turned(step) - turned(-step)) - (turned(2.0 * step) - turned(-2.0 * step))) /
      (12.0 * step);
    const Eigen::Matrix3d cross = turned(0.0).transpose() * rate;  // [Rᵀω]
    const Eigen::Vector3d velocity(cross(2, 1), cross(0, 2), cross(1, 0));
    const Eigen::Vector3d seen = sensor.axes * sensor.misalignment.transpose() * velocity;
    const Eigen::Vector3d expected = sensor.scale.cwiseProduct(seen) + sensor.bias;
    EXPECT_LE((predicted_readings(robot, sensor, rows).transpose() - expected).norm(), 1e-9);
    sensor.position.setZero();  // makes no difference
    EXPECT_LE((predicted_readings(robot, sensor, rows).transpose() - expected).norm(), 1e-9);
  }
}

TEST(Accelerometer, PlaceAndTurnAreDifferencesOfTheComponent)
{
  for (std::uint64_t seed = 0; seed < 9; ++seed)
  {
    const Robot robot = tree(seed);
    Accelerometer sensor = random_sensor(seed, robot, 3);
    sensor.quantity = static_cast<SensorQuantity>(seed % 3);
    const MountedAccelerometer mounted(robot, sensor);
    const RowMatrix rows = random_motion(seed + 50, 3, robot.dof());
    KinematicsWorkspace workspace(robot, 2);
    ReadingEquation equation(robot.dof());
    const auto at = [&](const Eigen::Vector3d & shift, const Eigen::Vector3d & turn) {
      EXPECT_EQ(
        mounted.placed(sensor.position + shift, turn).evaluate(workspace, rows, equation),
        Result::ok);
      return equation.component;
    };
    const double step = 1e-5;
    for (int i = 0; i < 3; ++i)
    {
      const Eigen::Vector3d change = step * Eigen::Vector3d::Unit(i);
      const Eigen::Vector3d none = Eigen::Vector3d::Zero();
      const Eigen::Vector3d by_place = (at(change, none) - at(-change, none)) / (2.0 * step);
      const Eigen::Vector3d by_turn = (at(none, change) - at(none, -change)) / (2.0 * step);
      ASSERT_EQ(mounted.evaluate(workspace, rows, equation), Result::ok);
      EXPECT_LE((equation.by_place.col(i) - by_place).norm(), 1e-7 * (1.0 + by_place.norm()));
      EXPECT_LE((equation.by_turn.col(i) - by_turn).norm(), 1e-7 * (1.0 + by_turn.norm()));
    }
  }
}

TEST(Accelerometer, DerivativesAreDifferencesOfTheComponent)
{
  for (std::uint64_t seed = 0; seed < 9; ++seed)
  {
    const Robot robot = tree(seed);
    Accelerometer sensor = random_sensor(seed, robot, 3);
    sensor.quantity = static_cast<SensorQuantity>(seed % 3);
    const RowMatrix rows = random_motion(seed + 50, 3, robot.dof());
    KinematicsWorkspace workspace(robot, 2);
    ReadingEquation equation(robot.dof());
    ASSERT_EQ(MountedAccelerometer(robot, sensor).evaluate(workspace, rows, equation), Result::ok);
    const RowMatrix * const derivatives[] = {
      &equation.by_position, &equation.by_velocity, &equation.by_acceleration};
    for (int row = 0; row < 3; ++row)
    {
      for (int joint = 0; joint < robot.dof(); ++joint)
      {
        const double step = 1e-5;
        RowMatrix ahead = rows;
        RowMatrix behind = rows;
        ahead(row, joint) += step;
        behind(row, joint) -= step;
        const Eigen::Vector3d slope =
          (component(robot, sensor, ahead) - component(robot, sensor, behind)) / (2.0 * step);
        EXPECT_LE((derivatives[row]->col(joint) - slope).norm(), 1e-7 * (1.0 + slope.norm()))
          << seed << ' ' << row << ' ' << joint;
      }
    }
  }
}

TEST(Accelerometer, AtRestOnTheRootItReadsMinusGravity)
{
  const Robot robot = tree(3);
  Accelerometer sensor;
  sensor.link = robot.links().front().name;
  const RowMatrix still = RowMatrix::Zero(3, robot.dof());
  EXPECT_LE((predicted_readings(robot, sensor, still).transpose() + robot.gravity()).norm(), 1e-14);
  sensor.quantity = SensorQuantity::acceleration;
  EXPECT_EQ(predicted_readings(robot, sensor, still).norm(), 0.0);
}

TEST(Accelerometer, SmallAnglesTurnTheAxis)
{
  const Eigen::Matrix3d turn = misalignment_from_angles({0.0, 0.0, 0.01});
  EXPECT_LE((turn * Eigen::Vector3d::UnitX() - Eigen::Vector3d(1.0, 0.01, 0.0)).norm(), 1e-4);
  EXPECT_LE((turn * turn.transpose() - Eigen::Matrix3d::Identity()).norm(), 1e-15);
  EXPECT_TRUE(misalignment_from_angles(Eigen::Vector3d::Zero()).isIdentity(0.0));
}

TEST(Accelerometer, RefusesWhatCannotBe)
{
  const Robot robot = tree(1);
  const auto refusal = [&](auto change) {
    Accelerometer sensor = random_sensor(1, robot, 2);
    sensor.name = "wrist";
    change(sensor);
    return [=] { MountedAccelerometer(robot, sensor); };
  };
  const auto says = [](const char * text) { return ThrowsMessage<Error>(HasSubstr(text)); };
  EXPECT_THAT(
    refusal([](Accelerometer & s) { s.link = "nowhere"; }),
    says("sensor 'wrist': found the link 'nowhere', expected a link of"));
  EXPECT_THAT(
    refusal([](Accelerometer & s) { s.axes.row(1) *= 2.0; }),
    says("sensor 'wrist', axis 1: found the length 2, expected a unit vector"));
  EXPECT_THAT(refusal([](Accelerometer & s) { s.axes.row(0).setZero(); }), says("the length 0"));
  EXPECT_THAT(refusal([](Accelerometer & s) { s.axes.resize(0, 3); }), says("found no axis"));
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(refusal([](Accelerometer & s) { s.position[1] = kNan; }), says("not finite"));
  EXPECT_THAT(refusal([](Accelerometer & s) { s.axes(0, 1) = kNan; }), says("not finite"));
  EXPECT_THAT(refusal([](Accelerometer & s) { s.misalignment(2, 1) = 1e51; }), says("not finite"));
  EXPECT_THAT(
    refusal([](Accelerometer & s) { s.misalignment.setZero(); }), says("a singular misalignment"));
  EXPECT_THAT(refusal([](Accelerometer & s) { s.scale[1] = 0.0; }), says("a scale of zero"));
  EXPECT_THAT(refusal([](Accelerometer & s) { s.noise = 0.0; }), says("the noise 0 m/s²"));
  EXPECT_THAT(refusal([](Accelerometer & s) { s.range = -1.0; }), says("the range -1 m/s²"));
  EXPECT_THAT(
    refusal([](Accelerometer & s) { s.bias_wander = -1.0; }),
    says("sensor 'wrist': found a bias wander of -1 m/s²/√s, expected a positive number"));
  EXPECT_THAT(
    refusal([](Accelerometer & s) { s.bias[0] = std::numeric_limits<double>::quiet_NaN(); }),
    says("a number that is not finite"));
  EXPECT_THAT(
    [&] { predicted_readings(robot, random_sensor(1, robot, 2), RowMatrix::Zero(2, 3)); },
    says("motion: found 2 rows of 3 columns"));
}

TEST(Accelerometer, RefusesWhatDoesNotFitAndWritesNothing)
{
  const Robot robot = tree(3);
  const MountedAccelerometer mounted(robot, random_sensor(4, robot, 3));
  KinematicsWorkspace workspace(robot, 2);
  const RowMatrix rows = random_motion(5, 3, robot.dof());
  ReadingEquation smaller(robot.dof() - 1);
  EXPECT_EQ(mounted.evaluate(workspace, rows, smaller), Result::wrong_columns);
  ReadingEquation equation(robot.dof());
  ASSERT_EQ(mounted.evaluate(workspace, rows, equation), Result::ok);
  EXPECT_EQ(mounted.evaluate_there(workspace, rows.topRows(2), equation), Result::too_few_rows);
  EXPECT_EQ(mounted.evaluate_there(workspace, rows.leftCols(1), equation), Result::wrong_columns);
  Eigen::Vector3d found = Eigen::Vector3d::Constant(7.0);
  const KinematicsWorkspace empty(robot, 2);
  EXPECT_NE(mounted.component(empty, found), Result::ok);
  EXPECT_EQ(found, Eigen::Vector3d::Constant(7.0));
}

}  // namespace
}  // namespace hod

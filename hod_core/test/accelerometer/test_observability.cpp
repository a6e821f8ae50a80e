// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/observability.hpp"

#include <gmock/gmock.h>

#include "hod/error.hpp"
#include "synthetic.hpp"

namespace hod
{
namespace
{

using test::arm;
using test::triaxial_on_each_link;
using testing::ElementsAre;
using testing::IsEmpty;

Observability of(
  const Robot & robot, const std::vector<Accelerometer> & sensors, const std::vector<int> & moving,
  const std::vector<int> & encoded = {})
{
  const test::SmoothMotion motion(4, robot.dof());
  std::vector<MountedAccelerometer> mounted;
  for (const auto & sensor : sensors)
  {
    mounted.emplace_back(robot, sensor);
  }
  RowMatrix motions(6, robot.dof());
  motions << motion.at(0.1, 3), motion.at(0.7, 3);
  return observability(robot, mounted, {0.1, 0.7}, motions, moving, encoded);
}

TEST(Observability, SensorsOnAllLinksSeeAllJoints)
{
  const Robot robot = arm(1, 5);
  const Observability found = of(robot, triaxial_on_each_link(2, robot), {0, 1, 2, 3, 4});
  EXPECT_EQ(found.rank, 5);
  EXPECT_THAT(found.unseen, IsEmpty());
  EXPECT_THAT(found.weak_times, IsEmpty());
  EXPECT_NO_THROW(require_observed(found));
}

/// The squares of the singular values sum to the square of axisᵀJ.
TEST(Observability, SingularValuesAreThoseOfTheStack)
{
  const Robot robot = arm(1, 2);
  Accelerometer sensor = triaxial_on_each_link(2, robot)[1];
  sensor.axes = sensor.axes.topRows(1).eval();
  const Observability found = of(robot, {sensor}, {0, 1});
  KinematicsWorkspace workspace(robot, 2);
  ReadingEquation equation(2);
  const RowMatrix rows = test::SmoothMotion(4, 2).at(0.1, 3);
  ASSERT_EQ(MountedAccelerometer(robot, sensor).evaluate(workspace, rows, equation), Result::ok);
  EXPECT_NEAR(found.singular_values(0, 0), equation.by_acceleration.row(0).norm(), 1e-12);
  EXPECT_EQ(found.singular_values(0, 1), 0.0);
  EXPECT_TRUE(std::isinf(found.condition[0]));
  EXPECT_THAT(found.weak_times, ElementsAre("from 0.1 s to 0.7 s"));
  EXPECT_EQ(found.rank, 1);
  EXPECT_THAT(found.unseen, ElementsAre("j0", "j1"));
}

TEST(Observability, JointsBeyondTheLastSensorAreNamed)
{
  const Robot robot = arm(1, 4);
  auto sensors = triaxial_on_each_link(2, robot);
  sensors.erase(sensors.begin() + 2, sensors.end());
  EXPECT_THAT(of(robot, sensors, {0, 1, 2, 3}).unseen, ElementsAre("j2", "j3"));
  EXPECT_THAT(of(robot, sensors, {0, 1, 2, 3}, {2, 3}).unseen, IsEmpty());
  EXPECT_THAT(of(robot, sensors, {0, 1}).unseen, IsEmpty());
  EXPECT_THAT(
    [&] { require_observed(of(robot, sensors, {0, 1, 2, 3})); },
    testing::ThrowsMessage<Error>(
      testing::HasSubstr("do not observe 'j2', 'j3' (rank 2 for 4 joints)")));
}

/// On its joint's axis a sensor feels no acceleration of the joint, but the turning of gravity.
TEST(Observability, GravityShowsAJointThroughASensorOnItsAxis)
{
  const Robot robot = arm(1, 1);
  Accelerometer sensor;
  sensor.link = "l0";
  const Pose & pose = robot.links()[static_cast<std::size_t>(robot.link_index("l0"))].pose;
  sensor.position = pose.inverse().translation;
  const Observability inclinometer = of(robot, {sensor}, {0});
  EXPECT_TRUE(std::isinf(inclinometer.condition[0]));
  EXPECT_THAT(inclinometer.unseen, IsEmpty());
  sensor.quantity = SensorQuantity::acceleration;
  EXPECT_THAT(of(robot, {sensor}, {0}).unseen, ElementsAre("j0"));
}

TEST(Observability, NeedsAJointAndASensor)
{
  const Robot robot = arm(1, 3);
  EXPECT_THROW(of(robot, {}, {0, 1, 2}), Error);
  EXPECT_THROW(of(robot, triaxial_on_each_link(2, robot), {}), Error);
}

TEST(Observability, RefusesMotionsAndColumnsThatDoNotFit)
{
  const Robot robot = arm(1, 2);
  const std::vector<MountedAccelerometer> mounted = {
    MountedAccelerometer(robot, triaxial_on_each_link(2, robot)[1])};
  const RowMatrix motions = RowMatrix::Constant(6, 2, 0.3);
  const auto call = [&](
                      const RowMatrix & given, const std::vector<int> & moving,
                      const std::vector<int> & encoded) {
    return observability(robot, mounted, {0.1, 0.7}, given, moving, encoded);
  };
  EXPECT_NO_THROW(call(motions, {0, 1}, {}));
  EXPECT_THROW(call(motions.topRows(5), {0, 1}, {}), Error);
  EXPECT_THROW(call(motions.leftCols(1), {0}, {}), Error);
  EXPECT_THROW(call(motions, {0, 2}, {}), Error);
  EXPECT_THROW(call(motions, {-1}, {}), Error);
  EXPECT_THROW(call(motions, {0, 1}, {2}), Error);
  for (const double number : {std::nan(""), 1e200})
  {
    RowMatrix spoilt = motions;
    spoilt(4, 1) = number;
    EXPECT_THROW(call(spoilt, {0, 1}, {}), Error) << number;
  }
}

}  // namespace
}  // namespace hod

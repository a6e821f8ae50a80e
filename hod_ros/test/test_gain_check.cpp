// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/gain_check.hpp"

#include <gmock/gmock.h>

#include "hod/robot/robot.hpp"
#include "hod/robot/urdf.hpp"
#include "two_link_arm.hpp"

namespace hod_ros
{
namespace
{

using testing::HasSubstr;

/// Stretched, with the masses of two_link_arm.hpp: det / m11 and det / m22 of M at zero.
constexpr double kShoulder = 0.5;
constexpr double kElbow = 0.08 / 2.46;
constexpr double kPeriod = 0.002;

TEST(GainCheck, NamesJointsWhoseGainIsMoreThanTheirInertiaOverThePeriod)
{
  const hod::Robot robot(hod::parse_urdf(two_link_arm()));
  const Eigen::Vector2d limits(kShoulder / kPeriod, kElbow / kPeriod);
  EXPECT_THAT(excessive_gains(robot, {0, 1}, 0.99 * limits, kPeriod), testing::IsEmpty());
  const Eigen::Vector2d elbow_too_high(0.99 * limits[0], 1.01 * limits[1]);
  EXPECT_THAT(
    excessive_gains(robot, {0, 1}, elbow_too_high, kPeriod),
    testing::ElementsAre(HasSubstr("Gain kd of joint 'elbow': is 16.4")));
  EXPECT_THAT(excessive_gains(robot, {0, 1}, 0.99 * limits, 2.1 * kPeriod), testing::SizeIs(2));
}

/// A joint that is held has no part in the inertia of another.
TEST(GainCheck, OnlyControlledJointsAreFree)
{
  const hod::Robot robot(hod::parse_urdf(two_link_arm()));
  const double held = 0.16;  // of the elbow, 1 kg at 0.4 m
  const Eigen::VectorXd below = Eigen::VectorXd::Constant(1, 0.99 * held / kPeriod);
  EXPECT_THAT(excessive_gains(robot, {1}, below, kPeriod), testing::IsEmpty());
  EXPECT_THAT(excessive_gains(robot, {1}, 1.02 * below, kPeriod), testing::SizeIs(1));
}

}  // namespace
}  // namespace hod_ros

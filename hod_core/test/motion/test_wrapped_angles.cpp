// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/wrapped_angles.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "hod/error.hpp"

namespace hod
{
namespace
{

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

const double kPi = std::acos(-1.0);

Eigen::VectorXd times_at(double rate, Eigen::Index count)
{
  return Eigen::VectorXd::LinSpaced(count, 0.0, static_cast<double>(count - 1) / rate);
}

Eigen::VectorXd wrapped(const Eigen::VectorXd & angles)
{
  return angles.unaryExpr([](double angle) { return std::remainder(angle, 2.0 * kPi); });
}

std::string refusal_of(const Eigen::VectorXd & times, const Eigen::VectorXd & angles)
{
  try
  {
    check_unwrapped("q", times, angles);
  }
  catch (const Error & error)
  {
    return error.what();
  }
  return "";
}

TEST(WrappedAngles, AreFoundWhereTheyLeap)
{
  const Eigen::VectorXd times = times_at(10.0, 100);
  const Eigen::VectorXd angles = wrapped(times);  // 1 rad/s through π at 3.14… and 9.42…
  EXPECT_THAT(wraps_of(times, angles), ElementsAre(32, 95));
  EXPECT_EQ(
    refusal_of(times, angles),
    "q: found a step from 3.1 to -3.083 rad at time 3.2, and 1 more, expected angles that go on "
    "beyond a turn, as numpy.unwrap makes them");
  EXPECT_THAT(wraps_of(times, times), IsEmpty());
  EXPECT_EQ(refusal_of(times, times), "");
}

TEST(WrappedAngles, FromZeroToATurnAreFoundToo)
{
  const Eigen::VectorXd times = times_at(100.0, 1000);
  const Eigen::VectorXd angles = wrapped(-2.0 * times).array() + kPi;
  EXPECT_THAT(refusal_of(times, angles), StartsWith("q: found a step from 0.00318"));
}

TEST(WrappedAngles, ARestAtHalfATurnIsOne)
{
  std::mt19937 random(1);
  std::normal_distribution<> noise(0.0, 1e-4);
  Eigen::VectorXd angles = Eigen::VectorXd::Constant(1000, kPi);
  angles = angles.unaryExpr([&](double angle) { return angle + noise(random); });
  const Eigen::VectorXd times = times_at(1000.0, 1000);
  EXPECT_THAT(wraps_of(times, angles), IsEmpty());
  EXPECT_GT(wraps_of(times, wrapped(angles)).size(), 300U);
}

TEST(WrappedAngles, AreNoneOfThatGoBeyondATurnTakeTheirTimeOrLeapAtRandom)
{
  const Eigen::VectorXd times = times_at(1000.0, 1000);
  Eigen::VectorXd beyond = wrapped(20.0 * times);
  beyond[500] = 4.0;
  EXPECT_THAT(wraps_of(times, beyond), IsEmpty());
  EXPECT_THAT(wraps_of(times_at(5.0, 1000), wrapped(20.0 * times)), IsEmpty());
  std::mt19937 random(2);
  std::uniform_real_distribution<> anywhere(-kPi, kPi);
  const Eigen::VectorXd leaping =
    times.unaryExpr([&](double) { return anywhere(random); });
  EXPECT_THAT(wraps_of(times, leaping), IsEmpty());
  EXPECT_THAT(wraps_of(times.head(1), times.head(1)), IsEmpty());
  EXPECT_THAT(wraps_of(times.head(0), times.head(0)), IsEmpty());
}

}  // namespace
}  // namespace hod

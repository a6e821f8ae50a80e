// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/wrapped_angles.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <random>
#include <vector>

#include "hod/error.hpp"
namespace hod
{
namespace
{

using testing::ElementsAre;
using testing::IsEmpty;

const double kPi = std::acos(-1.0);

Eigen::VectorXd times_at(double rate, Eigen::Index count)
{
  return Eigen::VectorXd::LinSpaced(count, 0.0, static_cast<double>(count - 1) / rate);
}

Eigen::VectorXd wrapped(const Eigen::VectorXd & angles)
{
  return angles.unaryExpr([](double angle) { return std::remainder(angle, 2.0 * kPi); });
}

TEST(WrappedAngles, GoOnWhereTheyLeap)
{
  const Eigen::VectorXd times = times_at(10.0, 100);
  Eigen::VectorXd angles = wrapped(times);  // 1 rad/s, through π at 3.14… and 3 π at 9.42…
  EXPECT_THAT(wraps_of(times, angles), ElementsAre(32, 95));
  EXPECT_EQ(
    unwrap("q", times, angles),
    "q: found 2 leaps by a turn, the first at time 3.2, taken for angles that go on");
  EXPECT_LE((angles - times).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_EQ(unwrap("q", times, angles), "");
  EXPECT_LE((angles - times).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(WrappedAngles, FromZeroToATurnGoOnToo)
{
  const Eigen::VectorXd times = times_at(100.0, 1000);
  const Eigen::VectorXd truth = 4.0 * (2.0 * times).array().sin() + kPi + 0.5;
  Eigen::VectorXd angles = wrapped(truth.array() - kPi).array() + kPi;
  EXPECT_NE(unwrap("q", times, angles), "");
  const double turns = (truth[0] - angles[0]) / (2.0 * kPi);
  EXPECT_NEAR(turns, std::round(turns), 1e-12);
  EXPECT_LE(((angles - truth).array() + 2.0 * kPi * turns).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(WrappedAngles, ARestAtHalfATurnIsOne)
{
  std::mt19937 random(1);
  std::normal_distribution<> noise(0.0, 1e-4);
  Eigen::VectorXd angles = Eigen::VectorXd::Constant(1000, kPi);
  angles = angles.unaryExpr([&](double angle) { return angle + noise(random); });
  const Eigen::VectorXd times = times_at(1000.0, 1000);
  EXPECT_THAT(wraps_of(times, angles), IsEmpty());
  Eigen::VectorXd leaping = wrapped(angles);
  EXPECT_GT(wraps_of(times, leaping).size(), 300U);
  unwrap("q", times, leaping);
  EXPECT_LE(leaping.maxCoeff() - leaping.minCoeff(), 1e-3);
}

TEST(WrappedAngles, OfAFastJointGoOnAcrossLostSamples)
{
  for (const double speed : {9.0, 32.5, 80.0, -120.0})  // rad/s at 50 Hz, up to 0.4 turns a sample
  {
    std::vector<double> kept;
    for (int i = 0; i < 400; ++i)
    {
      if (std::abs(speed) > 10.0 || i % 37 > 2)  // of the slow one three in a row are lost
      {
        kept.push_back(0.02 * i);
      }
    }
    const Eigen::VectorXd times =
      Eigen::Map<Eigen::VectorXd>(kept.data(), static_cast<Eigen::Index>(kept.size()));
    const Eigen::VectorXd truth = speed * times.array() + times.array().sin();
    Eigen::VectorXd angles = wrapped(truth);
    const double start = angles[0] - truth[0];
    EXPECT_NE(unwrap("q", times, angles), "");
    EXPECT_LE((angles - truth).array().abs().maxCoeff(), 1e-11 + std::abs(start)) << speed;
  }
}

TEST(WrappedAngles, AcrossAGapNobodyKnowsHowOftenAJointHasTurned)
{
  Eigen::VectorXd times = times_at(50.0, 400);
  times.tail(200).array() += 0.8;
  Eigen::VectorXd turning = wrapped(9.0 * times);
  EXPECT_THAT(
    [&] { unwrap("q", times, turning); },
    testing::ThrowsMessage<Error>(testing::StartsWith(
      "q: found angles within one turn and a gap of 0.82 s at time 3.98 while the joint turned")));
  Eigen::VectorXd slow = wrapped(0.5 * times);
  EXPECT_NE(unwrap("q", times, slow), "");
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
  const Eigen::VectorXd leaping = times.unaryExpr([&](double) { return anywhere(random); });
  EXPECT_THAT(wraps_of(times, leaping), IsEmpty());
  EXPECT_THAT(wraps_of(times.head(1), times.head(1)), IsEmpty());
  EXPECT_THAT(wraps_of(times.head(0), times.head(0)), IsEmpty());
}

TEST(WrappedAngles, AWrapInAGapIsKnownToNobodyEither)
{
  Eigen::VectorXd times = times_at(50.0, 1000);
  times.tail(1000 - 162).array() += 0.2;  // from 3.22 s to 3.44 s, while the joint goes through π
  const Eigen::VectorXd truth = 0.95 * times;
  const Eigen::VectorXd angles = wrapped(truth);
  EXPECT_THAT(wraps_of(times, angles), testing::SizeIs(2));
  Eigen::VectorXd joined = angles;
  EXPECT_THAT(
    [&] { unwrap("q", times, joined); },
    testing::ThrowsMessage<Error>(testing::StartsWith(
      "q: found angles within one turn and a gap of 0.22 s at time 3.22 while the joint turned")));
  EXPECT_EQ(joined, angles);
}

TEST(WrappedAngles, OfAFastJointNeedFewSamples)
{
  const Eigen::VectorXd times = times_at(10.0, 7);
  const Eigen::VectorXd truth = 8.0 * times.array() - 0.6;
  Eigen::VectorXd angles = wrapped(truth);
  EXPECT_THAT(wraps_of(times, angles), ElementsAre(5));
  EXPECT_NE(unwrap("q", times, angles), "");
  EXPECT_LE((angles - truth).cwiseAbs().maxCoeff(), 1e-14);
}

/// Not even if most samples repeat the one before.
TEST(WrappedAngles, OfPositionsAtRandomAreNone)
{
  std::mt19937 random(2);
  std::uniform_real_distribution<> angle(-kPi, kPi);
  Eigen::VectorXd angles(20000);
  for (Eigen::Index i = 0; i < angles.size(); ++i)
  {
    angles[i] = i % 50 == 0 ? angle(random) : angles[i - 1];
  }
  EXPECT_THAT(wraps_of(times_at(250.0, angles.size()), angles), IsEmpty());
}

TEST(WrappedAngles, NeedATimeEachAndFiniteNumbers)
{
  const Eigen::VectorXd times = times_at(10.0, 100);
  Eigen::VectorXd angles = wrapped(times);
  EXPECT_THAT(
    [&] { wraps_of(times.head(99), angles); },
    testing::ThrowsMessage<Error>("times: found 99, expected one per angle, 100"));
  angles[0] = std::nan("");
  EXPECT_THAT(wraps_of(times, angles), IsEmpty());
}

}  // namespace
}  // namespace hod

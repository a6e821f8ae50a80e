// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/speed_up.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <vector>

#include "hod/error.hpp"
#include "random_robot.hpp"

namespace
{

using hod::Bounds;
using hod::LimitedQuantity;
using hod::PowerTerm;
using hod::SpeedUp;
using hod::reference::Random;
using testing::DoubleNear;

/// Owns the numbers that the terms of its quantities point to.
struct Case
{
  std::vector<double> times;
  std::vector<std::vector<double>> numbers;
  std::vector<LimitedQuantity> quantities;

  PowerTerm term(int power, std::vector<double> value)
  {
    numbers.push_back(std::move(value));
    return {power, {numbers.back().data(), 1}, {}};
  }
};

Case straight(std::vector<double> times)
{
  Case result{std::move(times), {}, {}};
  result.numbers.reserve(100);
  return result;
}

SpeedUp of_one_quantity(Case & motion, Bounds bounds, std::vector<PowerTerm> terms)
{
  motion.quantities.push_back({bounds, std::move(terms), {}, false});
  return largest_speed_up(motion.times, motion.quantities);
}

TEST(SpeedUp, OfAVelocityIsLimitOverLargest)
{
  Case motion = straight({0.0, 1.0, 2.0});
  const SpeedUp speed = of_one_quantity(motion, {-3.0, 3.0}, {motion.term(1, {0.5, -2.0, 1.0})});
  EXPECT_TRUE(speed.possible);
  EXPECT_THAT(speed.largest, DoubleNear(1.5, 1e-12));
  EXPECT_EQ(speed.smallest, SpeedUp::kLowest);
  EXPECT_EQ(speed.point.time, 1.0);
  EXPECT_EQ(speed.point.value, -3.0);
}

TEST(SpeedUp, IsUnlimitedWhereNothingMoves)
{
  Case motion = straight({0.0, 1.0});
  const SpeedUp speed = of_one_quantity(motion, {-3.0, 3.0}, {motion.term(1, {0.0, 0.0})});
  EXPECT_TRUE(speed.possible);
  EXPECT_EQ(speed.largest, SpeedUp::kHighest);
}

TEST(SpeedUp, IsImpossibleWhereGravityAloneIsTooMuch)
{
  Case motion = straight({0.0, 1.0});
  const SpeedUp speed = of_one_quantity(
    motion, {-3.0, 3.0}, {motion.term(0, {1.0, -4.0}), motion.term(2, {0.1, -0.1})});
  EXPECT_FALSE(speed.possible);
  EXPECT_EQ(speed.point.time, 1.0);
  EXPECT_THAT(speed.point.value, DoubleNear(-4.0, 1e-9));
}

TEST(SpeedUp, IsFoundHoweverSlow)
{
  for (const double velocity : {1e5, 1e8, 1e40})
  {
    Case motion = straight({0.0, 1.0});
    const SpeedUp speed = of_one_quantity(
      motion, {-10.0, 10.0}, {motion.term(0, {0.0, 2.0}), motion.term(1, {0.5, velocity})});
    EXPECT_TRUE(speed.possible);
    EXPECT_THAT(speed.largest * velocity, DoubleNear(8.0, 1e-9));
    EXPECT_LE(speed.smallest, SpeedUp::kLowest);
    EXPECT_EQ(speed.point.time, 1.0);
    EXPECT_EQ(speed.point.value, 10.0);
  }
}

TEST(SpeedUp, NamesWhatIsTooLargeAtRestNotWhatWouldBeSlowEnough)
{
  Case motion = straight({0.0, 1.0});
  motion.quantities = {
    {{-1.0, 1.0}, {motion.term(1, {0.1, 1e30})}, {}, false},
    {{-8.0, 8.0}, {motion.term(0, {-9.0, 3.0})}, {}, false}};
  const SpeedUp speed = largest_speed_up(motion.times, motion.quantities);
  EXPECT_FALSE(speed.possible);
  EXPECT_EQ(speed.quantity, 1U);
  EXPECT_EQ(speed.point.value, -9.0);
}

TEST(SpeedUp, DoesNotNameWhatRoundingPutsBeyondABoundOfZero)
{
  Case motion = straight({0.0, 1.0});
  motion.quantities = {
    {{0.0, 1.0}, {motion.term(0, {-1e-15, 0.5})}, {}, false},
    {{-8.0, 8.0}, {motion.term(0, {-9.0, 3.0})}, {}, false}};
  const SpeedUp speed = largest_speed_up(motion.times, motion.quantities);
  EXPECT_FALSE(speed.possible);
  EXPECT_EQ(speed.quantity, 1U);
  EXPECT_EQ(speed.point.value, -9.0);
}

TEST(SpeedUp, MayNeedToBeFastForInertiaToCarryTheWeight)
{
  Case motion = straight({0.0});
  const SpeedUp speed =
    of_one_quantity(motion, {-3.0, 3.0}, {motion.term(0, {-5.0}), motion.term(2, {2.0})});
  EXPECT_TRUE(speed.possible);
  EXPECT_THAT(speed.smallest, DoubleNear(1.0, 1e-9));
  EXPECT_THAT(speed.largest, DoubleNear(2.0, 1e-9));
}

TEST(SpeedUp, MayNeedToBeFastAlsoWhereAllSpeedsAreSlow)
{
  Case motion = straight({0.0});
  const SpeedUp speed =
    of_one_quantity(motion, {-3.0, 3.0}, {motion.term(0, {-5.0}), motion.term(2, {2e20})});
  EXPECT_TRUE(speed.possible);
  EXPECT_THAT(speed.smallest * 1e10, DoubleNear(1.0, 1e-9));
  EXPECT_THAT(speed.largest * 1e10, DoubleNear(2.0, 1e-9));
}

TEST(SpeedUp, NamesWhatExceedsABoundWithinTheToleranceWhereSlow)
{
  Case motion = straight({1.0, 2.0});
  motion.quantities = {
    {{-1.0, 1.0}, {motion.term(1, {0.1, 0.2})}, {}, false},
    {{-8.0, 8.0}, {motion.term(0, {1.0, 8.0 + 4e-10}), motion.term(2, {1.0, 1.0})}, {}, false}};
  const SpeedUp speed = largest_speed_up(motion.times, motion.quantities);
  EXPECT_TRUE(speed.possible);
  EXPECT_EQ(speed.largest, SpeedUp::kLowest);
  EXPECT_EQ(speed.quantity, 1U);
  EXPECT_EQ(speed.point.time, 2.0);
  EXPECT_EQ(speed.point.value, 8.0);
}

TEST(SpeedUp, RefusesPowersThatNoMotionHas)
{
  for (const int power : {-1, 51, 2147483647})
  {
    Case motion = straight({0.0});
    EXPECT_THROW(of_one_quantity(motion, {-3.0, 3.0}, {motion.term(power, {1.0})}), hod::Error);
  }
}

TEST(SpeedUp, FindsTheUpperOfTwoSeparateRanges)
{
  // λ (λ − 1)(λ − 2) + 0.9 leaves ±1 between 0.06 and 0.89 and comes back before it grows for good.
  Case motion = straight({0.0});
  const SpeedUp speed = of_one_quantity(
    motion, {-1.0, 1.0},
    {motion.term(0, {0.9}), motion.term(1, {2.0}), motion.term(2, {-3.0}), motion.term(3, {1.0})});
  EXPECT_NEAR(speed.largest * (speed.largest - 1.0) * (speed.largest - 2.0), 0.1, 1e-9);
  EXPECT_GT(speed.largest, 2.0);
  EXPECT_EQ(speed.smallest, SpeedUp::kLowest);
}

TEST(SpeedUp, RangesOfSeveralSamplesMustOverlap)
{
  Case motion = straight({0.0, 1.0});
  // The first allows 1 … 2, the second 3 … 4 only.
  const SpeedUp speed = of_one_quantity(
    motion, {-3.0, 3.0},
    {motion.term(0, {-5.0, -24.0 / 7.0 * 3.0 + 3.0 / 7.0 * 3.0 - 3.0}),
     motion.term(2, {2.0, 6.0 / 7.0})});
  EXPECT_FALSE(speed.possible);
}

TEST(SpeedUp, KeepsThePeaksBetweenSamples)
{
  Case motion{{0.0, 2.0}, {{0.0, 0.0}, {2.0, -2.0}}, {}};  // 2 t − t²
  const PowerTerm arch{2, {motion.numbers[0].data(), 1}, {motion.numbers[1].data(), 1}};
  motion.quantities.push_back({{-4.0, 4.0}, {arch}, {}, true});
  const SpeedUp speed = largest_speed_up(motion.times, motion.quantities);
  EXPECT_THAT(speed.largest, DoubleNear(2.0, 1e-9));
  EXPECT_THAT(speed.point.time, DoubleNear(1.0, 1e-6));
}

TEST(SpeedUp, NamesTheQuantityThatLimits)
{
  Case motion = straight({0.0, 1.0});
  motion.quantities = {
    {{-1.0, 1.0}, {motion.term(1, {0.1, 0.2})}, {}, false},
    {{-8.0, 8.0}, {motion.term(3, {1.0, 0.5})}, {}, false},
    {{-9.0, 9.0}, {motion.term(2, {1.0, 1.0})}, {}, false}};
  const SpeedUp speed = largest_speed_up(motion.times, motion.quantities);
  EXPECT_THAT(speed.largest, DoubleNear(2.0, 1e-12));
  EXPECT_EQ(speed.quantity, 1U);
}

TEST(SpeedUp, TakesARestThatIsNoPower)
{
  Case motion = straight({0.0, 1.0});
  const std::vector<double> velocity{0.3, -0.6};
  hod::RestTerm dry =
    [&](double speed, std::size_t first, std::size_t count, double * values, double *) {
      for (std::size_t i = 0; i < count; ++i)
      {
        values[i] = 2.0 * std::tanh(speed * velocity[first + i] / 0.5);
      }
    };
  motion.quantities.push_back(
    {{-4.0, 4.0}, {motion.term(1, {0.3, -0.6}), motion.term(2, {0.5, -0.2})}, dry, false});
  const SpeedUp speed = largest_speed_up(motion.times, motion.quantities);
  const double l = speed.largest;
  const double first = 0.3 * l + 0.5 * l * l + 2.0 * std::tanh(l * 0.3 / 0.5);
  const double second = -0.6 * l - 0.2 * l * l - 2.0 * std::tanh(l * 0.6 / 0.5);
  EXPECT_NEAR(std::max(first, -second), 4.0, 1e-8);
}

TEST(SpeedUp, OfRandomPolynomialsIsWhatTryingManySpeedsFinds)
{
  Random random(11);
  int possible = 0;
  for (int trial = 0; trial < 400; ++trial)
  {
    Case motion = straight({0.0, 1.0, 2.0, 3.0});
    for (int i = 0; i < 2; ++i)
    {
      std::vector<PowerTerm> terms;
      for (int power = 0; power < 5; ++power)
      {
        std::vector<double> values;
        for (int sample = 0; sample < 4; ++sample)
        {
          values.push_back(random.uniform(-1.0, 1.0));
        }
        terms.push_back(motion.term(power, values));
      }
      motion.quantities.push_back(
        {{-random.uniform(0.3, 1.5), random.uniform(0.3, 1.5)}, terms, {}, false});
    }
    const SpeedUp speed = largest_speed_up(motion.times, motion.quantities);
    double largest = 0.0;
    double smallest = 0.0;
    const double step = 1e-3;
    for (int i = 1; i < 10000; ++i)
    {
      double excess = -1.0;
      for (const LimitedQuantity & quantity : motion.quantities)
      {
        const auto curve = curve_at(quantity, motion.times, i * step);
        excess =
          std::max(excess, quantity.bounds.excess(worst_point(curve, quantity.bounds).value));
      }
      if (excess <= 0.0)
      {
        smallest = smallest == 0.0 ? i * step : smallest;
        largest = i * step;
      }
    }
    // Ranges narrower than a step may escape the steps, never the search.
    EXPECT_GE(speed.possible ? speed.largest : 0.0, largest) << trial;
    if (largest > 0.0)
    {
      ++possible;
      EXPECT_LE(speed.smallest, smallest) << trial;
    }
    if (speed.possible)
    {
      for (const LimitedQuantity & quantity : motion.quantities)
      {
        for (const double l : {speed.smallest, speed.largest})
        {
          const auto worst = worst_point(curve_at(quantity, motion.times, l), quantity.bounds);
          EXPECT_LE(quantity.bounds.excess(worst.value), 1e-9) << trial;
        }
      }
    }
  }
  EXPECT_GT(possible, 100);
}

/// Two samples at a time, each of them asked for by its number.
hod::LimitedMotion in_stretches(const Case & motion)
{
  const std::size_t count = motion.times.size() - 1;
  return {count, [&motion, count](std::size_t number) {
            EXPECT_LT(number, count);
            hod::LimitedStretch stretch{
              {motion.times[number], motion.times[number + 1]}, motion.quantities, nullptr};
            for (LimitedQuantity & quantity : stretch.quantities)
            {
              for (PowerTerm & term : quantity.terms)
              {
                term.value.first += number;
              }
            }
            return stretch;
          }};
}

TEST(SpeedUp, OfStretchesIsThatOfTheWhole)
{
  Random random(11);
  for (const std::size_t samples : {2U, 3U, 9U, 40U, 100U})
  {
    Case motion = straight({});
    std::vector<double> gravity;
    std::vector<double> inertia;
    for (std::size_t i = 0; i < samples; ++i)
    {
      motion.times.push_back(0.1 * static_cast<double>(i));
      gravity.push_back(random.uniform(-0.5, 0.5));
      inertia.push_back(random.uniform(-1.0, 1.0));
    }
    const SpeedUp whole = of_one_quantity(
      motion, {-1.0, 1.0}, {motion.term(0, std::move(gravity)), motion.term(2, inertia)});
    for (const int threads : {1, 2, 3, 4, 8})
    {
      const SpeedUp speed = largest_speed_up(in_stretches(motion), threads);
      EXPECT_EQ(speed.largest, whole.largest) << samples << " samples, " << threads << " threads";
      EXPECT_EQ(speed.smallest, whole.smallest);
      EXPECT_EQ(speed.point.time, whole.point.time);
    }
  }
}

TEST(SpeedUp, OfStretchesIsLimitedByEachOfThem)
{
  const std::size_t samples = 40;
  for (std::size_t peak = 0; peak < samples; ++peak)
  {
    Case motion = straight({});
    std::vector<double> acceleration(samples, 1.0);
    acceleration[peak] = 16.0;
    for (std::size_t i = 0; i < samples; ++i)
    {
      motion.times.push_back(0.1 * static_cast<double>(i));
    }
    motion.quantities.push_back({{-4.0, 4.0}, {motion.term(2, acceleration)}, {}, false});
    const SpeedUp speed = largest_speed_up(in_stretches(motion), 2);
    EXPECT_DOUBLE_EQ(speed.largest, 0.5) << peak;
    EXPECT_EQ(speed.point.time, motion.times[peak]);
  }
}

}  // namespace

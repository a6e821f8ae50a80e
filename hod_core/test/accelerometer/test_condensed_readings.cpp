// SPDX-License-Identifier: Apache-2.0
#include "accelerometer/condensed_readings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace hod::detail
{
namespace
{

constexpr Eigen::Index kCount = 40000;  // more than are looked at together
constexpr double kStep = 1e-3;

double cubic(double time)
{
  return 1.0 + 0.2 * time - 0.01 * time * time + 1e-4 * time * time * time;
}

/// A cubic all along and white noise, in each of some columns.
struct Readings
{
  std::vector<double> times;
  RowMatrix values;

  Readings(Eigen::Index columns, double noise, unsigned seed) : values(kCount, columns)
  {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal(0.0, noise);
    for (Eigen::Index i = 0; i < kCount; ++i)
    {
      times.push_back(kStep * static_cast<double>(i));
      for (Eigen::Index column = 0; column < columns; ++column)
      {
        values(i, column) = cubic(times.back()) + (noise > 0.0 ? normal(engine) : 0.0);
      }
    }
  }
};

double sum(const std::vector<double> & numbers)
{
  return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

TEST(CondensedReadings, FewSayOfACubicWhatAllDo)
{
  const Readings readings(2, 0.0, 1);
  const CondensedReadings few = condensed(readings.times, {{readings.values, 1e-6}}).front();
  EXPECT_LE(static_cast<Eigen::Index>(few.times.size()), kCount / 7);
  EXPECT_NEAR(sum(few.weights), kCount, 1e-6);
  EXPECT_TRUE(std::is_sorted(few.times.begin(), few.times.end()));
  for (std::size_t i = 0; i < few.times.size(); ++i)
  {
    EXPECT_NEAR(few.values(static_cast<Eigen::Index>(i), 1), cubic(few.times[i]), 1e-12);
  }
}

/// Of another cubic the squares are those of all readings but for what no cubic explains: the sums
/// of two other cubics differ by the same.
TEST(CondensedReadings, SquaresOfOtherCubicsDifferAsThoseOfAllReadings)
{
  const Readings readings(1, 0.1, 2);
  const CondensedReadings few = condensed(readings.times, {{readings.values, 0.1}}).front();
  const auto difference = [](double time, double value) {
    const double one = value - cubic(time);
    const double other = value - 1.01 * cubic(time) + 0.03 * time;
    return one * one - other * other;
  };
  double expected = 0.0;
  for (Eigen::Index i = 0; i < kCount; ++i)
  {
    expected += difference(readings.times[static_cast<std::size_t>(i)], readings.values(i, 0));
  }
  double found = 0.0;
  for (std::size_t i = 0; i < few.times.size(); ++i)
  {
    const double value = few.values(static_cast<Eigen::Index>(i), 0);
    found += few.weights[i] * difference(few.times[i], value);
  }
  EXPECT_NEAR(found, expected, 1e-9 * std::abs(expected));
}

TEST(CondensedReadings, BlocksAreNoLongerThanTheyMayBe)
{
  const Readings readings(1, 0.0, 1);
  const double step = readings.times[1] - readings.times[0];
  const std::size_t usual = condensed(readings.times, {{readings.values, 1e-6}})[0].times.size();
  const auto shorter = condensed(readings.times, {{readings.values, 1e-6}}, 16.5 * step).front();
  EXPECT_GT(shorter.times.size(), usual);
  for (std::size_t i = 4; i + 3 < shorter.times.size(); i += 4)
  {
    EXPECT_LE(shorter.times[i + 3] - shorter.times[i], 16.5 * step);
  }
  const auto all = condensed(readings.times, {{readings.values, 1e-6}}, 5.0 * step).front();
  EXPECT_EQ(all.times, readings.times) << "too short to be worth it";
}

TEST(CondensedReadings, SensorsThatReadTogetherHaveTheSameNodes)
{
  Readings calm(3, 0.01, 3);
  Readings sudden(1, 0.01, 4);
  constexpr Eigen::Index kJump = 10000;
  sudden.values.bottomRows(kCount - kJump).array() += 5.0;
  const auto few = condensed(calm.times, {{calm.values, 0.01}, {sudden.values, 0.01}});
  EXPECT_EQ(few[0].times, few[1].times);
  EXPECT_EQ(few[0].weights, few[1].weights);
  EXPECT_EQ(few[0].values.cols(), 3);
  EXPECT_EQ(few[1].values.cols(), 1);
  // About the jump, which no cubic follows, readings stay as they are: of both.
  const auto place = std::find(few[0].times.begin(), few[0].times.end(), calm.times[kJump]);
  ASSERT_NE(place, few[0].times.end());
  const auto row = place - few[0].times.begin();
  EXPECT_EQ(few[0].weights[static_cast<std::size_t>(row)], 1.0);
  EXPECT_EQ(few[0].values.row(row), calm.values.row(kJump));
  const CondensedReadings alone = condensed(calm.times, {{calm.values, 0.01}}).front();
  EXPECT_LT(alone.times.size(), few[0].times.size());
}

}  // namespace
}  // namespace hod::detail

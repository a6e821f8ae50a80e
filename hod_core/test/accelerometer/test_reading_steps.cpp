// SPDX-License-Identifier: Apache-2.0
#include "accelerometer/reading_steps.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace hod::detail
{
namespace
{

constexpr double kStep = 0.001;

/// What an encoder reads of a sine.
std::vector<double> encoder()
{
  std::vector<double> values;
  for (int i = 0; i < 4000; ++i)
  {
    values.push_back(kStep * std::round(std::sin(0.002 * i) / kStep));
  }
  return values;
}

TEST(ReadingSteps, AreThoseOfTheEncoder)
{
  const std::vector<double> values = encoder();
  EXPECT_NEAR(reading_steps(values.data(), values.size()).size, kStep, 1e-12);
}

TEST(ReadingSteps, AreNotThoseOfAFewReadingsBetween)
{
  std::vector<double> values = encoder();
  values[1000] += 0.1 * kStep;
  values[2500] -= 0.07 * kStep;
  EXPECT_NEAR(reading_steps(values.data(), values.size()).size, kStep, 1e-12);
}

TEST(ReadingSteps, SayHowManyChangesAreNoWholeSteps)
{
  std::vector<double> values = encoder();
  EXPECT_EQ(reading_steps(values.data(), values.size()).uneven, 0.0);
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    values[i] *= 1.0 + 1e-4 * static_cast<double>(i);  // runs of equal readings but at zero no more
  }
  values.insert(values.end(), 2000, values.back());
  EXPECT_GT(reading_steps(values.data(), values.size()).uneven, 0.5);
}

TEST(ReadingSteps, AreNoneWhereHardlyAnyReadingRepeats)
{
  std::vector<double> values = encoder();
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    values[i] += 1e-6 * std::sin(static_cast<double>(i));
  }
  EXPECT_EQ(reading_steps(values.data(), values.size()).size, 0.0);
}

}  // namespace
}  // namespace hod::detail

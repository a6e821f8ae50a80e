// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/publishing_pace.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace
{

using hod_ros::PublishingPace;

/// The times at which messages are due in ten seconds of cycles that come early or late by turns.
std::vector<double> published(double rate, double cycles, double jitter)
{
  PublishingPace pace;
  std::vector<double> times;
  for (int cycle = 0; cycle < 10 * static_cast<int>(cycles); ++cycle)
  {
    const double time = 100.0 + (cycle + (cycle % 3 - 1) * jitter) / cycles;
    pace.advance(time, 1.0 / rate, 0.0);
    if (pace.is_due(time))
    {
      pace.done(time, 1.0 / rate);
      times.push_back(time);
    }
  }
  return times;
}

}  // namespace

TEST(PublishingPace, KeepsItsRateWhetherOrNotItDividesThatOfTheCycles)
{
  for (const double jitter : {0.0, 0.05})
  {
    for (const double rate : {1.0, 83.0, 100.0, 125.0, 249.0, 250.0})
    {
      const auto times = published(rate, 250.0, jitter);
      EXPECT_NEAR(static_cast<double>(times.size()), 10.0 * rate, 2.0) << rate << " " << jitter;
      for (std::size_t i = 1; i < times.size(); ++i)
      {
        EXPECT_LE(times[i] - times[i - 1], 1.0 / rate + 1.2 / 250.0) << rate << " " << jitter;
      }
    }
    EXPECT_EQ(published(1000.0, 250.0, jitter).size(), 2500U) << "every cycle";
  }
}

TEST(PublishingPace, GoesOnAtOnceWhenTheClockGoesBackOrThePeriodBecomesShorter)
{
  PublishingPace pace;
  const auto due_at = [&pace](double time, double period) {
    pace.advance(time, period, 0.0);
    const bool due = pace.is_due(time);
    if (due)
    {
      pace.done(time, period);
    }
    return due;
  };
  EXPECT_TRUE(due_at(50.0, 10.0));
  EXPECT_FALSE(due_at(50.1, 10.0));
  EXPECT_TRUE(due_at(20.0, 10.0)) << "the clock went back";
  EXPECT_FALSE(due_at(20.1, 10.0));
  EXPECT_FALSE(due_at(20.2, 0.1)) << "due a short period from now";
  EXPECT_TRUE(due_at(20.3, 0.1));
  EXPECT_TRUE(due_at(25.0, 0.1));
  EXPECT_TRUE(due_at(25.1, 0.1));
  EXPECT_FALSE(due_at(25.11, 0.1)) << "what a pause has missed is not made up for";
}

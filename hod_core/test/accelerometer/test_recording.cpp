// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/recording.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "hod/error.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

class Recordings : public testing::Test
{
protected:
  Recordings() : robot_(reference::random_robot(1, {3, 0.0, 0.0, 0.0, 0.0, 0.0, false}))
  {
    sensor_.name = "wrist";
    sensor_.link = robot_.links().back().name;
    recording_.values.resize(100, 3);
    for (int i = 0; i < 100; ++i)
    {
      const double time = 0.01 * i;
      recording_.times.push_back(time);
      recording_.values.row(i) << std::sin(9.0 * time), 0.1 * time, 9.81;
    }
  }

  Recording check() { return checked_recording(robot_, sensor_, recording_, options_, warnings_); }
  auto checking()
  {
    return [this] { check(); };
  }
  static auto says(const std::string & text) { return ThrowsMessage<Error>(HasSubstr(text)); }

  Robot robot_;
  Accelerometer sensor_;
  Recording recording_;
  RecordingOptions options_;
  std::vector<std::string> warnings_;
};

TEST_F(Recordings, GoodOnesPassUnchanged)
{
  const Recording kept = check();
  EXPECT_EQ(kept.times, recording_.times);
  EXPECT_EQ(kept.values, recording_.values);
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(Recordings, SizesMustFit)
{
  recording_.times.pop_back();
  EXPECT_THAT(checking(), says("sensor 'wrist': found 100 readings of 3 axes with 99 stamps"));
  recording_.times.resize(1);
  EXPECT_THAT(checking(), says("found 1 readings, expected at least 2"));
}

TEST_F(Recordings, StampsMustIncrease)
{
  recording_.times[10] = recording_.times[9];
  EXPECT_THAT(checking(), says("sensor 'wrist', reading 11: found the stamp 0.09 s after 0.09 s"));
  recording_.times[10] = 0.05;
  EXPECT_THAT(checking(), says("found the stamp 0.05 s after 0.09 s"));
  recording_.times[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(checking(), says("reading 1: found the stamp nan s, expected"));
}

TEST_F(Recordings, ReadingsMustBeFinite)
{
  recording_.values(20, 1) = std::numeric_limits<double>::infinity();
  EXPECT_THAT(checking(), says("sensor 'wrist' at 0.2 s: found a reading that is not finite"));
}

TEST_F(Recordings, GapsAreNamedAndBridgedOnRequest)
{
  for (std::size_t i = 50; i < 100; ++i)
  {
    recording_.times[i] += 0.5;
  }
  EXPECT_THAT(checking(), says("a gap from 0.49 s to 1 s (usual step 0.01 s), expected none"));
  options_.bridge_gaps = true;
  EXPECT_EQ(check().times, recording_.times);
  EXPECT_THAT(warnings_, ElementsAre(HasSubstr("1 s (usual step 0.01 s) was bridged")));
}

TEST_F(Recordings, SaturatedReadingsAreRefusedOrLeftOut)
{
  sensor_.range = 9.9;
  recording_.values(30, 0) = -9.9;
  EXPECT_THAT(checking(), says("sensor 'wrist' at 0.3 s: found a reading of 9.9 m/s²"));
  options_.drop_saturated = true;
  const Recording kept = check();
  EXPECT_EQ(kept.times.size(), 99U);
  EXPECT_EQ(kept.values.row(30), recording_.values.row(31));
  EXPECT_THAT(warnings_, ElementsAre(HasSubstr("1 saturated readings were left out")));
}

TEST_F(Recordings, ClippingIsSuspected)
{
  recording_.values.col(0) = recording_.values.col(0).cwiseMin(0.8);
  check();
  EXPECT_THAT(warnings_, ElementsAre(HasSubstr("axis 0: stays at its extreme 0.8 m/s² from 0.11")));
}

TEST_F(Recordings, SmoothRestAtAnExtremeIsNoClipping)
{
  for (int i = 0; i < 100; ++i)
  {
    recording_.values(i, 0) = i < 20 ? 0.0 : std::pow(0.01 * (i - 20), 3);
  }
  check();
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(Recordings, UnitsAreCheckedAtRest)
{
  options_.rests = {{0.0, 0.3}};
  recording_.values.leftCols(2).setZero();
  EXPECT_NO_THROW(check());
  recording_.values /= 9.81;
  EXPECT_THAT(checking(), says("at rest from 0 s: found the mean 1, expected about 9.81 m/s²"));
  options_.rests.clear();
  check();
  EXPECT_THAT(warnings_, ElementsAre(HasSubstr("looks like another unit")));
}

TEST_F(Recordings, OneAxisAtRestReadsAtMostGravity)
{
  options_.rests = {{0.0, 0.3}};
  sensor_.axes = Eigen::RowVector3d::UnitX();
  recording_.values = RowMatrix::Constant(100, 1, 3.0);
  EXPECT_NO_THROW(check());
  recording_.values *= 5.0;
  EXPECT_THAT(checking(), says("found the mean 15, expected at most 9.81 m/s²"));
}

TEST_F(Recordings, BiasAtRestIsWhatGravityLeaves)
{
  const Eigen::VectorXd position = Eigen::Vector3d(0.3, -0.7, 1.1);
  RowMatrix still = RowMatrix::Zero(3, 3);
  still.row(0) = position.transpose();
  sensor_.scale = Eigen::Vector3d(1.1, 0.9, 1.0);
  sensor_.time_offset = 5.0;
  const Eigen::Vector3d bias(0.1, -0.2, 0.3);
  for (int i = 0; i < 100; ++i)
  {
    recording_.times[static_cast<std::size_t>(i)] += sensor_.time_offset;
    const double noise = i < 50 ? 0.01 * (i % 2 == 0 ? 1.0 : -1.0) : 7.0;
    recording_.values.row(i) = predicted_readings(robot_, sensor_, still).row(0) +
                               (bias.array() + noise).matrix().transpose();
  }
  const Eigen::Vector3d found = bias_at_rest(robot_, sensor_, recording_, position, {0.0, 0.495});
  EXPECT_LE((found - bias).norm(), 1e-12);
  EXPECT_THAT(
    [&] { bias_at_rest(robot_, sensor_, recording_, position, {7.0, 8.0}); },
    says("found no reading from 7 s to 8 s"));
}

}  // namespace
}  // namespace hod

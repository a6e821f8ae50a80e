// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <atomic>
#include <limits>
#include <memory>
#include <thread>
#include <utility>

#include "hod_ros/mailbox.hpp"
#include "hod_ros/reference_input.hpp"

using hod::RowMatrix;
using hod_ros::Mailbox;
using hod_ros::QuinticTrajectory;
using hod_ros::ReferenceInput;
using Status = hod_ros::ReferenceInput::Status;

namespace
{

constexpr int kRows = 5;

class Input : public testing::Test
{
protected:
  Status update(double time, double timeout = 0.5)
  {
    return input.update(time, timeout, current, reference);
  }

  static QuinticTrajectory to(double goal, double duration)
  {
    hod_ros::TrajectoryPoints points;
    points.times = {duration};
    points.positions = RowMatrix::Constant(1, 2, goal);
    return QuinticTrajectory(std::move(points));
  }

  ReferenceInput input;
  RowMatrix current = RowMatrix::Zero(kRows, 2);
  RowMatrix reference = RowMatrix::Constant(kRows, 2, 42.0);
};

}  // namespace

TEST_F(Input, LeavesTheReferenceAloneUntilSomethingComes)
{
  EXPECT_EQ(update(1.0), Status::nothing);
  EXPECT_EQ(reference(0, 0), 42.0);
}

TEST_F(Input, FollowsTheNewestSample)
{
  input.post(RowMatrix::Constant(kRows, 2, 1.0));
  input.post(RowMatrix::Constant(kRows, 2, 2.0));
  EXPECT_EQ(update(1.0), Status::followed);
  EXPECT_EQ(reference, RowMatrix::Constant(kRows, 2, 2.0));
}

TEST_F(Input, StandsStillAtTheLastSampleAfterTheTimeout)
{
  input.post(RowMatrix::Constant(kRows, 2, 1.0));
  EXPECT_EQ(update(10.0), Status::followed);
  EXPECT_EQ(update(10.5), Status::followed);
  EXPECT_EQ(update(10.51), Status::timed_out);
  EXPECT_EQ(reference(0, 1), 1.0);
  EXPECT_EQ(reference.bottomRows(kRows - 1).cwiseAbs().maxCoeff(), 0.0);
  EXPECT_EQ(update(99.0, 0.0), Status::followed) << "zero means never";
  input.post(RowMatrix::Constant(kRows, 2, 3.0));
  EXPECT_EQ(update(99.0), Status::followed);
}

TEST_F(Input, StartsATrajectoryFromTheCurrentMotionWhenItIsTaken)
{
  current << 0.5, 0.5, 0.1, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0;
  input.post(to(1.0, 2.0), std::nullopt);
  EXPECT_EQ(update(100.0), Status::followed);
  EXPECT_NEAR(reference(0, 0), 0.5, 1e-12);
  EXPECT_NEAR(reference(1, 0), 0.1, 1e-12);
  EXPECT_EQ(update(102.0), Status::followed);
  EXPECT_NEAR(reference(0, 0), 1.0, 1e-12);
  EXPECT_EQ(update(200.0), Status::followed) << "a finished trajectory does not time out";
  EXPECT_NEAR(reference(0, 0), 1.0, 1e-12);
}

TEST_F(Input, WaitsForTheStartOfATrajectory)
{
  current.row(0).setConstant(0.5);
  input.post(to(1.0, 2.0), 50.0);
  EXPECT_EQ(update(49.0), Status::followed);
  EXPECT_NEAR(reference(0, 0), 0.5, 1e-12);
  update(51.0);
  EXPECT_NEAR(reference(0, 0), 0.75, 1e-12) << "half way from rest to rest";
}

TEST_F(Input, ForgetsOnReset)
{
  input.post(RowMatrix::Constant(kRows, 2, 1.0));
  update(1.0);
  input.post(RowMatrix::Constant(kRows, 2, 2.0));
  input.reset();
  EXPECT_EQ(update(1.1), Status::nothing);
}

TEST(MailboxTest, GivesTheNewestItemOnceAndTakesTheOldOneBack)
{
  Mailbox<int> mailbox;
  std::unique_ptr<int> mine;
  EXPECT_FALSE(mailbox.take(mine));
  mailbox.post(std::make_unique<int>(1));
  mailbox.post(std::make_unique<int>(2));
  ASSERT_TRUE(mailbox.take(mine));
  EXPECT_EQ(*mine, 2);
  EXPECT_FALSE(mailbox.take(mine));
  EXPECT_EQ(*mine, 2);
  mailbox.post(std::make_unique<int>(3));
  mailbox.clear();
  EXPECT_FALSE(mailbox.take(mine));
}

TEST(MailboxTest, NeverTearsAnItemBetweenThreads)
{
  Mailbox<std::pair<int, int>> mailbox;
  std::atomic<bool> done = false;
  std::thread poster([&]() {
    for (int i = 1; i <= 20000; ++i)
    {
      mailbox.post(std::make_unique<std::pair<int, int>>(i, -i));
    }
    done = true;
  });
  std::unique_ptr<std::pair<int, int>> mine;
  int last = 0;
  bool finished = false;
  while (!finished)
  {
    finished = done;
    if (mailbox.take(mine))
    {
      EXPECT_EQ(mine->first, -mine->second);
      EXPECT_GT(mine->first, last);
      last = mine->first;
    }
  }
  poster.join();
  EXPECT_EQ(last, 20000);
}

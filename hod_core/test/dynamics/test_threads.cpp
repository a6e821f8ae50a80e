// SPDX-License-Identifier: Apache-2.0
// One const Robot, many threads, a Workspace each.
#include <gmock/gmock.h>

#include <thread>
#include <vector>

#include "comparison.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

using reference::fast_forces;
using reference::random_motion;
using reference::random_robot;

TEST(Threads, ShareOneModel)
{
  const Robot robot(random_robot(19, {20, 0.3, 0.3, 0.2, 0.2, 0.1, false}));
  constexpr std::uint64_t kThreads = 8;
  std::vector<RowMatrix> expected;
  for (std::uint64_t i = 0; i < kThreads; ++i)
  {
    expected.push_back(fast_forces(robot, random_motion(500 + i, 9, robot.dof()), 6));
  }
  std::vector<int> agreements(kThreads, 0);
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < kThreads; ++i)
  {
    threads.emplace_back([&, i] {
      const RowMatrix motion = random_motion(500 + i, 9, robot.dof());
      Workspace workspace(robot, 6);
      for (int repetition = 0; repetition < 100; ++repetition)
      {
        const bool ok = forces(workspace, motion, 6) == Result::ok;
        agreements[i] += ok && workspace.force() == expected[i] ? 1 : 0;
      }
    });
  }
  for (std::thread & thread : threads)
  {
    thread.join();
  }
  EXPECT_THAT(agreements, testing::Each(100));
}

}  // namespace
}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
// Loads, payloads, friction and scales change in control loops: they must not touch the heap.
#include <gmock/gmock.h>

#include "allocation_counter.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "term_cases.hpp"

namespace hod
{
namespace
{

using reference::Random;
using reference::random_motion;
using reference::random_robot;

TEST(Allocations, NoneInAnyCallOfTerms)
{
  for (const int joints : {1, 7, 30})
  {
    const Robot robot(random_robot(110, {joints, 0.3, 0.3, 0.2, 0.2, 0.1, false}));
    const RowMatrix motion = random_motion(110, kMaxOrder + 3, robot.dof());
    Random random(110);
    auto loads = reference::random_loads(random, robot);
    loads[2].times = {0.0, 1.0};
    loads[2].table = RowMatrix::Random(2, 18);
    const Robot loaded = reference::with_loads(robot, loads);
    const Robot rubbing =
      reference::with_friction(loaded, reference::random_friction(random, robot));
    Workspace workspace(
      reference::with_drives(rubbing, reference::random_rotors(random, robot)), kMaxOrder);
    const RowMatrix wrench = RowMatrix::Random(3, 6);
    const int link = random.integer(static_cast<int>(robot.links().size()));
    const MassProperties payload = reference::random_mass(random);
    for (int order = 0; order <= kMaxOrder; ++order)
    {
      Result results[10] = {};
      const TermScales frozen = term_scales(MassOperator::links_and_load, MotionOperator::frozen);
      const int counted = allocations_of([&] {
        results[0] = workspace.set_wrench(3, wrench);
        results[1] = workspace.set_payload(link, payload);
        results[2] = workspace.set_time(0.4);
        results[3] = forces(workspace, motion, order);
        results[4] = reactions(workspace, motion, order);
        results[5] = force_terms(workspace, motion, order);
        results[6] = workspace.set_scales(frozen);
        results[7] = forces(workspace, motion, order);
        results[8] = workspace.set_scales({});
        results[9] = forces(workspace, motion, order);
      });
      EXPECT_EQ(counted, 0) << joints << " joints, order " << order;
      EXPECT_THAT(results, testing::Each(Result::ok));
    }
  }
}

}  // namespace
}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
// Loads, payloads, friction and scales change in control loops: they must not touch the heap.
#include <gmock/gmock.h>

#include "allocation_counter.hpp"
#include "hod/dynamics/forces/load_table.hpp"
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
    Workspace workspace(robot, kMaxOrder);
    workspace.set_loads(robot, reference::random_loads(random, robot));
    const auto friction = reference::random_friction(random, robot);
    const auto rotors = reference::random_rotors(random, robot);
    workspace.set_friction(robot, friction);
    workspace.set_rotors(robot, rotors);
    const LoadTable table({0.0, 1.0}, RowMatrix::Random(2, 18));
    const int link = random.integer(static_cast<int>(robot.links().size()));
    const MassProperties payload = reference::random_mass(random);
    for (int order = 0; order <= kMaxOrder; ++order)
    {
      bool changed = true;
      Result results[5] = {};
      const int counted = allocations_of([&] {
        changed = workspace.set_wrench(3, table.at(0.4)) && changed;
        changed = workspace.set_payload(link, payload) && changed;
        results[0] = forces(workspace, motion, order);
        results[1] = reactions(workspace, motion, order);
        results[2] = force_terms(workspace, motion, order);
        workspace.set_scales(term_scales(MassOperator::links_and_load, MotionOperator::frozen));
        results[3] = forces(workspace, motion, order);
        workspace.set_scales({});
        results[4] = forces(workspace, motion, order);
        changed = workspace.set_payload(link, {}) && changed;
        workspace.set_friction(robot, friction);
        workspace.set_rotors(robot, rotors);
      });
      EXPECT_EQ(counted, 0) << joints << " joints, order " << order;
      EXPECT_THAT(results, testing::Each(Result::ok));
      EXPECT_TRUE(changed);
    }
  }
}

}  // namespace
}  // namespace hod

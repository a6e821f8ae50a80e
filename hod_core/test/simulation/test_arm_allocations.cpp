// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>

#include "allocation_counter.hpp"
#include "every_term.hpp"
#include "hod/simulation/simulated_arm.hpp"

namespace hod
{
namespace
{

void expect_no_allocation(const Robot & robot)
{
  SimulatedArm arm(robot);
  const Eigen::VectorXd position = reference::random_motion(13, 1, robot.dof()).row(0);
  reference::Random random(14);
  const MassProperties payload = reference::random_mass(random);
  const BaseMotion base = random_base(random);
  const Eigen::Matrix<double, 6, 1> wrench = Eigen::Matrix<double, 6, 1>::Constant(2.0);
  Result results[9] = {};
  double sum = 0.0;
  const int counted = allocations_of([&] {
    results[0] = arm.rest_at(position);
    results[1] = arm.set_torque(position);
    results[2] = arm.step(0.01, 5);
    sum = arm.state().position.sum() + arm.time() + arm.action().acceleration.sum();
    results[3] = arm.set_state(0.0, position, position, position, position);
    results[4] = arm.set_payload(1, payload);
    results[5] = arm.set_wrench(0, wrench);
    results[6] = arm.set_gravity({1.0, 0.0, 0.0});
    results[7] = arm.set_base_motion(base);
    results[8] = arm.step(0.01);
    sum += arm.state().position.sum();
  });
  EXPECT_EQ(counted, 0);
  EXPECT_THAT(results, testing::Each(Result::ok));
  EXPECT_TRUE(std::isfinite(sum));
}

TEST(SimulatedArm, DoesNotAllocate)
{
  for (const auto & traits : kRobots)
  {
    for (const bool elastic : {false, true})
    {
      for (const double bearing : {0.0, 0.3})
      {
        Terms terms;
        terms.elastic = elastic;
        terms.bearing = bearing;
        expect_no_allocation(robot_with_every_term(12, traits, terms));
      }
    }
  }
}

}  // namespace
}  // namespace hod

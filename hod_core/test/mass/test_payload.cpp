// SPDX-License-Identifier: Apache-2.0
// A payload is picked up between two cycles of a controller: its sums must not touch the heap.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <vector>

#include "allocation_counter.hpp"
#include "hod/mass/mass_properties.hpp"
#include "hod/mass/roll_pitch_yaw.hpp"

namespace hod
{

namespace
{

TEST(Payload, IsAddedAndRemovedWithoutTheHeap)
{
  const MassProperties link{3.0, {0.1, 0.2, 0.3}, Eigen::Matrix3d::Identity()};
  const MassProperties tool{0.5, {0.0, 0.0, 0.1}, 0.01 * Eigen::Matrix3d::Identity()};
  const Pose grasp{rotation_from_rpy({0.1, 0.2, 0.3}), {0.0, 0.0, 0.4}};

  const int before = allocations;
  const MassProperties loaded = link + transformed(tool, grasp);
  const MassProperties unloaded = loaded - transformed(tool, grasp);
  const Eigen::Matrix4d pseudo = pseudo_inertia(unloaded);
  const Eigen::Vector3d moments = principal_axes(from_pseudo_inertia(pseudo)).moments;
  EXPECT_EQ(allocations, before);

  EXPECT_EQ(loaded.mass, 3.5);
  EXPECT_TRUE(pseudo.isApprox(pseudo_inertia(link), 1e-14));
  EXPECT_TRUE(moments.isApprox(Eigen::Vector3d::Ones(), 1e-12));
}

TEST(Payload, IsCountedByAWorkingCounter)
{
  const int before = allocations;
  const std::vector<double> numbers(100);
  EXPECT_GT(allocations, before);
  EXPECT_EQ(numbers.size(), 100u);
}

}  // namespace

}  // namespace hod

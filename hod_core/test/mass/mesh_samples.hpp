// SPDX-License-Identifier: Apache-2.0
#ifndef MESH_SAMPLES_HPP_
#define MESH_SAMPLES_HPP_

#include <gtest/gtest.h>

#include <cmath>

#include "hod/mass/triangle_mesh.hpp"

namespace hod::test
{

/// Relative error allowed to a mesh.
inline constexpr double kRelativeError = 1e-10;

/// The unit cube's corners in binary order and its twelve triangles, seen from outside.
inline mass::TriangleMesh box_mesh(const Eigen::Vector3d & size, const Pose & pose = {})
{
  mass::TriangleMesh mesh;
  for (int i = 0; i < 8; ++i)
  {
    const Eigen::Vector3d corner(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
    mesh.vertices.push_back(pose.rotation * corner.cwiseProduct(size) + pose.translation);
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

inline void expect_same(const MassProperties & found, const MassProperties & expected)
{
  EXPECT_NEAR(found.mass, expected.mass, kRelativeError * expected.mass);
  const double length = std::sqrt(expected.inertia.trace() / expected.mass);
  EXPECT_LE((found.center - expected.center).norm(), kRelativeError * length);
  EXPECT_LE((found.inertia - expected.inertia).norm(), kRelativeError * expected.inertia.norm());
}

}  // namespace hod::test

#endif  // MESH_SAMPLES_HPP_

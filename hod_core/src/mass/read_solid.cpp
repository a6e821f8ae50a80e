// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "hod/error.hpp"
#include "hod/mass/triangle_mesh.hpp"
#include "merge_near_vertices.hpp"

namespace hod::mass
{

namespace
{

/// Relative to the mesh's size: a few units in the last place of the 4-byte floats of an STL.
constexpr double kNear = 1e-6;

/// [m] Products of five coordinates, which occur in an inertia, are still finite.
constexpr double kFarthest = 1e50;

double largest_coordinate(const TriangleMesh & mesh)
{
  double largest = 0.0;
  for (const Eigen::Vector3d & vertex : mesh.vertices)
  {
    largest = std::max(largest, vertex.cwiseAbs().maxCoeff());
  }
  return largest;
}

double size_of(const TriangleMesh & mesh)
{
  Eigen::Vector3d low = mesh.vertices.front(), high = low;
  for (const Eigen::Vector3d & vertex : mesh.vertices)
  {
    low = low.cwiseMin(vertex);
    high = high.cwiseMax(vertex);
  }
  return (high - low).maxCoeff();
}

}  // namespace

TriangleMesh read_solid(const std::filesystem::path & path)
{
  TriangleMesh mesh = read_mesh(path);
  if (!mesh.vertices.empty() && !(largest_coordinate(mesh) <= kFarthest))
  {
    throw Error(path.string() + ": found coordinates beyond 1e50, expected metres");
  }
  auto flaw = solid_flaw(mesh);
  // Zero also for a mesh so small that a millionth of it underflows.
  const double distance = mesh.triangles.empty() ? 0.0 : kNear * size_of(mesh);
  if (flaw && distance > 0.0)
  {
    mesh = merge_near_vertices(mesh, distance);
    flaw = solid_flaw(mesh);
  }
  if (flaw)
  {
    throw Error(path.string() + ": " + *flaw);
  }
  return mesh;
}

}  // namespace hod::mass

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__MESH_BUILDERS_HPP_
#define HOD__TEST__FUZZ__MESH_BUILDERS_HPP_

#include <Eigen/Geometry>
#include <map>
#include <utility>
#include <vector>

#include "hod/mass/shape.hpp"
#include "hod/mass/triangle_mesh.hpp"
#include "masses.hpp"

namespace hod::fuzz
{

using mass::TriangleMesh;

constexpr double kFullTurn = 6.283185307179586;

/// A closed mesh from the same rings of points in every layer, or from poles.
struct Lathe
{
  TriangleMesh mesh;
  std::uint32_t around = 0;

  /// A ring of points, counter-clockwise seen from +z.
  std::uint32_t ring(double radius, double z)
  {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (std::uint32_t i = 0; i < around; ++i)
    {
      const double angle = kFullTurn * i / around;
      mesh.vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
    }
    return first;
  }
  void join(std::uint32_t below, std::uint32_t above)
  {
    for (std::uint32_t i = 0; i < around; ++i)
    {
      const std::uint32_t next = (i + 1) % around;
      mesh.triangles.push_back({below + i, below + next, above + next});
      mesh.triangles.push_back({below + i, above + next, above + i});
    }
  }
};

/// The solid of revolution of a closed polygon (radius, z), counter-clockwise in it.
inline TriangleMesh turned(
  const std::vector<std::pair<double, double>> & polygon, std::uint32_t around)
{
  Lathe lathe;
  lathe.around = around;
  std::vector<std::uint32_t> rings;
  for (const auto & [radius, z] : polygon)
  {
    rings.push_back(lathe.ring(radius, z));
  }
  for (std::size_t i = 0; i < rings.size(); ++i)
  {
    lathe.join(rings[i], rings[(i + 1) % rings.size()]);
  }
  return lathe.mesh;
}

inline void add(TriangleMesh & mesh, const TriangleMesh & part)
{
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), part.vertices.begin(), part.vertices.end());
  for (const auto & [a, b, c] : part.triangles)
  {
    mesh.triangles.push_back({first + a, first + b, first + c});
  }
}

inline TriangleMesh moved(TriangleMesh mesh, const Pose & pose)
{
  for (Vector3d & vertex : mesh.vertices)
  {
    vertex = pose.rotation * vertex + pose.translation;
  }
  return mesh;
}

inline TriangleMesh inside_out(TriangleMesh mesh)
{
  for (auto & triangle : mesh.triangles)
  {
    std::swap(triangle[0], triangle[1]);
  }
  return mesh;
}

/// Every triangle in four, at the middles of its edges.
inline TriangleMesh subdivided(const TriangleMesh & mesh)
{
  TriangleMesh fine;
  fine.vertices = mesh.vertices;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
  const auto middle = [&](std::uint32_t a, std::uint32_t b) {
    const auto [found, is_new] = middles.try_emplace(
      {std::min(a, b), std::max(a, b)}, static_cast<std::uint32_t>(fine.vertices.size()));
    if (is_new)
    {
      fine.vertices.push_back(0.5 * (mesh.vertices[a] + mesh.vertices[b]));
    }
    return found->second;
  };
  for (const auto & [a, b, c] : mesh.triangles)
  {
    const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    fine.triangles.insert(
      fine.triangles.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
  }
  return fine;
}

inline TriangleMesh box_mesh(const Vector3d & size)
{
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i)
  {
    const Vector3d corner(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
    mesh.vertices.emplace_back(corner.cwiseProduct(size));
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

inline TriangleMesh tetrahedron_mesh(const mass::Tetrahedron & body)
{
  TriangleMesh mesh;
  mesh.vertices = {body.a, body.b, body.c, body.d};
  mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  const double volume = (body.b - body.a).cross(body.c - body.a).dot(body.d - body.a);
  return volume < 0.0 ? inside_out(mesh) : mesh;
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__MESH_BUILDERS_HPP_

// SPDX-License-Identifier: Apache-2.0
#include "hod/mass/triangle_mesh.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <sstream>

#include "corner_flaw.hpp"
#include "edge_table.hpp"
#include "shell_flaw.hpp"

namespace hod::mass
{

namespace
{

/// Integrals over the solid relative to a reference point: ∫dV, ∫r dV, ∫r rᵀ dV (its six entries).
struct Moments
{
  double volume = 0.0;
  Eigen::Vector3d first = Eigen::Vector3d::Zero();
  Eigen::Vector3d squares = Eigen::Vector3d::Zero();   ///< xx, yy, zz
  Eigen::Vector3d products = Eigen::Vector3d::Zero();  ///< yz, zx, xy

  Moments & operator+=(const Moments & other)
  {
    volume += other.volume;
    first += other.first;
    squares += other.squares;
    products += other.products;
    return *this;
  }
};

Eigen::Vector3d cyclic_product(const Eigen::Vector3d & a, const Eigen::Vector3d & b)
{
  return {a[1] * b[2], a[2] * b[0], a[0] * b[1]};
}

/// A tetrahedron 0abc has volume V = a·(b×c)/6, ∫r = V S/4 and ∫r rᵀ = V (aaᵀ + bbᵀ + ccᵀ + SSᵀ)/20
/// with S = a + b + c (the simplex rule about a corner). The constants are applied at the end.
Moments six_fold_tetrahedron(
  const Eigen::Vector3d & a, const Eigen::Vector3d & b, const Eigen::Vector3d & c)
{
  const double volume = a.dot(b.cross(c));
  const Eigen::Vector3d sum = a + b + c;
  Moments moments;
  moments.volume = volume;
  moments.first = volume * sum;
  moments.squares = volume * (a.cwiseAbs2() + b.cwiseAbs2() + c.cwiseAbs2() + sum.cwiseAbs2());
  moments.products = volume * (cyclic_product(a, a) + cyclic_product(b, b) + cyclic_product(c, c) +
                               cyclic_product(sum, sum));
  return moments;
}

/// Blocks are summed separately, so that the rounding error grows with the length of a block and
/// the number of blocks, not with the number of triangles.
Moments integrate(const TriangleMesh & mesh, const Eigen::Vector3d & reference)
{
  constexpr std::size_t kBlock = 1024;
  Moments total;
  for (std::size_t start = 0; start < mesh.triangles.size(); start += kBlock)
  {
    const std::size_t end = std::min(start + kBlock, mesh.triangles.size());
    Moments block;
    for (std::size_t i = start; i < end; ++i)
    {
      const auto & corner = mesh.triangles[i];
      block += six_fold_tetrahedron(
        mesh.vertices[corner[0]] - reference, mesh.vertices[corner[1]] - reference,
        mesh.vertices[corner[2]] - reference);
    }
    total += block;
  }
  return total;
}

/// Middle of the triangles' bounding box: near the solid, so that neither a distant frame nor a
/// distant vertex that no triangle has costs digits.
Eigen::Vector3d middle(const TriangleMesh & mesh)
{
  if (mesh.triangles.empty())
  {
    return Eigen::Vector3d::Zero();
  }
  Eigen::Vector3d low = mesh.vertices[mesh.triangles.front()[0]], high = low;
  for (const auto & corners : mesh.triangles)
  {
    for (const std::uint32_t corner : corners)
    {
      low = low.cwiseMin(mesh.vertices[corner]);
      high = high.cwiseMax(mesh.vertices[corner]);
    }
  }
  return 0.5 * (low + high);
}

std::optional<std::string> edge_flaw(const TriangleMesh & mesh, const EdgeTable & edges)
{
  std::size_t open = 0, turned = 0;
  std::string where;
  edges.for_each([&](std::size_t low, const EdgeUse * begin, const EdgeUse * end) {
    const int balance = std::accumulate(
      begin, end, 0, [](int sum, const EdgeUse & use) { return sum + use.direction(); });
    if (balance == 0)
    {
      return;
    }
    if (open + turned == 0)
    {
      where =
        point_in_words(mesh.vertices[low]) + " to " + point_in_words(mesh.vertices[begin->high]);
    }
    (end - begin) % 2 == 1 ? ++open : ++turned;
  });
  if (open != 0)
  {
    return "the mesh is open: " + std::to_string(open + turned) +
           " edges without a neighbour, the first from " + where + "; expected a closed surface";
  }
  if (turned != 0)
  {
    return "neighbouring triangles disagree about the outside at " + std::to_string(turned) +
           " edges, the first from " + where +
           "; expected all of them counter-clockwise seen from outside";
  }
  return std::nullopt;
}

/// Products of five coordinates, which occur in an inertia, are then finite.
bool is_within_reach(const TriangleMesh & mesh)
{
  constexpr double kFarthest = 1e50;  // m
  return std::all_of(mesh.triangles.begin(), mesh.triangles.end(), [&](const auto & corners) {
    return std::all_of(corners.begin(), corners.end(), [&](std::uint32_t corner) {
      return (mesh.vertices[corner].array().abs() <= kFarthest).all();
    });
  });
}

std::optional<std::string> volume_flaw(const TriangleMesh & mesh)
{
  if (!is_within_reach(mesh))
  {
    return "the mesh has vertices that are not finite or beyond 1e50; expected metres";
  }
  const double volume = integrate(mesh, middle(mesh)).volume / 6.0;
  if (volume < 0.0)
  {
    std::ostringstream text;
    text << "the mesh is inside out, its volume is " << volume
         << "; expected triangles counter-clockwise seen from outside";
    return text.str();
  }
  if (volume == 0.0)
  {
    return "the mesh encloses no volume; expected a solid";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> corner_flaw(const TriangleMesh & mesh)
{
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
  {
    const auto & corners = mesh.triangles[i];
    const std::uint32_t last = *std::max_element(corners.begin(), corners.end());
    if (last >= mesh.vertices.size())
    {
      return "triangle " + std::to_string(i) + " has the vertex " + std::to_string(last) +
             ", but there are only " + std::to_string(mesh.vertices.size()) +
             "; expected vertices of the mesh, counted from 0";
    }
  }
  return std::nullopt;
}

std::optional<std::string> solid_flaw(const TriangleMesh & mesh)
{
  if (mesh.triangles.empty())
  {
    return "the mesh has no triangle; expected a closed surface";
  }
  if (auto flaw = corner_flaw(mesh))
  {
    return flaw;
  }
  const EdgeTable edges(mesh);
  auto flaw = edge_flaw(mesh, edges);
  flaw = flaw ? flaw : volume_flaw(mesh);
  return flaw ? flaw : shell_flaw(mesh, edges);
}

MassProperties with_unit_density(const TriangleMesh & mesh)
{
  const Eigen::Vector3d reference = middle(mesh);
  const Moments moments = integrate(mesh, reference);
  const Eigen::Vector3d center = moments.first / (4.0 * moments.volume);
  const Eigen::Vector3d squares = moments.squares / 120.0;
  const Eigen::Vector3d products = moments.products / 120.0;
  const double volume = moments.volume / 6.0;
  Eigen::Matrix3d planar;
  planar << squares[0], products[2], products[1],  //
    products[2], squares[1], products[0],          //
    products[1], products[0], squares[2];
  planar -= volume * center * center.transpose();
  return {volume, reference + center, axial_from_planar(planar)};
}

}  // namespace hod::mass

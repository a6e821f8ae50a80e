// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__SOLIDS_HPP_
#define HOD__TEST__FUZZ__SOLIDS_HPP_

#include <memory>

#include "link_bodies.hpp"
#include "mesh_builders.hpp"
#include "random_robot.hpp"

namespace hod::fuzz
{

using reference::Random;

/// A convex solid with its closed form.
struct Solid
{
  TriangleMesh mesh;
  MassProperties body;
};

inline Solid solid_of(Random & random, Bytes & bytes)
{
  Solid solid;
  const Vector3d size = random.vector(1.0).cwiseAbs() + Vector3d::Constant(0.1);
  if (bytes.byte() % 2 == 0)
  {
    solid = {
      box_mesh(size), mass::with_unit_density(Shape(mass::Box{size.x(), size.y(), size.z()}))};
  }
  else
  {
    mass::Tetrahedron corners;
    corners.b = random.vector(1.0);
    corners.c = random.vector(1.0);
    corners.d = corners.b.cross(corners.c) + random.vector(0.1) + Vector3d(0.0, 0.0, 0.01);
    solid = {tetrahedron_mesh(corners), mass::with_unit_density(Shape(corners))};
  }
  for (int i = bytes.integer(0, 2); i > 0; --i)
  {
    solid.mesh = subdivided(solid.mesh);
  }
  const double far = std::pow(10.0, bytes.integer(-2, 4));
  const Pose pose = random.pose(far);
  return {moved(solid.mesh, pose), transformed(solid.body, pose)};
}

/// Whether its volume is one that rounding of its coordinates leaves alone.
inline bool is_solid(const Solid & solid)
{
  const double size = extent_of(solid.body);
  return solid.body.mass > 1e-3 * size * size * size;
}

inline void require_body(const Solid & solid, const char * what)
{
  const auto flaw = mass::solid_flaw(solid.mesh);
  require(!flaw.has_value(), flaw ? flaw->c_str() : what);
  const MassProperties body = mass::with_unit_density(solid.mesh);
  const double size = extent_of(solid.body);
  const double rounding = 1e-9 + 1e-12 * solid.body.center.norm() / size;  // of the coordinates
  require(std::abs(body.mass - solid.body.mass) <= rounding * solid.body.mass, what);
  require((body.center - solid.body.center).norm() <= rounding * size, what);
  require((body.inertia - solid.body.inertia).norm() <= rounding * solid.body.inertia.norm(), what);
}

inline void try_solid(Bytes & bytes)
{
  Random random(bytes.byte());
  Solid solid = solid_of(random, bytes);
  if (!is_solid(solid))
  {
    return;
  }
  if (bytes.byte() % 2 == 0)  // vertices that no triangle has
  {
    const Vector3d lost = bytes.number() * Vector3d(1e3, 1e5, 1.0);
    const bool first = bytes.byte() % 2 == 0;
    solid.mesh.vertices.insert(
      first ? solid.mesh.vertices.begin() : solid.mesh.vertices.end(), lost);
    for (auto & triangle : solid.mesh.triangles)
    {
      for (std::uint32_t & corner : triangle)
      {
        corner += first ? 1 : 0;
      }
    }
  }
  require_body(solid, "a mesh against its closed form");
  // Beside itself: twice the mass.
  const double size = extent_of(solid.body);
  const Pose beside{Matrix3d::Identity(), Vector3d(0.0, 20.0 * size, 0.0)};
  Solid both = solid;
  add(both.mesh, moved(solid.mesh, beside));
  both.body = solid.body + transformed(solid.body, beside);
  require_body(both, "two solids against their sum");
  // In itself, inside out and half as large: a cavity.
  Solid hollow = solid;
  TriangleMesh small = inside_out(solid.mesh);
  for (Vector3d & vertex : small.vertices)
  {
    vertex = 0.5 * (vertex + solid.body.center);
  }
  add(hollow.mesh, small);
  MassProperties cavity = solid.body;
  cavity.mass /= 8.0;
  cavity.inertia /= 32.0;
  hollow.body = solid.body - cavity;
  require_body(hollow, "a hollow solid against its difference");
  add(hollow.mesh, solid.mesh);
  require(mass::solid_flaw(hollow.mesh).has_value(), "a solid that is there twice");
  require(mass::solid_flaw(inside_out(solid.mesh)).has_value(), "a solid that is inside out");
}

inline void require_scaled(const Solid & solid, Bytes & bytes)
{
  const double x = size_of(bytes), y = size_of(bytes), z = size_of(bytes);
  mass::Mesh shape{"memory", {x, -y, z}, std::make_shared<const TriangleMesh>(solid.mesh)};
  if (
    !checked(Shape(shape)) || shape.scale.cwiseAbs().minCoeff() < 0.01 ||
    shape.scale.cwiseAbs().maxCoeff() > 10.0 || solid.body.center.norm() > 10.0)
  {
    return;
  }
  TriangleMesh scaled = solid.mesh;
  for (Vector3d & vertex : scaled.vertices)
  {
    vertex = vertex.cwiseProduct(shape.scale);
  }
  const MassProperties mesh =
    mass::with_unit_density(shape.scale.prod() < 0.0 ? inside_out(scaled) : scaled);
  require_same(mass::with_unit_density(Shape(shape)), mesh, 10.0, "a mesh against a scaled one");
}

/// Damage that a closed surface does not survive, or any at all.
inline void try_damaged(Bytes & bytes)
{
  Random random(bytes.byte());
  Solid solid = solid_of(random, bytes);
  if (!is_solid(solid))
  {
    return;
  }
  require_scaled(solid, bytes);
  TriangleMesh & mesh = solid.mesh;
  const int count = bytes.integer(1, 3);
  bool plain = count == 1;  // the next one might undo it
  for (int i = count; i > 0 && !mesh.triangles.empty(); --i)
  {
    const auto at = static_cast<std::size_t>(bytes.byte()) % mesh.triangles.size();
    const auto corner = static_cast<std::size_t>(bytes.integer(0, 2));
    auto & triangle = mesh.triangles[at];
    switch (bytes.integer(0, 7))
    {
      case 0:
        mesh.triangles.erase(mesh.triangles.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case 1:
        std::swap(triangle[0], triangle[1]);
        break;
      case 2:
        mesh.triangles.push_back(std::array<std::uint32_t, 3>(triangle));
        break;
      case 3:
        triangle[corner] = static_cast<std::uint32_t>(mesh.vertices.size()) + bytes.byte() % 3;
        break;
      case 4:
        triangle[corner] = 0xFFFFFFFFU - bytes.byte() % 2;
        break;
      case 5:
        mesh.vertices[triangle[corner] % mesh.vertices.size()][0] = NAN;
        break;
      case 6:
        mesh.vertices[triangle[corner] % mesh.vertices.size()] = vector_of(bytes);
        plain = false;
        break;
      default:
        triangle[corner] = static_cast<std::uint32_t>(bytes.byte() % mesh.vertices.size());
        plain = false;
    }
  }
  const auto flaw = mass::solid_flaw(mesh);
  require(!plain || flaw.has_value(), "a damaged mesh that bounds a solid");
  if (flaw)
  {
    return require_sentence(*flaw);
  }
  const MassProperties body = mass::with_unit_density(mesh);
  require(
    body.mass > 0.0 && body.center.allFinite() && body.inertia.allFinite(),
    "a solid of no mass, or of numbers that are not finite");
}

/// Any vertices and triangles.
inline void try_any_mesh(Bytes & bytes)
{
  mass::Mesh shape{"memory", Vector3d::Ones(), nullptr};
  TriangleMesh mesh;
  for (int i = bytes.integer(0, 8); i > 0; --i)
  {
    mesh.vertices.push_back(vector_of(bytes));
  }
  for (int i = bytes.integer(0, 12); i > 0; --i)
  {
    const std::uint32_t a = bytes.byte() % 8, b = bytes.byte() % 8, c = bytes.byte() % 8;
    mesh.triangles.push_back({a, b, c});
  }
  const auto flaw = mass::solid_flaw(mesh);
  if (flaw)
  {
    require_sentence(*flaw);
  }
  else
  {
    const MassProperties body = mass::with_unit_density(mesh);
    require(
      body.mass > 0.0 && std::isfinite(body.mass) && body.center.allFinite(),
      "a solid of no mass, or of numbers that are not finite");
  }
  // A body of it, which is checked before its mass is summed.
  shape.surface = std::make_shared<const TriangleMesh>(mesh);
  mass::HomogeneousBody body;
  body.shape = shape;
  body.mass = 1.0;
  mass::Distribution distribution;
  const bool is_taken = adds_link(distribution, "link", {body});
  require(
    !is_taken || distribution.links[0].mass.mass > 0.0, "a mesh of no mass has been accepted");
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__SOLIDS_HPP_

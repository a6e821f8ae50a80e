// SPDX-License-Identifier: Apache-2.0
#include "hod/mass/triangle_mesh.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "hod/mass/roll_pitch_yaw.hpp"
#include "hod/mass/shape.hpp"
#include "mesh_samples.hpp"

namespace hod::mass
{

namespace
{

using Eigen::Vector3d;
using test::box_mesh;
using test::expect_same;
using testing::HasSubstr;
using testing::Optional;

/// A prism over a regular polygon, axis along z, at `center`.
TriangleMesh prism_mesh(std::uint32_t sides, double radius, double length, const Vector3d & center)
{
  TriangleMesh mesh;
  mesh.vertices = {
    center - 0.5 * length * Vector3d::UnitZ(), center + 0.5 * length * Vector3d::UnitZ()};
  for (std::uint32_t i = 0; i < sides; ++i)
  {
    const double angle = 2.0 * 3.14159265358979323846 * i / sides;
    const Vector3d out(radius * std::cos(angle), radius * std::sin(angle), 0.0);
    mesh.vertices.push_back(mesh.vertices[0] + out);
    mesh.vertices.push_back(mesh.vertices[1] + out);
  }
  for (std::uint32_t i = 0; i < sides; ++i)
  {
    const std::uint32_t low = 2 + 2 * i, next = 2 + 2 * ((i + 1) % sides);
    mesh.triangles.push_back({0, next, low});
    mesh.triangles.push_back({1, low + 1, next + 1});
    mesh.triangles.push_back({low, next, low + 1});
    mesh.triangles.push_back({next, next + 1, low + 1});
  }
  return mesh;
}

const Pose kSomewhere{rotation_from_rpy({0.3, -1.1, 2.0}), {5.0, -3.0, 2.0}};

TEST(TriangleMesh, OfABoxHasItsClosedForm)
{
  const Vector3d size(0.3, 0.7, 1.9);
  const MassProperties box = with_unit_density(Box{size[0], size[1], size[2]});
  expect_same(with_unit_density(box_mesh(size)), box);
  expect_same(with_unit_density(box_mesh(size, kSomewhere)), transformed(box, kSomewhere));
}

/// A kilometre away with a millimetre's size only the coordinates' own rounding remains.
TEST(TriangleMesh, KeepsItsDigitsFarFromTheOrigin)
{
  const Vector3d size(0.125, 0.25, 0.5);
  const Vector3d far(4096.0, -2048.0, 8192.0);
  const MassProperties box = with_unit_density(Box{size[0], size[1], size[2]});
  const Pose pose{Eigen::Matrix3d::Identity(), far};
  expect_same(with_unit_density(box_mesh(size, pose)), transformed(box, pose));
}

/// Regular prism of n sides: ⟨x²⟩ = R² (2 + cos 2π/n) / 12 (two triangles per side).
TEST(TriangleMesh, OfAPrismHasItsClosedForm)
{
  for (const std::uint32_t sides : {3u, 8u, 1000u, 100000u})
  {
    const double step = 2.0 * 3.14159265358979323846 / sides, radius = 0.4, length = 0.9;
    const Vector3d center(1.0, 2.0, -0.5);
    const double mean = radius * radius * (2.0 + std::cos(step)) / 12.0;
    const double volume = 0.5 * sides * radius * radius * std::sin(step) * length;
    const Vector3d means(mean, mean, length * length / 12.0);
    const TriangleMesh mesh = prism_mesh(sides, radius, length, center);
    EXPECT_EQ(solid_flaw(mesh), std::nullopt);
    expect_same(
      with_unit_density(mesh), {volume, center, volume * axial_from_planar(means.asDiagonal())});
  }
}

TEST(SolidFlaw, RefusesAHole)
{
  TriangleMesh mesh = box_mesh({1.0, 1.0, 1.0});
  mesh.triangles.pop_back();
  EXPECT_THAT(
    solid_flaw(mesh), Optional(HasSubstr("the mesh is open: 3 edges without a neighbour")));
}

TEST(SolidFlaw, RefusesATurnedTriangle)
{
  TriangleMesh mesh = box_mesh({1.0, 1.0, 1.0});
  std::swap(mesh.triangles[4][0], mesh.triangles[4][1]);
  EXPECT_THAT(
    solid_flaw(mesh), Optional(HasSubstr("triangles disagree about the outside at 3 edges")));
}

TEST(SolidFlaw, RefusesInsideOut)
{
  TriangleMesh mesh = box_mesh({1.0, 1.0, 2.0});
  for (auto & corners : mesh.triangles)
  {
    std::swap(corners[0], corners[1]);
  }
  EXPECT_THAT(solid_flaw(mesh), Optional(HasSubstr("inside out, its volume is -2")));
}

TEST(SolidFlaw, RefusesNothing)
{
  EXPECT_THAT(solid_flaw(TriangleMesh{}), Optional(HasSubstr("no triangle")));
  EXPECT_THAT(solid_flaw(box_mesh({1.0, 1.0, 0.0})), Optional(HasSubstr("encloses no volume")));
}

/// Two boxes that share an edge use it four times, twice each way.
TEST(SolidFlaw, AcceptsBodiesThatTouchInAnEdge)
{
  TriangleMesh mesh = box_mesh({1.0, 1.0, 1.0});
  const TriangleMesh other = box_mesh({1.0, 1.0, 1.0});
  // The second box's edge 0–4 is the first one's edge 3–7.
  const std::array<std::uint32_t, 8> index{3, 8, 9, 10, 7, 11, 12, 13};
  mesh.vertices.resize(14);
  for (std::size_t i = 0; i < 8; ++i)
  {
    mesh.vertices[index[i]] = other.vertices[i] + Vector3d(1.0, 1.0, 0.0);
  }
  for (const auto & [a, b, c] : other.triangles)
  {
    mesh.triangles.push_back({index[a], index[b], index[c]});
  }
  EXPECT_EQ(solid_flaw(mesh), std::nullopt);
  EXPECT_NEAR(with_unit_density(mesh).mass, 2.0, 1e-14);
}

}  // namespace

}  // namespace hod::mass

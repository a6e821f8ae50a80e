// SPDX-License-Identifier: Apache-2.0
#include "hod/mass/triangle_mesh.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <utility>
#include <vector>

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

TEST(SolidFlaw, RefusesACornerOfNoVertex)
{
  TriangleMesh mesh = box_mesh({1.0, 1.0, 1.0});
  for (const std::uint32_t corner : {8U, 0xFFFFFFFFU})
  {
    mesh.triangles[7][2] = corner;
    EXPECT_THAT(
      solid_flaw(mesh), Optional(HasSubstr("triangle 7 has the vertex " + std::to_string(corner))));
  }
}

TEST(SolidFlaw, RefusesVerticesOutOfReach)
{
  for (const double size : {double(NAN), double(INFINITY), 1e200, 1e51})
  {
    EXPECT_THAT(
      solid_flaw(box_mesh({size, 1.0, 1.0})), Optional(HasSubstr("not finite or beyond 1e50")));
  }
}

// As OBJ files have them: of other objects, or construction points.
TEST(SolidFlaw, LeavesVerticesAloneThatNoTriangleHas)
{
  const TriangleMesh box = box_mesh({1.0, 1.0, 1.0});
  for (const double lost : {1e9, 1e300, double(NAN)})
  {
    TriangleMesh mesh = box;
    mesh.vertices.insert(mesh.vertices.begin(), Vector3d::Constant(lost));
    for (auto & corners : mesh.triangles)
    {
      corners = {corners[0] + 1, corners[1] + 1, corners[2] + 1};
    }
    EXPECT_EQ(solid_flaw(mesh), std::nullopt) << lost;
    expect_same(with_unit_density(mesh), with_unit_density(box));
    const std::size_t whole = mesh.triangles.size();
    for (std::size_t i = 0; i < whole; ++i)  // the same box once more, of vertices of its own
    {
      const auto corners = mesh.triangles[i];
      mesh.triangles.push_back({corners[0] + 8, corners[1] + 8, corners[2] + 8});
    }
    mesh.vertices.insert(mesh.vertices.end(), box.vertices.begin(), box.vertices.end());
    EXPECT_THAT(solid_flaw(mesh), Optional(HasSubstr("counts twice"))) << lost;
  }
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

/// Several boxes in one mesh, without common vertices; a negative size turns one inside out.
TriangleMesh boxes(const std::vector<std::pair<Vector3d, Vector3d>> & sizes_and_centers)
{
  TriangleMesh mesh;
  for (const auto & [size, center] : sizes_and_centers)
  {
    const TriangleMesh box = box_mesh(size, {Eigen::Matrix3d::Identity(), center});
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), box.vertices.begin(), box.vertices.end());
    for (const auto & [a, b, c] : box.triangles)
    {
      mesh.triangles.push_back({first + a, first + b, first + c});
    }
  }
  return mesh;
}

Vector3d cube(double side)
{
  return Vector3d::Constant(side);
}

const Vector3d kHome = Vector3d::Zero();
const Vector3d kBeside(4.0, 0.1, -0.2);

TEST(ShellFlaw, AcceptsCavitiesAndBodiesInThem)
{
  EXPECT_EQ(solid_flaw(boxes({{cube(2), kHome}, {cube(1), kBeside}})), std::nullopt);
  EXPECT_EQ(
    solid_flaw(boxes({{cube(2), kHome}, {-cube(1.5), kHome}, {cube(1), kHome}})), std::nullopt);
  // The order in the file does not matter, nor that a body fills its cavity or touches from within.
  EXPECT_EQ(
    solid_flaw(boxes({{cube(1), kHome}, {-cube(1), kHome}, {cube(2), kHome}})), std::nullopt);
  EXPECT_EQ(solid_flaw(boxes({{cube(2), kHome}, {-cube(1), {0.5, 0.0, 0.0}}})), std::nullopt);
  // Beside each other, in contact.
  EXPECT_EQ(solid_flaw(boxes({{cube(2), kHome}, {cube(1), {1.5, 0.1, 0.0}}})), std::nullopt);
}

TEST(ShellFlaw, AcceptsBodiesThatOverlap)
{
  EXPECT_EQ(solid_flaw(boxes({{cube(2), kHome}, {cube(2), {1.9, 0.0, 0.0}}})), std::nullopt);
  EXPECT_EQ(solid_flaw(boxes({{cube(2), kHome}, {cube(1), {0.6, 0.0, 0.0}}})), std::nullopt);
  EXPECT_EQ(
    solid_flaw(boxes({{cube(4), kHome}, {-cube(1), kHome}, {-cube(1), {0.5, 0.0, 0.0}}})),
    std::nullopt);
}

TEST(ShellFlaw, RefusesOneInsideOutBesideAnother)
{
  EXPECT_THAT(
    solid_flaw(boxes({{cube(2), kHome}, {-cube(0.5), kBeside}})),
    Optional(HasSubstr(
      "the shell around (4, 0.1, -0.2) is inside out, its volume is -0.125, and it is no cavity")));
  EXPECT_THAT(
    solid_flaw(boxes({{cube(2), kHome}, {-cube(1), {1.0, 0.0, 0.0}}})),
    Optional(HasSubstr("the shell around (1, 0, 0) is inside out")));
}

TEST(ShellFlaw, RefusesOneInAnother)
{
  EXPECT_THAT(
    solid_flaw(boxes({{cube(2), kHome}, {cube(1), {0.25, 0.0, 0.0}}})),
    Optional(HasSubstr("the shell around (0.25, 0, 0) lies wholly in others")));
  EXPECT_THAT(
    solid_flaw(boxes({{cube(2), kHome}, {-cube(1), kHome}, {-cube(0.5), kHome}})),
    Optional(HasSubstr("the cavity around (0, 0, 0) lies wholly in other cavities")));
}

TEST(ShellFlaw, RefusesSurfacesThatAreThereTwice)
{
  TriangleMesh mesh = box_mesh({1.0, 2.0, 3.0});
  const auto once = mesh.triangles;
  mesh.triangles.insert(mesh.triangles.end(), once.begin(), once.end());
  const char * const sentence = "the surface around (0, 0, 0) is there more than once";
  EXPECT_THAT(solid_flaw(mesh), Optional(HasSubstr(sentence)));
  mesh.triangles = once;  // the second time with the other diagonals
  for (std::size_t i = 0; i < once.size(); i += 2)
  {
    const auto & [a, b, c] = once[i];
    const auto other = std::find_if(once[i + 1].begin(), once[i + 1].end(), [&](std::uint32_t d) {
      return std::count(once[i].begin(), once[i].end(), d) == 0;
    });
    for (const auto & [from, to] : {std::pair{a, b}, {b, c}, {c, a}})
    {
      if (
        std::count(once[i + 1].begin(), once[i + 1].end(), from) +
          std::count(once[i + 1].begin(), once[i + 1].end(), to) <
        2)
      {
        mesh.triangles.push_back({from, to, *other});
      }
    }
  }
  EXPECT_EQ(mesh.triangles.size(), 24U);
  EXPECT_THAT(solid_flaw(mesh), Optional(HasSubstr(sentence)));
  EXPECT_THAT(
    solid_flaw(boxes({{cube(2), kHome}, {cube(2), kHome}})),
    Optional(HasSubstr("lies wholly in others")));
}

/// A box that is inside out shares an edge with one that is not: each closes on its own.
TEST(ShellFlaw, RefusesOneInsideOutThatTouches)
{
  TriangleMesh mesh = boxes({{cube(2), kHome}, {-cube(1), {1.5, 1.5, 0.5}}});
  for (auto & corners : mesh.triangles)
  {
    for (std::uint32_t & corner : corners)
    {
      const Vector3d place = mesh.vertices[corner];
      const auto same = std::find(mesh.vertices.begin(), mesh.vertices.end(), place);
      corner = static_cast<std::uint32_t>(same - mesh.vertices.begin());
    }
  }
  EXPECT_THAT(
    solid_flaw(mesh), Optional(HasSubstr("the shell around (1.5, 1.5, 0.5) is inside out")));
}

TEST(ShellFlaw, AcceptsFlecks)
{
  EXPECT_EQ(solid_flaw(boxes({{cube(2), kHome}, {-cube(0.05), kBeside}})), std::nullopt);
  EXPECT_EQ(solid_flaw(boxes({{cube(2), kHome}, {cube(0.05), kHome}})), std::nullopt);
  // Two sides of a sheet without thickness.
  EXPECT_EQ(
    solid_flaw(boxes({{cube(2), kHome}, {Vector3d(1.0, 1.0, -1e-7), kBeside}})), std::nullopt);
}

/// Thousands of shells, in a time that is not quadratic in their triangles.
TEST(ShellFlaw, JudgesManyShells)
{
  std::vector<std::pair<Vector3d, Vector3d>> all{{cube(42), cube(19.5)}};
  for (int i = 0; i < 8000; ++i)
  {
    all.emplace_back(-cube(0.5), Vector3d(i % 20, i / 20 % 20, i / 400));
  }
  EXPECT_EQ(solid_flaw(boxes(all)), std::nullopt);
  all[4321].second = {100.0, 0.0, 0.0};
  all[4321].first = -cube(5.0);
  EXPECT_THAT(solid_flaw(boxes(all)), Optional(HasSubstr("(100, 0, 0) is inside out")));
}

}  // namespace

}  // namespace hod::mass

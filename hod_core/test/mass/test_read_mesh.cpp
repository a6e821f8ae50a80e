// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iomanip>
#include <limits>
#include <sstream>

#include "hod/error.hpp"
#include "hod/mass/dimensions.hpp"
#include "hod/mass/triangle_mesh.hpp"
#include "mesh_samples.hpp"

namespace hod::mass
{

namespace
{

using Eigen::Vector3d;
using test::box_mesh;
using test::expect_same;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::string binary_stl(const TriangleMesh & mesh, const std::string & title = "test")
{
  std::string content = title + std::string(80 - title.size(), ' ');
  const auto append = [&content](const auto & value) {
    content.append(reinterpret_cast<const char *>(&value), sizeof value);
  };
  append(static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const auto & corners : mesh.triangles)
  {
    append(std::array<float, 3>{});
    for (const std::uint32_t corner : corners)
    {
      const Eigen::Vector3f position = mesh.vertices[corner].cast<float>();
      append(std::array<float, 3>{position[0], position[1], position[2]});
    }
    append(std::uint16_t{0});
  }
  return content;
}

/// With as few letters as can be.
std::string short_obj(const TriangleMesh & mesh)
{
  std::ostringstream text;
  text << std::setprecision(17);
  for (const Vector3d & vertex : mesh.vertices)
  {
    text << "v " << vertex.transpose() << "\n";
  }
  for (const auto & corners : mesh.triangles)
  {
    text << "f " << corners[0] + 1 << " " << corners[1] + 1 << " " << corners[2] + 1 << "\n";
  }
  return text.str();
}

std::string text_stl(const TriangleMesh & mesh)
{
  std::ostringstream text;
  text << std::setprecision(17) << "solid a facet of it\r\n";
  for (const auto & corners : mesh.triangles)
  {
    text << " facet normal 0 0 0\r\n  outer loop\r\n";
    for (const std::uint32_t corner : corners)
    {
      text << "   vertex " << mesh.vertices[corner].transpose() << "\r\n";
    }
    text << "  endloop\r\n endfacet\r\n";
  }
  text << "endsolid a facet of it\r\n";
  return text.str();
}

class MeshFile : public testing::Test
{
protected:
  std::filesystem::path write(const std::string & name, const std::string & content)
  {
    const auto path = std::filesystem::path(testing::TempDir()) /
                      (testing::UnitTest::GetInstance()->current_test_info()->name() + name);
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }
  MassProperties properties_of(const std::string & name, const std::string & content)
  {
    return with_unit_density(read_solid(write(name, content)));
  }
};

TEST_F(MeshFile, IsReadInAllForms)
{
  const TriangleMesh mesh = box_mesh({0.5, 1.0, 2.0});
  const MassProperties box = with_unit_density(Box{0.5, 1.0, 2.0});
  expect_same(properties_of("a.stl", binary_stl(mesh)), box);
  expect_same(properties_of("b.STL", binary_stl(mesh, "solid but binary")), box);
  expect_same(properties_of("c.stl", text_stl(mesh)), box);
  expect_same(
    properties_of(
      "d.obj",
      "# a box\no box\nv -1 -1 -1\nv 1 -1 -1\nv 1 1 -1 1.0\nv -1 1 -1\nvn 0 0 1\nvt 0 0\n"
      "v -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\nusemtl grey\nf 4 3 2 1\nf 5//1 6//1 7//1 8//1\n"
      "f 1/1/1 2/1/1 6/1/1 5/1/1\nf -6 -5 -1 -2\nf 2 3 7 6\nf 1 5 8 4\n"),
    with_unit_density(Box{2.0, 2.0, 2.0}));
}

TEST_F(MeshFile, ReadsAllSolidsOfAText)
{
  const std::string here = text_stl(box_mesh({1.0, 2.0, 3.0}));
  const std::string there =
    text_stl(box_mesh({1.0, 1.0, 1.0}, {Eigen::Matrix3d::Identity(), {5.0, 0.0, 0.0}}));
  EXPECT_NEAR(properties_of("a.stl", here + there).mass, 7.0, 1e-12);
  EXPECT_THAT(
    [&] { read_mesh(write("b.stl", here + there.substr(0, there.find("endsolid")))); },
    ThrowsMessage<Error>(HasSubstr("ends without 'endsolid'")));
  EXPECT_THAT(
    [&] { read_mesh(write("c.stl", here + "facet")); },
    ThrowsMessage<Error>(HasSubstr(":87: found 'facet', expected 'solid' or the end of the file")));
}

TEST_F(MeshFile, ReadsATextInCapitals)
{
  std::string text = text_stl(box_mesh({1.0, 2.0, 3.0}));
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
    return static_cast<char>(std::toupper(c));
  });
  EXPECT_NEAR(properties_of(".stl", text).mass, 6.0, 1e-12);
}

TEST_F(MeshFile, MergesEqualCornersAndZerosOfEitherSign)
{
  TriangleMesh mesh = box_mesh({1.0, 1.0, 1.0}, {Eigen::Matrix3d::Identity(), {0.5, 0.5, 0.5}});
  std::string text = text_stl(mesh);
  text.replace(text.find("vertex 0 "), 9, "vertex -0 ");
  const TriangleMesh read = read_mesh(write(".stl", text));
  EXPECT_EQ(read.vertices.size(), 8u);
  EXPECT_EQ(solid_flaw(read), std::nullopt);
}

/// Far more corners than the size of the file lets expect.
TEST_F(MeshFile, ShortLinesHoldManyCorners)
{
  constexpr int kBoxes = 200;
  TriangleMesh mesh;
  for (int i = 0; i < kBoxes; ++i)
  {
    const TriangleMesh box =
      box_mesh({1.0, 2.0, 4.0}, {Eigen::Matrix3d::Identity(), {2.0 * i, 0.0, 0.0}});
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), box.vertices.begin(), box.vertices.end());
    for (const auto & corners : box.triangles)
    {
      mesh.triangles.push_back({first + corners[0], first + corners[1], first + corners[2]});
    }
  }
  const TriangleMesh read = read_mesh(write(".obj", short_obj(mesh)));
  EXPECT_EQ(read.vertices.size(), 8U * kBoxes);
  EXPECT_EQ(read.triangles, mesh.triangles);
  EXPECT_NEAR(with_unit_density(read).mass, 8.0 * kBoxes, 1e-9);
}

/// Corners that a file has rounded apart still meet; what is farther apart does not.
TEST_F(MeshFile, MergesCornersThatAreNearlyEqual)
{
  const TriangleMesh mesh = box_mesh({1.0, 1.0, 1.0});
  std::string text = text_stl(mesh);
  const std::size_t corner = text.find("-0.5");
  const auto near = write("near.stl", std::string(text).replace(corner, 4, "-0.5000004"));
  EXPECT_EQ(read_mesh(near).vertices.size(), 9u);
  EXPECT_EQ(read_solid(near).vertices.size(), 8u);
  EXPECT_NEAR(with_unit_density(read_solid(near)).mass, 1.0, 1e-6);
  const auto far = write("far.stl", std::string(text).replace(corner, 4, "-0.50001"));
  EXPECT_THAT(
    [&] { read_solid(far); }, ThrowsMessage<Error>(HasSubstr("far.stl: the mesh is open")));
}

// A millionth of its size, below which corners count as equal, would be zero.
TEST_F(MeshFile, MergesNothingOfAMeshAsSmallAsNumbersCanBe)
{
  const auto tiny = write(
    "tiny.obj", "v 0 0 0\nv 1e-320 0 0\nv 0 1e-320 0\nv 0 0 1e-320\nf 1 3 2\nf 1 2 4\nf 2 3 4\n");
  EXPECT_THAT(
    [&] { read_solid(tiny); }, ThrowsMessage<Error>(HasSubstr("tiny.obj: the mesh is open")));
}

TEST_F(MeshFile, RefusesNothing)
{
  EXPECT_THAT(
    [&] { read_solid(write("a.obj", "# nothing\n")); },
    ThrowsMessage<Error>(HasSubstr("the mesh has no triangle")));
  EXPECT_THAT(
    [&] { read_solid(write("b.obj", "v 0 0 0\nf 1 1 1\n")); },
    ThrowsMessage<Error>(HasSubstr("the mesh encloses no volume")));
}

TEST_F(MeshFile, IsScaledAndMirrored)
{
  const auto path = write(
    ".stl", binary_stl(box_mesh({1.0, 2.0, 4.0}, {Eigen::Matrix3d::Identity(), {1.0, 0.0, 0.0}})));
  const auto file = std::string(path);
  const Pose pose{Eigen::Matrix3d::Identity(), {0.5, 0.0, 0.0}};
  expect_same(
    with_unit_density(make_shape("mesh", {{"file", file}, {"scale", 0.5}})),
    transformed(with_unit_density(Box{0.5, 1.0, 2.0}), pose));
  const Pose mirrored{Eigen::Matrix3d::Identity(), {-0.5, 0.0, 0.0}};
  expect_same(
    with_unit_density(make_shape("mesh", {{"file", file}, {"scale", Vector3d(-0.5, 1.0, 0.25)}})),
    transformed(with_unit_density(Box{0.5, 2.0, 1.0}), mirrored));
}

TEST_F(MeshFile, RefusesWhatIsCutOff)
{
  const std::string binary = binary_stl(box_mesh({1.0, 1.0, 1.0}));
  const std::string text = text_stl(box_mesh({1.0, 1.0, 1.0}));
  EXPECT_THAT(
    [&] { read_mesh(write("a.stl", binary.substr(0, binary.size() - 1))); },
    ThrowsMessage<Error>(HasSubstr("683 bytes; expected 684 for 12 triangles")));
  EXPECT_THAT(
    [&] { read_mesh(write("b.stl", "")); },
    ThrowsMessage<Error>(HasSubstr("0 bytes; expected 84")));
  EXPECT_THAT(
    [&] { read_mesh(write("c.stl", text.substr(0, text.find("endsolid")))); },
    ThrowsMessage<Error>(HasSubstr("ends without 'endsolid'")));
  EXPECT_THAT(
    [&] { read_mesh(write("d.stl", text.substr(0, text.rfind("vertex")))); },
    ThrowsMessage<Error>(HasSubstr("ends before its third vertex")));
}

TEST_F(MeshFile, RefusesWhatIsNotANumber)
{
  TriangleMesh mesh = box_mesh({1.0, 1.0, 1.0});
  std::string text = text_stl(mesh);
  text.replace(text.find("vertex -0.5"), 11, "vertex -O.5");
  EXPECT_THAT(
    [&] { read_mesh(write("a.stl", text)); },
    ThrowsMessage<Error>(HasSubstr("a.stl:4: found '-O.5', expected a finite number")));
  mesh.vertices[3][1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(
    [&] { read_mesh(write("b.stl", binary_stl(mesh))); },
    ThrowsMessage<Error>(HasSubstr("triangle 1 has a corner that is not finite")));
  EXPECT_THAT(
    [&] { read_mesh(write("c.stl", text_stl(mesh))); },
    ThrowsMessage<Error>(HasSubstr("found 'nan', expected a finite number")));
  EXPECT_THAT(
    [&] { read_mesh(write("d.stl", "solid x\nfacette\nendsolid")); },
    ThrowsMessage<Error>(HasSubstr(":2: found 'facette', expected 'facet' or 'endsolid'")));
}

TEST_F(MeshFile, RefusesFacesWithoutCorners)
{
  const std::string vertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  EXPECT_THAT(
    [&] { read_mesh(write("a.obj", vertices + "f 1 2 4\n")); },
    ThrowsMessage<Error>(HasSubstr(":4: found corner '4', expected a number between 1 and 3")));
  EXPECT_THAT(
    [&] { read_mesh(write("b.obj", vertices + "f 1 0 2\n")); },
    ThrowsMessage<Error>(HasSubstr("found corner '0'")));
  EXPECT_THAT(
    [&] { read_mesh(write("c.obj", vertices + "f 1 2\n")); },
    ThrowsMessage<Error>(HasSubstr("the face has 2 corners, expected 3 or more")));
  EXPECT_THAT(
    [&] { read_mesh(write("d.obj", "v 0 0\n")); },
    ThrowsMessage<Error>(HasSubstr(":1: found '', expected a finite number")));
}

TEST_F(MeshFile, RefusesWeightsOfVertices)
{
  EXPECT_THAT(
    [&] { read_mesh(write("a.obj", "v 0 0 0\nv 1 1 1 0.5 # half\n")); },
    ThrowsMessage<Error>(
      HasSubstr("a.obj:2: found a vertex with the weight '0.5', expected 1 or none")));
  const TriangleMesh mesh =
    read_mesh(write("b.obj", "v 0 0 0 1.0\nv 1 0 0 # 0.5\nv 0 1 0 0.5 0.5 0.5\nf 1 2 3\n"));
  EXPECT_EQ(mesh.vertices.back(), Vector3d(0.0, 1.0, 0.0));
}

TEST_F(MeshFile, CoordinatesBeyondAllMeasureAreRefused)
{
  const std::string faces = "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
  EXPECT_THAT(
    [&] { read_solid(write("a.obj", "v 1e308 0 0\nv -1e308 0 0\nv 0 1 0\nv 0 0 1\n" + faces)); },
    ThrowsMessage<Error>(HasSubstr("found coordinates beyond 1e50, expected metres")));
}

// Cells are counted from the mesh: from the origin their numbers would not fit into an integer.
TEST_F(MeshFile, NearVerticesMergeFarFromTheOrigin)
{
  const TriangleMesh mesh = read_solid(write(
    "far.obj",
    "v 1e20 0 0\nv 1.00000000001e20 0 0\nv 1e20 1e9 0\nv 1e20 0 1e9\nv 1e20 1e2 0\n"
    "f 5 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"));
  EXPECT_EQ(mesh.vertices.size(), 4u);
}

}  // namespace

}  // namespace hod::mass

// SPDX-License-Identifier: Apache-2.0
#include "hod/mass/dimensions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "hod/mass/homogeneous_body.hpp"

namespace hod::mass
{

namespace
{

using testing::HasSubstr;

struct Refusal
{
  std::string shape;
  Dimensions dimensions;
  std::string sentence;
};

class Refused : public testing::TestWithParam<Refusal>
{};

TEST_P(Refused, WithAReason)
{
  const Refusal & refusal = GetParam();
  try
  {
    make_shape(refusal.shape, refusal.dimensions);
    FAIL() << "accepted";
  }
  catch (const DimensionError & error)
  {
    EXPECT_THAT(error.what(), HasSubstr(refusal.sentence));
  }
}

const Eigen::Vector3d kZero = Eigen::Vector3d::Zero();
const Eigen::Vector3d kX = Eigen::Vector3d::UnitX();
const Eigen::Vector3d kY = Eigen::Vector3d::UnitY();

INSTANTIATE_TEST_SUITE_P(
  Shapes, Refused,
  testing::Values(
    Refusal{"cube", {{"x", 1.0}}, "unknown shape 'cube', expected one of rod, ring, arc"},
    Refusal{
      "cylinder",
      {{"radius", 1.0}},
      "'length' is missing; a cylinder takes radius, length and optionally inner_radius"},
    Refusal{
      "cylinder",
      {{"radius", 1.0}, {"length", 1.0}, {"height", 1.0}},
      "found 'height', but a cylinder takes radius, length and optionally inner_radius"},
    Refusal{"sphere", {{"radius", 0.0}}, "'radius' is 0, expected more than 0"},
    Refusal{"rod", {{"length", -1.0}}, "'length' is -1, expected more than 0"},
    Refusal{"ring", {{"radius", INFINITY}}, "'radius' is inf, expected a finite number"},
    Refusal{"ring", {{"radius", NAN}}, "expected a finite number"},
    Refusal{"ring", {{"radius", "wide"}}, "'radius' of a ring must be a number"},
    Refusal{"ring", {{"radius", kX}}, "'radius' of a ring must be a number"},
    Refusal{"arc", {{"radius", 1.0}, {"angle", 6.3}}, "'angle' is 6.3, expected at most 2π"},
    Refusal{"arc", {{"radius", 1.0}, {"angle", 0.0}}, "'angle' is 0, expected more than 0"},
    Refusal{
      "disk",
      {{"radius", 1.0}, {"inner_radius", 1.0}},
      "'inner_radius' is 1, expected less than the radius 1"},
    Refusal{
      "cylinder",
      {{"radius", 1.0}, {"length", 1.0}, {"inner_radius", 2.0}},
      "'inner_radius' is 2, expected less than the radius 1"},
    Refusal{
      "cone",
      {{"radius", 1.0}, {"length", 1.0}, {"top_radius", -0.5}},
      "'top_radius' is -0.5, expected 0 or more"},
    Refusal{
      "torus",
      {{"radius", 1.0}, {"tube_radius", 1.5}},
      "'tube_radius' is 1.5, expected at most the radius 1"},
    Refusal{"triangle", {{"a", kZero}, {"b", kX}, {"c", 2.0}}, "'c' of a triangle must be three"},
    Refusal{
      "triangle",
      {{"a", kZero}, {"b", kX}, {"c", Eigen::Vector3d(2.0 * kX)}},
      "the corners of the triangle lie on one line"},
    Refusal{
      "tetrahedron",
      {{"a", kZero}, {"b", kX}, {"c", kY}, {"d", Eigen::Vector3d(kX + kY)}},
      "the corners of the tetrahedron lie in one plane"},
    Refusal{
      "tetrahedron",
      {{"a", kZero}, {"b", kX}, {"c", kY}, {"d", Eigen::Vector3d(0.0, 0.0, NAN)}},
      "'d' is nan, expected finite numbers"},
    Refusal{"mesh", {{"file", 1.0}}, "'file' of a mesh must be a file name"},
    Refusal{"mesh", {{"file", "none.stl"}}, "none.stl: cannot be read"},
    Refusal{"mesh", {{"file", "part.step"}}, "found a file of type '.step', expected .stl or .obj"},
    Refusal{"mesh", {{"file", "a.stl"}, {"scale", -1.0}}, "'scale' is -1, expected more than 0"}));

TEST(MakeShape, ReadsOptionalDimensions)
{
  const Shape shape = make_shape("cone", {{"radius", 2.0}, {"length", 1.0}, {"top_radius", 3.0}});
  EXPECT_EQ(std::get<Cone>(shape).top_radius, 3.0);
  EXPECT_EQ(dimensions_of(shape).size(), 3u);
  EXPECT_EQ(dimensions_of(Cone{2.0, 1.0, 0.0}).size(), 2u);
}

TEST(ShapeNames, AreThoseOfTheContract)
{
  EXPECT_THAT(
    shape_names(), testing::ElementsAre(
                     "rod", "ring", "arc", "rectangle", "triangle", "disk", "cylindrical_shell",
                     "spherical_shell", "box", "cylinder", "sphere", "hemisphere", "cone",
                     "ellipsoid", "torus", "tetrahedron", "mesh"));
}

void expect_refused(const HomogeneousBody & body, const std::string & sentence)
{
  try
  {
    check(body);
    FAIL() << "accepted";
  }
  catch (const DimensionError & error)
  {
    EXPECT_THAT(error.what(), HasSubstr(sentence));
  }
}

TEST(HomogeneousBody, HasDensityOrMass)
{
  HomogeneousBody body{Sphere{1.0}, std::nullopt, std::nullopt, kZero, kZero, 1};
  expect_refused(body, "neither 'density' nor 'mass'");
  body.mass = 1.0;
  EXPECT_NO_THROW(check(body));
  body.density = 1.0;
  expect_refused(body, "both 'density' and 'mass'");
}

TEST(HomogeneousBody, IsRefusedIfNotFiniteOrNotPositive)
{
  HomogeneousBody body{Sphere{1.0}, -2700.0, std::nullopt, kZero, kZero, 1};
  expect_refused(body, "'density' is -2700, expected a finite number above 0 (a cavity has");
  body.density = 0.0;
  expect_refused(body, "'density' is 0");
  body = {Sphere{1.0}, std::nullopt, INFINITY, kZero, kZero, 1};
  expect_refused(body, "'mass' is inf");
  body = {Sphere{1.0}, 1.0, std::nullopt, {NAN, 0.0, 0.0}, kZero, 1};
  expect_refused(body, "a pose with a number that is not finite");
  body = {Sphere{1.0}, 1.0, std::nullopt, kZero, kZero, 0};
  expect_refused(body, "'sign' is 0, expected 1 or -1");
  body = {Sphere{-1.0}, 1.0, std::nullopt, kZero, kZero, 1};
  expect_refused(body, "'radius' is -1");
  body = {Mesh{"x.stl", Eigen::Vector3d::Ones(), nullptr}, 1.0, std::nullopt, kZero, kZero, 1};
  expect_refused(body, "has not been read");
}

TEST(HomogeneousBody, IsRefusedIfItsMeshHasNoInside)
{
  TriangleMesh mesh;
  mesh.vertices = {kZero, kX, kY, Eigen::Vector3d::UnitZ()};
  mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  HomogeneousBody body;
  body.density = 1.0;
  const auto bounded_by = [&](const TriangleMesh & surface) {
    body.shape =
      Mesh{"x.stl", Eigen::Vector3d::Ones(), std::make_shared<const TriangleMesh>(surface)};
    return body;
  };
  EXPECT_NO_THROW(check(bounded_by(mesh)));
  expect_refused(bounded_by({}), "the mesh 'x.stl' encloses no volume");
  mesh.triangles[3][2] = 4;
  expect_refused(bounded_by(mesh), "the mesh 'x.stl': triangle 3 has the vertex 4, but there are");
}

}  // namespace

}  // namespace hod::mass

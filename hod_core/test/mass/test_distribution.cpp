// SPDX-License-Identifier: Apache-2.0
#include "hod/mass/distribution.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <utility>

#include "hod/error.hpp"
#include "hod/mass/roll_pitch_yaw.hpp"
#include "hod/robot/apply_distribution.hpp"

namespace hod::mass
{

namespace
{

using Eigen::Vector3d;
using testing::HasSubstr;

const char * const kTwoLinks = R"(
links:
  link_3:
    - {shape: cylinder, radius: 0.05, length: 0.2, density: 2700, xyz: [0, 0, 0.1], rpy: [0, 0, 0]}
    - {shape: box, x: 0.1, y: 0.1, z: 0.02, mass: 0.4, sign: -1}
  link_4:
    - shape: tetrahedron
      a: [0, 0, 0]
      b: [1, 0, 0]
      c: [0, 1e0, 0]
      d: [0, 0, +1]
      density: 6
)";

TEST(Distribution, IsReadFromYaml)
{
  const Distribution distribution = parse_distribution(kTwoLinks);
  ASSERT_EQ(distribution.links.size(), 2u);
  const LinkDistribution & link = distribution.links[0];
  EXPECT_EQ(link.link, "link_3");
  ASSERT_EQ(link.bodies.size(), 2u);
  const double cylinder = 2700.0 * 3.14159265358979323846 * 0.05 * 0.05 * 0.2;
  EXPECT_NEAR(link.contributions[0].mass, cylinder, 1e-15);
  EXPECT_EQ(link.contributions[1].mass, 0.4);
  EXPECT_EQ(link.bodies[1].sign, -1);
  EXPECT_NEAR(link.mass.mass, cylinder - 0.4, 1e-15);
  EXPECT_NEAR(link.mass.center[2], 0.1 * cylinder / (cylinder - 0.4), 1e-15);
  EXPECT_NEAR(distribution.find("link_4")->mass.mass, 1.0, 1e-15);
  EXPECT_EQ(distribution.find("link_5"), nullptr);
  EXPECT_TRUE(distribution.warnings.empty());
}

TEST(Distribution, LeavesTheKeyRobotToOthers)
{
  EXPECT_NO_THROW(
    parse_distribution("{robot: arm, links: {a: [{shape: rod, length: 1, mass: 1}]}}"));
  EXPECT_NO_THROW(
    parse_distribution("{robot: {joints: []}, links: {a: [{shape: rod, length: 1, mass: 1}]}}"));
}

/// A tube as a cylinder with a bore, as a difference of cylinders, and the other way round.
TEST(Distribution, SubtractsCavities)
{
  const Distribution distribution = parse_distribution(R"(
links:
  one: [{shape: cylinder, radius: 2, inner_radius: 1, length: 3, density: 7, rpy: [1, 2, 3]}]
  two: [{shape: cylinder, radius: 2, length: 3, density: 7, rpy: [1, 2, 3]},
        {shape: cylinder, radius: 1, length: 3, density: 7, rpy: [1, 2, 3], sign: -1}]
  three: [{shape: cylinder, radius: 1, length: 3, density: 7, rpy: [1, 2, 3], sign: -1},
          {shape: cylinder, radius: 2, length: 3, density: 7, rpy: [1, 2, 3]}])");
  const Eigen::Matrix4d expected = pseudo_inertia(distribution.links[0].mass);
  EXPECT_TRUE(pseudo_inertia(distribution.links[1].mass).isApprox(expected, 1e-14));
  EXPECT_TRUE(pseudo_inertia(distribution.links[2].mass).isApprox(expected, 1e-14));
}

/// Points thrown at a box around a block with a bore and a ball cut out: each moment of the signed
/// sum lies within five standard errors of the sample's.
TEST(Distribution, AgreesWithRandomPoints)
{
  const Distribution distribution = parse_distribution(R"(
links:
  casting:
    - {shape: box, x: 0.4, y: 0.3, z: 0.2, density: 2, rpy: [0, 0, 0.5]}
    - {shape: cylinder, radius: 0.06, length: 0.2, density: 2, xyz: [0.05, -0.02, 0], sign: -1}
    - {shape: sphere, radius: 0.05, density: 2, xyz: [-0.08, 0.02, 0.01], sign: -1})");
  const Eigen::Matrix3d turn = rotation_from_rpy({0.0, 0.0, 0.5});
  std::mt19937_64 generator(5);
  std::uniform_real_distribution<double> uniform(-0.3, 0.3);
  const int count = 400000;
  const double weight = 2.0 * 0.6 * 0.6 * 0.6;
  Eigen::Matrix4d sum = Eigen::Matrix4d::Zero(), squares = sum;
  for (int i = 0; i < count; ++i)
  {
    const Vector3d point(uniform(generator), uniform(generator), uniform(generator));
    const Vector3d in_box = (turn.transpose() * point).cwiseAbs();
    const bool inside = in_box[0] < 0.2 && in_box[1] < 0.15 && in_box[2] < 0.1 &&
                        (point - Vector3d(0.05, -0.02, 0.0)).head<2>().norm() > 0.06 &&
                        (point - Vector3d(-0.08, 0.02, 0.01)).norm() > 0.05;
    if (inside)
    {
      const Eigen::Matrix4d sample = weight * point.homogeneous() * point.homogeneous().transpose();
      sum += sample;
      squares += sample.cwiseAbs2();
    }
  }
  const Eigen::Matrix4d mean = sum / count;
  const Eigen::Matrix4d error = ((squares / count - mean.cwiseAbs2()) / count).cwiseSqrt();
  const Eigen::Matrix4d difference = (pseudo_inertia(distribution.links[0].mass) - mean).cwiseAbs();
  EXPECT_TRUE((difference.array() <= 5.0 * error.array()).all()) << difference << "\n\n" << error;
  EXPECT_LT(error(3, 3), 1e-2 * mean(3, 3));
}

TEST(Distribution, WarnsOfTensorsNoBodyCanHave)
{
  const Distribution distribution = parse_distribution(
    "links:\n  a: [{shape: sphere, radius: 1, density: 1},\n"
    "      {shape: rod, length: 9, mass: 1, sign: -1}]",
    "arm.yaml");
  ASSERT_EQ(distribution.warnings.size(), 1u);
  EXPECT_THAT(distribution.warnings[0], HasSubstr("arm.yaml:2: link 'a' cannot exist: "));
}

TEST(Distribution, QuotesNamesInWarningsOnOneLine)
{
  HomogeneousBody sphere, rod;
  sphere.shape = Sphere{1.0};
  rod.shape = Rod{9.0};
  sphere.density = rod.mass = 1.0;
  rod.sign = -1;
  Distribution distribution;
  add_link(distribution, "a\n[FATAL] b", {sphere, rod}, "code");
  ASSERT_EQ(distribution.warnings.size(), 1u);
  EXPECT_THAT(distribution.warnings[0], HasSubstr("code: link 'a [FATAL] b' cannot exist: "));
}

// Solids first round to more than the cavity, and yet leave less than nothing in their own order.
TEST(Distribution, LeavesNoMassBelowZeroByRounding)
{
  constexpr double kStep = 0x1p-52;
  std::vector<HomogeneousBody> bodies;
  for (const double mass :
       {1.0, -1.0 - 3.0 * kStep, 0.6 * kStep, 0.6 * kStep, 0.6 * kStep, 0.6 * kStep})
  {
    HomogeneousBody body;
    body.shape = Rod{1.0};
    body.mass = std::abs(mass);
    body.sign = mass < 0.0 ? -1 : 1;
    bodies.push_back(body);
  }
  Distribution distribution;
  EXPECT_THAT(
    [&] { add_link(distribution, "a", bodies, "code"); },
    testing::ThrowsMessage<Error>(HasSubstr("the cavities of link 'a' take away")));
}

struct Refusal
{
  std::string yaml, sentence;
};

class RefusedYaml : public testing::TestWithParam<Refusal>
{};

TEST_P(RefusedYaml, WithItsLine)
{
  try
  {
    parse_distribution(GetParam().yaml, "f.yaml");
    FAIL() << "accepted";
  }
  catch (const Error & error)
  {
    EXPECT_THAT(error.what(), HasSubstr(GetParam().sentence));
  }
}

std::string one_mesh(const std::string & file)
{
  return "links:\n  a:\n    - {shape: mesh, mass: 1, file: '" + file + "'}\n";
}

TEST(Distribution, OpensNoMeshOutsideItsFolder)
{
  for (const char * file : {"/etc/passwd", "../part.obj", "parts/../../part.obj", ".."})
  {
    EXPECT_THAT(
      [&] { parse_distribution(one_mesh(file), "f.yaml", "robots"); },
      testing::ThrowsMessage<Error>(HasSubstr(
        "', expected a file in the folder of this file, below it, or in the ROS package "
        "around it")))
      << file;
  }
  for (const char * file : {"part.obj", "parts/../part.obj", "parts/..part.obj", "./part.obj"})
  {
    EXPECT_THAT(
      [&] { parse_distribution(one_mesh(file), "f.yaml", "robots"); },
      testing::ThrowsMessage<Error>(HasSubstr("cannot be read; expected an STL or OBJ file")))
      << file;
  }
}

/// A package with a nested one: package.xml, config/, meshes/part.obj, inner/package.xml.
std::filesystem::path package_on_disk()
{
  const auto package = std::filesystem::path(testing::TempDir()) / "hod_distribution" / "package";
  std::filesystem::create_directories(package / "config" / "deep");
  std::filesystem::create_directories(package / "meshes");
  std::filesystem::create_directories(package / "inner" / "config");
  for (const auto & place : {package, package / "inner"})
  {
    std::ofstream(place / "package.xml") << "<package/>";
  }
  for (const auto & part : {package.parent_path() / "part.obj", package / "meshes" / "part.obj"})
  {
    std::ofstream(part) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                        << "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  }
  return package;
}

TEST(Distribution, OpensMeshesOfItsPackage)
{
  const std::filesystem::path package = package_on_disk();
  const auto & opened = [](const std::filesystem::path & directory, const std::string & file) {
    return parse_distribution(one_mesh(file), "f.yaml", directory).links.front().mass.mass == 1.0;
  };
  EXPECT_TRUE(opened(package / "config", "../meshes/part.obj"));
  EXPECT_TRUE(opened(package / "config" / "deep", "../../meshes/part.obj"));
  EXPECT_TRUE(opened(package / "config" / ".." / "config", "../meshes/../meshes/part.obj"));
  EXPECT_TRUE(
    opened(std::filesystem::relative(package / "config"), "../../package/meshes/part.obj"));
  EXPECT_TRUE(opened(package, "meshes/part.obj"));
  const std::string absolute = (package / "meshes" / "part.obj").string();
  for (const auto & [directory, file] : {
         std::pair{package / "config", std::string("../../part.obj")},
         {package, "../part.obj"},
         {package / "config", absolute},
         {package / "inner" / "config", "../../meshes/part.obj"},  // of the package around it
         {package.parent_path(), "../hod_distribution/part.obj"},
       })
  {
    const auto & from = directory;  // bindings themselves cannot be captured before C++20
    const auto & mesh = file;
    EXPECT_THAT(
      [&] { opened(from, mesh); },
      testing::ThrowsMessage<Error>(HasSubstr("expected a file in the folder of this file")))
      << directory << " " << file;
  }
}

TEST(Distribution, GoesToMeshesOfItsPackageByNoLink)
{
  const std::filesystem::path package = package_on_disk();
  const std::filesystem::path link = package / "config" / "link";
  std::filesystem::remove(link);
  std::filesystem::create_directory_symlink(package.parent_path() / "package" / "inner", link);
  // "link/../.." leads out of the package by way of the link's target, and to it by its name.
  EXPECT_EQ(
    parse_distribution(one_mesh("link/../../meshes/part.obj"), "f.yaml", package / "config")
      .links.front()
      .mass.mass,
    1.0);
}

std::string one_body(const std::string & body)
{
  return "links:\n  a:\n    - {" + body + "}\n";
}

INSTANTIATE_TEST_SUITE_P(
  Documents, RefusedYaml,
  testing::Values(
    Refusal{"", "f.yaml:1: found nothing, expected a map with the key 'links'"},
    Refusal{"a: [1", "f.yaml:1: found no YAML"},
    Refusal{"links:\n  a: *nothing", "f.yaml:2: found no YAML"},
    Refusal{"\nlink: {}", "f.yaml:2: found the key 'link', expected 'links' perhaps"},
    Refusal{"robot: arm", "f.yaml:1: found no 'links', expected one"},
    Refusal{"links: 3", "f.yaml:1: 'links': found '3', expected a map from link names"},
    Refusal{"links:\n  a:\n", "f.yaml:2: link 'a': found nothing, expected a list of bodies"},
    Refusal{"links:\n  a: []\n", "f.yaml:2: link 'a': found an empty list"},
    Refusal{"links:\n  a: {shape: rod}\n", "f.yaml:2: link 'a': found a map, expected a list"},
    Refusal{"links:\n  a: [rod]\n", "f.yaml:2: link 'a', body 1: found 'rod', expected a body"},
    Refusal{
      "links:\n  a: [{shape: rod, length: 1, mass: 1}]\n  a: [{shape: rod, length: 1, mass: 1}]",
      "f.yaml:3: 'links': found the key 'a' twice"},
    Refusal{
      one_body("shape: torus, radius: 1e308, tube_radius: 1e-200, density: 1"),
      "f.yaml:2: link 'a': body 1 has a mass, a centre or an inertia beyond a double's range"},
    Refusal{
      "links:\n  a: [{shape: rod, length: 1, mass: 1e308}, {shape: rod, length: 1, mass: 1e308}]",
      "f.yaml:2: link 'a' has a mass, a centre or an inertia beyond a double's range"},
    Refusal{
      one_body("shape: rod, length: 1, length: 2, mass: 1"),
      "f.yaml:3: link 'a', body 1: found the key 'length' twice"},
    Refusal{one_body("length: 1, mass: 1"), "f.yaml:3: link 'a', body 1: 'shape' is missing"},
    Refusal{one_body("shape: cube, mass: 1"), "f.yaml:3: link 'a', body 1: unknown shape 'cube'"},
    Refusal{one_body("shape: [rod], mass: 1"), "'shape': found a list, expected text"},
    Refusal{
      "links:\n  a:\n    - shape: sphere\n      radius: 0.1\n      radios: 2\n      mass: 1",
      "f.yaml:5: link 'a', body 1: found 'radios', but a sphere takes radius"},
    Refusal{one_body("shape: sphere, mass: 1"), "'radius' is missing; a sphere takes radius"},
    Refusal{
      one_body("shape: sphere, radius: big, mass: 1"),
      "f.yaml:3: link 'a', body 1: 'radius': found 'big', expected a finite number"},
    Refusal{one_body("shape: sphere, radius: '1', mass: 1"), "'radius': found '1', expected a"},
    Refusal{one_body("shape: sphere, radius: 1 m, mass: 1"), "'radius': found '1 m'"},
    Refusal{one_body("shape: sphere, radius: .inf, mass: 1"), "'radius': found '.inf'"},
    Refusal{one_body("shape: sphere, radius: inf, mass: 1"), "'radius': found 'inf'"},
    Refusal{one_body("shape: sphere, radius: , mass: 1"), "'radius': found nothing"},
    Refusal{one_body("shape: sphere, radius: -1, mass: 1"), "'radius' is -1, expected more than 0"},
    Refusal{one_body("shape: sphere, radius: 1, mass: -1"), "'mass' is -1"},
    Refusal{one_body("shape: sphere, radius: 1"), "neither 'density' nor 'mass'"},
    Refusal{one_body("shape: sphere, radius: 1, mass: 1, density: 1"), "both 'density' and 'mass'"},
    Refusal{
      one_body("shape: sphere, radius: 1, mass: 1, xyz: [0, 0]"),
      "'xyz': found a list of 2, expected a list of three numbers"},
    Refusal{
      one_body("shape: sphere, radius: 1, mass: 1, rpy: 0"),
      "'rpy': found '0', expected a list of three numbers"},
    Refusal{
      one_body("shape: sphere, radius: 1, mass: 1, rpy: [0, 0, x]"),
      "'rpy': found 'x', expected a finite number"},
    Refusal{
      one_body("shape: sphere, radius: 1, mass: 1, sign: 0"),
      "'sign': found '0', expected 1 or -1"},
    Refusal{one_body("shape: sphere, radius: 1, mass: 1, sign: minus"), "'sign': found 'minus'"},
    Refusal{
      one_body("shape: sphere, radius: 1, mass: 1, sign: -1"),
      "f.yaml:2: the cavities of link 'a' take away 1 kg, but its bodies have only 0 kg"},
    Refusal{
      one_body("shape: sphere, radius: 1, mass: 1") +
        "    - {shape: sphere, radius: 0.5, mass: 1, sign: -1}\n",
      "the cavities of link 'a' take away 1 kg, but its bodies have only 1 kg"}));

TEST(ReadDistribution, NamesTheFileThatIsMissing)
{
  EXPECT_THAT(
    [] { read_distribution("no/such.yaml"); },
    testing::ThrowsMessage<Error>(
      HasSubstr("no/such.yaml: found no readable file, expected a mass distribution")));
}

RobotDescription description_of_two_links()
{
  RobotDescription description;
  description.source = "arm.urdf";
  for (const char * const name : {"link_3", "link_9"})
  {
    description.links.push_back({name, {1.0, Vector3d::UnitX(), Eigen::Matrix3d::Identity()}});
  }
  return description;
}

TEST(ApplyDistribution, ChangesTheNamedLinksOnly)
{
  RobotDescription description = description_of_two_links();
  Distribution distribution = parse_distribution(kTwoLinks);
  distribution.links.pop_back();
  apply_distribution(distribution, description);
  EXPECT_EQ(pseudo_inertia(description.links[0].mass), pseudo_inertia(distribution.links[0].mass));
  EXPECT_EQ(description.links[1].mass.center, Vector3d::UnitX());
}

TEST(ApplyDistribution, ChangesNothingIfALinkIsMissing)
{
  RobotDescription description = description_of_two_links();
  const Distribution distribution = parse_distribution(kTwoLinks, "f.yaml");
  EXPECT_THAT(
    [&] { apply_distribution(distribution, description); },
    testing::ThrowsMessage<Error>(
      HasSubstr("f.yaml: link 'link_4' is not in arm.urdf, expected 'link_3' perhaps")));
  EXPECT_EQ(description.links[0].mass.mass, 1.0);
}

}  // namespace

}  // namespace hod::mass

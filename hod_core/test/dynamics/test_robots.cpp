// SPDX-License-Identifier: Apache-2.0
// Every URDF of example-robot-data, against the definition evaluated in long double.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "comparison.hpp"
#include "hod/error.hpp"
#include "hod/robot/urdf.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

using reference::fast_forces;
using reference::Precise;
using reference::random_motion;
using reference::relative_error;
using reference::tolerance;

constexpr int kOrder = kMaxOrder;
constexpr std::size_t kRobotsExpected = 60;

/// HOD_ROBOTS in the environment, or where CMake found example-robot-data.
std::filesystem::path robots_directory()
{
  const char * chosen = std::getenv("HOD_ROBOTS");
  return chosen != nullptr ? chosen : HOD_ROBOTS_DIRECTORY;
}

std::vector<std::filesystem::path> robot_files()
{
  std::vector<std::filesystem::path> files;
  if (std::filesystem::is_directory(robots_directory()))
  {
    for (const auto & entry : std::filesystem::recursive_directory_iterator(robots_directory()))
    {
      if (entry.path().extension() == ".urdf")
      {
        files.push_back(entry.path());
      }
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool has_base_motion(const RobotDescription & description)
{
  return std::any_of(description.joints.begin(), description.joints.end(), [](const auto & joint) {
    return joint.type == JointType::floating || joint.type == JointType::planar;
  });
}

/// The same robot with the base standing still.
RobotDescription with_fixed_base(RobotDescription description)
{
  for (JointDescription & joint : description.joints)
  {
    if (joint.type == JointType::floating || joint.type == JointType::planar)
    {
      joint.type = JointType::fixed;
    }
  }
  return description;
}

std::string text_of(const std::filesystem::path & path)
{
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Two files of the collection are no robots as they stand, and Pinocchio refuses them too: one has
/// no link, the other mimics joints that it does not have. The latter is read without its mimics.
RobotDescription read_robot(const std::filesystem::path & path)
{
  if (path.filename() != "alex_psyonic_hands.urdf")
  {
    return read_urdf(path);
  }
  EXPECT_THROW(Robot(read_urdf(path)), Error);
  const std::regex mimic("<mimic[^>]*>");
  return parse_urdf(std::regex_replace(text_of(path), mimic, ""));
}

class Robots : public testing::TestWithParam<std::filesystem::path>
{
protected:
  static void TearDownTestSuite()
  {
    for (std::size_t k = 0; k < worst_.size(); ++k)
    {
      std::printf("largest relative error of Q, derivative %zu: %.1e\n", k, worst_[k]);
    }
  }

  static std::array<double, kOrder + 1> worst_;
};

std::array<double, kOrder + 1> Robots::worst_{};

TEST_P(Robots, ForcesEqualTheDefinition)
{
  if (text_of(GetParam()).find("<link") == std::string::npos)
  {
    EXPECT_THROW(Robot(read_urdf(GetParam())), Error);
    return;
  }
  RobotDescription description = read_robot(GetParam());
  if (has_base_motion(description))
  {
    EXPECT_THROW(Robot{description}, Error);
    description = with_fixed_base(description);
  }
  const Robot robot(description);
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
  {
    const RowMatrix motion = random_motion(600 + seed, kOrder + 3, robot.dof());
    const RowMatrix fast = fast_forces(robot, motion, kOrder);
    const auto exact = Precise(robot, motion).force();
    for (int k = 0; k <= kOrder; ++k)
    {
      const double error = relative_error(fast.row(k), exact.row(k));
      double & worst = worst_[static_cast<std::size_t>(k)];
      worst = std::max(worst, error);
      EXPECT_LE(error, tolerance(k)) << "derivative " << k;
    }
  }
}

std::string test_name(const testing::TestParamInfo<std::filesystem::path> & info)
{
  std::string name = info.param.parent_path().parent_path().filename().string() + "_" +
                     info.param.stem().string() + "_" + std::to_string(info.index);
  std::replace_if(
    name.begin(), name.end(), [](char letter) { return std::isalnum(letter) == 0; }, '_');
  return name;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Robots);
INSTANTIATE_TEST_SUITE_P(ExampleRobotData, Robots, testing::ValuesIn(robot_files()), test_name);

TEST(RobotFiles, AreThere)
{
  if (!std::filesystem::is_directory(robots_directory()))
  {
    GTEST_SKIP() << "no example-robot-data at '" << robots_directory().string() << "'";
  }
  EXPECT_GE(robot_files().size(), kRobotsExpected);
}

}  // namespace
}  // namespace hod

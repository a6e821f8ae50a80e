// SPDX-License-Identifier: Apache-2.0
// The robots of example-robot-data, read by ROS's package urdf as controller and node read them,
// and by HOD's own reader: the same forces of the same motions.
#include <gmock/gmock.h>
#include <urdf/model.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>

#include "hod/dynamics/forces/forces.hpp"
#include "hod/dynamics/workspace.hpp"
#include "hod/error.hpp"
#include "hod/robot/urdf.hpp"
#include "hod_ros/robot_source.hpp"

namespace
{

constexpr int kOrder = 2;
constexpr double kTolerances[] = {1e-12, 1e-11, 1e-10};  ///< of Q, Q', Q'' over the largest entry

using Columns = std::map<std::string, Eigen::Index>;

Columns columns_of(const hod::Robot & robot)
{
  Columns columns;
  for (const std::string & name : robot.joint_names())
  {
    columns.emplace(name, static_cast<Eigen::Index>(columns.size()));
  }
  return columns;
}

/// The same numbers for the same joints, in whatever order these are.
hod::RowMatrix motion_of(const Columns & columns)
{
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  hod::RowMatrix motion(kOrder + 3, static_cast<Eigen::Index>(columns.size()));
  for (const auto & [name, column] : columns)
  {
    for (Eigen::Index row = 0; row < motion.rows(); ++row)
    {
      motion(row, column) = number(random);
    }
  }
  return motion;
}

hod::RowMatrix forces_of(const hod::Robot & robot)
{
  hod::Workspace workspace(robot, kOrder);
  EXPECT_EQ(hod::forces(workspace, motion_of(columns_of(robot)), kOrder), hod::Result::ok);
  return workspace.force().topRows(kOrder + 1);
}

void expect_same_forces(const hod::Robot & found, const hod::Robot & expected)
{
  const Columns of_found = columns_of(found), of_expected = columns_of(expected);
  ASSERT_EQ(of_found.size(), of_expected.size());
  const hod::RowMatrix here = forces_of(found), there = forces_of(expected);
  for (Eigen::Index row = 0; row <= kOrder; ++row)
  {
    const double scale = std::max(there.row(row).lpNorm<Eigen::Infinity>(), 1e-9);
    for (const auto & [name, column] : of_expected)
    {
      ASSERT_EQ(of_found.count(name), 1U) << name;
      const double difference = here(row, of_found.at(name)) - there(row, column);
      EXPECT_LT(std::abs(difference), kTolerances[row] * scale) << name << ", Q^(" << row << ")";
    }
  }
}

std::string text_of(const std::filesystem::path & path)
{
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST(RobotSource, PackageUrdfAndOwnReaderHaveTheSameRobot)
{
  int compared = 0, refused = 0;
  for (const auto & file : std::filesystem::recursive_directory_iterator(ROBOTS))
  {
    if (file.path().extension() != ".urdf")
    {
      continue;
    }
    SCOPED_TRACE(file.path().string());
    const std::string text = text_of(file.path());
    try
    {
      const hod::Robot expected(hod::parse_urdf(text));
      expect_same_forces(hod_ros::robot_of({text}), expected);
      ++compared;
    }
    catch (const hod::Error & error)
    {
      EXPECT_THROW(hod_ros::robot_of({text}), hod::Error) << error.what();
      EXPECT_THROW(hod::Robot(hod::parse_urdf(text)), hod::Error) << error.what();
      ++refused;
    }
  }
  std::printf("%d robots compared, %d refused by both\n", compared, refused);
  EXPECT_GE(compared, 60);
}

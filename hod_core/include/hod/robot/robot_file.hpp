// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ROBOT__ROBOT_FILE_HPP_
#define HOD__ROBOT__ROBOT_FILE_HPP_

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "hod/robot/description.hpp"

namespace hod
{

/// Reads a robot file (YAML; docs/robot_file.md): a URDF and everything else that acts on the
/// robot. A file that is itself a URDF, in any encoding that `read_urdf` takes, is read as one.
/// Throws hod::Error with file and line for invalid values, and for joints and links that are not
/// in the robot.
RobotDescription read_robot_file(const std::filesystem::path & path);

/// Same on top of a description from another source such as ROS's /robot_description; the file's
/// `urdf`, if any, is then ignored.
RobotDescription read_robot_file(const std::filesystem::path & path, RobotDescription description);

/// A robot file from a string.
/// @param directory where the files that it names are searched
/// @param source used in place of the file name in error sentences
RobotDescription parse_robot_file(
  std::string_view yaml, const std::filesystem::path & directory = {},
  const std::string & source = "robot file",
  std::optional<RobotDescription> description = std::nullopt);

}  // namespace hod

#endif  // HOD__ROBOT__ROBOT_FILE_HPP_

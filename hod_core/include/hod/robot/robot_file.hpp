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

/// Reads a robot file (YAML; docs/robot_file.md): a URDF and what acts on the robot besides it. A
/// file that holds a URDF itself is read as that. Throws hod::Error with file and line for values
/// that nothing can have and for joints and links that the robot lacks.
RobotDescription read_robot_file(const std::filesystem::path & path);

/// The same on top of a description from elsewhere, as ROS's /robot_description; the file's `urdf`,
/// if it has one, is not read then.
RobotDescription read_robot_file(const std::filesystem::path & path, RobotDescription description);

/// A robot file from a string. @param directory where the files that it names are looked for
/// @param source stands for the file name in error sentences
RobotDescription parse_robot_file(
  std::string_view yaml, const std::filesystem::path & directory = {},
  const std::string & source = "robot file",
  std::optional<RobotDescription> description = std::nullopt);

}  // namespace hod

#endif  // HOD__ROBOT__ROBOT_FILE_HPP_

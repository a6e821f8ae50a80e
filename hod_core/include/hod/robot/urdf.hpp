// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ROBOT__URDF_HPP_
#define HOD__ROBOT__URDF_HPP_

#include <filesystem>
#include <string>
#include <string_view>

#include "hod/robot/description.hpp"

namespace hod
{

/// Reads a URDF file. Throws hod::Error with file and line for anything that is not a URDF.
RobotDescription read_urdf(const std::filesystem::path & path);

/// Reads a URDF from a string; `source` is used in place of the file name in error sentences.
RobotDescription parse_urdf(
  std::string_view text, const std::string & source = "robot_description");

}  // namespace hod

#endif  // HOD__ROBOT__URDF_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef ROBOT__ROBOT_SECTION_HPP_
#define ROBOT__ROBOT_SECTION_HPP_

#include <filesystem>
#include <optional>

#include "hod/robot/description.hpp"
#include "io/yaml.hpp"

namespace hod::detail
{

/// Reads the contents of a robot file, wherever they are.
/// @param directory where the files that it names are searched
/// @param description set if the robot comes from another source: the URDF in the file is then
///   ignored
RobotDescription read_robot_section(
  const YamlItem & section, const std::filesystem::path & directory,
  std::optional<RobotDescription> description = std::nullopt);

}  // namespace hod::detail

#endif  // ROBOT__ROBOT_SECTION_HPP_

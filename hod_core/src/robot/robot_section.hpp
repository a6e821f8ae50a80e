// SPDX-License-Identifier: Apache-2.0
#ifndef ROBOT__ROBOT_SECTION_HPP_
#define ROBOT__ROBOT_SECTION_HPP_

#include <filesystem>
#include <optional>

#include "hod/robot/description.hpp"
#include "io/yaml.hpp"

namespace hod::detail
{

/// Reads what a robot file holds, wherever that stands. @param directory where the files that it
/// names are looked for @param description given if the robot comes from elsewhere: the URDF that
/// is named is not read then
RobotDescription read_robot_section(
  const YamlItem & section, const std::filesystem::path & directory,
  std::optional<RobotDescription> description = std::nullopt);

}  // namespace hod::detail

#endif  // ROBOT__ROBOT_SECTION_HPP_

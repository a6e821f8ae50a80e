// SPDX-License-Identifier: Apache-2.0
#ifndef MASS__READ_BODIES_HPP_
#define MASS__READ_BODIES_HPP_

#include <filesystem>
#include <vector>

#include "hod/mass/homogeneous_body.hpp"
#include "io/yaml.hpp"

namespace hod::detail
{

/// Reads a list [{shape: …, …}, …] of one or more bodies.
/// @param directory where mesh files are searched
std::vector<mass::HomogeneousBody> read_bodies(
  const YamlItem & list, const std::filesystem::path & directory);

}  // namespace hod::detail

#endif  // MASS__READ_BODIES_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef MASS__SHELL_FLAW_HPP_
#define MASS__SHELL_FLAW_HPP_

#include <optional>
#include <string>

#include "edge_table.hpp"
#include "hod/mass/triangle_mesh.hpp"

namespace hod::mass
{

/// "(x, y, z)" for a sentence.
std::string point_in_words(const Eigen::Vector3d & position);

/// The flaw of the shells of a mesh that is closed and has a positive volume: one that is
/// duplicated, inside out, or completely inside others with the same orientation. Bodies that only
/// overlap, and flaws of less than a ten-thousandth of the volume, are accepted.
std::optional<std::string> shell_flaw(const TriangleMesh & mesh, const EdgeTable & edges);

}  // namespace hod::mass

#endif  // MASS__SHELL_FLAW_HPP_

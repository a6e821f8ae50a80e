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

/// What is wrong with the shells of a mesh that is closed and has a positive volume: one that is
/// there twice, one inside out, one that lies wholly in what others enclose already. Bodies that
/// only overlap, and flaws of less than a ten-thousandth of the volume, are taken as they are.
std::optional<std::string> shell_flaw(const TriangleMesh & mesh, const EdgeTable & edges);

}  // namespace hod::mass

#endif  // MASS__SHELL_FLAW_HPP_

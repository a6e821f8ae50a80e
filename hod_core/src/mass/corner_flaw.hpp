// SPDX-License-Identifier: Apache-2.0
#ifndef MASS__CORNER_FLAW_HPP_
#define MASS__CORNER_FLAW_HPP_

#include <optional>
#include <string>

#include "hod/mass/triangle_mesh.hpp"

namespace hod::mass
{

/// The first triangle with a vertex that the mesh does not have; everything else that walks over
/// triangles relies on there being none.
std::optional<std::string> corner_flaw(const TriangleMesh & mesh);

}  // namespace hod::mass

#endif  // MASS__CORNER_FLAW_HPP_

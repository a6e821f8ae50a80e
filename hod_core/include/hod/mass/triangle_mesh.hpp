// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MASS__TRIANGLE_MESH_HPP_
#define HOD__MASS__TRIANGLE_MESH_HPP_

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "hod/mass/mass_properties.hpp"

namespace hod::mass
{

/// Triangles over shared vertices, each counter-clockwise seen from outside.
struct TriangleMesh
{
  std::vector<Eigen::Vector3d> vertices;  ///< [m]
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// Reads an STL (binary or text) or OBJ file and merges equal vertices. Throws hod::Error for what
/// cannot be read, is cut off or not finite.
TriangleMesh read_mesh(const std::filesystem::path & path);

/// Throws hod::Error, with `source` in its sentence, unless the mesh is closed (every directed
/// edge is met by its opposite) and encloses a positive volume. Intersections are not looked for.
void require_closed(const TriangleMesh & mesh, const std::string & source);

/// Mass properties of the enclosed solid with density 1, by the divergence theorem: the signed sum
/// of the tetrahedra between a common point and each triangle. Exact for a closed mesh.
MassProperties with_unit_density(const TriangleMesh & mesh);

}  // namespace hod::mass

#endif  // HOD__MASS__TRIANGLE_MESH_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MASS__TRIANGLE_MESH_HPP_
#define HOD__MASS__TRIANGLE_MESH_HPP_

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
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

/// Reads an STL (binary or text) or OBJ file and merges equal vertices. Throws hod::Error for a
/// file that cannot be read, is truncated or holds numbers that are not finite.
TriangleMesh read_mesh(const std::filesystem::path & path);

/// Why the mesh does not bound a solid, in a few words with the place: a triangle has a vertex that
/// is not there, an edge is open (every directed edge must be matched by its opposite), triangles
/// disagree about the outside, the volume is not positive and finite, or one of several closed
/// shells is inside out, duplicated, or completely inside another one with the same orientation.
/// Empty if it bounds a solid. Intersections are not checked.
std::optional<std::string> solid_flaw(const TriangleMesh & mesh);

/// Reads a mesh that bounds a solid. If it is still open after merging equal vertices, vertices
/// closer than a millionth of its size are merged too, as files may have rounded them apart. Throws
/// hod::Error.
TriangleMesh read_solid(const std::filesystem::path & path);

/// Mass properties of the enclosed solid with density 1, by the divergence theorem: the signed sum
/// of the tetrahedra between a common point and each triangle. Exact for a closed mesh. All corners
/// must be vertices of the mesh; solid_flaw() tells.
MassProperties with_unit_density(const TriangleMesh & mesh);

}  // namespace hod::mass

#endif  // HOD__MASS__TRIANGLE_MESH_HPP_

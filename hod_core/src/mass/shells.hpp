// SPDX-License-Identifier: Apache-2.0
#ifndef MASS__SHELLS_HPP_
#define MASS__SHELLS_HPP_

#include <cstdint>
#include <vector>

#include "edge_table.hpp"
#include "hod/mass/triangle_mesh.hpp"

namespace hod::mass
{

/// The closed surfaces of a mesh. Where more than two triangles meet in an edge, as with touching
/// bodies, only triangles that close each other belong together.
struct Shells
{
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  std::uint32_t count = 0;
  std::vector<std::uint32_t> of_triangle;  ///< kNone for one degenerated to a line or a point
  bool touch = false;                      ///< whether more than two triangles meet in an edge
};

/// The shells of a mesh without open edges.
Shells find_shells(const TriangleMesh & mesh, const EdgeTable & edges);

}  // namespace hod::mass

#endif  // MASS__SHELLS_HPP_

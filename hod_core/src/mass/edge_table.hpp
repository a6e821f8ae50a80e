// SPDX-License-Identifier: Apache-2.0
#ifndef MASS__EDGE_TABLE_HPP_
#define MASS__EDGE_TABLE_HPP_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hod/mass/triangle_mesh.hpp"

namespace hod::mass
{

/// How a triangle uses an edge between two vertices.
struct EdgeUse
{
  std::uint32_t high;            ///< the edge's larger vertex
  std::uint32_t triangle : 31;   ///< files of at most 1 GiB have fewer than 2³¹
  std::uint32_t is_forward : 1;  ///< from the smaller vertex to the larger one

  int direction() const { return is_forward != 0 ? 1 : -1; }
};

/// All directed edges of a mesh, grouped by their two vertices. A triangle that has degenerated to
/// a line or a point closes itself and is omitted.
class EdgeTable
{
public:
  explicit EdgeTable(const TriangleMesh & mesh);

  /// Calls `visit(low, begin, end)` for each edge, with its smaller vertex and its uses.
  template <typename Visit>
  void for_each(Visit visit) const
  {
    for (std::size_t low = 0; low + 1 < start_.size(); ++low)
    {
      const EdgeUse * const last = uses_.data() + start_[low + 1];
      for (const EdgeUse * begin = uses_.data() + start_[low]; begin != last;)
      {
        const EdgeUse * end = begin + 1;
        while (end != last && end->high == begin->high)
        {
          ++end;
        }
        visit(low, begin, end);
        begin = end;
      }
    }
  }

private:
  std::vector<std::size_t> start_;  ///< where the uses of each smaller vertex begin
  std::vector<EdgeUse> uses_;
};

}  // namespace hod::mass

#endif  // MASS__EDGE_TABLE_HPP_

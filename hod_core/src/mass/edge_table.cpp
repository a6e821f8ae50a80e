// SPDX-License-Identifier: Apache-2.0
#include "edge_table.hpp"

#include <algorithm>

namespace hod::mass
{

namespace
{

/// Calls `visit(from, to, triangle)`.
template <typename Visit>
void for_each_directed_edge(const TriangleMesh & mesh, Visit visit)
{
  std::uint32_t triangle = 0;
  for (const auto & [a, b, c] : mesh.triangles)
  {
    if (a != b && b != c && c != a)
    {
      visit(a, b, triangle);
      visit(b, c, triangle);
      visit(c, a, triangle);
    }
    ++triangle;
  }
}

}  // namespace

EdgeTable::EdgeTable(const TriangleMesh & mesh) : start_(mesh.vertices.size() + 1, 0)
{
  for_each_directed_edge(mesh, [this](std::uint32_t from, std::uint32_t to, std::uint32_t) {
    ++start_[std::min(from, to) + 1];
  });
  for (std::size_t i = 1; i < start_.size(); ++i)
  {
    start_[i] += start_[i - 1];
  }
  uses_.resize(start_.back());
  std::vector<std::size_t> next(start_.begin(), start_.end() - 1);
  for_each_directed_edge(
    mesh, [this, &next](std::uint32_t from, std::uint32_t to, std::uint32_t triangle) {
      uses_[next[std::min(from, to)]++] = {
        std::max(from, to), triangle & 0x7FFFFFFFU, from < to ? 1U : 0U};
    });
  for (std::size_t low = 0; low + 1 < start_.size(); ++low)
  {
    std::sort(
      uses_.begin() + static_cast<std::ptrdiff_t>(start_[low]),
      uses_.begin() + static_cast<std::ptrdiff_t>(start_[low + 1]),
      [](const EdgeUse & a, const EdgeUse & b) { return a.high < b.high; });
  }
}

}  // namespace hod::mass

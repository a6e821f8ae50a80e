// SPDX-License-Identifier: Apache-2.0
#include "shells.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hod::mass
{

namespace
{

/// Sets of triangles, each identified by one of its members.
class TriangleSets
{
public:
  explicit TriangleSets(std::size_t count) : parents_(count)
  {
    std::iota(parents_.begin(), parents_.end(), 0U);
  }

  std::uint32_t find(std::uint32_t triangle)
  {
    while (parents_[triangle] != triangle)
    {
      parents_[triangle] = parents_[parents_[triangle]];
      triangle = parents_[triangle];
    }
    return triangle;
  }

  /// The smaller one identifies both: consecutive triangles are usually neighbours.
  void unite(std::uint32_t a, std::uint32_t b)
  {
    a = find(a);
    b = find(b);
    parents_[std::max(a, b)] = std::min(a, b);
  }

private:
  std::vector<std::uint32_t> parents_;
};

/// Unites the sets that do not close at an edge by themselves.
void unite_what_is_open(TriangleSets & sets, const EdgeUse * begin, const EdgeUse * end)
{
  std::vector<std::pair<std::uint32_t, int>> uses;  // set and direction
  for (const EdgeUse * use = begin; use != end; ++use)
  {
    uses.emplace_back(sets.find(use->triangle), use->direction());
  }
  std::sort(uses.begin(), uses.end());
  std::uint32_t open = Shells::kNone;
  for (auto use = uses.begin(); use != uses.end();)
  {
    const std::uint32_t set = use->first;
    int balance = 0;
    for (; use != uses.end() && use->first == set; ++use)
    {
      balance += use->second;
    }
    if (balance != 0)
    {
      open = open == Shells::kNone ? set : open;
      sets.unite(open, set);
    }
  }
}

bool has_shrunk(const std::array<std::uint32_t, 3> & corners)
{
  return corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0];
}

/// Numbers the sets in the order of their first triangles.
void number(const TriangleMesh & mesh, TriangleSets & sets, Shells & shells)
{
  shells.of_triangle.assign(mesh.triangles.size(), Shells::kNone);
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i)
  {
    if (!has_shrunk(mesh.triangles[i]))
    {
      const std::uint32_t first = sets.find(i);
      shells.of_triangle[i] = first == i ? shells.count++ : shells.of_triangle[first];
    }
  }
}

}  // namespace

Shells find_shells(const TriangleMesh & mesh, const EdgeTable & edges)
{
  Shells shells;
  TriangleSets sets(mesh.triangles.size());
  edges.for_each([&](std::size_t, const EdgeUse * begin, const EdgeUse * end) {
    if (end - begin == 2)
    {
      sets.unite(begin[0].triangle, begin[1].triangle);
    }
    shells.touch = shells.touch || end - begin > 2;
  });
  if (shells.touch)
  {
    edges.for_each([&sets](std::size_t, const EdgeUse * begin, const EdgeUse * end) {
      unite_what_is_open(sets, begin, end);
    });
  }
  number(mesh, sets, shells);
  return shells;
}

}  // namespace hod::mass

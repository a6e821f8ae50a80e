// SPDX-License-Identifier: Apache-2.0
#include "merge_near_vertices.hpp"

#include <cmath>
#include <unordered_map>

namespace hod::mass
{

namespace
{

using Cell = Eigen::Matrix<std::int64_t, 3, 1>;

struct CellHash
{
  std::size_t operator()(const Cell & cell) const
  {
    const auto part = [&cell](Eigen::Index axis, std::uint64_t factor) {
      return static_cast<std::uint64_t>(cell[axis]) * factor;
    };
    return part(0, 73856093u) ^ part(1, 19349663u) ^ part(2, 83492791u);
  }
};

/// Kept vertices by the cell of a grid with the distance as its width: a near vertex is in an
/// adjacent cell. Cells are counted from a vertex, so that their numbers stay small wherever the
/// mesh is.
class Neighbourhood
{
public:
  Neighbourhood(
    std::vector<Eigen::Vector3d> & kept, const Eigen::Vector3d & origin, double distance)
  : kept_(kept), origin_(origin), distance_(distance)
  {}

  std::uint32_t index(const Eigen::Vector3d & position)
  {
    const Eigen::Vector3d place = (position - origin_) / distance_;
    const Cell cell = place.array().floor().matrix().cast<std::int64_t>();
    for (int i = 0; i < 27; ++i)
    {
      const Cell beside = cell + Cell(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
      const auto [begin, end] = cells_.equal_range(beside);
      for (auto entry = begin; entry != end; ++entry)
      {
        if ((kept_[entry->second] - position).norm() <= distance_)
        {
          return entry->second;
        }
      }
    }
    const auto index = static_cast<std::uint32_t>(kept_.size());
    kept_.push_back(position);
    cells_.emplace(cell, index);
    return index;
  }

private:
  std::vector<Eigen::Vector3d> & kept_;
  Eigen::Vector3d origin_;
  double distance_;
  std::unordered_multimap<Cell, std::uint32_t, CellHash> cells_;
};

}  // namespace

TriangleMesh merge_near_vertices(const TriangleMesh & mesh, double distance)
{
  TriangleMesh merged;
  Neighbourhood near(merged.vertices, mesh.vertices.front(), distance);
  std::vector<std::uint32_t> index;
  index.reserve(mesh.vertices.size());
  for (const Eigen::Vector3d & vertex : mesh.vertices)
  {
    index.push_back(near.index(vertex));
  }
  merged.triangles = mesh.triangles;
  for (auto & corners : merged.triangles)
  {
    for (std::uint32_t & corner : corners)
    {
      corner = index[corner];
    }
  }
  return merged;
}

}  // namespace hod::mass

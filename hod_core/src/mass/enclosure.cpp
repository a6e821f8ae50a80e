// SPDX-License-Identifier: Apache-2.0
#include "enclosure.hpp"

#include <algorithm>
#include <cstddef>

#include "hod/mass/roll_pitch_yaw.hpp"

namespace hod::mass
{

namespace
{

using Eigen::Vector2d;
using Eigen::Vector3d;

/// A two-dimensional tree of the probes as seen along the rays, which run along z. It is stored in
/// the order of the probes: the middle of a range divides it, alternately in x and y.
class ProbeTree
{
public:
  explicit ProbeTree(std::vector<Probe> & probes) : probes_(probes) { divide(0, probes.size(), 0); }

  /// Calls `visit(probe)` for each one within a rectangle.
  template <typename Visit>
  void for_each_within(const Vector2d & low, const Vector2d & high, Visit visit)
  {
    search(0, probes_.size(), 0, low, high, visit);
  }

private:
  void divide(std::size_t begin, std::size_t end, Eigen::Index axis)
  {
    if (end - begin < 2)
    {
      return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    const auto at = [this](std::size_t i) {
      return probes_.begin() + static_cast<std::ptrdiff_t>(i);
    };
    std::nth_element(at(begin), at(middle), at(end), [axis](const Probe & a, const Probe & b) {
      return a.position[axis] < b.position[axis];
    });
    divide(begin, middle, 1 - axis);
    divide(middle + 1, end, 1 - axis);
  }

  template <typename Visit>
  void search(
    std::size_t begin, std::size_t end, Eigen::Index axis, const Vector2d & low,
    const Vector2d & high, Visit & visit)
  {
    if (begin == end)
    {
      return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    Probe & probe = probes_[middle];
    if (low[axis] <= probe.position[axis])
    {
      search(begin, middle, 1 - axis, low, high, visit);
    }
    if (high[axis] >= probe.position[axis])
    {
      search(middle + 1, end, 1 - axis, low, high, visit);
    }
    const auto place = probe.position.head<2>().array();
    if ((low.array() <= place).all() && (place <= high.array()).all())
    {
      visit(probe);
    }
  }

  std::vector<Probe> & probes_;
};

/// On which side of the line through two vertices a point is, seen along z: twice the area of the
/// triangle they form. The result is bitwise the same for both triangles of an edge, so that a ray
/// hits one of them even where rounding decides.
struct Side
{
  Side(
    const std::vector<Vector3d> & vertices, std::uint32_t from, std::uint32_t to,
    const Vector3d & point)
  {
    const bool turned = from > to;
    const Vector3d a = vertices[turned ? to : from] - point;
    const Vector3d b = vertices[turned ? from : to] - point;
    const double value = a.x() * b.y() - a.y() * b.x();
    area = turned ? -value : value;
    is_left = (value >= 0.0) != turned;
  }
  double area;
  bool is_left;
};

/// 1 for a ray that leaves the solid through the triangle along z, −1 for one that enters, 0 for
/// neither.
int crossing(
  const std::vector<Vector3d> & vertices, const std::array<std::uint32_t, 3> & corners,
  const Vector3d & point)
{
  const auto & [a, b, c] = corners;
  const Side ab(vertices, a, b, point), bc(vertices, b, c, point), ca(vertices, c, a, point);
  if (ab.is_left != bc.is_left || bc.is_left != ca.is_left)
  {
    return 0;
  }
  const double height =
    (bc.area * vertices[a].z() + ca.area * vertices[b].z() + ab.area * vertices[c].z()) /
    (ab.area + bc.area + ca.area);
  return height > point.z() ? (ab.is_left ? 1 : -1) : 0;
}

/// Rays along an axis of the file would run along the walls of many parts.
/// @param origin anywhere on the surface, so that its coordinates keep their digits
std::vector<Vector3d> turned_askew(
  const std::vector<Vector3d> & vertices, const Vector3d & origin, std::vector<Probe> & probes)
{
  const Eigen::Matrix3d turn = rotation_from_rpy({0.734, -0.417, 1.291});
  std::vector<Vector3d> result;
  result.reserve(vertices.size());
  for (const Vector3d & vertex : vertices)
  {
    result.emplace_back(turn * (vertex - origin));
  }
  for (Probe & probe : probes)
  {
    probe.position = turn * (probe.position - origin);
  }
  return result;
}

}  // namespace

void count_enclosures(
  const TriangleMesh & mesh, const Shells & shells, const std::vector<bool> & is_solid,
  std::vector<Probe> & probes)
{
  const std::vector<Vector3d> vertices =
    turned_askew(mesh.vertices, mesh.vertices[mesh.triangles.front()[0]], probes);
  ProbeTree tree(probes);
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
  {
    const std::uint32_t shell = shells.of_triangle[i];
    if (shell == Shells::kNone)
    {
      continue;
    }
    const auto & corners = mesh.triangles[i];
    const Vector3d & a = vertices[corners[0]];
    const Vector3d & b = vertices[corners[1]];
    const Vector3d & c = vertices[corners[2]];
    tree.for_each_within(
      a.cwiseMin(b).cwiseMin(c).head<2>(), a.cwiseMax(b).cwiseMax(c).head<2>(), [&](Probe & probe) {
        const int change = crossing(vertices, corners, probe.position);
        int & others = is_solid[shell] ? probe.solid : probe.hollow;
        (probe.shell == shell ? probe.own : others) += change;
      });
  }
}

}  // namespace hod::mass

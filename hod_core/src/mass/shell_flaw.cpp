// SPDX-License-Identifier: Apache-2.0
#include "shell_flaw.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <utility>
#include <vector>

#include "enclosure.hpp"
#include "shells.hpp"

namespace hod::mass
{

namespace
{

using Eigen::Vector3d;

/// Relative to the mesh's size. Walls that are thinner on average have no meaningful inside: files
/// round corners to a tenth of that.
constexpr double kThin = 1e-5;
/// Relative to the mesh's size: distance of probes from the triangles, so that bodies that touch
/// others or fill their cavities do not count as overlapping.
constexpr double kOffset = 4e-6;

/// Relative to the mesh's volume, in total: many CAD parts have tiny inverted pieces or a bolt
/// drawn into the solid, which do not affect their mass.
constexpr double kNegligible = 1e-4;

/// Twice its area, as an outward vector.
Vector3d area_vector(const TriangleMesh & mesh, std::uint32_t triangle)
{
  const auto & [a, b, c] = mesh.triangles[triangle];
  const Vector3d & origin = mesh.vertices[a];
  return (mesh.vertices[b] - origin).cross(mesh.vertices[c] - origin);
}

struct Shell
{
  std::vector<std::uint32_t> triangles;
  double volume = 0.0;
  double area = 0.0;
  std::uint32_t largest = 0;  ///< the triangle
  Vector3d low, high;
};

class ShellJudge
{
public:
  ShellJudge(const TriangleMesh & mesh, const Shells & shells)
  : mesh_(mesh), shells_(shells), parts_(shells.count)
  {
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i)
    {
      if (shells.of_triangle[i] != Shells::kNone)
      {
        parts_[shells.of_triangle[i]].triangles.push_back(i);
      }
    }
    Eigen::AlignedBox3d box;
    for (Shell & shell : parts_)
    {
      measure(shell);
      box.extend(shell.low);
      box.extend(shell.high);
      volume_ += shell.volume;
      is_solid_.push_back(shell.volume > 0.0);
    }
    size_ = box.sizes().maxCoeff();
  }

  /// One probe each shows that most shells are sound; the others get many probes.
  std::optional<std::string> flaw() const
  {
    std::vector<Probe> probes;
    for (std::uint32_t i = 0; i < parts_.size(); ++i)
    {
      if (has_inside(parts_[i]))
      {
        add_probe(i, parts_[i].largest, {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0}, probes);
      }
    }
    count_enclosures(mesh_, shells_, is_solid_, probes);
    std::vector<std::uint32_t> suspects;
    for (const Probe & probe : probes)
    {
      if (!is_solid_[probe.shell] || counts_twice(probe))
      {
        suspects.push_back(probe.shell);
      }
    }
    return flaw_of(suspects);
  }

private:
  void measure(Shell & shell) const
  {
    const Vector3d origin = mesh_.vertices[mesh_.triangles[shell.triangles.front()][0]];
    shell.low = shell.high = origin;
    double largest = 0.0;
    for (const std::uint32_t triangle : shell.triangles)
    {
      const Vector3d area = area_vector(mesh_, triangle);
      const double size = area.norm();
      shell.volume += area.dot(mesh_.vertices[mesh_.triangles[triangle][0]] - origin) / 6.0;
      shell.area += 0.5 * size;
      if (size > largest)
      {
        largest = size;
        shell.largest = triangle;
      }
      for (const std::uint32_t corner : mesh_.triangles[triangle])
      {
        shell.low = shell.low.cwiseMin(mesh_.vertices[corner]);
        shell.high = shell.high.cwiseMax(mesh_.vertices[corner]);
      }
    }
  }

  bool has_inside(const Shell & shell) const
  {
    return std::abs(shell.volume) > kThin * size_ * shell.area;
  }

  /// @param weights of the triangle's corners, with the sum 1
  void add_probe(
    std::uint32_t shell, std::uint32_t triangle, const Vector3d & weights,
    std::vector<Probe> & probes) const
  {
    const auto & corners = mesh_.triangles[triangle];
    const Vector3d inwards = is_solid_[shell] ? -area_vector(mesh_, triangle).normalized()
                                              : area_vector(mesh_, triangle).normalized();
    Vector3d position = kOffset * size_ * inwards;
    for (std::size_t k = 0; k < 3; ++k)
    {
      position += weights[static_cast<Eigen::Index>(k)] * mesh_.vertices[corners[k]];
    }
    probes.push_back({position, shell});
  }

  /// Near the corners of triangles distributed over the shell, and of the outermost ones.
  void add_probes(std::uint32_t index, std::vector<Probe> & probes) const
  {
    constexpr std::size_t kTriangles = 32;
    const std::vector<std::uint32_t> & all = parts_[index].triangles;
    std::vector<std::uint32_t> chosen;
    for (std::size_t i = 0; i < all.size(); i += all.size() / kTriangles + 1)
    {
      chosen.push_back(all[i]);
    }
    for (int axis = 0; axis < 3; ++axis)
    {
      const auto [least, most] =
        std::minmax_element(all.begin(), all.end(), [this, axis](auto a, auto b) {
          return mesh_.vertices[mesh_.triangles[a][0]][axis] <
                 mesh_.vertices[mesh_.triangles[b][0]][axis];
        });
      chosen.insert(chosen.end(), {*least, *most});
    }
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    for (const std::uint32_t triangle : chosen)
    {
      for (int corner = 0; corner < 3; ++corner)
      {
        add_probe(
          index, triangle, Vector3d::Constant(0.01) + 0.97 * Vector3d::Unit(corner), probes);
      }
    }
  }

  static bool counts_twice(const Probe & probe)
  {
    return probe.solid + probe.hollow >= 1 || probe.own >= 2;
  }

  /// The sentence about the largest of them, unless they are negligible in total.
  std::optional<std::string> flaw_of(const std::vector<std::uint32_t> & suspects) const
  {
    std::vector<Probe> probes;
    for (const std::uint32_t shell : suspects)
    {
      add_probes(shell, probes);
    }
    count_enclosures(mesh_, shells_, is_solid_, probes);
    std::sort(probes.begin(), probes.end(), [](const Probe & a, const Probe & b) {
      return a.shell < b.shell;
    });
    std::optional<std::string> sentence;
    double sum = 0.0, largest = 0.0;
    for (auto probe = probes.cbegin(); probe != probes.cend();)
    {
      const auto end = std::find_if(
        probe, probes.cend(), [&](const Probe & other) { return other.shell != probe->shell; });
      auto flaw = is_solid_[probe->shell] ? flaw_of_solid(probe, end) : flaw_of_hollow(probe, end);
      const double volume = flaw ? std::abs(parts_[probe->shell].volume) : 0.0;
      sum += volume;
      if (volume > largest)
      {
        sentence = std::move(flaw);
        largest = volume;
      }
      probe = end;
    }
    return sum > kNegligible * volume_ ? sentence : std::nullopt;
  }

  using ProbeRange = std::vector<Probe>::const_iterator;

  std::optional<std::string> flaw_of_solid(ProbeRange begin, ProbeRange end) const
  {
    if (std::all_of(begin, end, [](const Probe & probe) { return probe.own >= 2; }))
    {
      return "the surface around " + middle_of(begin->shell) +
             " is there more than once, so that its inside counts more than once; expected each "
             "triangle once";
    }
    if (std::all_of(begin, end, counts_twice))
    {
      return "the shell around " + middle_of(begin->shell) +
             " lies wholly in others with the same orientation, so that its inside counts twice; "
             "expected triangles clockwise seen from outside around a cavity";
    }
    return std::nullopt;
  }

  std::optional<std::string> flaw_of_hollow(ProbeRange begin, ProbeRange end) const
  {
    if (std::any_of(begin, end, [](const Probe & probe) { return probe.solid < 1; }))
    {
      std::ostringstream volume;
      volume << parts_[begin->shell].volume;
      return "the shell around " + middle_of(begin->shell) + " is inside out, its volume is " +
             volume.str() +
             ", and it is no cavity of another one; expected triangles counter-clockwise seen from "
             "outside";
    }
    if (std::all_of(begin, end, [](const Probe & probe) { return probe.solid + probe.hollow < 1; }))
    {
      return "the cavity around " + middle_of(begin->shell) +
             " lies wholly in other cavities; expected triangles counter-clockwise seen from "
             "outside around a body in a cavity";
    }
    return std::nullopt;
  }

  std::string middle_of(std::uint32_t shell) const
  {
    return point_in_words(0.5 * (parts_[shell].low + parts_[shell].high));
  }

  const TriangleMesh & mesh_;
  const Shells & shells_;
  std::vector<Shell> parts_;
  std::vector<bool> is_solid_;
  double size_ = 0.0;
  double volume_ = 0.0;
};

}  // namespace

std::string point_in_words(const Vector3d & position)
{
  std::ostringstream text;
  text << "(" << position[0] << ", " << position[1] << ", " << position[2] << ")";
  return text.str();
}

std::optional<std::string> shell_flaw(const TriangleMesh & mesh, const EdgeTable & edges)
{
  const Shells shells = find_shells(mesh, edges);
  if (shells.count < 2 && !shells.touch)
  {
    return std::nullopt;
  }
  return ShellJudge(mesh, shells).flaw();
}

}  // namespace hod::mass

// SPDX-License-Identifier: Apache-2.0
#ifndef MASS__ENCLOSURE_HPP_
#define MASS__ENCLOSURE_HPP_

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "hod/mass/triangle_mesh.hpp"
#include "shells.hpp"

namespace hod::mass
{

/// A point near a shell, and how often other shells and its own enclose it.
struct Probe
{
  Eigen::Vector3d position;
  std::uint32_t shell;
  int solid = 0;   ///< by others whose triangles are counter-clockwise seen from outside
  int hollow = 0;  ///< by others whose triangles are clockwise, such as cavities
  int own = 0;     ///< negative within a cavity's own shell
};

/// Counts how often each probe is enclosed, by the triangles on a ray from it. Order and positions
/// of the probes are lost. Takes about log(probes) for each triangle and probe.
/// @param is_solid of each shell, whether its volume is positive
void count_enclosures(
  const TriangleMesh & mesh, const Shells & shells, const std::vector<bool> & is_solid,
  std::vector<Probe> & probes);

}  // namespace hod::mass

#endif  // MASS__ENCLOSURE_HPP_

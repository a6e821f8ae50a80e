// SPDX-License-Identifier: Apache-2.0
#ifndef MASS__MERGE_NEAR_VERTICES_HPP_
#define MASS__MERGE_NEAR_VERTICES_HPP_

#include "hod/mass/triangle_mesh.hpp"

namespace hod::mass
{

/// The mesh with each vertex replaced by the first one that is no farther than `distance` from it.
TriangleMesh merge_near_vertices(const TriangleMesh & mesh, double distance);

}  // namespace hod::mass

#endif  // MASS__MERGE_NEAR_VERTICES_HPP_

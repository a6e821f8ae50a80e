// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MASS__HOMOGENEOUS_BODY_HPP_
#define HOD__MASS__HOMOGENEOUS_BODY_HPP_

#include <Eigen/Core>
#include <optional>

#include "hod/mass/mass_properties.hpp"
#include "hod/mass/shape.hpp"
#include "hod/types.hpp"

namespace hod::mass
{

/// A shape of one material, somewhere on a link. Exactly one of density and mass is set.
struct HomogeneousBody
{
  Shape shape;
  std::optional<double> density;                  ///< [kg/m, kg/m² or kg/m³ by the shape's extent]
  std::optional<double> mass;                     ///< [kg]
  Eigen::Vector3d xyz = Eigen::Vector3d::Zero();  ///< shape's frame in the link's [m]
  Eigen::Vector3d rpy = Eigen::Vector3d::Zero();  ///< roll, pitch, yaw as in a URDF [rad]
  int sign = 1;                                   ///< σ of 000 (7), 004 (7): −1 for a cavity
};

/// Throws DimensionError unless the shape is valid, exactly one of density and mass is set and
/// positive, the pose is finite and the sign is 1 or −1.
void check(const HomogeneousBody & body);

/// Mass properties in the link's frame, without the sign; the body must pass `check`.
MassProperties properties(const HomogeneousBody & body);

}  // namespace hod::mass

#endif  // HOD__MASS__HOMOGENEOUS_BODY_HPP_

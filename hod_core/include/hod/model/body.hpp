// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MODEL__BODY_HPP_
#define HOD__MODEL__BODY_HPP_

#include <Eigen/Core>
#include <string>

#include "hod/mass/mass_properties.hpp"
#include "hod/types.hpp"

namespace hod
{

/// All links that move as one, together with the joint that moves them. Body 0 is the base; every
/// other body comes after its parent. The body's frame is that of the link below its joint.
struct Body
{
  std::string joint;       ///< name of the joint above, empty for the base
  int parent = -1;         ///< index of the parent body, -1 for the base
  bool prismatic = false;  ///< otherwise revolute
  int dof = -1;  ///< column of the joint motion that drives it (a mimic shares its master's)
  double multiplier = 1.0;  ///< joint position = multiplier * motion + offset
  double offset = 0.0;      ///< [rad or m]
  Pose placement;           ///< body frame in the parent's frame at joint position zero
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();  ///< unit vector, the same in both frames
  MassProperties mass;                              ///< of all its links, in the body's frame
};

/// Where a link sits: on which body, and how.
struct LinkPlacement
{
  std::string name;
  int body = 0;
  Pose pose;            ///< link frame in the body's frame (constant)
  MassProperties mass;  ///< of this link alone, in the link's frame
};

}  // namespace hod

#endif  // HOD__MODEL__BODY_HPP_

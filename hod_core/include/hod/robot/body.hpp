// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ROBOT__BODY_HPP_
#define HOD__ROBOT__BODY_HPP_

#include <Eigen/Core>
#include <string>

#include "hod/mass/mass_properties.hpp"
#include "hod/robot/drive.hpp"
#include "hod/robot/friction.hpp"
#include "hod/robot/limits.hpp"
#include "hod/types.hpp"

namespace hod
{

/// All links that move as one, together with the joint that moves them. Body 0 is the base; every
/// other body comes after its parent. The frame of a body is that of the link below its joint.
struct Body
{
  std::string joint;       ///< name of the joint above it, empty for the base
  int parent = -1;         ///< index of the parent body, -1 for the base
  bool prismatic = false;  ///< otherwise revolute
  int dof = -1;  ///< column of the joint motion that drives it (a mimic shares its master's)
  double multiplier = 1.0;  ///< joint position = multiplier * motion + offset
  double offset = 0.0;      ///< [rad or m]
  Pose placement;           ///< body frame in the parent's frame at joint position zero
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();  ///< unit vector, the same in both frames
  MassProperties mass;  ///< of all its links and what they carry, in the body's frame
};

/// Properties of a movable joint other than its geometry; mimic joints included. Joint i moves body
/// i + 1.
struct Joint
{
  std::string name;
  bool prismatic = false;
  bool continuous = false;  ///< unlimited: positions a full turn apart are the same
  bool is_mimic = false;    ///< follows the independent joint of column `dof`
  int dof = -1;             ///< column of the joint motion
  double multiplier = 1.0;  ///< joint position = multiplier * motion + offset
  double offset = 0.0;      ///< [rad or m]
  JointLimits limits;
  JointFriction friction;
  JointDrive drive;
};

/// Where a link is attached: its body and its pose on it.
struct LinkPlacement
{
  std::string name;
  int body = 0;
  Pose pose;            ///< link frame in the body's frame (constant)
  MassProperties mass;  ///< of this link alone without payloads, in the link's frame
};

}  // namespace hod

#endif  // HOD__ROBOT__BODY_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ROBOT__DESCRIPTION_HPP_
#define HOD__ROBOT__DESCRIPTION_HPP_

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "hod/mass/mass_properties.hpp"
#include "hod/robot/base_motion.hpp"
#include "hod/robot/drive.hpp"
#include "hod/robot/friction.hpp"
#include "hod/robot/limits.hpp"
#include "hod/robot/load.hpp"
#include "hod/types.hpp"

namespace hod
{

enum class JointType
{
  revolute,
  continuous,
  prismatic,
  fixed,
  floating,
  planar
};

/// The joint's position is multiplier * (position of `joint`) + offset.
struct Mimic
{
  std::string joint;
  double multiplier = 1.0;
  double offset = 0.0;
};

struct LinkDescription
{
  std::string name;
  MassProperties mass;  ///< in the link's frame; zero for a link without an inertial
};

struct JointDescription
{
  std::string name;
  JointType type = JointType::fixed;
  std::string parent;  ///< name of the parent link
  std::string child;   ///< name of the child link
  Pose origin;         ///< child frame in the parent link's frame at joint position zero
  Eigen::Vector3d axis = Eigen::Vector3d::UnitX();  ///< in the child frame, any length but zero
  JointLimits limits;
  JointFriction friction;  ///< from a URDF: viscous and Coulomb, its `\<dynamics\>`
  JointDrive drive;        ///< from a pinocchio::Model: its armature as the motor's inertia
  std::optional<Mimic> mimic;
};

/// A robot and everything that acts on it, not yet checked: the common form of all sources (URDF,
/// robot file, pinocchio::Model, code). `Robot` checks it and makes it ready for computations.
struct RobotDescription
{
  static constexpr double kStandardGravity = 9.81;

  std::string source;  ///< file name or other origin, quoted in error sentences
  std::string name;
  std::vector<LinkDescription> links;
  std::vector<JointDescription> joints;

  /// Acceleration of free fall in the world's axes, which are the root link's while the base is at
  /// rest [m/s²].
  Eigen::Vector3d gravity = {0.0, 0.0, -kStandardGravity};
  BaseMotion base;                ///< motion of the root link, at rest by default
  std::vector<Payload> payloads;  ///< what links carry
  std::vector<Load> loads;        ///< what the robot exerts on its environment
  /// Whether the joints' friction counts. A URDF alone does not enable it, as in other libraries.
  bool has_friction = false;
  /// Whether the springs of the drives count; otherwise all joints are rigid.
  bool is_elastic = false;
  /// One sentence for each part of the source that is ignored, such as misspelt attributes of a
  /// URDF; they become part of `Robot::warnings`.
  std::vector<std::string> unread;
};

}  // namespace hod

#endif  // HOD__ROBOT__DESCRIPTION_HPP_

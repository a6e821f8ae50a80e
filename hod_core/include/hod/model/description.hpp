// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MODEL__DESCRIPTION_HPP_
#define HOD__MODEL__DESCRIPTION_HPP_

#include <Eigen/Core>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "hod/mass/mass_properties.hpp"
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

/// Position [rad or m], effort [N m or N] and velocity [rad/s or m/s]; infinite where none is set.
struct JointLimits
{
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  double effort = std::numeric_limits<double>::infinity();
  double velocity = std::numeric_limits<double>::infinity();
};

/// This joint's position is multiplier * (position of `joint`) + offset.
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
  double damping = 0.0;   ///< viscous [N m s/rad or N s/m]
  double friction = 0.0;  ///< Coulomb [N m or N]
  std::optional<Mimic> mimic;
};

/// What a robot is made of, before any of it has been checked: the common ground of all sources
/// (URDF, pinocchio::Model, code). `Model` checks it and turns it into something to compute with.
struct ModelDescription
{
  std::string source;  ///< file name or other origin, quoted in error sentences
  std::string name;
  std::vector<LinkDescription> links;
  std::vector<JointDescription> joints;
};

}  // namespace hod

#endif  // HOD__MODEL__DESCRIPTION_HPP_

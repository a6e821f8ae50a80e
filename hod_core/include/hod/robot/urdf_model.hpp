// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ROBOT__URDF_MODEL_HPP_
#define HOD__ROBOT__URDF_MODEL_HPP_

#include <urdf_model/model.h>

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "hod/error.hpp"
#include "hod/robot/description.hpp"

// Header only: code that has a urdf::ModelInterface has urdfdom; HOD itself does not need it.

namespace hod
{
namespace detail
{

inline Eigen::Vector3d vector_of(const urdf::Vector3 & vector)
{
  return {vector.x, vector.y, vector.z};
}

inline Pose pose_of(const urdf::Pose & pose)
{
  const urdf::Rotation & turn = pose.rotation;
  const Eigen::Quaterniond rotation(turn.w, turn.x, turn.y, turn.z);
  return {rotation.normalized().toRotationMatrix(), vector_of(pose.position)};
}

inline MassProperties mass_of(const urdf::Inertial & inertial)
{
  const Pose origin = pose_of(inertial.origin);
  Eigen::Matrix3d inertia;
  inertia << inertial.ixx, inertial.ixy, inertial.ixz,  //
    inertial.ixy, inertial.iyy, inertial.iyz,           //
    inertial.ixz, inertial.iyz, inertial.izz;
  return {
    inertial.mass, origin.translation, origin.rotation * inertia * origin.rotation.transpose()};
}

inline JointType type_of(const urdf::Joint & joint)
{
  switch (joint.type)
  {
    case urdf::Joint::REVOLUTE:
      return JointType::revolute;
    case urdf::Joint::CONTINUOUS:
      return JointType::continuous;
    case urdf::Joint::PRISMATIC:
      return JointType::prismatic;
    case urdf::Joint::FIXED:
      return JointType::fixed;
    case urdf::Joint::FLOATING:
      return JointType::floating;
    case urdf::Joint::PLANAR:
      return JointType::planar;
    default:
      throw Error(
        "urdf::ModelInterface: joint \"" + joint.name +
        "\" has no type, expected one of those of a URDF");
  }
}

/// urdfdom writes zeros for missing bounds: two zeros are taken for no bounds.
inline JointLimits limits_of(const urdf::JointLimits & given, JointType type)
{
  JointLimits limits;
  if (type != JointType::continuous && (given.lower != 0.0 || given.upper != 0.0))
  {
    limits.lower = given.lower;
    limits.upper = given.upper;
  }
  limits.effort = given.effort;
  limits.velocity = given.velocity;
  return limits;
}

inline void set_motion(const urdf::Joint & given, JointDescription & joint)
{
  joint.axis = vector_of(given.axis).stableNormalized();
  if (given.limits)
  {
    joint.limits = limits_of(*given.limits, joint.type);
  }
  if (given.mimic)
  {
    joint.mimic = Mimic{given.mimic->joint_name, given.mimic->multiplier, given.mimic->offset};
  }
}

inline JointDescription joint_of(const urdf::Joint & given)
{
  JointDescription joint;
  joint.name = given.name;
  joint.type = type_of(given);
  joint.parent = given.parent_link_name;
  joint.child = given.child_link_name;
  joint.origin = pose_of(given.parent_to_joint_origin_transform);
  if (joint.type != JointType::fixed && joint.type != JointType::floating)
  {
    set_motion(given, joint);
  }
  if (given.dynamics)
  {
    joint.friction.viscous = given.dynamics->damping;
    joint.friction.coulomb = given.dynamics->friction;
  }
  return joint;
}

}  // namespace detail

/// The robot of a model parsed by ROS's package `urdf` or by urdfdom. These keep joints by name and
/// not in the order of the file, so for a branched tree the columns may be in a different order
/// than with read_urdf(): identify joints by name.
/// @param source quoted in error sentences
inline RobotDescription from_urdf_model(
  const urdf::ModelInterface & model, const std::string & source = "robot_description")
{
  RobotDescription description;
  description.source = source;
  description.name = model.getName();
  for (const auto & [name, link] : model.links_)
  {
    description.links.push_back(
      {name, link->inertial ? detail::mass_of(*link->inertial) : MassProperties{}});
  }
  for (const auto & entry : model.joints_)
  {
    description.joints.push_back(detail::joint_of(*entry.second));
  }
  return description;
}

}  // namespace hod

#endif  // HOD__ROBOT__URDF_MODEL_HPP_

// SPDX-License-Identifier: Apache-2.0
#include "hod/pinocchio/from_pinocchio.hpp"

#if __has_include(<pinocchio/multibody.hpp>)
#include <pinocchio/multibody.hpp>
#else
#include <pinocchio/multibody/model.hpp>
#endif

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "hod/error.hpp"

namespace hod
{
namespace
{

using pinocchio::JointIndex;

/// Type and axis of a joint, without its place in the tree.
struct Shape
{
  JointType type;
  Eigen::Vector3d axis;
};

/// The shapes that HOD knows; empty for any other joint.
struct ReadShape : boost::static_visitor<std::optional<Shape>>
{
  using Found = std::optional<Shape>;

  template <int axis>
  Found operator()(const pinocchio::JointModelRevoluteTpl<double, 0, axis> &) const
  {
    return Shape{JointType::revolute, Eigen::Vector3d::Unit(axis)};
  }
  template <int axis>
  Found operator()(const pinocchio::JointModelRevoluteUnboundedTpl<double, 0, axis> &) const
  {
    return Shape{JointType::continuous, Eigen::Vector3d::Unit(axis)};
  }
  template <int axis>
  Found operator()(const pinocchio::JointModelPrismaticTpl<double, 0, axis> &) const
  {
    return Shape{JointType::prismatic, Eigen::Vector3d::Unit(axis)};
  }
  Found operator()(const pinocchio::JointModelRevoluteUnaligned & joint) const
  {
    return Shape{JointType::revolute, joint.axis};
  }
  Found operator()(const pinocchio::JointModelRevoluteUnboundedUnaligned & joint) const
  {
    return Shape{JointType::continuous, joint.axis};
  }
  Found operator()(const pinocchio::JointModelPrismaticUnaligned & joint) const
  {
    return Shape{JointType::prismatic, joint.axis};
  }
  Found operator()(const pinocchio::JointModelFreeFlyer &) const
  {
    return Shape{JointType::floating, Eigen::Vector3d::UnitX()};
  }
  Found operator()(const pinocchio::JointModelPlanar &) const
  {
    return Shape{JointType::planar, Eigen::Vector3d::UnitZ()};
  }
  Found operator()(const pinocchio::JointModelMimic & joint) const
  {
    return boost::apply_visitor(*this, joint.jmodel().toVariant());
  }
  template <typename Joint>
  Found operator()(const Joint &) const
  {
    return std::nullopt;
  }
};

Pose to_pose(const pinocchio::SE3 & placement)
{
  return {placement.rotation(), placement.translation()};
}

MassProperties to_mass(const pinocchio::Inertia & inertia)
{
  return {inertia.mass(), inertia.lever(), inertia.inertia().matrix()};
}

std::string source_name(const pinocchio::Model & source)
{
  return "pinocchio::Model '" + source.name + "'";
}

/// The body frame that coincides with a joint's own frame is the joint's link.
std::string link_name(const pinocchio::Model & source, JointIndex joint)
{
  for (const pinocchio::Frame & frame : source.frames)
  {
    if (frame.type == pinocchio::BODY && frame.parentJoint == joint && frame.placement.isIdentity())
    {
      return frame.name;
    }
  }
  return source.names[joint] + "_link";
}

Shape read_shape(const pinocchio::Model & source, JointIndex joint)
{
  const auto shape = boost::apply_visitor(ReadShape(), source.joints[joint].toVariant());
  if (!shape)
  {
    throw Error(
      source_name(source) + ": joint '" + source.names[joint] + "' is a " +
      source.joints[joint].shortname() + ", expected a revolute, prismatic or mimic joint");
  }
  return *shape;
}

Mimic read_mimic(const pinocchio::Model & source, JointIndex joint)
{
  const auto & robot = boost::get<pinocchio::JointModelMimic>(source.joints[joint].toVariant());
  const auto found =
    std::find(source.mimicking_joints.begin(), source.mimicking_joints.end(), joint);
  const auto pair = static_cast<std::size_t>(found - source.mimicking_joints.begin());
  return {source.names[source.mimicked_joints.at(pair)], robot.scaling(), robot.offset()};
}

/// Pinocchio uses the largest double for no limit; NaN is kept for Robot to reject.
double finite_or_infinite(double limit)
{
  return std::abs(limit) >= std::numeric_limits<double>::max()
           ? std::copysign(std::numeric_limits<double>::infinity(), limit)
           : limit;
}

JointLimits read_limits(const pinocchio::Model & source, JointIndex joint, JointType type)
{
  const int velocity_index = source.idx_vs[joint];
  JointLimits limits;
#if PINOCCHIO_VERSION_AT_LEAST(4, 0, 0)
  limits.effort = finite_or_infinite(source.upperEffortLimit[velocity_index]);
  limits.velocity = finite_or_infinite(source.upperVelocityLimit[velocity_index]);
#else
  limits.effort = finite_or_infinite(source.effortLimit[velocity_index]);
  limits.velocity = finite_or_infinite(source.velocityLimit[velocity_index]);
#endif
  if (type != JointType::continuous)
  {
    limits.lower = finite_or_infinite(source.lowerPositionLimit[source.idx_qs[joint]]);
    limits.upper = finite_or_infinite(source.upperPositionLimit[source.idx_qs[joint]]);
  }
  return limits;
}

/// Reads the properties of an independent joint other than its shape.
void read_drive(const pinocchio::Model & source, JointIndex joint, JointDescription & description)
{
  const int column = source.idx_vs[joint];
  description.drive.motor_inertia = source.armature[column];
  description.limits = read_limits(source, joint, description.type);
  description.friction.viscous = source.damping[column];
#if PINOCCHIO_VERSION_AT_LEAST(4, 0, 0)
  description.friction.coulomb = source.upperDryFrictionLimit[column];
#else
  description.friction.coulomb = source.friction[column];
#endif
}

JointDescription read_joint(const pinocchio::Model & source, JointIndex joint)
{
  const Shape shape = read_shape(source, joint);
  JointDescription description;
  description.name = source.names[joint];
  description.type = shape.type;
  description.axis = shape.axis;
  description.parent = link_name(source, source.parents[joint]);
  description.child = link_name(source, joint);
  description.origin = to_pose(source.jointPlacements[joint]);
  if (boost::get<pinocchio::JointModelMimic>(&source.joints[joint].toVariant()))
  {
    description.mimic = read_mimic(source, joint);
  }
  else if (shape.type != JointType::floating && shape.type != JointType::planar)
  {
    read_drive(source, joint, description);
  }
  return description;
}

/// Robot numbers its columns depth first, as Pinocchio's algorithms on subtrees expect.
void check_order(const pinocchio::Model & source)
{
  for (JointIndex joint = 2; joint < source.joints.size(); ++joint)
  {
    JointIndex above = joint - 1;
    while (above > source.parents[joint])
    {
      above = source.parents[above];
    }
    if (above != source.parents[joint])
    {
      throw Error(
        source_name(source) + ": found joint '" + source.names[joint] + "' after joint '" +
        source.names[joint - 1] + "' of another branch, expected joints depth first");
    }
  }
}

/// A link that Pinocchio merged into another: only name and pose, as the other now has its mass.
void add_merged_link(
  const pinocchio::Model & source, const pinocchio::Frame & frame, RobotDescription & description)
{
  JointDescription joint;
  joint.name = frame.name + "_merged";
  joint.parent = link_name(source, frame.parentJoint);
  joint.child = frame.name;
  joint.origin = to_pose(frame.placement);
  if (joint.parent != joint.child)
  {
    description.links.push_back({frame.name, {}});
    description.joints.push_back(joint);
  }
}

}  // namespace

RobotDescription from_pinocchio(const pinocchio::Model & source)
{
  if (!source.gravity.angular().isZero(0.0))
  {
    throw Error(
      source_name(source) + ": found a gravity with an angular part, expected a linear one alone");
  }
  check_order(source);
  RobotDescription description;
  description.source = source_name(source);
  description.name = source.name;
  description.gravity = source.gravity.linear();
  for (JointIndex joint = 0; joint < source.joints.size(); ++joint)
  {
    description.links.push_back({link_name(source, joint), to_mass(source.inertias[joint])});
    if (joint > 0)
    {
      description.joints.push_back(read_joint(source, joint));
    }
  }
  for (const pinocchio::Frame & frame : source.frames)
  {
    if (frame.type == pinocchio::BODY)
    {
      add_merged_link(source, frame, description);
    }
  }
  return description;
}

}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
// One robot in other words: descriptions that must have the same forces, however they say it.
#ifndef HOD__TEST__FUZZ__SAME_ROBOT_HPP_
#define HOD__TEST__FUZZ__SAME_ROBOT_HPP_

#include <Eigen/Geometry>
#include <string>
#include <utility>
#include <vector>

#include "hod/robot/description.hpp"
#include "random_robot.hpp"

namespace hod::fuzz
{

using reference::Random;

template <class Items>
void shuffle(Items & items, Random & random)
{
  for (std::size_t i = items.size(); i > 1; --i)
  {
    std::swap(items[i - 1], items[static_cast<std::size_t>(random.integer(static_cast<int>(i)))]);
  }
}

/// All lists in another order; what is joined to what remains.
inline RobotDescription reordered(RobotDescription robot, Random & random)
{
  shuffle(robot.links, random);
  shuffle(robot.joints, random);
  shuffle(robot.payloads, random);
  shuffle(robot.loads, random);
  return robot;
}

inline JointDescription * joint_above(RobotDescription & robot, const std::string & link)
{
  for (JointDescription & joint : robot.joints)
  {
    if (joint.child == link)
    {
      return &joint;
    }
  }
  return nullptr;
}

/// Force and moment of every derivative, each turned.
template <class Row>
void turn_wrench(const Eigen::Matrix3d & rotation, Row && row)
{
  for (Eigen::Index column = 0; column < row.size(); column += 3)
  {
    const Eigen::Vector3d turned = rotation * row.template segment<3>(column).transpose();
    row.template segment<3>(column) = turned.transpose();
  }
}

/// What is given in a frame, seen from one in which that frame has the pose `pose`.
inline void move_load(Load & load, const Pose & pose)
{
  load.point = pose.rotation * load.point + pose.translation;
  if (load.frame == LoadFrame::link)
  {
    for (auto row : load.wrench.rowwise())
    {
      turn_wrench(pose.rotation, row);
    }
    for (auto row : load.table.rowwise())
    {
      turn_wrench(pose.rotation, row);
    }
  }
}

/// All that is attached to a link moves over to another one, in which it has the pose `pose`.
inline void reattach(
  RobotDescription & robot, const std::string & from, const std::string & to, const Pose & pose)
{
  for (JointDescription & joint : robot.joints)
  {
    if (joint.parent == from)
    {
      joint.parent = to;
      joint.origin = pose * joint.origin;
    }
  }
  for (Payload & payload : robot.payloads)
  {
    if (payload.link == from)
    {
      payload = {to, transformed(payload.mass, pose)};
    }
  }
  for (Load & load : robot.loads)
  {
    if (load.link == from)
    {
      load.link = to;
      move_load(load, pose);
    }
  }
}

/// A turned base may not change its origin: its acceleration there would be another one.
inline bool turns(const BaseMotion & base)
{
  return std::any_of(
    base.angular_velocity.begin(), base.angular_velocity.end(),
    [](const Eigen::Vector3d & rate) { return !rate.isZero(0.0); });
}

/// The new frame of a link in its old one: anywhere that leaves the joint above it the same.
inline Pose new_frame(
  const RobotDescription & robot, const JointDescription * above, Random & random)
{
  Pose pose = random.pose(0.5);
  if (above == nullptr && turns(robot.base))
  {
    pose.translation.setZero();
  }
  const bool is_revolute = above != nullptr && (above->type == JointType::revolute ||
                                                above->type == JointType::continuous);
  if (is_revolute)
  {
    pose.translation = random.uniform(-0.5, 0.5) * above->axis.normalized();
  }
  return pose;
}

/// Every link with another frame.
inline RobotDescription with_moved_frames(RobotDescription robot, Random & random)
{
  for (LinkDescription & link : robot.links)
  {
    JointDescription * const above = joint_above(robot, link.name);
    const Pose frame = new_frame(robot, above, random);
    reattach(robot, link.name, link.name, frame.inverse());
    link.mass = transformed(link.mass, frame.inverse());
    if (above != nullptr)
    {
      above->origin = above->origin * frame;
      above->axis = frame.rotation.transpose() * above->axis;
      continue;
    }
    robot.base.rotation = robot.base.rotation * frame.rotation;
    for (Eigen::Vector3d & rate : robot.base.angular_velocity)
    {
      rate = frame.rotation.transpose() * rate;
    }
  }
  return robot;
}

/// Every link cut in two by a fixed joint; all but part of its mass is beyond the cut.
inline RobotDescription with_cut_links(RobotDescription robot, Random & random)
{
  for (std::size_t i = robot.links.size(); i-- > 0;)
  {
    const std::string name = robot.links[i].name, half = name + "_half";
    const Pose pose = random.pose(0.5);
    const double share = random.uniform(0.0, 1.0);
    MassProperties other = transformed(robot.links[i].mass, pose.inverse());
    other.mass *= 1.0 - share;
    other.inertia *= 1.0 - share;
    robot.links[i].mass.mass *= share;
    robot.links[i].mass.inertia *= share;
    reattach(robot, name, half, pose.inverse());
    JointDescription weld;
    weld.name = name + "_weld";
    weld.parent = name;
    weld.child = half;
    weld.origin = pose;
    robot.joints.push_back(weld);
    robot.links.push_back({half, other});
  }
  return robot;
}

inline void erase_link(RobotDescription & robot, const std::string & name)
{
  robot.links.erase(
    std::remove_if(
      robot.links.begin(), robot.links.end(), [&](const auto & link) { return link.name == name; }),
    robot.links.end());
}

/// No fixed joint any more, by sums of pseudo-inertias about the frame's origin.
inline RobotDescription without_fixed_joints(RobotDescription robot)
{
  for (std::size_t i = robot.joints.size(); i-- > 0;)
  {
    const JointDescription joint = robot.joints[i];
    if (joint.type != JointType::fixed)
    {
      continue;
    }
    MassProperties mass;
    for (const LinkDescription & link : robot.links)
    {
      mass = link.name == joint.child ? link.mass : mass;
    }
    for (LinkDescription & link : robot.links)
    {
      if (link.name == joint.parent)
      {
        const Eigen::Matrix4d sum =
          pseudo_inertia(link.mass) + transformed(pseudo_inertia(mass), joint.origin);
        link.mass = from_pseudo_inertia(sum);
      }
    }
    robot.joints.erase(robot.joints.begin() + static_cast<std::ptrdiff_t>(i));
    reattach(robot, joint.child, joint.parent, joint.origin);
    erase_link(robot, joint.child);
  }
  return robot;
}

/// An axis that points the other way, for a position that counts the other way.
inline RobotDescription with_turned_axis(RobotDescription robot, std::size_t index)
{
  JointDescription & turned = robot.joints[index];
  turned.axis *= -1.0;
  if (turned.mimic)
  {
    turned.mimic->multiplier *= -1.0;
    turned.mimic->offset *= -1.0;
  }
  for (JointDescription & joint : robot.joints)
  {
    if (joint.mimic && joint.mimic->joint == turned.name)
    {
      joint.mimic->multiplier *= -1.0;
    }
  }
  return robot;
}

/// What is carried becomes part of the link that carries it.
inline RobotDescription without_payloads(RobotDescription robot)
{
  for (const Payload & payload : std::exchange(robot.payloads, {}))
  {
    for (LinkDescription & link : robot.links)
    {
      if (link.name == payload.link)
      {
        const Eigen::Matrix4d sum = pseudo_inertia(link.mass) + pseudo_inertia(payload.mass);
        link.mass = from_pseudo_inertia(sum);
      }
    }
  }
  return robot;
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__SAME_ROBOT_HPP_

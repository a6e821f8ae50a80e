// SPDX-License-Identifier: Apache-2.0
#include "hod/model/model.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <unordered_map>

#include "hod/error.hpp"
#include "tree.hpp"

namespace hod
{
namespace
{

constexpr double kUnitTolerance = 1e-6;

std::string sentence(const ModelDescription & description, const std::string & rest)
{
  return (description.source.empty() ? std::string("robot") : description.source) + ": " + rest;
}

bool moves(const JointDescription & joint)
{
  return joint.type != JointType::fixed;
}

void check_mass(const ModelDescription & description, const LinkDescription & link)
{
  const auto & mass = link.mass;
  const bool finite =
    std::isfinite(mass.mass) && mass.center.allFinite() && mass.inertia.allFinite();
  if (!finite) {
    throw Error(sentence(
      description, "link '" + link.name + "' has mass properties that are not finite, expected numbers"));
  }
  if (mass.mass < 0.0) {
    std::ostringstream rest;
    rest << "link '" << link.name << "' has mass " << mass.mass << " kg, expected zero or more";
    throw Error(sentence(description, rest.str()));
  }
}

void check_pose(const ModelDescription & description, const JointDescription & joint)
{
  const Eigen::Matrix3d residual =
    joint.origin.rotation * joint.origin.rotation.transpose() - Eigen::Matrix3d::Identity();
  // Not (x < tolerance) also catches NaN.
  if (!(residual.cwiseAbs().maxCoeff() < kUnitTolerance) || !joint.origin.translation.allFinite()) {
    throw Error(sentence(
      description, "joint '" + joint.name + "' has an origin that is no pose, expected finite "
      "numbers and a rotation"));
  }
}

void check_axis(const ModelDescription & description, const JointDescription & joint)
{
  const double length = joint.axis.norm();
  if (!std::isfinite(length) || length <= 0.0) {
    std::ostringstream rest;
    rest << "joint '" << joint.name << "' has the axis " << joint.axis.transpose()
         << ", expected a direction";
    throw Error(sentence(description, rest.str()));
  }
}

void check_joint(const ModelDescription & description, const JointDescription & joint)
{
  check_pose(description, joint);
  if (joint.type == JointType::floating || joint.type == JointType::planar) {
    const std::string kind = joint.type == JointType::floating ? "floating" : "planar";
    throw Error(sentence(
      description, "joint '" + joint.name + "' is " + kind +
      ", expected revolute, continuous, prismatic or fixed: prescribe the motion of the base instead"));
  }
  if (moves(joint)) {
    check_axis(description, joint);
  }
  if (joint.mimic && !(std::isfinite(joint.mimic->multiplier) && std::isfinite(joint.mimic->offset))) {
    throw Error(sentence(
      description, "joint '" + joint.name + "' mimics with numbers that are not finite"));
  }
}

/// What a mimicking joint comes down to: the independent joint at the end of the chain.
struct Drive
{
  std::string master;
  double multiplier = 1.0;
  double offset = 0.0;
};

using JointTable = std::unordered_map<std::string, const JointDescription *>;

Drive resolve_drive(
  const ModelDescription & description, const JointDescription & joint, const JointTable & joints)
{
  Drive drive{joint.name, 1.0, 0.0};
  const JointDescription * current = &joint;
  for (std::size_t steps = 0; current->mimic; ++steps) {
    const auto & mimic = *current->mimic;
    const auto next = joints.find(mimic.joint);
    if (next == joints.end() || !moves(*next->second)) {
      throw Error(sentence(
        description, "joint '" + current->name + "' mimics '" + mimic.joint +
        "', expected the name of a joint that moves"));
    }
    if (steps > description.joints.size()) {
      throw Error(sentence(
        description, "joint '" + joint.name + "' mimics itself in the end, expected a joint that moves freely"));
    }
    drive.offset += drive.multiplier * mimic.offset;
    drive.multiplier *= mimic.multiplier;
    current = next->second;
  }
  drive.master = current->name;
  return drive;
}

Body moving_body(const JointDescription & joint, const LinkPlacement & parent, const Drive & drive)
{
  Body body;
  body.joint = joint.name;
  body.parent = parent.body;
  body.prismatic = joint.type == JointType::prismatic;
  body.multiplier = drive.multiplier;
  body.offset = drive.offset;
  body.placement = parent.pose * joint.origin;
  body.axis = joint.axis.normalized();
  return body;
}

}  // namespace

Model::Model(const ModelDescription & description, const Eigen::Vector3d & gravity)
: name_(description.name), gravity_(gravity)
{
  if (!gravity.allFinite()) {
    throw Error(sentence(description, "gravity is not finite, expected three numbers in m/s²"));
  }
  const Tree tree = make_tree(description);
  JointTable joints;
  for (const auto & joint : description.joints) {
    check_joint(description, joint);
    joints.emplace(joint.name, &joint);
  }
  for (const auto & link : description.links) {
    check_mass(description, link);
    if (const auto flaw = physical_flaw(link.mass)) {
      warnings_.push_back(sentence(
        description, "link '" + link.name + "' has an inertia that no body can have: " + *flaw));
    }
  }

  std::vector<int> place_of_link(description.links.size(), -1);
  const auto place_link = [&](int link, int body, const Pose & pose) {
    const auto & source = description.links[static_cast<std::size_t>(link)];
    place_of_link[static_cast<std::size_t>(link)] = static_cast<int>(links_.size());
    links_.push_back({source.name, body, pose, source.mass});
    auto & mass = bodies_[static_cast<std::size_t>(body)].mass;
    mass = mass + transformed(source.mass, pose);
  };

  bodies_.emplace_back();
  place_link(tree.root, 0, Pose{});
  for (const int index : tree.joints) {
    const auto joint_index = static_cast<std::size_t>(index);
    const auto & joint = description.joints[joint_index];
    const auto parent_link = static_cast<std::size_t>(tree.parent_link[joint_index]);
    const LinkPlacement parent = links_[static_cast<std::size_t>(place_of_link[parent_link])];
    if (!moves(joint)) {
      place_link(tree.child_link[joint_index], parent.body, parent.pose * joint.origin);
      continue;
    }
    const Drive drive = resolve_drive(description, joint, joints);
    bodies_.push_back(moving_body(joint, parent, drive));
    if (!joint.mimic) {
      bodies_.back().dof = dof();
      dofs_.push_back(
        {joint.name, joint.type == JointType::prismatic, joint.limits, joint.damping,
         joint.friction});
      joint_names_.push_back(joint.name);
    }
    place_link(tree.child_link[joint_index], static_cast<int>(bodies_.size()) - 1, Pose{});
  }
  // A mimic may come before its master in the walk, so columns are looked up at the end.
  for (auto & body : bodies_) {
    if (body.parent >= 0 && body.dof < 0) {
      body.dof = dof_index(resolve_drive(description, *joints.at(body.joint), joints).master);
    }
  }
}

Model Model::with_gravity(const Eigen::Vector3d & gravity) const
{
  Model other = *this;
  other.gravity_ = gravity;
  return other;
}

int Model::dof_index(std::string_view joint) const
{
  const auto found = std::find(joint_names_.begin(), joint_names_.end(), joint);
  return found == joint_names_.end() ? -1 : static_cast<int>(found - joint_names_.begin());
}

int Model::link_index(std::string_view link) const
{
  const auto found = std::find_if(
    links_.begin(), links_.end(), [link](const auto & item) { return item.name == link; });
  return found == links_.end() ? -1 : static_cast<int>(found - links_.begin());
}

}  // namespace hod

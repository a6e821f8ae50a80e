// SPDX-License-Identifier: Apache-2.0
#include "hod/model/model.hpp"

#include <algorithm>

#include "checks.hpp"
#include "drive.hpp"
#include "hod/error.hpp"
#include "tree.hpp"

namespace hod
{
namespace
{

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

/// Puts a model together link by link, parents first.
struct Model::Assembly
{
  Assembly(Model & target, const ModelDescription & source)
  : model(target),
    description(source),
    tree(make_tree(source)),
    place_of_link(source.links.size(), -1)
  {
    for (const auto & joint : source.joints)
    {
      check_joint(source, joint);
      joints.emplace(joint.name, &joint);
    }
    for (const auto & link : source.links)
    {
      check_link(source, link);
      if (const auto flaw = physical_flaw(link.mass))
      {
        model.warnings_.push_back(sentence(
          source, "link '" + link.name + "' has an inertia that no body can have: " + *flaw));
      }
    }
  }

  /// Adds a link of the description to a body, mass and all.
  void place_link(int link, int body, const Pose & pose)
  {
    const auto & source = description.links[static_cast<std::size_t>(link)];
    place_of_link[static_cast<std::size_t>(link)] = static_cast<int>(model.links_.size());
    model.links_.push_back({source.name, body, pose, source.mass});
    auto & mass = model.bodies_[static_cast<std::size_t>(body)].mass;
    mass = mass + transformed(source.mass, pose);
  }

  /// Hangs a joint and the link below it on what is there already.
  void hang(std::size_t index)
  {
    const auto & joint = description.joints[index];
    const auto parent_link = static_cast<std::size_t>(tree.parent_link[index]);
    const LinkPlacement parent = model.links_[static_cast<std::size_t>(place_of_link[parent_link])];
    if (!moves(joint))
    {
      place_link(tree.child_link[index], parent.body, parent.pose * joint.origin);
      return;
    }
    model.bodies_.push_back(moving_body(joint, parent, resolve_drive(description, joint, joints)));
    if (!joint.mimic)
    {
      model.bodies_.back().dof = model.dof();
      model.dofs_.push_back(
        {joint.name, joint.type == JointType::prismatic, joint.limits, joint.damping,
         joint.friction});
      model.joint_names_.push_back(joint.name);
    }
    place_link(tree.child_link[index], static_cast<int>(model.bodies_.size()) - 1, Pose{});
  }

  /// A mimic may come before its master in the walk, so their columns are looked up at the end.
  void find_columns_of_mimics()
  {
    for (auto & body : model.bodies_)
    {
      if (body.parent >= 0 && body.dof < 0)
      {
        const auto & joint = *joints.at(body.joint);
        body.dof = model.dof_index(resolve_drive(description, joint, joints).master);
      }
    }
  }

  Model & model;
  const ModelDescription & description;
  Tree tree;
  JointTable joints;
  std::vector<int> place_of_link;  ///< index into the model's links, per link of the description
};

Model::Model(const ModelDescription & description, const Eigen::Vector3d & gravity)
: name_(description.name), gravity_(gravity)
{
  if (!gravity.allFinite())
  {
    throw Error(sentence(description, "gravity is not finite, expected three numbers in m/s²"));
  }
  Assembly assembly(*this, description);
  bodies_.emplace_back();
  assembly.place_link(assembly.tree.root, 0, Pose{});
  for (const int joint : assembly.tree.joints)
  {
    assembly.hang(static_cast<std::size_t>(joint));
  }
  assembly.find_columns_of_mimics();
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

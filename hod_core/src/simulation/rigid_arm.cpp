// SPDX-License-Identifier: Apache-2.0
#include "rigid_arm.hpp"

#include <pinocchio/algorithm/aba.hpp>
#include <string>
#include <vector>

#include "hod/error.hpp"

namespace hod::detail
{
namespace
{

pinocchio::JointModel joint_of(const Body & body)
{
  if (body.prismatic)
  {
    return pinocchio::JointModelPrismaticUnaligned(body.axis);
  }
  return pinocchio::JointModelRevoluteUnaligned(body.axis);
}

/// Without mimics, body and joint i + 1 are what column i moves, there as here.
void check_no_mimic(const Model & model)
{
  if (static_cast<int>(model.bodies().size()) == model.dof() + 1)
  {
    return;
  }
  std::string name;
  for (const Body & body : model.bodies())
  {
    if (body.parent >= 0 && model.dof_index(body.joint) < 0)
    {
      name = body.joint;
    }
  }
  throw Error(
    model.name() + ": joint '" + name +
    "' follows another joint (mimic), expected none in an arm to be simulated");
}

pinocchio::Model to_pinocchio(const Model & model, const Eigen::VectorXd & inertia)
{
  check_no_mimic(model);
  pinocchio::Model arm;
  arm.name = model.name();
  arm.gravity.linear() = model.gravity();
  for (const Body & body : model.bodies())
  {
    if (body.parent < 0)
    {
      continue;
    }
    const pinocchio::SE3 placement(body.placement.rotation, body.placement.translation);
    const auto joint = arm.addJoint(
      static_cast<pinocchio::JointIndex>(body.parent), joint_of(body), placement, body.joint);
    const pinocchio::Inertia mass(body.mass.mass, body.mass.center, body.mass.inertia);
    arm.appendBodyToJoint(joint, mass, pinocchio::SE3::Identity());
  }
  arm.armature = inertia;
  return arm;
}

}  // namespace

struct RigidArm::Data
{
  explicit Data(pinocchio::Model arm) : model(std::move(arm)), data(model) {}

  pinocchio::Model model;
  pinocchio::Data data;
};

RigidArm::RigidArm(const Model & model, const Eigen::VectorXd & inertia)
: data_(std::make_unique<Data>(to_pinocchio(model, inertia)))
{}

RigidArm::~RigidArm() = default;

const Eigen::VectorXd & RigidArm::acceleration(
  const Eigen::VectorXd & position, const Eigen::VectorXd & velocity,
  const Eigen::VectorXd & torque)
{
  return pinocchio::aba(data_->model, data_->data, position, velocity, torque);
}

}  // namespace hod::detail

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
void check_no_mimic(const Robot & robot)
{
  if (static_cast<int>(robot.bodies().size()) == robot.dof() + 1)
  {
    return;
  }
  std::string name;
  for (const Body & body : robot.bodies())
  {
    if (body.parent >= 0 && robot.dof_index(body.joint) < 0)
    {
      name = body.joint;
    }
  }
  throw Error(
    robot.name() + ": joint '" + name +
    "' follows another joint (mimic), expected none in an arm to be simulated");
}

pinocchio::Model to_pinocchio(const Robot & robot, const Eigen::VectorXd & inertia)
{
  check_no_mimic(robot);
  pinocchio::Model arm;
  arm.name = robot.name();
  arm.gravity.linear() = robot.gravity();
  for (const Body & body : robot.bodies())
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
  explicit Data(pinocchio::Model arm) : robot(std::move(arm)), data(robot) {}

  pinocchio::Model robot;
  pinocchio::Data data;
};

RigidArm::RigidArm(const Robot & robot, const Eigen::VectorXd & inertia)
: data_(std::make_unique<Data>(to_pinocchio(robot, inertia)))
{}

RigidArm::~RigidArm() = default;

const Eigen::VectorXd & RigidArm::acceleration(
  const Eigen::VectorXd & position, const Eigen::VectorXd & velocity,
  const Eigen::VectorXd & torque)
{
  return pinocchio::aba(data_->robot, data_->data, position, velocity, torque);
}

}  // namespace hod::detail

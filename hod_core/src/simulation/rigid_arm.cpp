// SPDX-License-Identifier: Apache-2.0
#include "rigid_arm.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <utility>
#include <vector>

namespace hod::detail
{
namespace
{

/// Number of columns up to which M and its factors take less time than the articulated-body
/// algorithm.
constexpr int kShort = 40;

pinocchio::JointModel joint_of(const Body & body)
{
  if (body.prismatic)
  {
    return pinocchio::JointModelPrismaticUnaligned(body.axis);
  }
  return pinocchio::JointModelRevoluteUnaligned(body.axis);
}

pinocchio::Inertia to_pinocchio(const MassProperties & mass)
{
  return {mass.mass, mass.center, mass.inertia};
}

/// Without gravity and with every joint free: column i moves body and joint i + 1.
pinocchio::Model to_pinocchio(const Robot & robot)
{
  pinocchio::Model arm;
  arm.name = robot.name();
  arm.gravity.setZero();
  for (const Body & body : robot.bodies())
  {
    if (body.parent < 0)
    {
      continue;
    }
    const pinocchio::SE3 placement(body.placement.rotation, body.placement.translation);
    const auto joint = arm.addJoint(
      static_cast<pinocchio::JointIndex>(body.parent), joint_of(body), placement, body.joint);
    arm.appendBodyToJoint(joint, to_pinocchio(body.mass), pinocchio::SE3::Identity());
  }
  return arm;
}

}  // namespace

struct RigidArm::Data
{
  Data(const Robot & robot, const Eigen::VectorXd & own)
  : joints(robot.joints()),
    arm(to_pinocchio(robot)),
    data(arm),
    position(Eigen::VectorXd::Zero(arm.nq)),
    still(position),
    inertia(own),
    mass(Eigen::MatrixXd::Zero(own.size(), own.size())),
    factors(own.size()),
    acceleration(own)
  {
    const bool mimics = static_cast<Eigen::Index>(joints.size()) != own.size();
    by_tree = !mimics && own.size() > kShort;
    if (!mimics)
    {
      arm.armature = own;
      inertia.setZero();
    }
  }

  /// G q + o.
  void free(const Eigen::VectorXd & columns)
  {
    for (std::size_t index = 0; index < joints.size(); ++index)
    {
      const Joint & joint = joints[index];
      position[static_cast<Eigen::Index>(index)] =
        joint.multiplier * columns[joint.dof] + joint.offset;
    }
  }

  std::vector<Joint> joints;
  pinocchio::Model arm;
  pinocchio::Data data;
  Eigen::VectorXd position;
  Eigen::VectorXd still;
  Eigen::VectorXd inertia;  ///< not added to M by Pinocchio itself
  Eigen::MatrixXd mass;
  Eigen::LLT<Eigen::MatrixXd, Eigen::Upper> factors;
  Eigen::VectorXd acceleration;
  bool by_tree = false;
};

RigidArm::RigidArm(const Robot & robot, const Eigen::VectorXd & inertia)
: data_(std::make_unique<Data>(robot, inertia))
{}

RigidArm::~RigidArm() = default;

void RigidArm::set_mass(int body, const MassProperties & mass)
{
  data_->arm.inertias[static_cast<std::size_t>(body)] = to_pinocchio(mass);
}

const Eigen::MatrixXd & RigidArm::mass_matrix(const Eigen::VectorXd & position)
{
  Data & data = *data_;
  data.free(position);
  const Eigen::MatrixXd & full = pinocchio::crba(data.arm, data.data, data.position);
  data.mass.setZero();
  data.mass.diagonal() = data.inertia;
  for (Eigen::Index j = 0; j < full.cols(); ++j)
  {
    const Joint & right = data.joints[static_cast<std::size_t>(j)];
    for (Eigen::Index i = 0; i <= j; ++i)
    {
      const Joint & left = data.joints[static_cast<std::size_t>(i)];
      const double entry = left.multiplier * right.multiplier * full(i, j);
      const bool both = i != j && left.dof == right.dof;
      data.mass(std::min(left.dof, right.dof), std::max(left.dof, right.dof)) +=
        both ? 2.0 * entry : entry;
    }
  }
  return data.mass;
}

const Eigen::VectorXd & RigidArm::acceleration(
  const Eigen::VectorXd & position, const Eigen::VectorXd & force)
{
  Data & data = *data_;
  if (data.by_tree)
  {
    return pinocchio::aba(data.arm, data.data, position, data.still, force);
  }
  data.factors.compute(mass_matrix(position));
  if (data.factors.info() != Eigen::Success)
  {
    data.acceleration.setConstant(std::numeric_limits<double>::quiet_NaN());
    return data.acceleration;
  }
  data.acceleration = force;
  data.factors.solveInPlace(data.acceleration);
  return data.acceleration;
}

}  // namespace hod::detail

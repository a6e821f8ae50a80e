// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Geometry>
#include <memory>
#include <string>
#include <vector>

#include "hod/dynamics/kinematics/kinematics.hpp"
#include "hod/error.hpp"
#include "kinematics_data.hpp"

namespace hod
{
namespace
{

using detail::KinematicsData;
using detail::TurnedBody;

/// A rotation whose third column is `axis`.
Eigen::Matrix3d axes_with_z(const Eigen::Vector3d & axis)
{
  Eigen::Index smallest = 0;
  axis.cwiseAbs().minCoeff(&smallest);
  Eigen::Matrix3d axes;
  axes.col(2) = axis;
  axes.col(0) = axis.cross(Eigen::Vector3d::Unit(smallest)).normalized();
  axes.col(1) = axis.cross(axes.col(0));
  return axes;
}

std::vector<Eigen::Matrix3d> turned_axes(const Robot & robot)
{
  std::vector<Eigen::Matrix3d> axes;
  for (const auto & body : robot.bodies())
  {
    axes.push_back(body.parent < 0 ? Eigen::Matrix3d::Identity() : axes_with_z(body.axis));
  }
  return axes;
}

TurnedBody turned(const Body & body, const std::vector<Eigen::Matrix3d> & axes, std::size_t index)
{
  TurnedBody result;
  result.parent = body.parent;
  result.dof = body.dof;
  result.prismatic = body.prismatic;
  result.multiplier = body.multiplier;
  result.offset = body.offset;
  if (body.parent >= 0)
  {
    const Pose parent{axes[static_cast<std::size_t>(body.parent)], Eigen::Vector3d::Zero()};
    result.placement =
      parent.inverse() * body.placement * Pose{axes[index], Eigen::Vector3d::Zero()};
  }
  result.mass = body.mass.mass;
  result.moment = axes[index].transpose() * body.mass.center * body.mass.mass;
  result.planar = axes[index].transpose() * planar_about_origin(body.mass) * axes[index];
  return result;
}

}  // namespace

KinematicsWorkspace::KinematicsWorkspace(const Robot & robot, int max_order)
: data_(std::make_unique<KinematicsData>())
{
  if (max_order < 0 || max_order > kMaxOrder)
  {
    throw Error(
      "kinematics workspace: found order " + std::to_string(max_order) + ", expected 0 to " +
      std::to_string(kMaxOrder));
  }
  if (max_order > 0 && !is_at_rest(robot.base()))
  {
    throw Error(
      robot.name() +
      ": found a base that moves, expected one at rest: kinematics beyond positions are those seen "
      "from the root link");
  }
  data_->dof = robot.dof();
  data_->max_order = max_order;
  const std::vector<Eigen::Matrix3d> axes = turned_axes(robot);
  for (std::size_t i = 0; i < axes.size(); ++i)
  {
    data_->bodies.push_back(turned(robot.bodies()[i], axes, i));
  }
  for (const auto & link : robot.links())
  {
    const auto & turn = axes[static_cast<std::size_t>(link.body)];
    data_->links.push_back({link.body, Pose{turn, Eigen::Vector3d::Zero()}.inverse() * link.pose});
  }
  const auto terms = static_cast<std::size_t>(max_order) + 1;
  data_->frames.resize(12 * terms * axes.size());
  data_->joints.resize(terms * axes.size());
  jacobian = RowMatrix::Zero(6 * (max_order + 1), robot.dof());
}

KinematicsWorkspace::~KinematicsWorkspace() = default;
KinematicsWorkspace::KinematicsWorkspace(KinematicsWorkspace &&) noexcept = default;
KinematicsWorkspace & KinematicsWorkspace::operator=(KinematicsWorkspace &&) noexcept = default;

int KinematicsWorkspace::dof() const
{
  return data_ ? data_->dof : 0;
}
int KinematicsWorkspace::links() const
{
  return data_ ? static_cast<int>(data_->links.size()) : 0;
}
int KinematicsWorkspace::max_order() const
{
  return data_ ? data_->max_order : -1;
}
int KinematicsWorkspace::order() const
{
  return data_ ? data_->order : -1;
}

}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
#include "links.hpp"

#include <limits>

#include "hod/dynamics/forces/forces.hpp"

namespace hod::detail
{
namespace
{

/// Increase of the joints' own inertia: rotors without a spring between them and their links.
Eigen::VectorXd rotor_inertia(const Robot & robot)
{
  Eigen::VectorXd inertia(robot.dof());
  for (int column = 0; column < robot.dof(); ++column)
  {
    const JointDrive & drive = robot.joint_of(column).drive;
    const bool own_is_left_out = robot.is_elastic() && drive.rigid();
    inertia[column] = robot.rotor_inertia(column) + (own_is_left_out ? drive.inertia() : 0.0);
  }
  return inertia;
}

Robot without_bearing_friction(const Robot & robot)
{
  return robot.with([](RobotDescription & description) {
    for (JointDescription & joint : description.joints)
    {
      joint.friction.bearing_coefficient = 0.0;
    }
  });
}

}  // namespace

Links::Links(const Robot & robot)
: robot_(robot),
  bias_(without_bearing_friction(robot), 0),
  inertia_(robot, rotor_inertia(robot)),
  bearings_(robot),
  payloads_(robot.links().size()),
  motion_(RowMatrix::Zero(3, robot.dof())),
  rest_(Eigen::VectorXd::Zero(robot.dof()))
{
  for (const Payload & payload : robot.payloads())
  {
    auto & mass = payloads_[static_cast<std::size_t>(robot.link_index(payload.link))];
    mass = mass + payload.mass;
  }
}

void Links::weigh(int body)
{
  MassProperties total;
  for (std::size_t index = 0; index < payloads_.size(); ++index)
  {
    const LinkPlacement & link = robot_.links()[index];
    if (link.body == body)
    {
      total = total + transformed(link.mass, link.pose);
      total = total + transformed(payloads_[index], link.pose);
    }
  }
  inertia_.set_mass(body, total);
}

Result Links::set_payload(int link, const MassProperties & payload)
{
  const Result result = bias_.set_payload(link, payload);
  if (result != Result::ok)
  {
    return result;
  }
  const auto index = static_cast<std::size_t>(link);
  payloads_[index] = payload;
  weigh(robot_.links()[index].body);
  return bearings_.set_payload(link, payload);
}

Result Links::set_wrench(int load, const ConstRowMatrixRef & rows)
{
  return bias_.set_wrench(load, rows);
}

Result Links::set_gravity(const Eigen::Vector3d & gravity)
{
  return bias_.set_gravity(gravity);
}

Result Links::set_base_motion(const BaseMotion & motion)
{
  return bias_.set_base_motion(motion);
}

Result Links::set_time(double time)
{
  return bias_.set_time(time);
}

Result Links::hold(const Eigen::Ref<const Eigen::VectorXd> & position, Eigen::VectorXd & force)
{
  motion_.row(0) = position.transpose();
  motion_.row(1).setZero();
  const Result result = forces(bias_, motion_, 0);
  if (result == Result::ok)
  {
    force = bias_.force().row(0).transpose();
  }
  return result;
}

int Links::massless(const Eigen::VectorXd & position)
{
  Eigen::Index column = 0;
  const Eigen::VectorXd own = inertia_.mass_matrix(position).diagonal();
  return own.size() > 0 && own.minCoeff(&column) <= 0.0 ? static_cast<int>(column) : -1;
}

const Eigen::VectorXd & Links::acceleration(
  const Eigen::VectorXd & position, const Eigen::VectorXd & velocity, const Eigen::VectorXd & force)
{
  motion_.row(0) = position.transpose();
  motion_.row(1) = velocity.transpose();
  if (forces(bias_, motion_, 0) != Result::ok)
  {
    rest_.setConstant(std::numeric_limits<double>::quiet_NaN());
    return rest_;
  }
  rest_ = force - bias_.force().row(0).transpose();
  if (bearings_.any())
  {
    return bearings_.acceleration(bias_, motion_, inertia_.mass_matrix(position), rest_);
  }
  return inertia_.acceleration(position, rest_);
}

}  // namespace hod::detail

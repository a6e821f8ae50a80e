// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SIMULATION__ARMS_HPP_
#define HOD__SIMULATION__ARMS_HPP_

#include <limits>
#include <vector>

#include "hod/dynamics/drives/elastic_drive.hpp"
#include "hod/robot/robot.hpp"
#include "random_robot.hpp"

namespace hod
{

constexpr double kRigid = std::numeric_limits<double>::infinity();

inline JointDrive make_joint(double stiffness, double inertia, double damping = 0.0)
{
  JointDrive joint;
  joint.stiffness = stiffness;
  joint.inertia = inertia;
  joint.damping = damping;
  return joint;
}

inline ElasticDrive same_drives(const Robot & robot, const JointDrive & joint)
{
  return ElasticDrive(std::vector<JointDrive>(static_cast<std::size_t>(robot.dof()), joint));
}

/// A point mass on a massless rod that turns about the y axis; it hangs down at q = 0.
inline RobotDescription pendulum(double mass, double length)
{
  RobotDescription description;
  description.name = "pendulum";
  LinkDescription bob{"bob", {}};
  bob.mass.mass = mass;
  bob.mass.center = {0.0, 0.0, -length};
  bob.mass.inertia = Eigen::Matrix3d::Zero();
  description.links = {{"base", {}}, bob};
  JointDescription joint;
  joint.name = "pivot";
  joint.type = JointType::continuous;
  joint.parent = "base";
  joint.child = "bob";
  joint.axis = Eigen::Vector3d::UnitY();
  description.joints = {joint};
  return description;
}

/// What random_robot() is to make: five joints with branches and slides, for mixed_joints().
inline reference::RobotTraits tree()
{
  reference::RobotTraits traits;
  traits.joints = 5;
  traits.prismatic = 0.3;
  traits.branching = 0.3;
  traits.fixed = 0.3;
  return traits;
}

inline std::vector<JointDrive> mixed_joints(double damping)
{
  return {
    make_joint(400.0, 0.3, damping), make_joint(kRigid, 0.2), make_joint(250.0, 0.1, damping),
    make_joint(500.0, 0.2, damping), make_joint(kRigid, 0.0)};
}

}  // namespace hod

#endif  // HOD__SIMULATION__ARMS_HPP_

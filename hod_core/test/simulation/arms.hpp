// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SIMULATION__ARMS_HPP_
#define HOD__SIMULATION__ARMS_HPP_

#include <cstddef>
#include <limits>
#include <vector>

#include "hod/robot/robot.hpp"
#include "random_robot.hpp"

namespace hod
{

constexpr double kRigid = std::numeric_limits<double>::infinity();

inline JointDrive make_joint(double stiffness, double inertia, double damping = 0.0)
{
  JointDrive joint;
  joint.stiffness = stiffness;
  joint.motor_inertia = inertia;
  joint.damping = damping;
  return joint;
}

/// The robot with a drive per column, elastic if any of them is.
inline Robot with_drives(const Robot & robot, const std::vector<JointDrive> & drives)
{
  return robot.with([&](RobotDescription & description) {
    for (JointDescription & joint : description.joints)
    {
      const int column = robot.dof_index(joint.name);
      if (column >= 0)
      {
        joint.drive = drives[static_cast<std::size_t>(column)];
        description.is_elastic = description.is_elastic || !joint.drive.rigid();
      }
    }
  });
}

inline Robot with_drives(const Robot & robot, const JointDrive & drive)
{
  return with_drives(robot, std::vector<JointDrive>(static_cast<std::size_t>(robot.dof()), drive));
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

// SPDX-License-Identifier: Apache-2.0
#ifndef RANDOM_ROBOT_HPP_
#define RANDOM_ROBOT_HPP_

#include <Eigen/Geometry>
#include <random>
#include <string>
#include <utility>

#include "hod/robot/robot.hpp"

/// A chain of random revolute and prismatic joints with everything that acts on it: friction, rotors
/// or motors behind springs, a load on its last link.
inline hod::Robot random_robot(int joints, bool elastic, unsigned seed)
{
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  const auto vector = [&]() {
    return Eigen::Vector3d(number(random), number(random), number(random));
  };
  hod::RobotDescription robot;
  robot.name = "random";
  robot.links.push_back({"link_0", {}});
  for (int i = 1; i <= joints; ++i)
  {
    hod::LinkDescription link;
    link.name = "link_" + std::to_string(i);
    link.mass.mass = 1.5 + number(random);
    link.mass.center = 0.2 * vector();
    link.mass.inertia = (0.02 + 0.005 * number(random)) * Eigen::Matrix3d::Identity();
    robot.links.push_back(link);
    hod::JointDescription joint;
    joint.name = "joint_" + std::to_string(i);
    joint.type = i % 4 == 3 ? hod::JointType::prismatic : hod::JointType::revolute;
    joint.parent = "link_" + std::to_string(i - 1);
    joint.child = link.name;
    joint.origin.translation = 0.4 * vector();
    joint.origin.rotation =
      Eigen::AngleAxisd(number(random), vector().normalized()).toRotationMatrix();
    joint.axis = vector();
    joint.friction.viscous = 0.5;
    joint.friction.coulomb = 0.3;
    joint.limits.effort = 1e4;
    joint.drive.motor_inertia = 1e-4;
    joint.drive.gear_ratio = 50.0;
    if (elastic)
    {
      joint.drive.stiffness = 5e3;
      joint.drive.viscous_friction = 0.1;
    }
    robot.joints.push_back(joint);
  }
  robot.has_friction = true;
  robot.is_elastic = elastic;
  robot.loads.push_back(
    hod::constant_load(robot.links.back().name, hod::LoadFrame::world, Eigen::Vector3d::Zero()));
  return hod::Robot(std::move(robot));
}

#endif  // RANDOM_ROBOT_HPP_

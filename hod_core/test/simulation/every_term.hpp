// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SIMULATION__EVERY_TERM_HPP_
#define HOD__SIMULATION__EVERY_TERM_HPP_

#include <Eigen/Geometry>
#include <string>

#include "arms.hpp"
#include "random_robot.hpp"

namespace hod
{

/// Large enough to matter, smooth enough to be integrated with large steps.
inline JointFriction random_friction(reference::Random & random, double bearing)
{
  JointFriction friction;
  friction.viscous = random.uniform(0.0, 3.0);
  friction.coulomb = random.uniform(0.0, 3.0);
  friction.stribeck = random.uniform(0.0, 3.0);
  friction.stribeck_speed = random.uniform(0.5, 2.0);
  friction.bearing_coefficient = random.uniform(0.0, bearing);
  friction.bearing_radius = random.uniform(0.0, 0.1);
  friction.smoothing_speed = random.uniform(0.5, 2.0);
  friction.smoothing_force = random.uniform(1.0, 10.0);
  return friction;
}

inline JointDrive random_drive(reference::Random & random, bool elastic)
{
  JointDrive drive;
  drive.motor_inertia = random.uniform(1e-4, 1e-3);
  drive.gear_ratio = random.uniform(10.0, 40.0);
  drive.viscous_friction = random.uniform(0.0, 2.0);
  drive.coulomb_friction = random.uniform(0.0, 2.0);
  drive.smoothing_speed = random.uniform(0.5, 2.0);
  if (elastic)
  {
    drive.stiffness = random.uniform(200.0, 500.0);
    drive.damping = random.uniform(0.0, 5.0);
  }
  return drive;
}

inline BaseMotion random_base(reference::Random & random)
{
  BaseMotion base;
  base.rotation = random.rotation();
  base.angular_velocity[0] = random.vector(2.0);
  base.angular_velocity[1] = random.vector(2.0);
  base.acceleration[0] = random.vector(5.0);
  return base;
}

inline Load random_load(reference::Random & random, const std::string & link, LoadFrame frame)
{
  // One after the other: compilers evaluate arguments in orders of their own.
  const Eigen::Vector3d point = random.vector(0.5);
  const Eigen::Vector3d moment = random.vector(5.0);
  const Eigen::Vector3d force = random.vector(20.0);
  return constant_load(link, frame, force, moment, point);
}

/// What a random robot is to have besides links and joints.
struct Terms
{
  bool base = true;
  bool elastic = false;
  double bearing = 0.3;  ///< largest coefficient of bearing friction
};

/// A random robot with payloads, loads of both frames, friction, rotors and whatever `terms` say.
inline Robot robot_with_every_term(
  std::uint64_t seed, const reference::RobotTraits & traits, const Terms & terms)
{
  RobotDescription description = reference::random_robot(seed, traits);
  reference::Random random(seed + 1000);
  description.has_friction = true;
  description.is_elastic = terms.elastic;
  const std::string last = "l" + std::to_string(traits.joints - 1);
  description.payloads = {{last, reference::random_mass(random)}};
  description.loads = {
    random_load(random, last, LoadFrame::link), random_load(random, last, LoadFrame::world)};
  bool soft = terms.elastic;
  for (JointDescription & joint : description.joints)
  {
    if (joint.type == JointType::fixed)
    {
      continue;
    }
    joint.friction = random_friction(random, terms.bearing);
    joint.drive = random_drive(random, soft && !joint.mimic);
    soft = terms.elastic && (joint.mimic || random.uniform(0.0, 1.0) < 0.7);
  }
  if (terms.base)
  {
    description.base = random_base(random);
  }
  return Robot(description);
}

/// Chains and trees with slides, mimics, links of two bodies; and one too long for its mass matrix.
inline const reference::RobotTraits kRobots[] = {
  {1, 0.0, 0.0, 0.0, 0.0, 0.0, false},  {7, 0.0, 0.4, 0.0, 0.0, 0.0, false},
  {9, 0.4, 0.3, 0.0, 0.3, 0.0, false},  {12, 0.4, 0.3, 0.4, 0.3, 0.0, false},
  {45, 0.3, 0.3, 0.0, 0.0, 0.0, false},
};

}  // namespace hod

#endif  // HOD__SIMULATION__EVERY_TERM_HPP_

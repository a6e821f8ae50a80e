// SPDX-License-Identifier: Apache-2.0
#include "random_robot.hpp"

#include <Eigen/Geometry>
#include <string>

namespace hod::reference
{

double Random::uniform(double lower, double upper)
{
  const double fraction = static_cast<double>(engine_() >> 11) * 0x1p-53;
  return lower + fraction * (upper - lower);
}

int Random::integer(int upper)
{
  return static_cast<int>(uniform(0.0, upper));
}

Eigen::Vector3d Random::vector(double size)
{
  const double x = uniform(-size, size);
  const double y = uniform(-size, size);
  const double z = uniform(-size, size);
  return {x, y, z};
}

Eigen::Vector3d Random::direction()
{
  Eigen::Vector3d candidate = vector(1.0);
  while (candidate.norm() < 0.1 || candidate.norm() > 1.0)
  {
    candidate = vector(1.0);
  }
  return candidate.normalized();
}

Eigen::Matrix3d Random::rotation()
{
  const double angle = uniform(-3.0, 3.0);
  return Eigen::AngleAxisd(angle, direction()).toRotationMatrix();
}

Pose Random::pose(double reach)
{
  const Eigen::Matrix3d turned = rotation();
  return {turned, vector(reach)};
}

MassProperties random_mass(Random & random)
{
  MassProperties body;
  body.mass = random.uniform(0.5, 5.0);
  body.center = random.vector(0.2);
  const Eigen::Matrix3d axes = random.rotation();
  const double x = random.uniform(0.05, 0.2);
  const double y = random.uniform(0.05, 0.2);
  const double z = random.uniform(0.05, 0.2);
  const Eigen::Vector3d planar = body.mass / 5.0 * Eigen::Vector3d(x, y, z).cwiseAbs2();
  body.inertia = axial_from_planar(axes * planar.asDiagonal() * axes.transpose());
  return body;
}

namespace
{

JointDescription random_joint(Random & random, int index, const RobotTraits & traits)
{
  JointDescription joint;
  const std::string number = std::to_string(index);
  joint.name = "j" + number;
  joint.child = "l" + number;
  const bool branches = index == 0 || random.uniform(0.0, 1.0) < traits.branching;
  const int parent = branches ? random.integer(index + 1) - 1 : index - 1;
  joint.parent = parent < 0 ? "base" : "l" + std::to_string(parent);
  joint.type =
    random.uniform(0.0, 1.0) < traits.prismatic ? JointType::prismatic : JointType::revolute;
  joint.origin = random.pose(0.4);
  joint.axis = traits.axes_along_z ? Eigen::Vector3d::UnitZ() : random.direction();
  if (index > 0 && random.uniform(0.0, 1.0) < traits.mimic)
  {
    const std::string master = "j" + std::to_string(random.integer(index));
    joint.mimic = Mimic{master, random.uniform(-2.0, 2.0), random.uniform(-1.0, 1.0)};
  }
  return joint;
}

void add_fixed_link(Random & random, const std::string & parent, RobotDescription & robot)
{
  JointDescription joint;
  joint.name = parent + "_mount";
  joint.parent = parent;
  joint.child = parent + "_tool";
  joint.origin = random.pose(0.3);
  robot.joints.push_back(joint);
  robot.links.push_back({joint.child, random_mass(random)});
}

}  // namespace

RobotDescription random_robot(std::uint64_t seed, const RobotTraits & traits)
{
  Random random(seed);
  RobotDescription robot;
  robot.name = "random_" + std::to_string(seed);
  robot.source = robot.name;
  robot.links.push_back({"base", random_mass(random)});
  for (int index = 0; index < traits.joints; ++index)
  {
    const JointDescription joint = random_joint(random, index, traits);
    const bool massless = random.uniform(0.0, 1.0) < traits.massless;
    robot.links.push_back({joint.child, massless ? MassProperties{} : random_mass(random)});
    robot.joints.push_back(joint);
    if (random.uniform(0.0, 1.0) < traits.fixed)
    {
      add_fixed_link(random, joint.child, robot);
    }
  }
  return robot;
}

RowMatrix random_motion(std::uint64_t seed, int rows, int dof)
{
  Random random(seed);
  RowMatrix motion(rows, dof);
  for (double & value : motion.reshaped())
  {
    value = random.uniform(-2.0, 2.0);
  }
  return motion;
}

}  // namespace hod::reference

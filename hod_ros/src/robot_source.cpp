// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/robot_source.hpp"

#include <urdf/model.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "hod/error.hpp"
#include "hod/robot/robot_file.hpp"
#include "hod/robot/urdf.hpp"
#include "hod/robot/urdf_model.hpp"

namespace hod_ros
{
namespace
{

/// As all of ROS reads it, so that nobody has another robot. HOD's own reader first says what is
/// wrong, with line, finding and expectation: urdfdom takes links whose masses are no numbers for
/// massless ones. Formats that plugins of the package urdf read are theirs alone.
hod::RobotDescription read_urdf(const std::string & text)
{
  if (text.find("<robot") != std::string::npos)
  {
    hod::parse_urdf(text);
  }
  urdf::Model model;
  if (model.initString(text))
  {
    return hod::from_urdf_model(model);
  }
  throw hod::Error("robot_description: the package urdf cannot read it; its own error is above");
}

hod::RobotDescription read(const RobotSource & source)
{
  if (!source.description.empty())
  {
    hod::RobotDescription robot = read_urdf(source.description);
    return source.robot_file.empty() ? robot
                                     : hod::read_robot_file(source.robot_file, std::move(robot));
  }
  if (source.robot_file.empty())
  {
    throw hod::Error(
      "the robot description is empty, expected a URDF (is robot_state_publisher running?)");
  }
  return hod::read_robot_file(source.robot_file);
}

void choose_drive(hod::RobotDescription & robot, const std::string & drive)
{
  if (drive == "robot")
  {
    return;
  }
  robot.is_elastic = drive == "elastic";
  const bool has_springs = std::any_of(
    robot.joints.begin(), robot.joints.end(),
    [](const hod::JointDescription & joint) { return !joint.drive.rigid(); });
  if (robot.is_elastic && !has_springs)
  {
    throw hod::Error(
      "parameter drive: is elastic, but no joint of robot '" + robot.name +
      "' has a stiffness; expected one in the section drives of parameter robot_file");
  }
}

}  // namespace

hod::Robot robot_of(const RobotSource & source)
{
  hod::RobotDescription robot = read(source);
  if (!source.gravity.empty())
  {
    robot.gravity = Eigen::Vector3d(source.gravity[0], source.gravity[1], source.gravity[2]);
  }
  choose_drive(robot, source.drive);
  robot.has_friction = robot.has_friction || source.urdf_friction;
  if (!source.wrench_link.empty())
  {
    const auto frame =
      source.wrench_frame == "world" ? hod::LoadFrame::world : hod::LoadFrame::link;
    robot.loads.push_back(hod::constant_load(source.wrench_link, frame, Eigen::Vector3d::Zero()));
  }
  hod::Robot checked(std::move(robot));
  if (checked.depends_on_time())
  {
    throw hod::Error(
      "robot file '" + source.robot_file +
      "': has a load with a table, which belongs to one motion; expected constant loads");
  }
  return checked;
}

void require_mass(const hod::Robot & robot, const std::vector<int> & columns)
{
  const auto & bodies = robot.bodies();
  std::vector<double> beyond(bodies.size(), 0.0);
  for (std::size_t body = bodies.size(); body-- > 1;)
  {
    beyond[body] += bodies[body].mass.mass;
    beyond[static_cast<std::size_t>(bodies[body].parent)] += beyond[body];
  }
  bool any = false;
  for (const int column : columns)
  {
    double moved = 0.0;
    for (std::size_t body = 1; body < bodies.size(); ++body)
    {
      moved += bodies[body].dof == column ? beyond[body] : 0.0;
    }
    any = any || moved > 0.0;
    const hod::Joint & joint = robot.joint_of(column);
    if (moved == 0.0 && joint.drive.inertia() == 0.0)
    {
      throw hod::Error(
        "joint '" + joint.name + "': the links that it moves have a mass of 0 in robot '" +
        robot.name() +
        "', expected more; add their <inertial> to the robot description, or a "
        "mass_distribution to parameter robot_file");
    }
  }
  if (!any)
  {
    throw hod::Error(
      "robot '" + robot.name() +
      "': its moving links have a mass of 0, expected more; add their "
      "<inertial> to the robot description, or a mass_distribution to parameter robot_file");
  }
}

}  // namespace hod_ros

// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/simulated_robot.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "hod/error.hpp"
#include "hod/robot/robot_file.hpp"
#include "hod/robot/urdf.hpp"

namespace hod_ros
{
namespace
{

using hod::JointDescription;
using hod::RobotDescription;

void scale(hod::MassProperties & mass, double factor)
{
  mass.mass *= factor;
  mass.inertia *= factor;
}

void scale(const SimulatedArmSettings & settings, RobotDescription & robot)
{
  for (hod::LinkDescription & link : robot.links)
  {
    scale(link.mass, settings.mass_factor);
  }
  for (hod::Payload & payload : robot.payloads)
  {
    scale(payload.mass, settings.mass_factor);
  }
  for (JointDescription & joint : robot.joints)
  {
    joint.drive.stiffness *= settings.stiffness_factor;
    for (double * size :
         {&joint.friction.viscous, &joint.friction.coulomb, &joint.friction.stribeck,
          &joint.friction.bearing_coefficient, &joint.drive.viscous_friction,
          &joint.drive.coulomb_friction})
    {
      *size *= settings.friction_factor;
    }
  }
}

void choose_drive(const std::string & drive, RobotDescription & robot)
{
  if (drive == "robot")
  {
    return;
  }
  robot.is_elastic = drive == "elastic";
  const auto has_spring = [](const JointDescription & joint) { return !joint.drive.rigid(); };
  if (robot.is_elastic && std::none_of(robot.joints.begin(), robot.joints.end(), has_spring))
  {
    throw hod::Error(
      "parameter drive: found 'elastic' and no spring in the robot '" + robot.name +
      "', expected a robot_file whose section drives has the stiffness of a joint");
  }
}

/// Finds the joints that stand still because the component does not have them, and stops them.
class Lock
{
public:
  Lock(const SimulatedArmSettings & settings, RobotDescription & robot) : robot_(robot)
  {
    for (JointDescription & joint : robot.joints)
    {
      joints_.emplace(joint.name, &joint);
    }
    for (const SimulatedJointSettings & joint : settings.joints)
    {
      const auto found = joints_.find(joint.name);
      if (found == joints_.end() || found->second->type == hod::JointType::fixed)
      {
        throw hod::Error(
          "joint '" + joint.name + "': found no joint of this name that moves in the robot '" +
          robot.name + "', expected one");
      }
      moved_.push_back(joint.name);
    }
  }

  std::vector<std::string> stop()
  {
    std::vector<std::pair<JointDescription *, double>> still;
    for (JointDescription & joint : robot_.joints)
    {
      const std::optional<double> position = standing_position(joint, 0);
      if (joint.type != hod::JointType::fixed && position)
      {
        still.emplace_back(&joint, *position);
      }
    }
    std::vector<std::string> names;
    for (const auto & [joint, position] : still)
    {
      stop(*joint, position);
      names.push_back(joint->name);
    }
    return names;
  }

private:
  bool is_moved(const std::string & name) const
  {
    return std::find(moved_.begin(), moved_.end(), name) != moved_.end();
  }

  /// Nothing for a joint that moves, and for mimics in a circle, which hod::Robot refuses.
  std::optional<double> standing_position(const JointDescription & joint, std::size_t depth) const
  {
    if (!joint.mimic)
    {
      return is_moved(joint.name) ? std::nullopt : std::optional<double>(0.0);
    }
    const auto master = joints_.find(joint.mimic->joint);
    if (master == joints_.end() || depth > joints_.size())
    {
      return std::nullopt;
    }
    const std::optional<double> position = standing_position(*master->second, depth + 1);
    if (position && is_moved(joint.name))
    {
      throw hod::Error(
        "joint '" + joint.name + "': found a joint that mimics '" + joint.mimic->joint +
        "', expected that one in the component too");
    }
    return position
             ? std::optional<double>(joint.mimic->multiplier * *position + joint.mimic->offset)
             : std::nullopt;
  }

  static void stop(JointDescription & joint, double position)
  {
    hod::Pose pose;
    if (joint.type == hod::JointType::prismatic)
    {
      pose.translation = position * joint.axis.normalized();
    }
    else
    {
      pose.rotation = Eigen::AngleAxisd(position, joint.axis.normalized()).toRotationMatrix();
    }
    joint.origin = joint.origin * pose;
    joint.type = hod::JointType::fixed;
    joint.mimic.reset();
  }

  RobotDescription & robot_;
  std::map<std::string, JointDescription *> joints_;
  std::vector<std::string> moved_;
};

}  // namespace

SimulatedRobot simulated_robot(const SimulatedArmSettings & settings, const std::string & urdf)
{
  RobotDescription robot = hod::parse_urdf(urdf);
  if (!settings.robot_file.empty())
  {
    robot = hod::read_robot_file(settings.robot_file, std::move(robot));
  }
  choose_drive(settings.drive, robot);
  scale(settings, robot);
  std::vector<std::string> locked = Lock(settings, robot).stop();
  return {hod::Robot(std::move(robot)), std::move(locked)};
}

}  // namespace hod_ros

// SPDX-License-Identifier: Apache-2.0
#include "robots.hpp"

#include <Eigen/Geometry>
#include <iomanip>
#include <sstream>

#include "hod/robot/urdf.hpp"
#include "random_robot.hpp"

namespace hod::speed
{
namespace
{

constexpr std::uint64_t kSeed = 2024;
constexpr int kRows = 7;
constexpr std::uint64_t kStates = 16;
constexpr double kTreeBranching = 0.3;

RobotDescription random_description(int joints, double branching)
{
  reference::RobotTraits traits;
  traits.joints = joints;
  traits.branching = branching;
  traits.axes_along_z = true;
  return reference::random_robot(kSeed, traits);
}

/// Roll, pitch and yaw as a URDF has them: R = Rz(yaw) Ry(pitch) Rx(roll).
Eigen::Vector3d roll_pitch_yaw(const Eigen::Matrix3d & rotation)
{
  return rotation.eulerAngles(2, 1, 0).reverse();
}

template <class Values>
std::string list(const Values & values)
{
  const Eigen::IOFormat format(17, Eigen::DontAlignCols, ", ", ", ", "", "", "[", "]");
  std::ostringstream text;
  text << values.format(format);
  return text.str();
}

std::string body_json(const Body & body)
{
  std::ostringstream json;
  json << std::setprecision(17) << "{\"parent\": " << body.parent
       << ", \"prismatic\": " << (body.prismatic ? "true" : "false")
       << ", \"rotation\": " << list(body.placement.rotation)
       << ", \"translation\": " << list(body.placement.translation)
       << ", \"axis\": " << list(body.axis) << ", \"mass\": " << body.mass.mass
       << ", \"center\": " << list(body.mass.center) << ", \"inertia\": " << list(body.mass.inertia)
       << "}";
  return json.str();
}

}  // namespace

Robot make_robot(const std::string & name)
{
  const auto number = [&name](const std::string & prefix) {
    return name.rfind(prefix, 0) == 0 ? std::stoi(name.substr(prefix.size())) : 0;
  };
  RobotDescription description;
  if (const int joints = number("chain_"))
  {
    description = random_description(joints, 0.0);
  }
  else if (const int tree_joints = number("tree_"))
  {
    description = random_description(tree_joints, kTreeBranching);
  }
  else
  {
    return Robot(read_urdf(name));
  }
  description.name = name;
  return Robot(description);
}

std::string random_urdf(int joints)
{
  const RobotDescription description = random_description(joints, 0.0);
  std::ostringstream xml;
  xml << std::setprecision(17) << "<robot name=\"" << description.name << "\">\n";
  for (const LinkDescription & link : description.links)
  {
    const Eigen::Matrix3d & i = link.mass.inertia;
    xml << "<link name=\"" << link.name << "\"><inertial><mass value=\"" << link.mass.mass
        << "\"/><origin xyz=\"" << link.mass.center.transpose() << "\"/><inertia ixx=\"" << i(0, 0)
        << "\" iyy=\"" << i(1, 1) << "\" izz=\"" << i(2, 2) << "\" ixy=\"" << i(0, 1) << "\" ixz=\""
        << i(0, 2) << "\" iyz=\"" << i(1, 2) << "\"/></inertial></link>\n";
  }
  for (const JointDescription & joint : description.joints)
  {
    xml << "<joint name=\"" << joint.name << "\" type=\"continuous\"><parent link=\""
        << joint.parent << "\"/><child link=\"" << joint.child << "\"/><origin xyz=\""
        << joint.origin.translation.transpose() << "\" rpy=\""
        << roll_pitch_yaw(joint.origin.rotation).transpose() << "\"/><axis xyz=\""
        << joint.axis.transpose() << "\"/></joint>\n";
  }
  xml << "</robot>\n";
  return xml.str();
}

std::string to_json(const Robot & robot)
{
  std::ostringstream json;
  json << "{\"name\": \"" << robot.name() << "\", \"dof\": " << robot.dof()
       << ", \"gravity\": " << list(robot.gravity()) << ", \"bodies\": [";
  for (std::size_t index = 1; index < robot.bodies().size(); ++index)
  {
    json << (index > 1 ? ",\n" : "\n") << body_json(robot.bodies()[index]);
  }
  json << "]}\n";
  return json.str();
}

std::vector<RowMatrix> random_states(int dof)
{
  std::vector<RowMatrix> states;
  for (std::uint64_t index = 0; index < kStates; ++index)
  {
    states.push_back(reference::random_motion(kSeed + index, kRows, dof));
  }
  return states;
}

}  // namespace hod::speed

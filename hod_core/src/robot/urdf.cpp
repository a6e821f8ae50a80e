// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/urdf.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "checks.hpp"
#include "hod/error.hpp"
#include "io/text.hpp"
#include "io/text_file.hpp"
#include "io/xml.hpp"
#include "urdf_vocabulary.hpp"

namespace hod
{
namespace
{

using detail::described;
using detail::in_quotes;
using detail::XmlDocument;
using pugi::xml_node;

constexpr std::array<std::pair<std::string_view, JointType>, 6> kJointTypes = {{
  {"revolute", JointType::revolute},
  {"continuous", JointType::continuous},
  {"prismatic", JointType::prismatic},
  {"fixed", JointType::fixed},
  {"floating", JointType::floating},
  {"planar", JointType::planar},
}};

/// Fixed-axis angles: about x first, then y, then z.
Eigen::Matrix3d rotation_from_rpy(const Eigen::Vector3d & rpy)
{
  using Eigen::AngleAxisd;
  using Eigen::Vector3d;
  return (AngleAxisd(rpy.z(), Vector3d::UnitZ()) * AngleAxisd(rpy.y(), Vector3d::UnitY()) *
          AngleAxisd(rpy.x(), Vector3d::UnitX()))
    .toRotationMatrix();
}

/// Quaternions came with URDF 1.1: ROS readers ignore them if the root states a lower version, and
/// reject them in combination with angles.
Eigen::Matrix3d rotation_from_quaternion(const XmlDocument & xml, xml_node origin)
{
  const std::string found = described(origin) + ": found quat_xyzw";
  const auto version = detail::parse_number(xml.root().attribute("version").value());
  if (!version || *version < 1.1)
  {
    xml.fail(origin, found + " in a URDF older than 1.1, expected <robot version=\"1.1\"> or rpy");
  }
  if (origin.attribute("rpy"))
  {
    xml.fail(origin, found + " beside rpy, expected one of them");
  }
  const Eigen::Vector4d numbers = xml.four(origin, "quat_xyzw");
  constexpr double kRounding = 0.01;  // of numbers with two decimals
  if (!(std::abs(numbers.norm() - 1.0) <= kRounding))
  {
    xml.fail(
      origin, found + "=" + in_quotes(origin.attribute("quat_xyzw").value()) +
                ", expected four numbers whose squares have the sum 1");
  }
  return Eigen::Quaterniond(numbers.normalized()).toRotationMatrix();
}

Pose read_origin(const XmlDocument & xml, xml_node parent)
{
  const xml_node origin = xml.child(parent, "origin");
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
  return {
    origin.attribute("quat_xyzw") ? rotation_from_quaternion(xml, origin)
                                  : rotation_from_rpy(xml.vector_or(origin, "rpy", zero)),
    xml.vector_or(origin, "xyz", zero)};
}

Eigen::Matrix3d read_inertia(const XmlDocument & xml, xml_node node)
{
  const double xx = xml.finite(node, "ixx");
  const double xy = xml.finite(node, "ixy");
  const double xz = xml.finite(node, "ixz");
  const double yy = xml.finite(node, "iyy");
  const double yz = xml.finite(node, "iyz");
  const double zz = xml.finite(node, "izz");
  Eigen::Matrix3d inertia;
  inertia << xx, xy, xz, xy, yy, yz, xz, yz, zz;
  return inertia;
}

MassProperties read_inertial(const XmlDocument & xml, xml_node inertial)
{
  const Pose origin = read_origin(xml, inertial);
  const xml_node mass = xml.required_child(inertial, "mass");
  MassProperties result;
  result.mass = xml.finite(mass, "value");
  if (result.mass < 0.0)
  {
    xml.fail(
      mass, described(mass) + ": found value=" + in_quotes(mass.attribute("value").value()) +
              ", expected a mass that is not negative");
  }
  result.center = origin.translation;
  result.inertia = origin.rotation * read_inertia(xml, xml.required_child(inertial, "inertia")) *
                   origin.rotation.transpose();
  return result;
}

LinkDescription read_link(const XmlDocument & xml, xml_node node)
{
  const xml_node inertial = xml.child(node, "inertial");
  return {
    xml.required_text(node, "name"), inertial ? read_inertial(xml, inertial) : MassProperties{}};
}

JointType read_type(const XmlDocument & xml, xml_node node)
{
  const std::string type = xml.required_text(node, "type");
  const auto * known = std::find_if(
    kJointTypes.begin(), kJointTypes.end(),
    [&](const auto & entry) { return entry.first == type; });
  if (known == kJointTypes.end())
  {
    xml.fail(
      node, described(node) + ": found type=" + in_quotes(type) +
              ", expected revolute, continuous, prismatic, fixed, floating or planar");
  }
  return known->second;
}

Eigen::Vector3d read_axis(const XmlDocument & xml, xml_node joint)
{
  const xml_node node = xml.child(joint, "axis");
  const Eigen::Vector3d axis = xml.vector_or(node, "xyz", Eigen::Vector3d::UnitX());
  const double largest = axis.cwiseAbs().maxCoeff();
  if (largest == 0.0)
  {
    xml.fail(
      node, described(node) + ": found xyz=" + in_quotes(node.attribute("xyz").value()) +
              ", expected a direction of non-zero length");
  }
  return (axis / largest).normalized();
}

/// In the URDF specification a missing bound is zero; without both there is no bound.
JointLimits read_limits(const XmlDocument & xml, xml_node joint, JointType type)
{
  const xml_node node = xml.child(joint, "limit");
  JointLimits limits;
  const bool bounded = node.attribute("lower") || node.attribute("upper");
  if (bounded && type != JointType::continuous)
  {
    limits.lower = node.attribute("lower") ? xml.number(node, "lower") : 0.0;
    limits.upper = node.attribute("upper") ? xml.number(node, "upper") : 0.0;
  }
  limits.effort = node.attribute("effort") ? xml.number(node, "effort") : limits.effort;
  limits.velocity = node.attribute("velocity") ? xml.number(node, "velocity") : limits.velocity;
  return limits;
}

std::optional<Mimic> read_mimic(const XmlDocument & xml, xml_node joint)
{
  const xml_node node = xml.child(joint, "mimic");
  if (!node)
  {
    return std::nullopt;
  }
  return Mimic{
    xml.required_text(node, "joint"), xml.finite_or(node, "multiplier", 1.0),
    xml.finite_or(node, "offset", 0.0)};
}

JointDescription read_joint(const XmlDocument & xml, xml_node node)
{
  JointDescription joint;
  joint.name = xml.required_text(node, "name");
  joint.type = read_type(xml, node);
  joint.parent = xml.required_text(xml.required_child(node, "parent"), "link");
  joint.child = xml.required_text(xml.required_child(node, "child"), "link");
  joint.origin = read_origin(xml, node);
  if (joint.type != JointType::fixed && joint.type != JointType::floating)
  {
    joint.axis = read_axis(xml, node);
    joint.limits = read_limits(xml, node, joint.type);
    joint.mimic = read_mimic(xml, node);
  }
  const xml_node dynamics = xml.child(node, "dynamics");
  joint.friction.viscous = xml.finite_or(dynamics, "damping", 0.0);
  joint.friction.coulomb = xml.finite_or(dynamics, "friction", 0.0);
  return joint;
}

/// Finds an element of a macro that has not been expanded.
struct MacroFinder : pugi::xml_tree_walker
{
  xml_node found;
  bool for_each(xml_node & node) override
  {
    found = std::string_view(node.name()).substr(0, 6) == "xacro:" ? node : found;
    return !found;
  }
};

constexpr std::size_t kLongestName =
  247;  // [bytes] of a robot, 250 with "…", or of a tag in a sentence

void check_root(const XmlDocument & xml)
{
  xml_node root = xml.root();
  MacroFinder macros;
  root.traverse(macros);
  if (macros.found)
  {
    xml.fail(
      macros.found, "found <" + detail::printable(macros.found.name(), kLongestName) +
                      ">, expected a plain URDF: run xacro on the file first");
  }
  if (std::string_view(root.name()) != "robot")
  {
    xml.fail(
      root, "found <" + detail::printable(root.name(), kLongestName) + ">, expected <robot>");
  }
}

/// More than any machine has; bounds the time and the memory that a foreign file can take.
constexpr std::size_t kMostOfAKind = 100000;

std::set<std::string_view> unique_names(const XmlDocument & xml, const char * tag)
{
  std::set<std::string_view> names;
  for (const xml_node node : xml.root().children(tag))
  {
    const std::string_view name = node.attribute("name").value();
    if (!names.insert(name).second && !name.empty())
    {
      xml.fail(node, "found a second " + described(node) + ", expected a name of its own");
    }
    if (names.size() > kMostOfAKind)
    {
      xml.fail(
        node, "found more than " + std::to_string(kMostOfAKind) + " elements <" + tag +
                ">, expected no more");
    }
  }
  return names;
}

/// Names that joints refer to must exist; missing ones are best reported with the line of the
/// reference.
void check_reference(
  const XmlDocument & xml, xml_node joint, const char * element, const char * attribute,
  const std::set<std::string_view> & names)
{
  const xml_node node = joint.child(element);
  const std::string_view name = node.attribute(attribute).value();
  if (node && names.count(name) == 0)
  {
    xml.fail(
      node, described(joint) + ": found <" + element + " " + attribute + "=" + in_quotes(name) +
              ">, expected the name of a " + attribute + " of this robot");
  }
}

}  // namespace

RobotDescription parse_urdf(std::string_view text, const std::string & source)
{
  const XmlDocument xml(text, source);
  check_root(xml);
  const std::set<std::string_view> link_names = unique_names(xml, "link");
  const std::set<std::string_view> joint_names = unique_names(xml, "joint");
  RobotDescription description;
  description.source = source;
  // Nothing depends on it, but sentences quote it.
  description.name = detail::printable(xml.root().attribute("name").value(), kLongestName);
  for (const xml_node node : xml.root().children("link"))
  {
    description.links.push_back(read_link(xml, node));
  }
  for (const xml_node node : xml.root().children("joint"))
  {
    description.joints.push_back(read_joint(xml, node));
    check_reference(xml, node, "parent", "link", link_names);
    check_reference(xml, node, "child", "link", link_names);
    check_reference(xml, node, "mimic", "joint", joint_names);
  }
  description.unread = detail::unknown_names(xml);
  detail::check_names(description);  // before a robot file's sentences quote them
  return description;
}

RobotDescription read_urdf(const std::filesystem::path & path)
{
  return parse_urdf(detail::read_text_file(path, "a URDF"), path.string());
}

}  // namespace hod

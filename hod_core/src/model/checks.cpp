// SPDX-License-Identifier: Apache-2.0
#include "checks.hpp"

#include <cmath>
#include <sstream>

#include "hod/error.hpp"

namespace hod
{
namespace
{

constexpr double kUnitTolerance = 1e-6;

void check_pose(const ModelDescription & description, const JointDescription & joint)
{
  const Eigen::Matrix3d residual =
    joint.origin.rotation * joint.origin.rotation.transpose() - Eigen::Matrix3d::Identity();
  // Not (x < tolerance) also catches NaN.
  if (!(residual.cwiseAbs().maxCoeff() < kUnitTolerance) || !joint.origin.translation.allFinite())
  {
    throw Error(sentence(
      description, "joint '" + joint.name +
                     "' has an origin that is no pose, expected finite "
                     "numbers and a rotation"));
  }
}

void check_axis(const ModelDescription & description, const JointDescription & joint)
{
  const double length = joint.axis.norm();
  if (!std::isfinite(length) || length <= 0.0)
  {
    std::ostringstream rest;
    rest << "joint '" << joint.name << "' has the axis " << joint.axis.transpose()
         << ", expected a direction";
    throw Error(sentence(description, rest.str()));
  }
}

}  // namespace

std::string sentence(const ModelDescription & description, const std::string & rest)
{
  return (description.source.empty() ? std::string("robot") : description.source) + ": " + rest;
}

bool moves(const JointDescription & joint)
{
  return joint.type != JointType::fixed;
}

void check_link(const ModelDescription & description, const LinkDescription & link)
{
  const auto & mass = link.mass;
  const bool finite =
    std::isfinite(mass.mass) && mass.center.allFinite() && mass.inertia.allFinite();
  if (!finite)
  {
    throw Error(sentence(
      description,
      "link '" + link.name + "' has mass properties that are not finite, expected numbers"));
  }
  if (mass.mass < 0.0)
  {
    std::ostringstream rest;
    rest << "link '" << link.name << "' has mass " << mass.mass << " kg, expected zero or more";
    throw Error(sentence(description, rest.str()));
  }
}

void check_joint(const ModelDescription & description, const JointDescription & joint)
{
  check_pose(description, joint);
  if (joint.type == JointType::floating || joint.type == JointType::planar)
  {
    const std::string kind = joint.type == JointType::floating ? "floating" : "planar";
    throw Error(sentence(
      description, "joint '" + joint.name + "' is " + kind +
                     ", expected revolute, continuous, prismatic or fixed: prescribe the motion of "
                     "the base instead"));
  }
  if (moves(joint))
  {
    check_axis(description, joint);
  }
  if (
    joint.mimic && !(std::isfinite(joint.mimic->multiplier) && std::isfinite(joint.mimic->offset)))
  {
    throw Error(
      sentence(description, "joint '" + joint.name + "' mimics with numbers that are not finite"));
  }
}

}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
#include "checks.hpp"
#include "io/names.hpp"

namespace hod::detail
{
namespace
{

/// "joint J1" or "joints J1, J2"; empty if no joint is meant.
template <class Meant>
std::string joints_that(const RobotDescription & description, Meant meant)
{
  std::vector<std::string> names;
  for (const JointDescription & joint : description.joints)
  {
    if (moves(joint) && meant(joint))
    {
      names.push_back(joint.name);
    }
  }
  return names.empty() ? "" : (names.size() == 1 ? "joint " : "joints ") + enumeration(names);
}

bool has_motor_friction(const JointDrive & drive)
{
  return drive.viscous_friction > 0.0 || drive.coulomb_friction > 0.0;
}

}  // namespace

JointLimits without_placeholders(JointLimits limits)
{
  for (double * const limit : {&limits.velocity, &limits.effort, &limits.effort_rate})
  {
    *limit = *limit == 0.0 ? JointLimits::kNone : *limit;
  }
  return limits;
}

std::vector<std::string> warnings_about(const RobotDescription & description)
{
  std::vector<std::string> warnings;
  const auto warn = [&](const std::string & joints, const std::string & begin, const char * end) {
    if (!joints.empty())
    {
      warnings.push_back(sentence(description, begin + joints + end));
    }
  };
  for (const LinkDescription & link : description.links)
  {
    if (const auto flaw = physical_flaw(link.mass))
    {
      warnings.push_back(sentence(
        description, "link '" + link.name + "' has an inertia that no body can have: " + *flaw));
    }
  }
  for (const auto & [name, limit] :
       {std::pair{"velocity", &JointLimits::velocity}, {"effort", &JointLimits::effort}})
  {
    const auto is_zero = [value = limit](const JointDescription & joint) {
      return joint.limits.*value == 0.0;
    };
    warn(
      joints_that(description, is_zero), "the " + std::string(name) + " limit 0 of ",
      " counts as none");
  }
  if (!description.has_friction)
  {
    warn(
      joints_that(description, [](const auto & joint) { return joint.friction.any(); }),
      "the friction of ", " does not count; 'friction: urdf' in a robot file makes it count");
  }
  if (!description.is_elastic)
  {
    const auto is_elastic = [](const auto & joint) {
      return !joint.drive.rigid() || has_motor_friction(joint.drive);
    };
    warn(
      joints_that(description, is_elastic), "springs and motor friction of ",
      " do not count; 'drive: elastic' makes them count");
  }
  return warnings;
}

}  // namespace hod::detail

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

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

/// Lengths and angles of machines; larger values may be in millimetres or degrees.
constexpr double kLongest = 20.0;     // [m]
constexpr double kMostTurned = 40.0;  // [rad]

/// Whether a mass is implausibly far away: its centre of mass, or its radius of gyration.
bool is_far(const MassProperties & mass)
{
  return mass.center.norm() > kLongest ||
         0.5 * mass.inertia.trace() > kLongest * kLongest * mass.mass;
}

void suspect_units(const RobotDescription & description, std::vector<std::string> & sentences)
{
  std::vector<std::string> far;
  for (const LinkDescription & link : description.links)
  {
    if (link.mass.mass > 0.0 && is_far(link.mass))
    {
      far.push_back("'" + link.name + "'");
    }
  }
  if (!far.empty())
  {
    sentences.push_back(sentence(
      description, "mass that is over 20 m from its link's frame, or spread as far, of link " +
                     enumeration(far) + ": are its numbers in m and kg m²?"));
  }
  const auto is_long = [](const JointDescription & joint) {
    return joint.origin.translation.norm() > kLongest;
  };
  const auto turns_far = [](const JointDescription & joint) {
    const double most = std::max(std::abs(joint.limits.lower), std::abs(joint.limits.upper));
    return joint.type == JointType::revolute && std::isfinite(most) && most > kMostTurned;
  };
  for (const auto & [joints, what] :
       {std::pair{joints_that(description, is_long), "the origin, over 20 m away, of "},
        {joints_that(description, turns_far), "limits beyond 40 rad of "}})
  {
    if (!joints.empty())
    {
      sentences.push_back(sentence(description, what + joints + ": are its numbers in m and rad?"));
    }
  }
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

std::vector<std::string> suspicions(const RobotDescription & description)
{
  std::vector<std::string> sentences;
  for (const std::string & unread : description.unread)
  {
    sentences.push_back(sentence(description, unread));
  }
  for (const LinkDescription & link : description.links)
  {
    if (const auto flaw = physical_flaw(link.mass))
    {
      sentences.push_back(sentence(
        description, "link '" + link.name + "' has an inertia that no body can have: " + *flaw));
    }
  }
  for (const auto & [name, limit] :
       {std::pair{"velocity", &JointLimits::velocity}, {"effort", &JointLimits::effort}})
  {
    const auto is_zero = [value = limit](const JointDescription & joint) {
      return joint.limits.*value == 0.0;
    };
    const std::string joints = joints_that(description, is_zero);
    if (!joints.empty())
    {
      sentences.push_back(sentence(
        description, "the " + std::string(name) + " limit 0 of " + joints + " counts as none"));
    }
  }
  suspect_units(description, sentences);
  return sentences;
}

std::vector<std::string> uncounted(const RobotDescription & description)
{
  std::vector<std::string> sentences;
  const std::string rubbing =
    joints_that(description, [](const JointDescription & joint) { return joint.friction.any(); });
  if (!description.has_friction && !rubbing.empty())
  {
    sentences.push_back(sentence(
      description, "the friction of " + rubbing +
                     " does not count; 'friction: urdf' in a robot file makes it count"));
  }
  const std::string springy = joints_that(description, [](const JointDescription & joint) {
    return !joint.drive.rigid() || joint.drive.damping > 0.0 || has_motor_friction(joint.drive);
  });
  if (!description.is_elastic && !springy.empty())
  {
    sentences.push_back(sentence(
      description, "springs and motor friction of " + springy +
                     " do not count; 'drive: elastic' makes them count"));
  }
  const std::string damped = joints_that(description, [](const JointDescription & joint) {
    return joint.drive.rigid() && joint.drive.damping > 0.0;
  });
  if (description.is_elastic && !damped.empty())
  {
    sentences.push_back(sentence(
      description,
      "the damping of " + damped +
        " does not count, because there is no spring parallel to it; 'stiffness' defines one"));
  }
  const std::string following = joints_that(description, [](const JointDescription & joint) {
    return joint.mimic && has_motor_friction(joint.drive);
  });
  if (description.is_elastic && !following.empty())
  {
    sentences.push_back(sentence(
      description, "motor friction of " + following +
                     " does not count, because a mimic joint is moved by the motor of its master"));
  }
  return sentences;
}

}  // namespace hod::detail

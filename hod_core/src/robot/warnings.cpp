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

std::vector<std::string> suspicions(const RobotDescription & description)
{
  std::vector<std::string> sentences;
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
        " does not count, because there is no spring beside it; 'stiffness' gives one"));
  }
  const std::string following = joints_that(description, [](const JointDescription & joint) {
    return joint.mimic && has_motor_friction(joint.drive);
  });
  if (description.is_elastic && !following.empty())
  {
    sentences.push_back(sentence(
      description, "motor friction of " + following +
                     " does not count, because the motor of the joint that is followed moves it"));
  }
  return sentences;
}

}  // namespace hod::detail

// SPDX-License-Identifier: Apache-2.0
#include "mimic.hpp"

#include "checks.hpp"
#include "hod/error.hpp"

namespace hod::detail
{

Master resolve_mimic(
  const RobotDescription & description, const JointDescription & joint, const JointTable & joints)
{
  Master master{joint.name, 1.0, 0.0};
  const JointDescription * current = &joint;
  for (std::size_t steps = 0; current->mimic; ++steps)
  {
    const auto & mimic = *current->mimic;
    const auto next = joints.find(mimic.joint);
    if (next == joints.end() || !moves(*next->second))
    {
      throw Error(sentence(
        description, "joint '" + current->name + "' mimics '" + mimic.joint +
                       "', expected the name of a joint that moves"));
    }
    if (steps > description.joints.size())
    {
      throw Error(sentence(
        description,
        "joint '" + joint.name + "' mimics itself in the end, expected a joint that moves freely"));
    }
    master.offset += master.multiplier * mimic.offset;
    master.multiplier *= mimic.multiplier;
    current = next->second;
  }
  master.joint = current->name;
  return master;
}

}  // namespace hod::detail

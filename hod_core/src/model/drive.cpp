// SPDX-License-Identifier: Apache-2.0
#include "drive.hpp"

#include "checks.hpp"
#include "hod/error.hpp"

namespace hod
{

Drive resolve_drive(
  const ModelDescription & description, const JointDescription & joint, const JointTable & joints)
{
  Drive drive{joint.name, 1.0, 0.0};
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
    drive.offset += drive.multiplier * mimic.offset;
    drive.multiplier *= mimic.multiplier;
    current = next->second;
  }
  drive.master = current->name;
  return drive;
}

}  // namespace hod

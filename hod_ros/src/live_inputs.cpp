// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/live_inputs.hpp"

#include <algorithm>

#include "hod/error.hpp"

namespace hod_ros
{

void LiveInputs::carry(const hod::Payload & payload, const hod::Robot & robot)
{
  const int link = robot.link_index(payload.link);
  if (link < 0)
  {
    throw hod::Error(
      "payload: robot '" + robot.name() + "' has no link '" + payload.link +
      "', expected one of its links");
  }
  if (const auto flaw = hod::physical_flaw(payload.mass))
  {
    throw hod::Error("payload of link '" + payload.link + "': " + *flaw);
  }
  const auto found = std::find_if(
    payloads.begin(), payloads.end(), [link](const Carried & other) { return other.link == link; });
  auto & carried = found == payloads.end() ? payloads.emplace_back() : *found;
  carried = {link, payload.mass};
}

hod::Result LiveInputs::apply(hod::Workspace & workspace) const
{
  auto result = hod::Result::ok;
  const auto note = [&result](hod::Result next) {
    result = result == hod::Result::ok ? next : result;
  };
  for (const Carried & carried : payloads)
  {
    note(workspace.set_payload(carried.link, carried.mass));
  }
  if (gravity)
  {
    note(workspace.set_gravity(*gravity));
  }
  if (wrench)
  {
    note(workspace.set_wrench(static_cast<int>(workspace.robot().loads().size()) - 1, *wrench));
  }
  if (base)
  {
    note(workspace.set_base_motion(*base));
  }
  return result;
}

}  // namespace hod_ros

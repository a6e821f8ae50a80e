// SPDX-License-Identifier: Apache-2.0
#include "mimic.hpp"

#include <cmath>
#include <vector>

#include "checks.hpp"
#include "hod/error.hpp"
#include "io/text.hpp"

namespace hod::detail
{

const Master & Masters::of(const JointDescription & joint)
{
  std::vector<const JointDescription *> chain;
  const JointDescription * current = &joint;
  while (known_.count(current) == 0 && current->mimic)
  {
    chain.push_back(current);
    current = &mimicked_by(*current, *current->mimic);
    if (chain.size() > description_.joints.size())
    {
      throw Error(sentence(
        description_,
        "joint '" + joint.name + "' mimics itself through a cycle, expected an independent joint"));
    }
  }
  const Master * master =
    &known_.try_emplace(current, Master{current->name, 1.0, 0.0}).first->second;
  for (auto follower = chain.rbegin(); follower != chain.rend(); ++follower)
  {
    if (const auto & mimic = (*follower)->mimic)
    {
      master = &add(**follower, *mimic, *master);
    }
  }
  return *master;
}

const JointDescription & Masters::mimicked_by(
  const JointDescription & joint, const Mimic & mimic) const
{
  const auto found = joints_.find(mimic.joint);
  if (found == joints_.end() || !moves(*found->second))
  {
    throw Error(sentence(
      description_, "joint '" + joint.name + "' mimics " + in_quotes(mimic.joint, '\'') +
                      ", expected the name of a joint that moves"));
  }
  return *found->second;
}

const Master & Masters::add(
  const JointDescription & joint, const Mimic & mimic, const Master & mimicked)
{
  const Master master{
    mimicked.joint, mimic.multiplier * mimicked.multiplier,
    mimic.multiplier * mimicked.offset + mimic.offset};
  if (!(std::isfinite(master.multiplier) && std::isfinite(master.offset)))
  {
    throw Error(sentence(
      description_, "joint '" + joint.name + "' follows '" + master.joint +
                      "' with numbers beyond a double's range, expected smaller multipliers"));
  }
  return known_.emplace(&joint, master).first->second;
}

}  // namespace hod::detail

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__ROBOT__MIMIC_HPP_
#define HOD__SRC__ROBOT__MIMIC_HPP_

#include <string>
#include <unordered_map>

#include "hod/robot/description.hpp"

namespace hod::detail
{

/// What a joint follows, a mimic or not: the independent joint at the end of the chain.
struct Master
{
  std::string joint;
  double multiplier = 1.0;
  double offset = 0.0;
};

using JointTable = std::unordered_map<std::string, const JointDescription *>;

/// Follows mimics to the joint that moves freely; throws hod::Error if there is none.
Master resolve_mimic(
  const RobotDescription & description, const JointDescription & joint, const JointTable & joints);

}  // namespace hod::detail

#endif  // HOD__SRC__ROBOT__MIMIC_HPP_

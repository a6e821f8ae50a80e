// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MODEL__DRIVE_HPP_
#define HOD__SRC__MODEL__DRIVE_HPP_

#include <string>
#include <unordered_map>

#include "hod/model/description.hpp"

namespace hod
{

/// What a joint comes down to, a mimic or not: the independent joint at the end of the chain.
struct Drive
{
  std::string master;
  double multiplier = 1.0;
  double offset = 0.0;
};

using JointTable = std::unordered_map<std::string, const JointDescription *>;

/// Follows mimics to the joint that moves freely; throws hod::Error if there is none.
Drive resolve_drive(
  const ModelDescription & description, const JointDescription & joint, const JointTable & joints);

}  // namespace hod

#endif  // HOD__SRC__MODEL__DRIVE_HPP_

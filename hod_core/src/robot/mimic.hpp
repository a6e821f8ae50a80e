// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__ROBOT__MIMIC_HPP_
#define HOD__SRC__ROBOT__MIMIC_HPP_

#include <string>
#include <unordered_map>

#include "hod/robot/description.hpp"

namespace hod::detail
{

/// The joint that a joint follows, whether it is a mimic or not: the independent joint at the end
/// of the chain.
struct Master
{
  std::string joint;
  double multiplier = 1.0;
  double offset = 0.0;
};

using JointTable = std::unordered_map<std::string, const JointDescription *>;

/// Follows mimics to the independent joint. Results are cached, so that a chain of mimics takes
/// time proportional to its length. The description and the table must outlive it.
class Masters
{
public:
  Masters(const RobotDescription & description, const JointTable & joints)
  : description_(description), joints_(joints)
  {}

  /// Throws hod::Error if the chain has no end, or its numbers are not finite.
  const Master & of(const JointDescription & joint);

private:
  const JointDescription & mimicked_by(const JointDescription & joint, const Mimic & mimic) const;
  const Master & add(const JointDescription & joint, const Mimic & mimic, const Master & mimicked);

  const RobotDescription & description_;
  const JointTable & joints_;
  std::unordered_map<const JointDescription *, Master> known_;
};

}  // namespace hod::detail

#endif  // HOD__SRC__ROBOT__MIMIC_HPP_

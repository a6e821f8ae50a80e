// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__ROBOT__CHECKS_HPP_
#define HOD__SRC__ROBOT__CHECKS_HPP_

#include <string>
#include <vector>

#include "hod/robot/description.hpp"

namespace hod::detail
{

/// A sentence that begins with where the description came from.
std::string sentence(const RobotDescription & description, const std::string & rest);

bool moves(const JointDescription & joint);

/// Throws hod::Error, beginning with `where`, for a value outside the range that JointDrive states.
void check(const JointDrive & drive, const std::string & where);

/// Throws hod::Error for names of links and joints that no sentence, table or log can show.
void check_names(const RobotDescription & description);

/// Throws hod::Error for what no robot can be made of; how joints hang together is make_tree's
/// business, and whom they mimic that of Masters.
void check(const RobotDescription & description);

/// Limits without the zeros that URDFs have for want of a limit.
JointLimits without_placeholders(JointLimits limits);

/// What is suspicious but not wrong, one sentence each.
std::vector<std::string> suspicions(const RobotDescription & description);

/// What was given but does not count (friction, springs), one sentence each.
std::vector<std::string> uncounted(const RobotDescription & description);

}  // namespace hod::detail

#endif  // HOD__SRC__ROBOT__CHECKS_HPP_

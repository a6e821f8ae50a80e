// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__ROBOT__CHECKS_HPP_
#define HOD__SRC__ROBOT__CHECKS_HPP_

#include <string>
#include <vector>

#include "hod/robot/description.hpp"

namespace hod::detail
{

/// A sentence that begins with the source of the description.
std::string sentence(const RobotDescription & description, const std::string & rest);

bool moves(const JointDescription & joint);

/// Throws hod::Error, beginning with `where`, for a value outside the range stated at JointDrive.
void check(const JointDrive & drive, const std::string & where);

/// Throws hod::Error for names of links and joints that cannot be shown in sentences, tables or
/// logs.
void check_names(const RobotDescription & description);

/// Throws hod::Error for an invalid description. make_tree() checks how joints are connected,
/// Masters which ones they mimic.
void check(const RobotDescription & description);

/// Limits without the zeros that URDFs use for no limit.
JointLimits without_placeholders(JointLimits limits);

/// One sentence for everything that is suspicious but not an error.
std::vector<std::string> suspicions(const RobotDescription & description);

/// One sentence for everything that was given but does not count (friction, springs).
std::vector<std::string> uncounted(const RobotDescription & description);

}  // namespace hod::detail

#endif  // HOD__SRC__ROBOT__CHECKS_HPP_

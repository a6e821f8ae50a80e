// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MODEL__CHECKS_HPP_
#define HOD__SRC__MODEL__CHECKS_HPP_

#include <string>

#include "hod/model/description.hpp"

namespace hod
{

/// A sentence that begins with where the description came from.
std::string sentence(const ModelDescription & description, const std::string & rest);

bool moves(const JointDescription & joint);

/// These throw hod::Error for what no model can be made of; how joints hang together is make_tree's
/// business, and whom they mimic resolve_drive's.
void check_link(const ModelDescription & description, const LinkDescription & link);
void check_joint(const ModelDescription & description, const JointDescription & joint);

}  // namespace hod

#endif  // HOD__SRC__MODEL__CHECKS_HPP_

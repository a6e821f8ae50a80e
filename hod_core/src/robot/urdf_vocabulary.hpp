// SPDX-License-Identifier: Apache-2.0
#ifndef ROBOT__URDF_VOCABULARY_HPP_
#define ROBOT__URDF_VOCABULARY_HPP_

#include <string>
#include <vector>

#include "io/xml.hpp"

namespace hod::detail
{

/// What the links and joints of a URDF hold and a URDF does not have, such as misspelt attributes:
/// one sentence for each name and place, without the file. Many a robot has some of its own, which
/// is why nothing of it is refused; names with a prefix ("tool:colour") are meant for others.
std::vector<std::string> unknown_names(const XmlDocument & xml);

}  // namespace hod::detail

#endif  // ROBOT__URDF_VOCABULARY_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef ROBOT__URDF_VOCABULARY_HPP_
#define ROBOT__URDF_VOCABULARY_HPP_

#include <string>
#include <vector>

#include "io/xml.hpp"

namespace hod::detail
{

/// Names in the links and joints of a URDF that URDF does not define, such as misspelt attributes:
/// one sentence for each name and place, without the file. Many robots have names of their own, so
/// none of them is rejected; names with a prefix ("tool:colour") are meant for other programs.
std::vector<std::string> unknown_names(const XmlDocument & xml);

}  // namespace hod::detail

#endif  // ROBOT__URDF_VOCABULARY_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef IO__NAMES_HPP_
#define IO__NAMES_HPP_

#include <string>
#include <string_view>
#include <vector>

namespace hod::detail
{

/// What an error sentence expects in place of an unknown name: the known name that was probably
/// meant ("'viscous' perhaps"), otherwise the known names, the most similar ones if there are many.
std::string suggestion(std::string_view name, const std::vector<std::string> & known);

/// Names separated by commas; of a long list only the first few and the number of the others.
std::string enumeration(const std::vector<std::string> & names);

}  // namespace hod::detail

#endif  // IO__NAMES_HPP_

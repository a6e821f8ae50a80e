// SPDX-License-Identifier: Apache-2.0
#ifndef IO__NAMES_HPP_
#define IO__NAMES_HPP_

#include <string>
#include <string_view>
#include <vector>

namespace hod::detail
{

/// What an error sentence expects in place of an unknown name: the known name that was perhaps
/// meant ("'viscous' perhaps"), otherwise the known names, those most like it if there are many.
std::string suggestion(std::string_view name, const std::vector<std::string> & known);

/// Names separated by commas, only the first few of a long list and how many more there are.
std::string enumeration(const std::vector<std::string> & names);

}  // namespace hod::detail

#endif  // IO__NAMES_HPP_

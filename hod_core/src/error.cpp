// SPDX-License-Identifier: Apache-2.0
#include "hod/error.hpp"

#include "io/text.hpp"

namespace hod
{

Error::Error(const std::string & sentence)
: std::runtime_error(detail::printable(sentence, std::size_t{3000}))
{}

}  // namespace hod

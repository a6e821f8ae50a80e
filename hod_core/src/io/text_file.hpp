// SPDX-License-Identifier: Apache-2.0
#ifndef IO__TEXT_FILE_HPP_
#define IO__TEXT_FILE_HPP_

#include <filesystem>
#include <string>

namespace hod::detail
{

/// The whole file. Throws hod::Error, saying what was expected ("a URDF"), for one that is missing,
/// a directory or not readable.
std::string read_text_file(const std::filesystem::path & path, const std::string & expected);

}  // namespace hod::detail

#endif  // IO__TEXT_FILE_HPP_

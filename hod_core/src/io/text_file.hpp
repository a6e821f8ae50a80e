// SPDX-License-Identifier: Apache-2.0
#ifndef IO__TEXT_FILE_HPP_
#define IO__TEXT_FILE_HPP_

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>

namespace hod::detail
{

/// Opens a file for reading. Throws hod::Error, stating what was expected ("a URDF"), for a file
/// that is missing, a directory or unreadable.
std::ifstream open_file(const std::filesystem::path & path, const std::string & expected);

/// No one writes longer texts; this bounds the memory that a foreign file can take.
constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

/// The contents of such a file. Throws hod::Error for more than kMostBytes.
std::string read_text_file(const std::filesystem::path & path, const std::string & expected);

}  // namespace hod::detail

#endif  // IO__TEXT_FILE_HPP_

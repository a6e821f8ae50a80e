// SPDX-License-Identifier: Apache-2.0
#include "io/text_file.hpp"

#include <system_error>

#include "hod/error.hpp"

namespace hod::detail
{

std::ifstream open_file(const std::filesystem::path & path, const std::string & expected)
{
  std::error_code no_such_file;
  const bool is_directory = std::filesystem::is_directory(path, no_such_file);
  std::ifstream file(path, std::ios::binary);
  if (is_directory || !file)
  {
    throw Error(
      path.string() + ": found " + (is_directory ? "a directory" : "no readable file") +
      ", expected " + expected);
  }
  return file;
}

std::string read_text_file(const std::filesystem::path & path, const std::string & expected)
{
  constexpr std::streamsize kBlock = 1 << 16;
  std::ifstream file = open_file(path, expected);
  std::string text;
  while (file)
  {
    const std::size_t before = text.size();
    text.resize(before + kBlock);
    file.read(text.data() + before, kBlock);
    text.resize(before + static_cast<std::size_t>(file.gcount()));
    if (text.size() > kMostBytes)
    {
      throw Error(path.string() + ": found more than 64 MiB of text, expected " + expected);
    }
  }
  return text;
}

}  // namespace hod::detail

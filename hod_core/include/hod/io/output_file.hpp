// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__IO__OUTPUT_FILE_HPP_
#define HOD__IO__OUTPUT_FILE_HPP_

#include <filesystem>
#include <fstream>
#include <string_view>

namespace hod
{

/// A file that appears complete or not at all: it is written under another name in the same folder
/// and renamed by commit(). Without commit(), nothing is left behind. Anything but a regular file
/// (a pipe, a device) is written directly.
class OutputFile
{
public:
  /// Throws hod::Error if no file can be created there.
  explicit OutputFile(const std::filesystem::path & path);
  ~OutputFile();
  OutputFile(const OutputFile &) = delete;
  OutputFile & operator=(const OutputFile &) = delete;

  /// Throws hod::Error if the text cannot be stored.
  void write(std::string_view text);
  void commit();

  /// Discards what was written; the destructor of a file that was not committed does the same.
  void discard() noexcept;

private:
  [[noreturn]] void fail() const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  std::ofstream stream_;
};

}  // namespace hod

#endif  // HOD__IO__OUTPUT_FILE_HPP_

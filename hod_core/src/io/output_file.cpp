// SPDX-License-Identifier: Apache-2.0
#include "hod/io/output_file.hpp"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <string>
#include <system_error>

#include "hod/error.hpp"

namespace hod
{
namespace
{

namespace fs = std::filesystem;

/// The target of a symbolic link, so that the link itself survives the renaming.
fs::path resolved(const fs::path & path)
{
  std::error_code not_there;
  const fs::path target = fs::canonical(path, not_there);
  return not_there ? path : target;
}

fs::path temporary_beside(const fs::path & path)
{
  static std::atomic<unsigned> counter{0};
  fs::path name = "." + path.filename().string();
  name += "." + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".tmp";
  return path.parent_path() / name;
}

}  // namespace

OutputFile::OutputFile(const fs::path & path) : path_(resolved(path)), temporary_(path_)
{
  std::error_code unknown;
  const fs::file_status status = fs::status(path_, unknown);
  if (!fs::exists(status) || fs::is_regular_file(status))
  {
    temporary_ = temporary_beside(path_);
  }
  errno = 0;
  stream_.open(temporary_, std::ios::binary);
  if (!stream_)
  {
    fail();
  }
  if (fs::is_regular_file(status))
  {
    fs::permissions(temporary_, status.permissions(), unknown);
  }
}

OutputFile::~OutputFile()
{
  discard();
}

void OutputFile::discard() noexcept
{
  stream_.close();
  if (temporary_ != path_)
  {
    std::error_code gone;
    fs::remove(temporary_, gone);
    temporary_ = path_;
  }
}

void OutputFile::write(std::string_view text)
{
  errno = 0;
  if (!stream_.write(text.data(), static_cast<std::streamsize>(text.size())))
  {
    fail();
  }
}

void OutputFile::commit()
{
  errno = 0;
  stream_.close();
  if (!stream_)
  {
    fail();
  }
  if (temporary_ != path_)
  {
    std::error_code failed;
    fs::rename(temporary_, path_, failed);
    if (failed)
    {
      errno = failed.value();
      fail();
    }
    temporary_ = path_;
  }
}

void OutputFile::fail() const
{
  const int reason = errno == 0 ? EIO : errno;
  throw Error(
    path_.string() + ": cannot be written (" + std::generic_category().message(reason) +
    "), expected a writable place");
}

}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
#include "hod/io/number_store.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

#include "hod/error.hpp"

namespace hod
{
namespace
{

constexpr std::size_t kBuffer = std::size_t{1} << 20U;  // numbers written at once

std::string folder()
{
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here changes the environment
  const char * chosen = std::getenv("TMPDIR");
  return chosen != nullptr && *chosen != '\0' ? chosen : "/var/tmp";
}

[[noreturn]] void fail(int reason)
{
  throw Error(
    folder() + ": found no space for a table too long for memory (" +
    std::generic_category().message(reason) + "), expected some there or in $TMPDIR");
}

int nameless_file()
{
  std::string name = folder() + "/hod-XXXXXX";
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file < 0)
  {
    fail(errno);
  }
  ::unlink(name.c_str());
  return file;
}

}  // namespace

NumberStore::~NumberStore()
{
  if (file_ >= 0)
  {
    ::close(file_);
  }
}

NumberStore::NumberStore(NumberStore && other) noexcept
: in_memory_(other.in_memory_),
  kept_(std::move(other.kept_)),
  filed_(std::exchange(other.filed_, 0)),
  file_(std::exchange(other.file_, -1))
{}

NumberStore & NumberStore::operator=(NumberStore && other) noexcept
{
  std::swap(in_memory_, other.in_memory_);
  std::swap(kept_, other.kept_);
  std::swap(filed_, other.filed_);
  std::swap(file_, other.file_);
  return *this;
}

void NumberStore::reserve(std::size_t count)
{
  kept_.reserve(std::min(count, in_memory_ + kBuffer));
}

void NumberStore::append(const double * numbers, std::size_t count)
{
  kept_.insert(kept_.end(), numbers, numbers + count);
  if (kept_.size() > (file_ < 0 ? in_memory_ : kBuffer))
  {
    file_away();
  }
}

void NumberStore::file_away()
{
  const bool is_first = file_ < 0;
  file_ = is_first ? nameless_file() : file_;
  const char * bytes = reinterpret_cast<const char *>(kept_.data());
  std::size_t left = kept_.size() * sizeof(double);
  // By place: what a disk without room took of a block is written again when there is some.
  auto place = static_cast<::off_t>(filed_ * sizeof(double));
  while (left > 0)
  {
    const ::ssize_t written = ::pwrite(file_, bytes, left, place);
    if (written < 0 && errno != EINTR)
    {
      fail(errno);
    }
    const auto step = std::max<::ssize_t>(written, 0);
    bytes += step;
    place += step;
    left -= static_cast<std::size_t>(step);
  }
  filed_ += kept_.size();
  kept_.clear();
  if (is_first)
  {
    kept_.shrink_to_fit();
  }
}

const double * NumberStore::view(
  std::size_t first, std::size_t count, std::vector<double> & scratch) const
{
  if (first >= filed_)
  {
    return kept_.data() + (first - filed_);
  }
  scratch.resize(count);
  const std::size_t filed = std::min(count, filed_ - first);
  char * bytes = reinterpret_cast<char *>(scratch.data());
  std::size_t left = filed * sizeof(double);
  auto place = static_cast<::off_t>(first * sizeof(double));
  while (left > 0)
  {
    const ::ssize_t read = ::pread(file_, bytes, left, place);
    if (read == 0 || (read < 0 && errno != EINTR))
    {
      fail(read == 0 ? EIO : errno);
    }
    const auto step = static_cast<std::size_t>(std::max<::ssize_t>(read, 0));
    bytes += step;
    left -= step;
    place += static_cast<::off_t>(step);
  }
  std::copy_n(kept_.begin(), count - filed, scratch.begin() + static_cast<std::ptrdiff_t>(filed));
  return scratch.data();
}

}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
// What the fuzz targets share. A target defines LLVMFuzzerTestOneInput; libFuzzer or replay.cpp
// calls it.
#ifndef HOD__TEST__FUZZ__FUZZ_HPP_
#define HOD__TEST__FUZZ__FUZZ_HPP_

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

#include "hod/error.hpp"
#include "hod/types.hpp"

namespace hod::fuzz
{

/// A finding: ends the program where a debugger or a sanitizer shows the way there.
inline void require(bool holds, const char * what)
{
  if (!holds)
  {
    std::fprintf(stderr, "fuzz: %s\n", what);
    std::abort();
  }
}

/// One line that a terminal can show, of a length that a person reads.
inline void require_sentence(std::string_view sentence)
{
  require(!sentence.empty() && sentence.size() < 4000, "an error of no or of endless length");
  const bool printable = std::all_of(sentence.begin(), sentence.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x20U && c != 0x7F;
  });
  if (!printable)
  {
    std::fprintf(stderr, "%.*s\n", static_cast<int>(sentence.size()), sentence.data());
  }
  require(printable, "an error with control characters");
}

/// How often something was taken so far: a corpus of which nothing is would try refusals alone.
inline std::size_t taken_so_far = 0;

/// Runs what reads foreign data: hod::Error with a readable sentence is an answer, and true that it
/// was taken; whatever else is thrown ends the program.
template <class Read>
bool taken(const Read & read)
{
  try
  {
    read();
    ++taken_so_far;
    return true;
  }
  catch (const Error & error)
  {
    require_sentence(error.what());
    return false;
  }
}

/// Values taken off the input one after the other; zeros once it has run out, so that every input
/// is a whole one.
class Bytes
{
public:
  Bytes(const std::uint8_t * data, std::size_t size) : data_(data), size_(size) {}

  bool empty() const { return size_ == 0; }

  std::uint8_t byte()
  {
    if (size_ == 0)
    {
      return 0;
    }
    --size_;
    return *data_++;
  }

  /// lower … upper, at most 256 of them.
  int integer(int lower, int upper) { return lower + byte() % (upper - lower + 1); }

  /// A moderate number seven times of eight, else one that stretches what a number can be.
  double number()
  {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    constexpr std::array<double, 16> kOdd = {
      0.0,   -0.0,   1e308, -1e308, 1e-308, 5e-324,    1e16,       -1e16,
      1e150, 1e-150, 1e6,   1e-9,   NAN,    kInfinity, -kInfinity, 9007199254740993.0};
    const std::uint8_t kind = byte();
    if (kind % 8 == 7)
    {
      return kOdd[static_cast<std::size_t>(kind / 8) % kOdd.size()];
    }
    return (static_cast<double>(byte()) - 128.0) / 32.0;
  }

  std::string_view rest() const { return {reinterpret_cast<const char *>(data_), size_}; }

  /// A matrix of up to so many rows and columns, often the ones given; none for less than none.
  RowMatrix matrix(int rows, int columns)
  {
    const std::uint8_t shape = byte();
    const int given_rows = shape % 16 == 15 ? integer(0, 12) : std::max(0, rows);
    const int given_columns = shape / 16 == 15 ? integer(0, 12) : columns;
    RowMatrix result(given_rows, given_columns);
    for (Eigen::Index i = 0; i < result.size(); ++i)
    {
      result.data()[i] = number();
    }
    return result;
  }

private:
  const std::uint8_t * data_;
  std::size_t size_;
};

inline bool is_moderate(const Eigen::Ref<const Eigen::MatrixXd> & numbers)
{
  return numbers.size() == 0 || (numbers.allFinite() && numbers.cwiseAbs().maxCoeff() <= 10.0);
}

/// A folder of this process with files in it, in memory where the machine has such a place.
class Folder
{
public:
  Folder()
  {
    const std::filesystem::path memory = "/dev/shm";
    std::error_code no_such_place;
    const bool has_memory = std::filesystem::is_directory(memory, no_such_place);
    path_ = (has_memory ? memory : std::filesystem::temp_directory_path()) /
            ("hod_fuzz_" + std::to_string(getpid()));
    std::filesystem::create_directories(path_);
  }
  ~Folder()
  {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder &) = delete;
  Folder & operator=(const Folder &) = delete;

  const std::filesystem::path & path() const { return path_; }

  std::filesystem::path write(const std::string & name, std::string_view content) const
  {
    std::ofstream file(path_ / name, std::ios::binary);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    return path_ / name;
  }

private:
  std::filesystem::path path_;
};

}  // namespace hod::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size);

#endif  // HOD__TEST__FUZZ__FUZZ_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef IO__CSV_HPP_
#define IO__CSV_HPP_

#include <cstddef>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace hod::detail
{

/// The lines of a stream that are not blank, read in blocks, without line ends and byte-order mark.
class LineReader
{
public:
  explicit LineReader(std::istream & stream) : stream_(stream) {}

  /// The next line, valid until the next call; false at the end.
  bool next(std::string_view & line);

  /// Number of the last line in the stream, counted from one.
  std::size_t number() const { return number_; }

private:
  bool next_physical(std::string_view & line);
  bool fill();

  std::istream & stream_;
  std::string buffer_;
  std::size_t begin_ = 0;
  std::size_t number_ = 0;
};

/// The fields of a header line; a field in double quotes may contain commas and doubled quotes.
std::vector<std::string> header_fields(std::string_view line);

/// Cuts the first field off a line of numbers.
std::string_view take_field(std::string_view & line);

}  // namespace hod::detail

#endif  // IO__CSV_HPP_

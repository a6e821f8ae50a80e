// SPDX-License-Identifier: Apache-2.0
#ifndef IO__CSV_HPP_
#define IO__CSV_HPP_

#include <cstddef>
#include <istream>
#include <limits>
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

/// A table of numbers with a header, read line by line. One column is called `time` and increases;
/// no name comes twice and every field is a finite number.
class NumberTable
{
public:
  /// Reads the header. @param source stands for the file name in error sentences
  /// @param begins what such a table begins with, as "time,<joint>.q,…"
  NumberTable(std::istream & stream, std::string source, const std::string & begins);

  /// Of the columns.
  const std::vector<std::string> & names() const { return names_; }
  /// "m.csv:3: " of the last line read.
  std::string place() const;

  /// The numbers of the next line, in the order of the columns; false at the end.
  bool next(std::vector<double> & row);
  /// Of the last line read [s].
  double time() const { return time_; }
  std::size_t time_column() const { return time_column_; }

private:
  void check_names() const;
  double number(std::string_view field, std::size_t column) const;
  void advance(double time);

  LineReader lines_;
  std::string source_;
  std::vector<std::string> names_;
  std::size_t time_column_ = 0;
  double time_ = -std::numeric_limits<double>::infinity();
};

}  // namespace hod::detail

#endif  // IO__CSV_HPP_

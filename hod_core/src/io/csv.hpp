// SPDX-License-Identifier: Apache-2.0
#ifndef IO__CSV_HPP_
#define IO__CSV_HPP_

#include <cstddef>
#include <istream>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hod::detail
{

/// The lines of a stream that are not blank, read in blocks, without line ends and byte-order mark.
class LineReader
{
public:
  /// @param source used in place of the file name in error sentences
  LineReader(std::istream & stream, std::string source)
  : stream_(stream), source_(std::move(source))
  {}

  /// The next line, valid until the next call; false at the end. Throws hod::Error for a line
  /// longer than 16 MiB, so that memory does not grow with a file that has no lines.
  bool next(std::string_view & line);

  /// Number of the last line in the stream, counted from one.
  std::size_t number() const { return number_; }

private:
  bool next_physical(std::string_view & line);
  bool fill();

  std::istream & stream_;
  std::string source_;
  std::string buffer_;
  std::size_t begin_ = 0;
  std::size_t number_ = 0;
};

/// A table with a header, read line by line; no name comes twice.
class TextTable
{
public:
  /// Reads the header.
  /// @param source used in place of the file name in error sentences
  /// @param begins the beginning of such a table, such as "time,<joint>.q,…"
  TextTable(std::istream & stream, std::string source, const std::string & begins);

  /// Names of the columns.
  const std::vector<std::string> & names() const { return names_; }
  /// "m.csv:3: " of the last line read.
  std::string place() const;
  std::size_t line_number() const { return lines_.number(); }

  /// The fields of the next line without surrounding blanks, valid until the next call; false at
  /// the end. Throws hod::Error unless there are as many as names.
  bool next(std::vector<std::string_view> & fields);

  /// The number in a field of the last line; throws hod::Error if there is none.
  double number(std::string_view field, std::size_t column) const;

private:
  void check_header(std::string_view line, const std::string & begins) const;

  LineReader lines_;
  std::string source_;
  std::vector<std::string> names_;
};

/// A table whose fields are all finite numbers. One column is called `time` and increases.
class NumberTable
{
public:
  NumberTable(std::istream & stream, std::string source, const std::string & begins);

  const std::vector<std::string> & names() const { return text_.names(); }
  std::string place() const { return text_.place(); }

  /// The numbers of the next line, in the order of the columns; false at the end.
  bool next(std::vector<double> & row);
  /// Of the last line read [s].
  double time() const { return time_; }
  std::size_t time_column() const { return time_column_; }

private:
  void advance(double time);

  TextTable text_;
  std::vector<std::string_view> fields_;
  std::size_t time_column_ = 0;
  double time_ = -std::numeric_limits<double>::infinity();
};

}  // namespace hod::detail

#endif  // IO__CSV_HPP_

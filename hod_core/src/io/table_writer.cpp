// SPDX-License-Identifier: Apache-2.0
#include "hod/io/table_writer.hpp"

#include <charconv>

namespace hod
{
namespace
{

constexpr std::size_t kLongestNumber =
  32;  // the shortest text of a double has at most 24 characters

template <typename Number>
char * put_number(char * begin, Number value)
{
  return std::to_chars(begin, begin + kLongestNumber, value).ptr;
}

/// `<joint>.<letter>, <joint>.d1<letter>, …` of every joint.
std::vector<std::string> derivative_columns(
  const std::vector<std::string> & joints, int rows, char letter)
{
  std::vector<std::string> columns;
  for (const std::string & joint : joints)
  {
    for (int k = 0; k < rows; ++k)
    {
      columns.push_back(joint + (k == 0 ? "." : ".d" + std::to_string(k)) + letter);
    }
  }
  return columns;
}

std::string in_quotes_if_needed(const std::string & name)
{
  if (name.find_first_of(",\"") == std::string::npos)
  {
    return name;
  }
  std::string field = "\"";
  for (const char character : name)
  {
    field += character == '"' ? "\"\"" : std::string(1, character);
  }
  return field + "\"";
}

template <typename Number>
void append_lines(
  std::string & text, const double * times, const Number * values, std::size_t rows,
  std::size_t columns)
{
  const std::size_t begin = text.size();
  text.resize(begin + rows * (columns + 1) * (kLongestNumber + 1));
  char * cursor = text.data() + begin;
  for (std::size_t row = 0; row < rows; ++row)
  {
    cursor = put_number(cursor, times[row]);
    for (std::size_t column = 0; column < columns; ++column)
    {
      *cursor++ = ',';
      cursor = put_number(cursor, *values++);
    }
    *cursor++ = '\n';
  }
  text.resize(static_cast<std::size_t>(cursor - text.data()));
}

}  // namespace

std::vector<std::string> force_columns(const std::vector<std::string> & joints, int order)
{
  return derivative_columns(joints, order + 1, 'Q');
}

std::vector<std::string> motion_columns(const std::vector<std::string> & joints, int rows)
{
  return derivative_columns(joints, rows, 'q');
}

std::vector<std::string> energy_columns(
  int max_order, const std::vector<std::string> & links, int derivatives)
{
  std::vector<std::string> prefixes{""};
  for (const std::string & link : links)
  {
    prefixes.push_back(link + ".");
  }
  std::vector<std::string> columns;
  for (const std::string & prefix : prefixes)
  {
    for (int p = 1; p <= max_order; ++p)
    {
      const std::string energy = "E" + std::to_string(p);
      columns.push_back(prefix + energy);
      for (int a = 1; a <= derivatives; ++a)
      {
        columns.push_back(prefix + "d" + std::to_string(a) + energy);
      }
    }
  }
  return columns;
}

std::string table_header(const std::vector<std::string> & columns)
{
  std::string line = "time";
  for (const std::string & column : columns)
  {
    line += "," + in_quotes_if_needed(column);
  }
  return line + "\n";
}

void append_rows(
  std::string & text, const double * times, const double * values, std::size_t rows,
  std::size_t columns)
{
  append_lines(text, times, values, rows, columns);
}

void append_rows(
  std::string & text, const double * times, const float * values, std::size_t rows,
  std::size_t columns)
{
  append_lines(text, times, values, rows, columns);
}

}  // namespace hod

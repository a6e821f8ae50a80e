// SPDX-License-Identifier: Apache-2.0
#include "io/csv.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "hod/error.hpp"
#include "io/text.hpp"

namespace hod::detail
{
namespace
{

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The text of a quoted field, its quotes and the blanks around it gone.
std::string unquoted(std::string_view field)
{
  field = trimmed(field);
  if (field.size() < 2 || field.front() != '"' || field.back() != '"')
  {
    return std::string(field);
  }
  std::string text;
  const std::string_view inside = field.substr(1, field.size() - 2);
  for (std::size_t i = 0; i < inside.size(); ++i)
  {
    text += inside[i];
    i += inside.substr(i, 2) == "\"\"" ? 1 : 0;
  }
  return text;
}

/// The fields of a header line; one in double quotes may contain commas and doubled quotes.
std::vector<std::string> header_fields(std::string_view line)
{
  std::vector<std::string> fields;
  bool in_quotes = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= line.size(); ++i)
  {
    in_quotes = in_quotes != (i < line.size() && line[i] == '"');
    if (i == line.size() || (line[i] == ',' && !in_quotes))
    {
      fields.push_back(unquoted(line.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  return fields;
}

/// Cuts the first field off a line of numbers.
std::string_view take_field(std::string_view & line)
{
  const std::size_t end = std::min(line.find(','), line.size());
  const std::string_view field = trimmed(line.substr(0, end));
  line.remove_prefix(std::min(end + 1, line.size()));
  return field;
}

}  // namespace

bool LineReader::fill()
{
  constexpr std::size_t kBlock = 1U << 20U;
  buffer_.erase(0, begin_);
  begin_ = 0;
  const std::size_t kept = buffer_.size();
  buffer_.resize(kept + kBlock);
  stream_.read(buffer_.data() + kept, kBlock);
  buffer_.resize(kept + static_cast<std::size_t>(stream_.gcount()));
  return buffer_.size() > kept;
}

bool LineReader::next_physical(std::string_view & line)
{
  std::size_t searched = begin_;
  std::size_t end = buffer_.find('\n', searched);
  while (end == std::string::npos)
  {
    searched = buffer_.size() - begin_;
    if (!fill())
    {
      end = buffer_.size();
      break;
    }
    end = buffer_.find('\n', searched);
  }
  if (begin_ == buffer_.size())
  {
    return false;
  }
  line = std::string_view(buffer_).substr(begin_, end - begin_);
  begin_ = std::min(end + 1, buffer_.size());
  ++number_;
  return true;
}

bool LineReader::next(std::string_view & line)
{
  while (next_physical(line))
  {
    if (number_ == 1 && line.substr(0, kByteOrderMark.size()) == kByteOrderMark)
    {
      line.remove_prefix(kByteOrderMark.size());
    }
    line = trimmed(line);
    if (!line.empty())
    {
      return true;
    }
  }
  return false;
}

NumberTable::NumberTable(
  std::istream & stream, std::string source, const std::string & begins)
: lines_(stream), source_(std::move(source))
{
  std::string_view line;
  if (!lines_.next(line))
  {
    throw Error(source_ + ": found nothing, expected a table that begins with " + begins);
  }
  names_ = header_fields(line);
  check_names();
  const auto time = std::find(names_.begin(), names_.end(), "time");
  time_column_ = static_cast<std::size_t>(time - names_.begin());
}

std::string NumberTable::place() const
{
  return source_ + ":" + std::to_string(lines_.number()) + ": ";
}

void NumberTable::check_names() const
{
  std::set<std::string_view> seen;
  for (const std::string & name : names_)
  {
    if (!seen.insert(name).second)
    {
      throw Error(place() + "found a second column " + in_quotes(name) + ", expected one");
    }
  }
  if (seen.count("time") == 0)
  {
    throw Error(place() + "found no column \"time\", expected one");
  }
}

bool NumberTable::next(std::vector<double> & row)
{
  std::string_view line;
  if (!lines_.next(line))
  {
    return false;
  }
  const std::size_t fields =
    1 + static_cast<std::size_t>(std::count(line.begin(), line.end(), ','));
  if (fields != names_.size())
  {
    throw Error(
      place() + "found " + std::to_string(fields) + " fields, expected " +
      std::to_string(names_.size()) + " as in the header");
  }
  row.resize(fields);
  for (std::size_t column = 0; column < fields; ++column)
  {
    row[column] = number(take_field(line), column);
  }
  advance(row[time_column_]);
  return true;
}

double NumberTable::number(std::string_view field, std::size_t column) const
{
  const auto value = parse_number(field);
  if (!value || !std::isfinite(*value))
  {
    throw Error(
      place() + "column " + in_quotes(names_[column]) + ": found " + in_quotes(field) +
      ", expected a finite number");
  }
  return *value;
}

void NumberTable::advance(double time)
{
  if (!(time > time_))
  {
    throw Error(
      place() + "found time " + shortest(time) + " after " + shortest(time_) +
      ", expected a later one");
  }
  time_ = time;
}

}  // namespace hod::detail

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

/// The text of a quoted field without its quotes and surrounding blanks.
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

/// Fields of a line of numbers; some may be quoted text.
void split(std::string_view line, std::vector<std::string_view> & fields)
{
  fields.clear();
  bool in_quotes = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < line.size(); ++i)
  {
    in_quotes = in_quotes != (line[i] == '"');
    if (line[i] == ',' && !in_quotes)
    {
      fields.push_back(trimmed(line.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  fields.push_back(trimmed(line.substr(begin)));
}

std::string_view without_quotes(std::string_view field)
{
  const bool has_quotes = field.size() > 1 && field.front() == '"' && field.back() == '"';
  return has_quotes ? field.substr(1, field.size() - 2) : field;
}

struct Mark
{
  std::string_view begins;
  const char * means;
};

constexpr Mark kOtherFiles[] = {
  {"\x1F\x8B", "gzip data"},
  {"\xFF\xFE", "text in UTF-16"},
  {"\xFE\xFF", "text in UTF-16"},
  {"PAR1", "a Parquet file"},
  {"PK\x03\x04", "a zip archive (as of NumPy or a spreadsheet)"},
  {"\x89MCAP", "an MCAP file"},
  {"\x89PNG", "a picture"},
  {"SQLite format 3", "an SQLite file"},
  {"<", "XML"},
};

/// The kind of a file that does not begin like a table; null if it may be one.
const char * other_file(std::string_view line)
{
  for (const Mark & mark : kOtherFiles)
  {
    if (line.substr(0, mark.begins.size()) == mark.begins)
    {
      return mark.means;
    }
  }
  return line.find('\0') == std::string_view::npos ? nullptr : "binary data";
}

/// What separates the columns of a header in place of commas; null if nothing does.
const char * other_separator(std::string_view line)
{
  for (const Mark & mark : {Mark{";", "semicolons"}, Mark{"\t", "tabs"}, Mark{" ", "blanks"}})
  {
    if (line.find(mark.begins) != std::string_view::npos)
    {
      return mark.means;
    }
  }
  return nullptr;
}

}  // namespace

bool LineReader::fill()
{
  constexpr std::size_t kBlock = 1U << 20U;
  constexpr std::size_t kLongestLine = 1U << 24U;
  buffer_.erase(0, begin_);
  begin_ = 0;
  const std::size_t kept = buffer_.size();
  if (kept > kLongestLine)
  {
    throw Error(
      source_ + ":" + std::to_string(number_ + 1) +
      ": found a line of more than 16 MiB, expected a table (CSV)");
  }
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

TextTable::TextTable(std::istream & stream, std::string source, const std::string & begins)
: lines_(stream, source), source_(std::move(source))
{
  std::string_view line;
  if (!lines_.next(line))
  {
    throw Error(source_ + ": found nothing, expected a table that begins with " + begins);
  }
  check_header(line, begins);
  names_ = header_fields(line);
  std::set<std::string_view> seen;
  for (const std::string & name : names_)
  {
    if (!seen.insert(name).second)
    {
      throw Error(place() + "found a second column " + in_quotes(name) + ", expected one");
    }
  }
}

void TextTable::check_header(std::string_view line, const std::string & begins) const
{
  if (const char * file = other_file(line))
  {
    throw Error(
      source_ + ": found " + file + ", expected a table in UTF-8 that begins with " + begins);
  }
  const char * separator = other_separator(line);
  if (separator != nullptr && line.find(',') == std::string_view::npos)
  {
    throw Error(place() + "found columns separated by " + separator + ", expected commas");
  }
}

std::string TextTable::place() const
{
  return source_ + ":" + std::to_string(lines_.number()) + ": ";
}

bool TextTable::next(std::vector<std::string_view> & fields)
{
  std::string_view line;
  if (!lines_.next(line))
  {
    return false;
  }
  split(line, fields);
  if (fields.size() != names_.size())
  {
    throw Error(
      place() + "found " + std::to_string(fields.size()) + " fields, expected " +
      std::to_string(names_.size()) + " as in the header");
  }
  return true;
}

double TextTable::number(std::string_view field, std::size_t column) const
{
  const auto value = parse_number(without_quotes(field));
  if (!value || !std::isfinite(*value))
  {
    throw Error(
      place() + "column " + in_quotes(names_[column]) + ": found " + in_quotes(field) +
      ", expected a finite number");
  }
  return *value;
}

NumberTable::NumberTable(std::istream & stream, std::string source, const std::string & begins)
: text_(stream, std::move(source), begins)
{
  const auto time = std::find(names().begin(), names().end(), "time");
  if (time == names().end())
  {
    throw Error(place() + "found no column \"time\", expected one");
  }
  time_column_ = static_cast<std::size_t>(time - names().begin());
}

bool NumberTable::next(std::vector<double> & row)
{
  if (!text_.next(fields_))
  {
    return false;
  }
  row.resize(fields_.size());
  for (std::size_t column = 0; column < fields_.size(); ++column)
  {
    row[column] = text_.number(fields_[column], column);
  }
  advance(row[time_column_]);
  return true;
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

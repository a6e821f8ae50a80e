// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/motion_table.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string_view>
#include <system_error>

#include "hod/error.hpp"
#include "io/csv.hpp"
#include "motion/motion_header.hpp"
#include "io/text.hpp"

namespace hod
{
namespace
{

using detail::in_quotes;
using detail::LineReader;
using detail::MotionHeader;

[[noreturn]] void fail(
  const MotionTable & table, const LineReader & lines, const std::string & what)
{
  throw Error(table.source + ":" + std::to_string(lines.number()) + ": " + what);
}

double number_in(
  const MotionTable & table, const LineReader & lines, const std::string & column,
  std::string_view field)
{
  const auto value = detail::parse_number(field);
  if (!value || !std::isfinite(*value))
  {
    fail(
      table, lines,
      "column " + in_quotes(column) + ": found " + in_quotes(field) + ", expected a finite number");
  }
  return *value;
}

void add_time(MotionTable & table, const LineReader & lines, double time)
{
  if (!table.times.empty() && !(time > table.times.back()))
  {
    fail(
      table, lines,
      "found time " + detail::shortest(time) + " after " + detail::shortest(table.times.back()) +
        ", expected a later one");
  }
  table.times.push_back(time);
}

void add_line(
  MotionTable & table, const LineReader & lines, const MotionHeader & header, std::string_view line)
{
  const std::size_t fields =
    1 + static_cast<std::size_t>(std::count(line.begin(), line.end(), ','));
  if (fields != header.names.size())
  {
    fail(
      table, lines,
      "found " + std::to_string(fields) + " fields, expected " +
        std::to_string(header.names.size()) + " as in the header");
  }
  const std::size_t begin = table.values.size();
  table.values.resize(begin + table.width);
  for (std::size_t column = 0; column < fields; ++column)
  {
    const double value = number_in(table, lines, header.names[column], detail::take_field(line));
    if (header.destination[column] == MotionHeader::kTime)
    {
      add_time(table, lines, value);
    }
    else
    {
      table.values[begin + header.destination[column]] = value;
    }
  }
}

/// What to say of a joint that is none of the robot's columns.
std::string unknown_joint(const MotionTable & table, const std::string & joint, const Robot & robot)
{
  const std::string start = table.source + ": found joint " + in_quotes(joint);
  for (const Body & body : robot.bodies())
  {
    if (body.joint == joint)
    {
      return start + ", which follows another joint, expected only joints that move by themselves";
    }
  }
  std::string names;
  for (const std::string & name : robot.joint_names())
  {
    names += (names.empty() ? "" : ", ") + name;
  }
  return start + ", expected joints of the robot (" + names + ")";
}

}  // namespace

MotionTable read_motion(std::istream & stream, const std::string & source)
{
  MotionTable table;
  table.source = source;
  LineReader lines(stream);
  std::string_view line;
  if (!lines.next(line))
  {
    throw Error(source + ": found nothing, expected a table that begins with time,<joint>.q,…");
  }
  const MotionHeader header = detail::read_motion_header(
    detail::header_fields(line), source + ":" + std::to_string(lines.number()) + ": ");
  table.joints = header.joints;
  table.width = header.width;
  while (lines.next(line))
  {
    add_line(table, lines, header, line);
  }
  if (table.times.empty())
  {
    throw Error(source + ": found a header and no rows, expected at least one");
  }
  return table;
}

MotionTable read_motion(const std::filesystem::path & path)
{
  std::error_code no_such_file;
  const bool readable = !std::filesystem::is_directory(path, no_such_file);
  std::ifstream file(path, std::ios::binary);
  if (!readable || !file)
  {
    throw Error(path.string() + ": found no readable file, expected a motion table (CSV)");
  }
  return read_motion(file, path.string());
}

MotionMatch::MotionMatch(const MotionTable & table, const Robot & robot, int rows)
: table_(table),
  rows_(static_cast<std::size_t>(rows)),
  columns_(static_cast<std::size_t>(robot.dof()), nullptr)
{
  for (const MotionColumns & columns : table.joints)
  {
    const int dof = robot.dof_index(columns.joint);
    if (dof < 0)
    {
      throw Error(unknown_joint(table, columns.joint, robot));
    }
    if (columns.rows < rows)
    {
      throw Error(
        table.source + ": joint " + in_quotes(columns.joint) + ": found " +
        std::to_string(columns.rows) + " columns, expected " + std::to_string(rows) + " (q … d" +
        std::to_string(rows - 1) + "q)");
    }
    columns_[static_cast<std::size_t>(dof)] = &columns;
  }
  for (std::size_t dof = 0; dof < columns_.size(); ++dof)
  {
    if (columns_[dof] == nullptr)
    {
      still_.push_back(robot.joint_names()[dof]);
    }
  }
}

void MotionMatch::gather(std::size_t first, std::size_t count, double * motion) const
{
  for (std::size_t instant = first; instant < first + count; ++instant)
  {
    const double * values = table_.values.data() + instant * table_.width;
    for (std::size_t k = 0; k < rows_; ++k)
    {
      for (const MotionColumns * columns : columns_)
      {
        *motion++ = columns == nullptr ? 0.0 : values[columns->offset + k];
      }
    }
  }
}

}  // namespace hod

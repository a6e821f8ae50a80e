// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/motion_table.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <system_error>
#include <utility>

#include "hod/error.hpp"
#include "io/csv.hpp"
#include "io/names.hpp"
#include "io/text.hpp"
#include "io/text_file.hpp"
#include "motion/motion_header.hpp"

namespace hod
{
namespace
{

using detail::in_quotes;
using detail::MotionHeader;
using detail::NumberTable;

/// A table during reading.
class Builder
{
public:
  Builder(
    const std::vector<std::string> & columns, const std::string & source, const std::string & place)
  : header_(detail::read_motion_header(columns, place))
  {
    table_.source = source;
    table_.joints = header_.joints;
    table_.width = header_.width;
    line_.resize(table_.width);
  }

  void add_line(const double * numbers)
  {
    for (const std::size_t destination : header_.destination)
    {
      if (destination == MotionHeader::kTime)
      {
        table_.times.push_back(*numbers++);
      }
      else
      {
        line_[destination] = *numbers++;
      }
    }
    table_.values.append(line_.data(), line_.size());
  }

  std::size_t lines() const { return table_.times.size(); }

  /// A long table that grows needs twice its memory while it is moved.
  void make_room(double lines)
  {
    table_.times.reserve(static_cast<std::size_t>(lines));
    table_.values.reserve(static_cast<std::size_t>(lines) * table_.width);
  }

  MotionTable finish()
  {
    if (table_.times.empty())
    {
      throw Error(table_.source + ": found a header and no rows, expected at least one");
    }
    return std::move(table_);
  }

private:
  MotionHeader header_;
  MotionTable table_;
  std::vector<double> line_;
};

/// The sentence about a joint that is not among the robot's columns.
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
  return start + ", expected " + detail::suggestion(joint, robot.joint_names());
}

/// Estimated number of lines of a stream, from those so far; `size` is its size in bytes.
double expected_lines(std::istream & stream, double size, std::size_t lines)
{
  constexpr double kSpare = 1.1;
  const auto read = static_cast<double>(stream.tellg());
  return read > 0.0 && size > read ? kSpare * size / read * static_cast<double>(lines) : 0.0;
}

/// @param size of the stream in bytes, zero if unknown
MotionTable read_motion(std::istream & stream, const std::string & source, double size)
{
  constexpr std::size_t kFirstLines = 4096;
  NumberTable numbers(stream, source, "time,<joint>.q,…");
  Builder builder(numbers.names(), source, numbers.place());
  std::vector<double> line;
  while (numbers.next(line))
  {
    builder.add_line(line.data());
    if (builder.lines() == kFirstLines && size > 0.0)
    {
      builder.make_room(expected_lines(stream, size, kFirstLines));
    }
  }
  return builder.finish();
}

/// Rejects a line as NumberTable does; `before` is the time of the previous one.
void check_line(
  const std::vector<std::string> & columns, const double * line, std::size_t time, double before,
  const std::function<std::string()> & place)
{
  for (std::size_t column = 0; column < columns.size(); ++column)
  {
    if (!std::isfinite(line[column]))
    {
      throw Error(
        place() + "column " + in_quotes(columns[column]) + ": found " +
        detail::shortest(line[column]) + ", expected a finite number");
    }
  }
  if (!(line[time] > before))
  {
    throw Error(
      place() + "found time " + detail::shortest(line[time]) + " after " +
      detail::shortest(before) + ", expected a later one");
  }
}

}  // namespace

MotionTable read_motion(std::istream & stream, const std::string & source)
{
  return read_motion(stream, source, 0.0);
}

MotionTable read_motion(const std::filesystem::path & path)
{
  std::ifstream file = detail::open_file(path, "a motion table (CSV)");
  std::error_code no_size;
  const auto size = std::filesystem::file_size(path, no_size);
  return read_motion(file, path.string(), no_size ? 0.0 : static_cast<double>(size));
}

MotionTable read_motion(
  const std::vector<std::string> & columns, const ReadLines & read, const std::string & source)
{
  const std::size_t width = columns.size();
  const auto time = std::find(columns.begin(), columns.end(), "time") - columns.begin();
  if (static_cast<std::size_t>(time) == width)
  {
    throw Error(source + ": found no column \"time\", expected one");
  }
  Builder builder(columns, source, source + ": ");
  const auto place = [&] { return source + ": row " + std::to_string(builder.lines()) + ": "; };
  double before = -std::numeric_limits<double>::infinity();
  std::vector<double> numbers;
  while (read(numbers))
  {
    for (const double * line = numbers.data(); line != numbers.data() + numbers.size();
         line += width)
    {
      check_line(columns, line, static_cast<std::size_t>(time), before, place);
      before = line[time];
      builder.add_line(line);
    }
  }
  return builder.finish();
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
  constexpr std::size_t kAtOnce = 4096;
  std::vector<double> scratch;
  const std::size_t end = first + count, size = rows_ * columns_.size();
  for (; first < end; first += kAtOnce)
  {
    const std::size_t instants = std::min(kAtOnce, end - first);
    const double * values =
      table_.values.view(first * table_.width, instants * table_.width, scratch);
    for (std::size_t i = 0; i < instants; ++i, values += table_.width, motion += size)
    {
      lay_out(values, motion);
    }
  }
}

void MotionMatch::lay_out(const double * values, double * motion) const
{
  for (std::size_t k = 0; k < rows_; ++k)
  {
    for (const MotionColumns * columns : columns_)
    {
      *motion++ = columns == nullptr ? 0.0 : values[columns->offset + k];
    }
  }
}

}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/motion_table.hpp"

#include <fstream>

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

void add_line(MotionTable & table, const MotionHeader & header, const std::vector<double> & row)
{
  const std::size_t begin = table.values.size();
  table.values.resize(begin + table.width);
  for (std::size_t column = 0; column < row.size(); ++column)
  {
    if (header.destination[column] == MotionHeader::kTime)
    {
      table.times.push_back(row[column]);
    }
    else
    {
      table.values[begin + header.destination[column]] = row[column];
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
  return start + ", expected " + detail::suggestion(joint, robot.joint_names());
}

}  // namespace

MotionTable read_motion(std::istream & stream, const std::string & source)
{
  MotionTable table;
  table.source = source;
  NumberTable numbers(stream, source, "time,<joint>.q,…");
  const MotionHeader header = detail::read_motion_header(numbers.names(), numbers.place());
  table.joints = header.joints;
  table.width = header.width;
  std::vector<double> row;
  while (numbers.next(row))
  {
    add_line(table, header, row);
  }
  if (table.times.empty())
  {
    throw Error(source + ": found a header and no rows, expected at least one");
  }
  return table;
}

MotionTable read_motion(const std::filesystem::path & path)
{
  std::ifstream file = detail::open_file(path, "a motion table (CSV)");
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

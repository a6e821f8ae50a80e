// SPDX-License-Identifier: Apache-2.0
#include "robot/load_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include "hod/error.hpp"
#include "io/csv.hpp"
#include "io/text.hpp"
#include "io/text_file.hpp"

namespace hod::detail
{
namespace
{

constexpr std::array<std::string_view, Load::kColumns> kComponents = {"fx", "fy", "fz",
                                                                      "mx", "my", "mz"};

struct Column
{
  int derivative = 0;
  int component = 0;
};

/// "fx" or "d1fx"; empty for any other name or too high a derivative.
std::optional<Column> column_of(std::string_view name)
{
  Column column;
  if (name.size() > 2 && name[0] == 'd' && name[1] != '0')
  {
    const char * const end = name.data() + name.size() - 2;
    const auto read = std::from_chars(name.data() + 1, end, column.derivative);
    if (read.ec != std::errc{} || read.ptr != end || column.derivative > kMaxOrder)
    {
      return std::nullopt;
    }
    name.remove_prefix(name.size() - 2);
  }
  const auto * const found = std::find(kComponents.begin(), kComponents.end(), name);
  column.component = static_cast<int>(found - kComponents.begin());
  return found == kComponents.end() ? std::nullopt : std::optional(column);
}

/// Index of each column of the file in a row of wrenches, -1 for the time.
class LoadColumns
{
public:
  explicit LoadColumns(const NumberTable & file) : places_(file.names().size(), -1)
  {
    std::array<int, Load::kColumns> rows{};
    for (std::size_t i = 0; i < places_.size(); ++i)
    {
      if (i != file.time_column())
      {
        add(i, file, rows);
      }
    }
    check_complete(file, rows);
  }

  int width() const { return rows_ * Load::kColumns; }

  void place(const std::vector<double> & row, RowMatrix & table, Eigen::Index instant) const
  {
    for (std::size_t i = 0; i < places_.size(); ++i)
    {
      if (places_[i] >= 0)
      {
        table(instant, places_[i]) = row[i];
      }
    }
  }

private:
  void add(std::size_t index, const NumberTable & file, std::array<int, Load::kColumns> & rows)
  {
    const std::string & name = file.names()[index];
    const auto column = column_of(name);
    if (!column)
    {
      throw Error(
        file.place() + "found column " + in_quotes(name) +
        ", expected time, fx, fy, fz, mx, my, mz and derivatives from d1fx to d" +
        std::to_string(kMaxOrder) + "mz");
    }
    places_[index] = column->derivative * Load::kColumns + column->component;
    rows_ = std::max(rows_, column->derivative + 1);
    ++rows[static_cast<std::size_t>(column->component)];
  }

  /// Names are unique, so a component with as many columns as there are rows has all of them.
  void check_complete(const NumberTable & file, const std::array<int, Load::kColumns> & rows) const
  {
    if (rows_ == 0)
    {
      throw Error(file.place() + "found no column but the time, expected fx, fy, fz, mx, my or mz");
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
      if (rows[i] != 0 && rows[i] != rows_)
      {
        throw Error(
          file.place() + "found " + std::to_string(rows[i]) + " columns of " +
          std::string(kComponents[i]) + ", expected " + std::to_string(rows_) +
          ": it and its derivatives to order " + std::to_string(rows_ - 1) +
          ", as other components have");
      }
    }
  }

  std::vector<int> places_;
  int rows_ = 0;
};

}  // namespace

void read_load_table(const std::filesystem::path & path, Load & load)
{
  std::ifstream stream = open_file(path, "a table of loads (CSV)");
  NumberTable file(stream, path.string(), "time,fx,fy,fz,mx,my,mz");
  const LoadColumns columns(file);
  std::vector<std::vector<double>> lines;
  for (std::vector<double> row; file.next(row);)
  {
    lines.push_back(row);
    load.times.push_back(file.time());
  }
  if (lines.size() < 2)
  {
    throw Error(
      path.string() + ": found " + std::to_string(lines.size()) +
      (lines.size() == 1 ? " instant" : " instants") + ", expected at least two");
  }
  load.table.setZero(static_cast<Eigen::Index>(lines.size()), columns.width());
  for (std::size_t i = 0; i < lines.size(); ++i)
  {
    columns.place(lines[i], load.table, static_cast<Eigen::Index>(i));
  }
}

}  // namespace hod::detail

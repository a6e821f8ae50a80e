// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "bindings.hpp"
#include "hod/error.hpp"
#include "hod/io/output_file.hpp"
#include "hod/io/table_writer.hpp"
#include "io/csv.hpp"
#include "motion_match.hpp"
#include "python_stream.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

SharedTable read_file(py::handle path)
{
  const std::filesystem::path file = path_from(path, "path");
  const py::gil_scoped_release others_may_run;
  return std::make_shared<MotionTable>(read_motion(file));
}

SharedTable parse(const py::bytes & text, const std::string & source)
{
  std::istringstream stream{std::string(text)};
  const py::gil_scoped_release others_may_run;
  return std::make_shared<MotionTable>(read_motion(stream, source));
}

SharedTable read_stream(const py::function & read, const std::string & source)
{
  PythonStream stream(read);
  const py::gil_scoped_release others_may_run;
  return std::make_shared<MotionTable>(read_motion(stream, source));
}

/// The next array (rows, columns), row by row; false after the last.
bool next_block(py::iterator & blocks, std::size_t columns, std::vector<double> & numbers)
{
  if (blocks == py::iterator::sentinel())
  {
    return false;
  }
  const NumberArray block = number_array(*blocks, "block");
  if (block.ndim() != 2 || static_cast<std::size_t>(block.shape(1)) != columns)
  {
    throw Error(
      "block: found shape " + shape_text(block) + ", expected (rows, " + std::to_string(columns) +
      ")");
  }
  numbers.assign(block.data(), block.data() + block.size());
  ++blocks;
  return true;
}

SharedTable table_of(
  const std::vector<std::string> & columns, const Blocks & blocks, const std::string & source)
{
  py::iterator block = py::iter(blocks);
  const auto read = [&](std::vector<double> & numbers) {
    return next_block(block, columns.size(), numbers);
  };
  return std::make_shared<MotionTable>(read_motion(columns, read, source));
}

/// The integer part of a number that is written in digits, such as a date in nanoseconds, which
/// does not fit into a double; the fraction remains in `number`. 0 for numbers written in any other
/// way.
std::int64_t whole_part(std::string_view field, double & number)
{
  constexpr std::size_t kMostDigits = 18;
  const std::size_t point = std::min(field.find('.'), field.size());
  const std::string_view before = field.substr(0, point);
  const std::string_view after = field.substr(std::min(point + 1, field.size()));
  constexpr const char * kDigits = "0123456789";
  const auto is_plain = [&](std::string_view text) {
    return text.size() <= 2 * kMostDigits &&
           text.find_first_not_of(kDigits) == std::string_view::npos;
  };
  std::int64_t whole = 0;
  const auto end = before.data() + before.size();
  if (
    before.empty() || !is_plain(before) || !is_plain(after) ||
    std::from_chars(before.data(), end, whole).ec != std::errc())
  {
    return 0;
  }
  number = 0.0;
  double share = 1.0;
  for (const char digit : after.substr(0, kMostDigits))
  {
    share *= 10.0;
    number = 10.0 * number + (digit - '0');
  }
  number /= share;
  return whole;
}

/// Numbers of some columns, NaN where a field is empty, and the line of every row. Those of the
/// first column are split into integers and remainders.
py::tuple read_columns(
  const py::function & read, const std::string & source, const std::vector<std::size_t> & columns)
{
  PythonStream stream(read);
  detail::TextTable table(stream, source, "time,<name>,…");
  std::vector<std::vector<double>> numbers(columns.size());
  std::vector<std::int64_t> lines;
  std::vector<std::int64_t> whole;
  std::vector<std::string_view> fields;
  const py::gil_scoped_release others_may_run;
  while (table.next(fields))
  {
    lines.push_back(static_cast<std::int64_t>(table.line_number()));
    for (std::size_t i = 0; i < columns.size(); ++i)
    {
      const std::string_view field = fields[columns[i]];
      numbers[i].push_back(
        field.empty() ? std::numeric_limits<double>::quiet_NaN() : table.number(field, columns[i]));
    }
    whole.push_back(
      columns.empty() ? 0 : whole_part(fields[columns.front()], numbers.front().back()));
  }
  const py::gil_scoped_acquire python;
  py::list arrays;
  for (const std::vector<double> & column : numbers)
  {
    arrays.append(NumberArray(static_cast<py::ssize_t>(column.size()), column.data()));
  }
  const auto rows = static_cast<py::ssize_t>(lines.size());
  return py::make_tuple(
    arrays, py::array_t<std::int64_t>(rows, whole.data()),
    py::array_t<std::int64_t>(rows, lines.data()));
}

Texts column_names(const py::bytes & beginning, const std::string & source)
{
  std::istringstream stream{std::string(beginning)};
  const detail::TextTable table(stream, source, "time,<name>,…");
  py::list names;
  for (const std::string & name : table.names())
  {
    names.append(text_of(name));
  }
  return Texts(names);
}

BoundMatch match_table(SharedTable table, const Robot & robot, int rows)
{
  if (rows < 1)
  {
    throw Error("rows: found " + std::to_string(rows) + ", expected at least 1");
  }
  const MotionTable & given = *table;
  return {std::move(table), MotionMatch(given, robot, rows), rows, robot.dof()};
}

NumberArray gather(const BoundMatch & self, std::size_t first, std::optional<std::size_t> asked)
{
  const std::size_t states = self.table->times.size();
  const std::size_t begin = std::min(first, states);
  const std::size_t count = std::min(asked.value_or(states), states - begin);
  NumberArray motion(
    {static_cast<py::ssize_t>(count), py::ssize_t{self.rows}, py::ssize_t{self.dof}});
  self.match.gather(begin, count, motion.mutable_data());
  return motion;
}

template <typename Number>
py::bytes lines_of(
  const NumberArray & times, const py::array_t<Number, py::array::c_style> & values)
{
  if (times.ndim() != 1 || values.ndim() != 2 || values.shape(0) != times.shape(0))
  {
    throw Error(
      "values: found shape " + std::string(py::str(values.attr("shape"))) +
      ", expected one row for each of the " + std::to_string(times.size()) + " times");
  }
  std::string text;
  const auto rows = static_cast<std::size_t>(values.shape(0));
  const auto columns = static_cast<std::size_t>(values.shape(1));
  {
    const py::gil_scoped_release others_may_run;
    append_rows(text, times.data(), values.data(), rows, columns);
  }
  return text;
}

/// Values in single precision are written with the digits of single precision.
py::bytes rows_text(py::handle times_argument, py::handle values)
{
  const NumberArray times = number_array(times_argument, "times");
  using Singles = py::array_t<float, py::array::c_style>;
  return py::isinstance<py::array_t<float>>(values)
           ? lines_of(times, Singles::ensure(values))
           : lines_of<double>(times, number_array(values, "values"));
}

py::dict rows_by_joint(const MotionTable & table)
{
  py::dict result;
  for (const MotionColumns & columns : table.joints)
  {
    result[text_of(columns.joint)] = columns.rows;
  }
  return result;
}

constexpr const char * kReadMotion =
  R"doc(Read a motion table: CSV with the columns time,<joint>.q,<joint>.d1q,<joint>.d2q,...

Parameters
----------
path
    The file.

Returns
-------
MotionTable

Examples
--------
>>> from hod._core import parse_motion  # the same from text
>>> table = parse_motion(b"time,J2.q,J2.d1q\n0,0.5,1\n0.1,0.6,1\n", "table")
>>> table.joints
{'J2': 2}
>>> table.match(hod.example_robot(), rows=2).gather().shape
(2, 2, 5)
)doc";

constexpr const char * kMatch =
  R"doc(Lay the table out for a robot.

Parameters
----------
robot
    The robot. Joints of the table that it does not have are an error; joints that the table does
    not have stand still.
rows
    Number of rows q, q', ... for every joint.
)doc";

constexpr const char * kGather =
  R"doc(Return the motion at some instants, or at all of them.

Parameters
----------
first
    Index of the first instant.
count
    Number of instants, at most as many as there are; by default all from `first` on.

Returns
-------
(instants, rows, joints), as `hod.forces` takes it.

Examples
--------
>>> from hod._core import parse_motion
>>> table = parse_motion(b"time,J2.q,J2.d1q\n0,0.5,1\n0.1,0.6,1\n", "table")
>>> match = table.match(hod.example_robot(), rows=2)
>>> match.gather(first=1)[0, :, 1]
array([0.6, 1. ])
>>> match.still
['J1', 'J3', 'J4', 'J5']
)doc";

void bind_table(py::module_ & module)
{
  py::class_<BoundMatch>(
    module, "MotionMatch", "The joints of a motion table in the order of a robot's columns.")
    .def_property_readonly(
      "still", [](const BoundMatch & self) { return self.match.still(); },
      "Joints of the robot that are missing from the table; they stand still at zero.")
    .def("gather", &gather, py::arg("first") = 0, py::arg("count") = py::none(), kGather);
  py::class_<MotionTable, SharedTable> table(
    module, "MotionTable", "A motion as read from a file; `match` lays it out for a robot.");
  table.attr("__module__") = "hod";
  table.def_readonly("source", &MotionTable::source, "Name of the file, as quoted in messages.")
    .def_property_readonly(
      "joints", &rows_by_joint, "Number of rows q, q', ... of every joint, by name.")
    .def_property_readonly(
      "times",
      [](const MotionTable & self) {
        return NumberArray(static_cast<py::ssize_t>(self.times.size()), self.times.data());
      },
      "(instants,) [s]")
    .def("__len__", [](const MotionTable & self) { return self.times.size(); })
    .def("match", &match_table, py::arg("robot"), py::arg("rows"), kMatch);
  module.def("read_motion", &read_file, py::arg("path"), kReadMotion);
  module.def("parse_motion", &parse, py::arg("text"), py::arg("source"));
  module.def(
    "read_motion_stream", &read_stream, py::arg("read"), py::arg("source"),
    "Read a motion table from read(), called for bytes until it returns none.");
  module.def(
    "motion_table", &table_of, py::arg("columns"), py::arg("blocks"), py::arg("source"),
    "Make a motion table from column names, time among them, and arrays (rows, columns).");
  module.def(
    "column_names", &column_names, py::arg("beginning"), py::arg("source"),
    "Return the names in the header of a CSV file.");
  module.def(
    "read_columns", &read_columns, py::arg("read"), py::arg("source"), py::arg("columns"),
    "Read columns of a CSV file by their places: numbers, nan for an empty field; whole numbers "
    "that "
    "come on top of the first column; and lines.");
}

}  // namespace

void bind_io(py::module_ & module)
{
  bind_table(module);
  module.def("force_columns", &force_columns, py::arg("joints"), py::arg("order"));
  module.def("motion_columns", &motion_columns, py::arg("joints"), py::arg("rows"));
  module.def(
    "energy_columns", &energy_columns, py::arg("max_order"),
    py::arg("links") = std::vector<std::string>(), py::arg("derivatives") = 0);
  module.def(
    "table_header",
    [](const std::vector<std::string> & columns) { return py::bytes(table_header(columns)); },
    py::arg("columns"));
  module.def("table_rows", &rows_text, py::arg("times"), py::arg("values"));
  py::class_<OutputFile>(module, "OutputFile")
    .def(
      py::init(
        [](py::handle path) { return std::make_unique<OutputFile>(path_from(path, "path")); }),
      py::arg("path"))
    .def(
      "write",
      [](OutputFile & self, const py::bytes & text) { self.write(std::string_view(text)); },
      py::arg("text"))
    .def("commit", &OutputFile::commit)
    .def("discard", &OutputFile::discard);
}

}  // namespace hod

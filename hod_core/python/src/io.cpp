// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "hod/error.hpp"
#include "hod/io/output_file.hpp"
#include "hod/io/table_writer.hpp"
#include "motion_match.hpp"

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

py::bytes rows_text(py::handle times_argument, py::handle values_argument)
{
  const NumberArray times = number_array(times_argument, "times");
  const NumberArray values = number_array(values_argument, "values");
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

void bind_table(py::module_ & module)
{
  py::class_<BoundMatch>(
    module, "MotionMatch", "The joints of a motion table in the order of a robot's columns.")
    .def_property_readonly("still", [](const BoundMatch & self) { return self.match.still(); })
    .def("gather", &gather, py::arg("first") = 0, py::arg("count") = py::none());
  py::class_<MotionTable, SharedTable> table(
    module, "MotionTable", "A motion as a file gives it; `match` lays it out for a robot.");
  table.attr("__module__") = "hod";
  table.def_readonly("source", &MotionTable::source)
    .def_property_readonly("joints", &rows_by_joint)
    .def_property_readonly(
      "times",
      [](const MotionTable & self) {
        return NumberArray(static_cast<py::ssize_t>(self.times.size()), self.times.data());
      })
    .def("__len__", [](const MotionTable & self) { return self.times.size(); })
    .def("match", &match_table, py::arg("robot"), py::arg("rows"));
  module.def("read_motion", &read_file, py::arg("path"), kReadMotion);
  module.def("parse_motion", &parse, py::arg("text"), py::arg("source"));
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

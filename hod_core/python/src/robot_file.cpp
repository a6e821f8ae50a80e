// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/robot_file.hpp"

#include <pybind11/stl.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "bindings.hpp"
#include "hod/robot/robot.hpp"
#include "io/yaml.hpp"
#include "robot/robot_section.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

constexpr char kFromFile[] =
  R"(Read a robot file (YAML): a URDF and everything else that acts on the robot.

Parameters
----------
path
    The robot file, or a plain URDF.
urdf
    A URDF file, or the URDF itself (a string that begins with "<"), in place of the one that the
    robot file names.

Returns
-------
Robot

Raises
------
Error
    For invalid values, and for joints and links that are not in the robot, with file and line.

Examples
--------
>>> robot = hod.Robot.from_file("arm.yaml")  # doctest: +SKIP
)";

Robot from_file(const PathLike & path, const std::optional<PathLike> & urdf)
{
  const std::filesystem::path file = path_from(path, "path");
  if (!urdf)
  {
    const py::gil_scoped_release others_may_run;
    return Robot(read_robot_file(file));
  }
  const auto robot = py::cast<Robot>(py::type::of<Robot>().attr("from_urdf")(*urdf));
  const py::gil_scoped_release others_may_run;
  return Robot(read_robot_file(file, robot.description()));
}

Robot read_section(
  const detail::YamlItem & section, const PathLike & folder, const std::optional<Robot> & robot)
{
  std::optional<RobotDescription> description;
  if (robot)
  {
    description = robot->description();
  }
  const std::filesystem::path directory = path_from(folder, "folder");
  const py::gil_scoped_release others_may_run;
  return Robot(detail::read_robot_section(section, directory, std::move(description)));
}

}  // namespace

void bind_robot_file(py::module_ & module)
{
  using namespace py::literals;
  const py::object robot = module.attr("Robot");
  robot.attr("from_file") = py::staticmethod(
    py::cpp_function(
      &from_file, py::name("from_file"), py::scope(robot), "path"_a, "urdf"_a = py::none(),
      kFromFile));
  module.def(
    "robot_of_section", &read_section, "section"_a, "folder"_a, "robot"_a = py::none(),
    "Read the sections of a robot file inside settings; if a robot is given, on top of it.");
}

}  // namespace hod

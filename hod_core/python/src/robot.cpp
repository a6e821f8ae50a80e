// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/robot.hpp"

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <string>
#include <utility>

#include "archive.hpp"
#include "arguments.hpp"
#include "hod/error.hpp"
#include "hod/mass/distribution.hpp"
#include "hod/robot/apply_distribution.hpp"
#include "hod/robot/urdf.hpp"
#include "values.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

/// A string whose first character that is not blank is "<", or that has lines, is a document; any
/// other is a path.
bool is_document(py::handle source)
{
  if (!py::isinstance<py::str>(source))
  {
    return false;
  }
  const py::object stripped = source.attr("lstrip")(" \t\r\n\xEF\xBB\xBF");
  return py::cast<bool>(stripped.attr("startswith")("<")) ||
         py::cast<bool>(source.attr("__contains__")("\n"));
}

RobotDescription describe(py::handle source)
{
  if (is_document(source))
  {
    const py::bytes text = source.attr("encode")("utf-8", "replace");
    return parse_urdf(std::string_view(text), "URDF string");
  }
  return read_urdf(path_from(source, "path_or_xml"));
}

void apply(py::handle distribution, RobotDescription & description)
{
  if (distribution.is_none())
  {
    return;
  }
  if (py::isinstance<mass::Distribution>(distribution))
  {
    apply_distribution(py::cast<const mass::Distribution &>(distribution), description);
    return;
  }
  apply_distribution(
    mass::read_distribution(path_from(distribution, "mass_distribution")), description);
}

Robot from_urdf(const PathLike & source, const ArrayLike & gravity, py::handle distribution)
{
  RobotDescription description = describe(source);
  description.gravity = vector3(gravity, "gravity");
  apply(distribution, description);
  return Robot(std::move(description));
}

py::object from_pinocchio(const py::object & model)
{
  return py::module_::import("hod._pinocchio").attr("read")(model);
}

template <class Value>
std::vector<Value> list_of(
  py::handle argument, const char * name, Value (*convert)(py::handle))
{
  if (!PySequence_Check(argument.ptr()) || py::isinstance<py::str>(argument))
  {
    throw Error(
      std::string(name) + ": found " + std::string(py::repr(argument)) + ", expected a list");
  }
  std::vector<Value> values;
  for (const py::handle item : argument)
  {
    values.push_back(convert(item));
  }
  return values;
}

Robot replace(
  const Robot & self, const std::optional<ArrayLike> & gravity, py::handle payloads, py::handle loads, py::handle friction,
  py::handle drives, std::optional<bool> elastic, py::handle limits, const BaseMotion * base)
{
  return self.with([&](RobotDescription & description) {
    if (gravity)
    {
      description.gravity = vector3(*gravity, "gravity");
    }
    if (!payloads.is_none())
    {
      description.payloads = list_of(payloads, "payloads", &payload_of);
    }
    if (!loads.is_none())
    {
      description.loads = list_of(loads, "loads", &load_of);
    }
    if (!friction.is_none())
    {
      set_friction(description, friction);
    }
    if (!drives.is_none())
    {
      set_drives(description, drives);
    }
    description.is_elastic = elastic.value_or(description.is_elastic);
    if (!limits.is_none())
    {
      set_limits(description, limits);
    }
    description.base = base != nullptr ? *base : description.base;
  });
}

JointType joint_type(const std::string & name)
{
  const std::pair<const char *, JointType> types[] = {
    {"revolute", JointType::revolute},   {"continuous", JointType::continuous},
    {"prismatic", JointType::prismatic}, {"fixed", JointType::fixed},
    {"floating", JointType::floating},   {"planar", JointType::planar}};
  for (const auto & [known, type] : types)
  {
    if (name == known)
    {
      return type;
    }
  }
  throw Error("joint type: found \"" + name + "\", expected one of those of a URDF");
}

JointDescription make_joint(
  std::string name, const std::string & type, std::string parent, std::string child,
  const Eigen::Matrix3d & rotation, const Eigen::Vector3d & translation,
  const Eigen::Vector3d & axis)
{
  JointDescription joint;
  joint.name = std::move(name);
  joint.type = joint_type(type);
  joint.parent = std::move(parent);
  joint.child = std::move(child);
  joint.origin = {rotation, translation};
  joint.axis = axis;
  return joint;
}

/// What hod/_pinocchio.py fills and makes a robot of.
void bind_description(py::module_ & module)
{
  using namespace py::literals;
  py::class_<JointDescription>(module, "JointDescription")
    .def(
      py::init(&make_joint), "name"_a, "type"_a, "parent"_a, "child"_a, "rotation"_a,
      "translation"_a, "axis"_a)
    .def(
      "set_mimic",
      [](JointDescription & joint, std::string master, double multiplier, double offset) {
        joint.mimic = Mimic{std::move(master), multiplier, offset};
      },
      "master"_a, "multiplier"_a, "offset"_a);
  py::class_<RobotDescription>(module, "RobotDescription")
    .def(
      py::init([](std::string source, std::string name, const Eigen::Vector3d & gravity) {
        RobotDescription description;
        description.source = std::move(source);
        description.name = std::move(name);
        description.gravity = gravity;
        return description;
      }),
      "source"_a, "name"_a, "gravity"_a)
    .def(
      "add_link",
      [](RobotDescription & description, std::string name, const MassProperties & mass) {
        description.links.push_back({std::move(name), mass});
      },
      "name"_a, "mass"_a)
    .def(
      "add_joint",
      [](RobotDescription & description, const JointDescription & joint) {
        description.joints.push_back(joint);
      },
      "joint"_a)
    .def("robot", [](const RobotDescription & description) { return Robot(description); });
}

py::list texts(const std::vector<std::string> & strings)
{
  py::list result;
  for (const std::string & string : strings)
  {
    result.append(text_of(string));
  }
  return result;
}

template <class Value>
py::tuple values_of(const std::vector<Value> & values)
{
  py::tuple result(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    result[i] = to_python(values[i]);
  }
  return result;
}

/// By name, in the order of the bodies that they move.
py::dict joints_of(const Robot & robot)
{
  py::dict result;
  for (const Joint & joint : robot.joints())
  {
    result[text_of(joint.name)] = to_python(joint);
  }
  return result;
}

py::list link_names(const Robot & robot)
{
  py::list result;
  for (const LinkPlacement & link : robot.links())
  {
    result.append(text_of(link.name));
  }
  return result;
}

std::string plural(std::size_t count, const char * what)
{
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

py::str repr(const Robot & robot)
{
  std::string text = "<hod.Robot '" + robot.name() + "', " +
                     plural(static_cast<std::size_t>(robot.dof()), "joint");
  const std::pair<std::size_t, const char *> counts[] = {
    {robot.joints().size() - static_cast<std::size_t>(robot.dof()), "mimic"},
    {robot.payloads().size(), "payload"},
    {robot.loads().size(), "load"}};
  for (const auto & [count, what] : counts)
  {
    text += count > 0 ? ", " + plural(count, what) : "";
  }
  text += robot.has_friction() ? ", friction" : "";
  text += robot.is_elastic() ? ", elastic drives" : "";
  return text_of(text + ">");
}

py::bytes save(const Robot & robot)
{
  RobotDescription description = robot.description();
  Archive archive;
  archive(description);
  return py::bytes(archive.bytes());
}

Robot restore(const py::bytes & state)
{
  RobotDescription description;
  Archive archive{std::string_view(state)};
  archive(description);
  return Robot(std::move(description));
}

}  // namespace

std::vector<std::string> term_names(const Robot & robot)
{
  std::vector<std::string> names = {"inertia", "gravity"};
  if (!robot.loads().empty())
  {
    names.emplace_back("load");
  }
  if (robot.has_friction())
  {
    names.emplace_back("friction");
  }
  for (int column = 0; column < robot.dof(); ++column)
  {
    if (robot.rotor_inertia(column) != 0.0)
    {
      names.emplace_back("rotor");
      break;
    }
  }
  return names;
}

void bind_robot(py::module_ & module)
{
  using namespace py::literals;
  bind_description(module);
  const py::tuple down = py::make_tuple(0.0, 0.0, -RobotDescription::kStandardGravity);
  py::class_<Robot> robot(module, "Robot");
  robot.attr("__module__") = "hod";
  robot
    .def_static(
      "from_urdf", &from_urdf, "path_or_xml"_a, "gravity"_a = down,
      "mass_distribution"_a = py::none())
    .def_static("from_pinocchio", &from_pinocchio, "model"_a)
    .def(
      "replace", &replace, py::kw_only(), "gravity"_a = py::none(), "payloads"_a = py::none(),
      "loads"_a = py::none(), "friction"_a = py::none(), "drives"_a = py::none(),
      "elastic"_a = py::none(), "limits"_a = py::none(), "base"_a = py::none())
    .def_property_readonly("name", [](const Robot & self) { return text_of(self.name()); })
    .def_property_readonly("dof", &Robot::dof)
    .def_property_readonly(
      "joint_names", [](const Robot & self) { return texts(self.joint_names()); })
    .def_property_readonly("link_names", &link_names)
    .def_property_readonly("joints", &joints_of)
    .def_property_readonly(
      "gravity", [](const Robot & self) { return array_of_vector(self.gravity()); })
    .def_property_readonly("base", [](const Robot & self) { return self.base(); })
    .def_property_readonly(
      "payloads", [](const Robot & self) { return values_of(self.payloads()); })
    .def_property_readonly("loads", [](const Robot & self) { return values_of(self.loads()); })
    .def_property_readonly("has_friction", &Robot::has_friction)
    .def_property_readonly("is_elastic", &Robot::is_elastic)
    .def_property_readonly("term_names", &term_names)
    .def_property_readonly("warnings", [](const Robot & self) { return texts(self.warnings()); })
    .def_property_readonly(
      "uncounted", [](const Robot & self) { return texts(self.uncounted()); },
      "What was given but does not count, one sentence each: friction of a URDF, springs of rigid "
      "drives.")
    .def("__repr__", &repr)
    .def(py::pickle(&save, &restore));
}

}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/robot.hpp"

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <filesystem>
#include <optional>
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

/// A string whose first non-blank character is "<", or that has several lines, is a document; any
/// other string is a path.
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
    const std::string_view document(text);
    const py::gil_scoped_release others_may_run;
    return parse_urdf(document, "URDF string");
  }
  const std::filesystem::path path = path_from(source, "path_or_xml");
  const py::gil_scoped_release others_may_run;
  return read_urdf(path);
}

void apply(const DistributionArgument & distribution, RobotDescription & description)
{
  if (py::isinstance<mass::Distribution>(distribution))
  {
    apply_distribution(py::cast<const mass::Distribution &>(distribution), description);
    return;
  }
  const std::filesystem::path path = path_from(distribution, "mass_distribution");
  const py::gil_scoped_release others_may_run;
  apply_distribution(mass::read_distribution(path), description);
}

Robot from_urdf(
  const PathLike & source, const ArrayLike & gravity,
  const std::optional<DistributionArgument> & distribution)
{
  RobotDescription description = describe(source);
  description.gravity = vector3(gravity, "gravity");
  if (distribution)
  {
    apply(*distribution, description);
  }
  const py::gil_scoped_release others_may_run;
  return Robot(std::move(description));
}

Robot from_pinocchio(const py::object & model)
{
  return py::cast<Robot>(py::module_::import("hod._pinocchio").attr("read")(model));
}

template <class Value>
std::vector<Value> list_of(py::handle argument, const char * name, Value (*convert)(py::handle))
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
  const Robot & self, const std::optional<ArrayLike> & gravity,
  const std::optional<Payloads> & payloads, const std::optional<Loads> & loads,
  const std::optional<FrictionArgument> & friction, const std::optional<DrivesArgument> & drives,
  std::optional<bool> elastic, const std::optional<LimitsArgument> & limits,
  const std::optional<BaseMotion> & base)
{
  return self.with([&](RobotDescription & description) {
    if (gravity)
    {
      description.gravity = vector3(*gravity, "gravity");
    }
    if (payloads)
    {
      description.payloads = list_of(*payloads, "payloads", &payload_of);
    }
    if (loads)
    {
      description.loads = list_of(*loads, "loads", &load_of);
    }
    if (friction)
    {
      set_friction(description, *friction);
    }
    if (drives)
    {
      set_drives(description, *drives);
    }
    description.is_elastic = elastic.value_or(description.is_elastic);
    if (limits)
    {
      set_limits(description, *limits);
    }
    description.base = base.value_or(description.base);
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

/// A description that hod/_pinocchio.py fills and turns into a robot.
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

Texts texts(const std::vector<std::string> & strings)
{
  py::list result;
  for (const std::string & string : strings)
  {
    result.append(text_of(string));
  }
  return Texts(result);
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
JointMapping joints_of(const Robot & robot)
{
  py::dict result;
  for (const Joint & joint : robot.joints())
  {
    result[text_of(joint.name)] = to_python(joint);
  }
  return JointMapping(result);
}

Texts link_names(const Robot & robot)
{
  py::list result;
  for (const LinkPlacement & link : robot.links())
  {
    result.append(text_of(link.name));
  }
  return Texts(result);
}

py::dict masses_of(const Robot & robot)
{
  py::dict result;
  for (const LinkPlacement & link : robot.links())
  {
    result[text_of(link.name)] = link.mass;
  }
  return result;
}

std::string plural(std::size_t count, const char * what)
{
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

py::str repr(const Robot & robot)
{
  std::string text =
    "<hod.Robot '" + robot.name() + "', " + plural(static_cast<std::size_t>(robot.dof()), "joint");
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

namespace
{

constexpr const char * kRobot =
  R"doc(A robot and everything that acts on it: payloads, loads, friction, drives, limits, gravity.

Checked once and immutable afterwards, so any number of threads may share it; `replace` returns a
modified copy. It can be pickled.

Examples
--------
>>> robot = hod.example_robot()
>>> robot
<hod.Robot 'fanuc_lrmate', 5 joints>
>>> robot.joints["J3"].limits.upper > 3.0
True
)doc";

constexpr const char * kFromUrdf = R"doc(Read a URDF.

Friction (`<dynamics>`) is read but does not count unless `replace(friction=True)` enables it, as in
other libraries.

Parameters
----------
path_or_xml
    A file, or the URDF itself: a string that begins with "<".
gravity
    Acceleration of free fall in the root link's frame [m/s^2].
mass_distribution
    A YAML file or a `hod.mass.Distribution` with new mass properties for the links that it names.

Returns
-------
Robot

Examples
--------
>>> robot = hod.Robot.from_urdf('<robot name="rod"><link name="base"/></robot>')
>>> robot.dof, robot.link_names
(0, ['base'])
)doc";

constexpr const char * kFromPinocchio =
  R"doc(Convert a `pinocchio.Model` (Pinocchio 3 or 4) with everything that `pinocchio.rnea` uses.

Gravity, armature (as rotors) and limits are included. Friction and damping are kept but, as in
rnea, do not count unless `replace(friction=True)` enables them. Columns are in the order of
Pinocchio's joints, which must be depth first; a continuous joint is one angle.

Parameters
----------
model
    The model.

Returns
-------
Robot

Examples
--------
>>> robot = hod.Robot.from_pinocchio(model)  # doctest: +SKIP
)doc";

constexpr const char * kReplace =
  R"doc(Return a copy of the robot with changes to what acts on it; other properties stay the same.

Parameters
----------
gravity
    Acceleration of free fall [m/s^2].
payloads
    Everything that links carry: a list of `Payload`, empty for nothing.
loads
    All wrenches that the robot exerts: a list of `Load` and `LoadTable`, empty for none.
friction
    True or False: whether the joints' friction counts. A `Friction` for all joints, or a mapping
    from joint names to `Friction`, replaces it and makes it count.
drives
    A `Drive` for all joints or a mapping from joint names to `Drive`. Rotors count immediately.
elastic
    Whether the springs of the drives count.
limits
    A `Limits` for all joints or a mapping from joint names to `Limits`.
base
    Motion of the root link, a `BaseMotion`; a steady one for a motion that takes time.

Returns
-------
Robot

Examples
--------
>>> robot = hod.example_robot()
>>> loaded = robot.replace(payloads=[hod.Payload("tool0", 2.0)], friction=True)
>>> loaded
<hod.Robot 'fanuc_lrmate', 5 joints, 1 payload, friction>
>>> loaded.payloads[0].mass
2.0
)doc";

}  // namespace

void bind_robot(py::module_ & module)
{
  using namespace py::literals;
  const py::tuple down = py::make_tuple(0.0, 0.0, -RobotDescription::kStandardGravity);
  py::class_<Robot> robot(module, "Robot", kRobot);
  robot.attr("__module__") = "hod";
  robot
    .def_static(
      "from_urdf", &from_urdf, "path_or_xml"_a, "gravity"_a = down,
      "mass_distribution"_a = py::none(), kFromUrdf)
    .def_static("from_pinocchio", &from_pinocchio, "model"_a, kFromPinocchio)
    .def(
      "replace", &replace, py::kw_only(), "gravity"_a = py::none(), "payloads"_a = py::none(),
      "loads"_a = py::none(), "friction"_a = py::none(), "drives"_a = py::none(),
      "elastic"_a = py::none(), "limits"_a = py::none(), "base"_a = py::none(), kReplace)
    .def_property_readonly(
      "name", [](const Robot & self) { return text_of(self.name()); }, "Name in the URDF.")
    .def_property_readonly("dof", &Robot::dof, "Number of columns of a motion.")
    .def_property_readonly(
      "joint_names", [](const Robot & self) { return texts(self.joint_names()); },
      "Joints in the order of a motion's columns.")
    .def_property_readonly("link_names", &link_names, "All links, including those on fixed joints.")
    .def_property_readonly(
      "masses", &masses_of,
      "Mass properties of every link by name, in its own frame, without payloads.")
    .def_property_readonly(
      "joints", &joints_of, "A `Joint` for every movable joint, including mimics, by name.")
    .def_property_readonly(
      "gravity", [](const Robot & self) { return array_of_vector(self.gravity()); },
      "Acceleration of free fall [m/s^2].")
    .def_property_readonly(
      "base", [](const Robot & self) { return self.base(); }, "Motion of the root link.")
    .def_property_readonly(
      "payloads", [](const Robot & self) { return PayloadTuple(values_of(self.payloads())); },
      "What links carry.")
    .def_property_readonly(
      "loads", [](const Robot & self) { return LoadTuple(values_of(self.loads())); },
      "The wrenches that the robot exerts.")
    .def_property_readonly("has_friction", &Robot::has_friction, "Whether friction counts.")
    .def_property_readonly("is_elastic", &Robot::is_elastic, "Whether springs count.")
    .def_property_readonly("term_names", &term_names, "The terms of `force_terms`.")
    .def_property_readonly(
      "warnings", [](const Robot & self) { return texts(self.warnings()); },
      "One sentence for everything that is suspicious but not an error.")
    .def_property_readonly(
      "uncounted", [](const Robot & self) { return texts(self.uncounted()); },
      "One sentence for everything that was given but does not count: friction of a URDF, springs "
      "of rigid drives.")
    .def("__repr__", &repr)
    .def(py::pickle(&save, &restore));
  bind_description(module);
}

}  // namespace hod

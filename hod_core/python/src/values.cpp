// SPDX-License-Identifier: Apache-2.0
#include "values.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "bindings.hpp"
#include "hod/error.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

/// A number of a value class, with the same name on both sides.
template <class Value>
struct Field
{
  const char * name;
  double Value::* member;
};

constexpr Field<JointFriction> kFriction[] = {
  {"viscous", &JointFriction::viscous},
  {"coulomb", &JointFriction::coulomb},
  {"stribeck", &JointFriction::stribeck},
  {"stribeck_speed", &JointFriction::stribeck_speed},
  {"bearing_coefficient", &JointFriction::bearing_coefficient},
  {"bearing_radius", &JointFriction::bearing_radius},
  {"smoothing_speed", &JointFriction::smoothing_speed},
  {"smoothing_force", &JointFriction::smoothing_force}};

constexpr Field<JointDrive> kDrive[] = {
  {"motor_inertia", &JointDrive::motor_inertia},
  {"gear_ratio", &JointDrive::gear_ratio},
  {"stiffness", &JointDrive::stiffness},
  {"damping", &JointDrive::damping},
  {"viscous_friction", &JointDrive::viscous_friction},
  {"coulomb_friction", &JointDrive::coulomb_friction},
  {"smoothing_speed", &JointDrive::smoothing_speed}};

constexpr Field<JointLimits> kLimits[] = {
  {"lower", &JointLimits::lower},
  {"upper", &JointLimits::upper},
  {"velocity", &JointLimits::velocity},
  {"effort", &JointLimits::effort},
  {"effort_rate", &JointLimits::effort_rate}};

py::object value_class(const char * name)
{
  return py::module_::import("hod.values").attr(name);
}

[[noreturn]] void refuse(const std::string & where, py::handle found, const std::string & expected)
{
  throw Error(where + ": found " + std::string(py::repr(found)) + ", expected " + expected);
}

double number_of(py::handle value, const std::string & where)
{
  if (!PyFloat_Check(value.ptr()) && !PyIndex_Check(value.ptr()))
  {
    refuse(where, value, "a number");
  }
  return PyFloat_AsDouble(value.ptr());
}

template <class Value, std::size_t count>
Value values_from(
  py::handle argument, const Field<Value> (&fields)[count], const std::string & where,
  const char * class_name)
{
  if (!py::isinstance(argument, value_class(class_name)))
  {
    refuse(where, argument, std::string("a hod.") + class_name);
  }
  Value values;
  for (const Field<Value> & field : fields)
  {
    values.*field.member = number_of(argument.attr(field.name), where + ": " + field.name);
  }
  return values;
}

template <class Value, std::size_t count>
py::object to_python(
  const Value & values, const Field<Value> (&fields)[count], const char * class_name)
{
  py::dict arguments;
  for (const Field<Value> & field : fields)
  {
    arguments[field.name] = values.*field.member;
  }
  return value_class(class_name)(**arguments);
}

JointDescription & joint_of(
  RobotDescription & description, py::handle name, const std::string & what)
{
  const std::string text = py::str(name);
  for (JointDescription & joint : description.joints)
  {
    if (joint.name == text && joint.type != JointType::fixed)
    {
      return joint;
    }
  }
  throw Error(
    what + ": found the joint '" + text + "', expected a joint of '" + description.name +
    "' that moves");
}

template <class Value, std::size_t count>
void set_values(
  RobotDescription & description, py::handle argument, Value JointDescription::* member,
  const Field<Value> (&fields)[count], const std::string & what, const char * class_name)
{
  if (py::isinstance(argument, value_class(class_name)))
  {
    const Value values = values_from(argument, fields, what, class_name);
    for (JointDescription & joint : description.joints)
    {
      joint.*member = values;
    }
    return;
  }
  if (!PyMapping_Check(argument.ptr()) || !py::hasattr(argument, "items"))
  {
    refuse(
      what, argument, std::string("a hod.") + class_name + " or a mapping of joint names to them");
  }
  for (const py::handle item : argument.attr("items")())
  {
    const auto pair = py::reinterpret_borrow<py::tuple>(item);
    JointDescription & joint = joint_of(description, pair[0], what);
    joint.*member = values_from(pair[1], fields, what + " of '" + joint.name + "'", class_name);
  }
}

LoadFrame frame_of(py::handle frame, const std::string & where)
{
  const std::string text = py::str(frame);
  if (text != "link" && text != "world")
  {
    refuse(where + "frame", frame, "'link' or 'world'");
  }
  return text == "world" ? LoadFrame::world : LoadFrame::link;
}

/// Rows of six numbers; one row may also be a vector.
RowMatrix wrenches_of(py::handle argument, const std::string & name)
{
  const NumberArray array = number_array(argument, name);
  if (array.size() == 0)
  {
    return RowMatrix(0, Load::kColumns);
  }
  if (array.ndim() != 2 || array.shape(1) != Load::kColumns)
  {
    throw Error(name + ": found shape " + shape_text(array) + ", expected (rows, 6)");
  }
  return Eigen::Map<const RowMatrix>(array.data(), array.shape(0), Load::kColumns);
}

void read_table(py::handle argument, const std::string & where, Load & load)
{
  load.times = numbers_of(argument.attr("times"), where + "times");
  const std::string name = where + "wrenches";
  const NumberArray array = number_array(argument.attr("wrenches"), name);
  const bool flat = array.ndim() == 2;
  if ((!flat && array.ndim() != 3) || array.shape(array.ndim() - 1) != Load::kColumns)
  {
    throw Error(
      name + ": found shape " + shape_text(array) + ", expected (times, 6) or (times, rows, 6)");
  }
  const py::ssize_t rows = flat ? 1 : array.shape(1);
  load.table = Eigen::Map<const RowMatrix>(array.data(), array.shape(0), rows * Load::kColumns);
}

void read_wrench(py::handle argument, const std::string & where, Load & load)
{
  const RowMatrix rates = wrenches_of(argument.attr("derivatives"), where + "derivatives");
  if (rates.rows() >= Load::kRows)
  {
    throw Error(
      where + "derivatives: found " + std::to_string(rates.rows()) + " rows, expected at most " +
      std::to_string(Load::kRows - 1));
  }
  load.wrench.row(0) << vector3(argument.attr("force"), where + "force").transpose(),
    vector3(argument.attr("moment"), where + "moment").transpose();
  load.wrench.middleRows(1, rates.rows()) = rates;
}

/// Number of rows of a constant load up to the last nonzero one.
Eigen::Index rows_used(const Load & load)
{
  Eigen::Index rows = Load::kRows;
  while (rows > 1 && load.wrench.row(rows - 1).isZero(0.0))
  {
    --rows;
  }
  return rows;
}

}  // namespace

Payload payload_of(py::handle payload)
{
  if (!py::isinstance(payload, value_class("Payload")))
  {
    refuse("payload", payload, "a hod.Payload");
  }
  const std::string link = py::str(payload.attr("link"));
  const std::string where = "payload on link '" + link + "': ";
  const NumberArray inertia = number_array(payload.attr("inertia"), where + "inertia");
  if (inertia.ndim() != 2 || inertia.shape(0) != 3 || inertia.shape(1) != 3)
  {
    throw Error(where + "inertia: found shape " + shape_text(inertia) + ", expected (3, 3)");
  }
  return {
    link,
    {number_of(payload.attr("mass"), where + "mass"),
     vector3(payload.attr("center"), where + "center"),
     Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(inertia.data())}};
}

py::object to_python(const Payload & payload)
{
  return value_class("Payload")(
    payload.link, payload.mass.mass, array_of_vector(payload.mass.center),
    array_of(payload.mass.inertia));
}

Load load_of(py::handle argument)
{
  const bool is_table = py::isinstance(argument, value_class("LoadTable"));
  if (!is_table && !py::isinstance(argument, value_class("Load")))
  {
    refuse("load", argument, "a hod.Load or a hod.LoadTable");
  }
  Load load;
  load.link = py::str(argument.attr("link"));
  const std::string where = "load on link '" + load.link + "': ";
  load.frame = frame_of(argument.attr("frame"), where);
  load.point = vector3(argument.attr("point"), where + "point");
  is_table ? read_table(argument, where, load) : read_wrench(argument, where, load);
  return load;
}

py::object to_python(const Load & load)
{
  using namespace py::literals;
  const char * frame = load.frame == LoadFrame::world ? "world" : "link";
  const NumberArray point = array_of_vector(load.point);
  if (load.changes())
  {
    const NumberArray wrenches(
      {load.table.rows(), load.table.cols() / Load::kColumns, Eigen::Index{Load::kColumns}},
      load.table.data());
    const NumberArray times(static_cast<py::ssize_t>(load.times.size()), load.times.data());
    return value_class("LoadTable")(
      load.link, times, wrenches, "point"_a = point, "frame"_a = frame);
  }
  const RowMatrix rates = load.wrench.middleRows(1, rows_used(load) - 1);
  const Eigen::Vector3d force = load.wrench.row(0).head<3>(), moment = load.wrench.row(0).tail<3>();
  return value_class("Load")(
    load.link, array_of_vector(force), array_of_vector(moment), "point"_a = point,
    "frame"_a = frame, "derivatives"_a = array_of(rates));
}

py::object to_python(const Joint & joint)
{
  using namespace py::literals;
  return value_class("Joint")(
    "name"_a = text_of(joint.name), "is_prismatic"_a = joint.prismatic,
    "is_mimic"_a = joint.is_mimic, "column"_a = joint.dof, "multiplier"_a = joint.multiplier,
    "offset"_a = joint.offset, "limits"_a = to_python(joint.limits, kLimits, "Limits"),
    "friction"_a = to_python(joint.friction, kFriction, "Friction"),
    "drive"_a = to_python(joint.drive, kDrive, "Drive"));
}

void set_friction(RobotDescription & description, py::handle friction)
{
  description.has_friction = !friction.is(py::bool_(false));
  if (!py::isinstance<py::bool_>(friction))
  {
    set_values(
      description, friction, &JointDescription::friction, kFriction, "friction", "Friction");
  }
}

void set_drives(RobotDescription & description, py::handle drives)
{
  set_values(description, drives, &JointDescription::drive, kDrive, "drives", "Drive");
}

void set_limits(RobotDescription & description, py::handle limits)
{
  set_values(description, limits, &JointDescription::limits, kLimits, "limits", "Limits");
}

}  // namespace hod

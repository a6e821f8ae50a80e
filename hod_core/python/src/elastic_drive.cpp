// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/drives/elastic_drive.hpp"

#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "hod/dynamics/drives/drive_history.hpp"
#include "hod/error.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

/// An argument of the constructor: one number for all joints or one for each.
struct Parameter
{
  const char * name;
  NumberArray values;
  double JointDrive::* field;
};

std::string shape_of(const NumberArray & array)
{
  return py::str(array.attr("shape"));
}

/// How many joints the arguments speak of.
py::ssize_t joints_of(const std::vector<Parameter> & parameters, std::optional<int> asked)
{
  py::ssize_t joints = asked.value_or(-1);
  for (const Parameter & parameter : parameters)
  {
    if (parameter.values.ndim() == 1 && joints < 0)
    {
      joints = parameter.values.size();
    }
  }
  if (joints < 0)
  {
    throw Error("ElasticDrive: found single numbers only, expected joints=, how many there are");
  }
  for (const Parameter & parameter : parameters)
  {
    const bool each = parameter.values.ndim() == 1 && parameter.values.size() == joints;
    if (parameter.values.ndim() != 0 && !each)
    {
      throw Error(
        std::string(parameter.name) + ": found shape " + shape_of(parameter.values) +
        ", expected one number or " + std::to_string(joints) + ", one per joint");
    }
  }
  return joints;
}

ElasticDrive make_drive(
  py::handle stiffness, py::handle damping, py::handle inertia, py::handle viscous_friction,
  py::handle coulomb_friction, py::handle smoothing_speed, std::optional<int> asked)
{
  const std::vector<Parameter> parameters{
    {"stiffness", number_array(stiffness, "stiffness"), &JointDrive::stiffness},
    {"damping", number_array(damping, "damping"), &JointDrive::damping},
    {"inertia", number_array(inertia, "inertia"), &JointDrive::inertia},
    {"viscous_friction", number_array(viscous_friction, "viscous_friction"),
     &JointDrive::viscous_friction},
    {"coulomb_friction", number_array(coulomb_friction, "coulomb_friction"),
     &JointDrive::coulomb_friction},
    {"smoothing_speed", number_array(smoothing_speed, "smoothing_speed"),
     &JointDrive::smoothing_speed}};
  std::vector<JointDrive> joints(static_cast<std::size_t>(joints_of(parameters, asked)));
  for (const Parameter & parameter : parameters)
  {
    const bool each = parameter.values.ndim() == 1;
    for (std::size_t joint = 0; joint < joints.size(); ++joint)
    {
      joints[joint].*parameter.field = parameter.values.data()[each ? joint : 0];
    }
  }
  return ElasticDrive(std::move(joints));
}

NumberArray values_of(const ElasticDrive & drive, double JointDrive::* field)
{
  NumberArray values(drive.dof());
  for (int joint = 0; joint < drive.dof(); ++joint)
  {
    values.mutable_data()[joint] = drive.joint(joint).*field;
  }
  return values;
}

/// Motion and forces of one instant or of several; says what does not fit.
struct Table
{
  Table(const ElasticDrive & drive, py::handle motion_argument, py::handle force_argument)
  : motion(number_array(motion_argument, "motion")), force(number_array(force_argument, "forces"))
  {
    check(drive, motion, "motion");
    check(drive, force, "forces");
    if (motion.ndim() != force.ndim() || (motion.ndim() == 3 && motion.shape(0) != force.shape(0)))
    {
      throw Error(
        "forces: found shape " + shape_of(force) + " with a motion of shape " + shape_of(motion) +
        ", expected as many instants");
    }
    samples = motion.ndim() == 3 ? motion.shape(0) : 1;
    motion_rows = static_cast<int>(motion.shape(motion.ndim() - 2));
    order = static_cast<int>(force.shape(force.ndim() - 2)) - 1;
    ElasticDrive::check_order(order);
    if (motion_rows <= order)
    {
      throw Error(
        "motion: found " + std::to_string(motion_rows) + " rows, expected " +
        std::to_string(order + 1) + " or more, as many as the forces have");
    }
  }

  static void check(const ElasticDrive & drive, const NumberArray & array, const char * name)
  {
    const py::ssize_t dimensions = array.ndim();
    if (dimensions < 2 || dimensions > 3 || array.shape(dimensions - 1) != drive.dof())
    {
      throw Error(
        std::string(name) + ": found shape " + shape_of(array) + ", expected (rows, " +
        std::to_string(drive.dof()) + ") or (instants, rows, " + std::to_string(drive.dof()) + ")");
    }
  }

  NumberArray result(int rows) const
  {
    const py::ssize_t dof = force.shape(force.ndim() - 1);
    return force.ndim() == 3 ? NumberArray({samples, py::ssize_t{rows}, dof})
                             : NumberArray({py::ssize_t{rows}, dof});
  }

  NumberArray motion;
  NumberArray force;
  py::ssize_t samples = 1;
  int motion_rows = 0;
  int order = 0;
};

void motor_of_each_instant(
  const ElasticDrive & drive, const Table & table, double * motor, double * torque)
{
  const Eigen::Index dof = drive.dof();
  for (py::ssize_t sample = 0; sample < table.samples; ++sample)
  {
    const auto rows_at = [dof, sample](auto * first, int rows) {
      return first + sample * rows * dof;
    };
    const int order = table.order;
    const Eigen::Map<const RowMatrix> motion(
      rows_at(table.motion.data(), table.motion_rows), table.motion_rows, dof);
    const Eigen::Map<const RowMatrix> force(rows_at(table.force.data(), order + 1), order + 1, dof);
    Eigen::Map<RowMatrix> theta(rows_at(motor, order + 1), order + 1, dof);
    Eigen::Map<RowMatrix> tau(rows_at(torque, order - 1), order - 1, dof);
    if (motor_motion(drive, motion, force, theta, tau) != Result::ok)
    {
      throw Error("motion: found rows that do not fit the forces, expected rows that do");
    }
  }
}

std::vector<double> times_of(const Table & table, py::handle argument)
{
  const NumberArray times = number_array(argument, "times");
  if (times.ndim() != 1 || table.motion.ndim() != 3 || times.size() != table.samples)
  {
    throw Error(
      "times: found shape " + shape_of(times) + " with a motion of shape " +
      shape_of(table.motion) + ", expected one time per instant of (instants, rows, joints)");
  }
  return {times.data(), times.data() + times.size()};
}

py::tuple motor(const ElasticDrive & drive, py::handle motion, py::handle forces, py::handle times)
{
  const Table table(drive, motion, forces);
  NumberArray theta = table.result(table.order + 1);
  NumberArray torque = table.result(table.order - 1);
  if (times.is_none())
  {
    motor_of_each_instant(drive, table, theta.mutable_data(), torque.mutable_data());
  }
  else
  {
    motor_motion_along(
      drive, times_of(table, times), table.motion.data(), table.motion_rows, table.force.data(),
      table.order, theta.mutable_data(), torque.mutable_data());
  }
  return py::make_tuple(theta, torque);
}

template <double JointDrive::* field>
NumberArray values(const ElasticDrive & drive)
{
  return values_of(drive, field);
}

}  // namespace

void bind_elastic_drive(py::module_ & module)
{
  py::class_<ElasticDrive> drive(module, "ElasticDrive");
  drive.attr("__module__") = "hod";
  drive
    .def(
      py::init(&make_drive), py::arg("stiffness"), py::kw_only(), py::arg("damping") = 0.0,
      py::arg("inertia") = 0.0, py::arg("viscous_friction") = 0.0,
      py::arg("coulomb_friction") = 0.0, py::arg("smoothing_speed") = JointDrive{}.smoothing_speed,
      py::arg("joints") = py::none())
    .def_property_readonly("dof", &ElasticDrive::dof)
    .def_property_readonly("stiffness", &values<&JointDrive::stiffness>)
    .def_property_readonly("damping", &values<&JointDrive::damping>)
    .def_property_readonly("inertia", &values<&JointDrive::inertia>)
    .def_property_readonly("viscous_friction", &values<&JointDrive::viscous_friction>)
    .def_property_readonly("coulomb_friction", &values<&JointDrive::coulomb_friction>)
    .def_property_readonly("smoothing_speed", &values<&JointDrive::smoothing_speed>)
    .def(
      "motor", &motor, py::arg("motion"), py::arg("forces"), py::kw_only(),
      py::arg("times") = py::none());
}

}  // namespace hod

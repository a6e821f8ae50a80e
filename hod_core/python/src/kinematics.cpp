// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/kinematics/kinematics.hpp"

#include "arguments.hpp"
#include "hod/dynamics/kinematics/momentum.hpp"
#include "hod/dynamics/kinematics/operational.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

void expect(Result result)
{
  if (result != Result::ok)
  {
    throw Error("kinematics: found a request that does not fit the robot, expected one that does");
  }
}

void check_order(int order, int lowest)
{
  if (order < lowest || order > KinematicsWorkspace::kMaxOrder)
  {
    throw Error(
      "order: found " + std::to_string(order) + ", expected " + std::to_string(lowest) + " to " +
      std::to_string(KinematicsWorkspace::kMaxOrder));
  }
}

/// A workspace in which the motion has been laid out to an order.
KinematicsWorkspace moving(const Robot & robot, py::handle motion, int order, int lowest)
{
  check_order(order, lowest);
  const RowMatrix rows = motion_of(robot, motion, order + 1);
  KinematicsWorkspace workspace(robot, order);
  expect(kinematics(workspace, rows, order));
  return workspace;
}

NumberArray python_jacobian(
  const Robot & robot, py::handle motion, const std::string & link, int order, py::handle point)
{
  const int index = link_of(robot, link);
  KinematicsWorkspace workspace = moving(robot, motion, order, 0);
  expect(jacobian(workspace, index, order, vector3(point, "point")));
  return NumberArray(
    {py::ssize_t{order} + 1, py::ssize_t{6}, py::ssize_t{robot.dof()}}, workspace.jacobian.data());
}

NumberArray python_point_motion(
  const Robot & robot, py::handle motion, const std::string & link, int order, py::handle point)
{
  const int index = link_of(robot, link);
  const KinematicsWorkspace workspace = moving(robot, motion, order, 0);
  RowMatrix rows(order + 1, 3);
  expect(point_motion(workspace, index, vector3(point, "point"), rows));
  return array_of(rows);
}

NumberArray python_orientation(
  const Robot & robot, py::handle motion, const std::string & link, int order)
{
  const int index = link_of(robot, link);
  const KinematicsWorkspace workspace = moving(robot, motion, order, 0);
  NumberArray result({py::ssize_t{order} + 1, py::ssize_t{3}, py::ssize_t{3}});
  for (int k = 0; k <= order; ++k)
  {
    Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(result.mutable_data(k)) =
      orientation(workspace, index, k);
  }
  return result;
}

NumberArray python_operational_motion(
  const Robot & robot, py::handle motion, const std::string & link, int order, py::handle point)
{
  const int index = link_of(robot, link);
  const KinematicsWorkspace workspace = moving(robot, motion, order, 1);
  RowMatrix rows(order, 6);
  expect(link_motion(workspace, index, vector3(point, "point"), rows));
  return array_of(rows);
}

OperationalRows rows_named(const std::string & name)
{
  if (name == "linear")
  {
    return OperationalRows::linear;
  }
  if (name == "angular")
  {
    return OperationalRows::angular;
  }
  if (name == "all")
  {
    return OperationalRows::all;
  }
  throw Error("rows: found '" + name + "', expected 'all', 'linear' or 'angular'");
}

py::tuple python_joint_motion(
  const Robot & robot, py::handle position, py::handle operational, const std::string & link,
  const std::string & rows, py::handle point, double threshold, double damping)
{
  const NumberArray wanted = number_array(operational, "operational");
  const InverseOptions options{rows_named(rows), vector3(point, "point"), threshold, damping};
  const int columns = options.rows == OperationalRows::all ? 6 : 3;
  if (wanted.ndim() != 2 || wanted.shape(1) != columns)
  {
    throw Error(
      "operational: found shape " + std::string(py::str(wanted.attr("shape"))) +
      ", expected (orders, " + std::to_string(columns) + "), row m - 1 being X of order m");
  }
  const int order = static_cast<int>(wanted.shape(0));
  check_order(order, 1);
  OperationalWorkspace workspace(robot, link_of(robot, link), order, options);
  const Eigen::Map<const RowMatrix> map(wanted.data(), order, columns);
  expect(joint_motion(workspace, vector_of(position, "position", robot.dof()), map));
  return py::make_tuple(
    array_of(workspace.motion), array_of_vector(workspace.residual),
    array_of_vector(workspace.singular_values), workspace.rank, workspace.damped);
}

NumberArray python_momentum(const Robot & robot, py::handle motion, int order, py::handle about)
{
  check_order(order + 1, 1);
  const KinematicsWorkspace workspace = moving(robot, motion, order + 1, 1);
  RowMatrix rows(order + 1, 6);
  expect(momentum(workspace, vector3(about, "about"), rows));
  return array_of(rows);
}

NumberArray python_kinetic_energy(const Robot & robot, py::handle motion, int order)
{
  check_order(order + 1, 1);
  const KinematicsWorkspace workspace = moving(robot, motion, order + 1, 1);
  Eigen::VectorXd derivatives(order + 1);
  expect(kinetic_energy(workspace, derivatives));
  return array_of_vector(derivatives);
}

NumberArray python_mass_moment(const Robot & robot, py::handle motion, int order)
{
  const KinematicsWorkspace workspace = moving(robot, motion, order, 0);
  RowMatrix rows(order + 1, 3);
  expect(mass_moment(workspace, rows));
  return array_of(rows);
}

}  // namespace

void bind_kinematics(py::module_ & module)
{
  using namespace py::literals;
  module.attr("MAX_KINEMATICS_ORDER") = KinematicsWorkspace::kMaxOrder;
  module.def("jacobian", &python_jacobian, "robot"_a, "motion"_a, "link"_a, "order"_a, "point"_a);
  module.def(
    "point_motion", &python_point_motion, "robot"_a, "motion"_a, "link"_a, "order"_a, "point"_a);
  module.def("orientation", &python_orientation, "robot"_a, "motion"_a, "link"_a, "order"_a);
  module.def(
    "operational_motion", &python_operational_motion, "robot"_a, "motion"_a, "link"_a, "order"_a,
    "point"_a);
  module.def(
    "joint_motion", &python_joint_motion, "robot"_a, "position"_a, "operational"_a, "link"_a,
    "rows"_a, "point"_a, "threshold"_a, "damping"_a);
  module.def("momentum", &python_momentum, "robot"_a, "motion"_a, "order"_a, "about"_a);
  module.def("kinetic_energy", &python_kinetic_energy, "robot"_a, "motion"_a, "order"_a);
  module.def("mass_moment", &python_mass_moment, "robot"_a, "motion"_a, "order"_a);
}

}  // namespace hod

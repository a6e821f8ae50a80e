// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "bindings.hpp"
#include "forces_arguments.hpp"
#include "hod/dynamics/forces/batch.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/dynamics/workspace.hpp"
#include "hod/error.hpp"
#include "hod/robot/robot.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

using SharedRobot = std::shared_ptr<Robot>;
using Call = Result (*)(const Robot &, Workspace &, const ConstRowMatrixRef &, int);

Eigen::Map<const RowMatrix> state_of(const NumberArray & motion)
{
  return {motion.data(), motion.shape(0), motion.shape(1)};
}

/// This thread's workspace for the robot that it used last: making one takes longer than a pass.
Workspace & workspace_for(const SharedRobot & robot, int order)
{
  thread_local std::weak_ptr<Robot> last;
  thread_local std::optional<Workspace> workspace;
  if (last.lock() != robot || workspace->max_order() < order)
  {
    workspace.emplace(*robot, order);
    last = robot;
  }
  return *workspace;
}

NumberArray one_state(const SharedRobot & robot, const NumberArray & motion, int order, Call call)
{
  const Robot & robot = *robot;
  Workspace & workspace = workspace_for(robot, order);
  if (call(robot, workspace, state_of(motion), order) != Result::ok)
  {
    throw Error("motion: found one that does not fit the robot, expected one that does");
  }
  NumberArray force({py::ssize_t{order} + 1, py::ssize_t{robot.dof()}});
  Eigen::Map<RowMatrix>(force.mutable_data(), order + 1, robot.dof()) =
    workspace.force.topRows(order + 1);
  return force;
}

NumberArray many_states(const Robot & robot, const NumberArray & motion, int order, int threads)
{
  const py::ssize_t states = motion.shape(0);
  NumberArray force({states, py::ssize_t{order} + 1, py::ssize_t{robot.dof()}});
  double * result = force.mutable_data();
  const double * given = motion.data();
  const int rows = static_cast<int>(motion.shape(1));
  const py::gil_scoped_release others_may_run;
  batch_forces(robot, given, static_cast<std::size_t>(states), rows, order, result, threads);
  return force;
}

NumberArray python_forces(const SharedRobot & robot, py::handle argument, int order, int threads)
{
  const NumberArray motion = checked_motion(*robot, argument, order, 3);
  return motion.ndim() == 2 ? one_state(robot, motion, order, &forces)
                            : many_states(*robot, motion, order, threads);
}

/// A workspace with the robot it was made from.
struct BoundWorkspace
{
  BoundWorkspace(SharedRobot robot, int max_order)
  : robot(std::move(robot)), workspace(*robot, max_order)
  {}

  SharedRobot robot;
  Workspace workspace;
};

std::unique_ptr<BoundWorkspace> make_workspace(SharedRobot robot, int max_order)
{
  check_order(max_order);
  return std::make_unique<BoundWorkspace>(std::move(robot), max_order);
}

/// Runs one call and hands out the workspace's own memory, which lives as long as the view does.
NumberArray run(py::object self, py::handle argument, const std::optional<int> & asked, Call call)
{
  auto & bound = py::cast<BoundWorkspace &>(self);
  const int order = asked.value_or(bound.workspace.max_order());
  const NumberArray motion = checked_motion(*bound.robot, argument, order, 2);
  if (call(*bound.robot, bound.workspace, state_of(motion), order) != Result::ok)
  {
    throw Error(
      "order: found " + std::to_string(order) + ", expected at most " +
      std::to_string(bound.workspace.max_order()) + ", for which the workspace was made");
  }
  return NumberArray(
    {py::ssize_t{order} + 1, py::ssize_t{bound.robot->dof()}}, bound.workspace.force.data(), self);
}

}  // namespace

void bind_dynamics(py::module_ & module)
{
  module.attr("MAX_ORDER") = kMaxOrder;
  module.def(
    "forces", &python_forces, py::arg("robot"), py::arg("motion"), py::arg("order") = 2,
    py::kw_only(), py::arg("threads") = 0);
  py::class_<BoundWorkspace> workspace(module, "Workspace");
  workspace.attr("__module__") = "hod";
  workspace.def(py::init(&make_workspace), py::arg("robot"), py::arg("max_order") = 2)
    .def_property_readonly("robot", [](const BoundWorkspace & self) { return self.robot; })
    .def_property_readonly(
      "max_order", [](const BoundWorkspace & self) { return self.workspace.max_order(); })
    .def(
      "set_gravity",
      [](BoundWorkspace & self, py::handle gravity) {
        self.workspace.set_gravity(vector3(gravity, "gravity"));
      },
      py::arg("gravity"))
    .def(
      "set_base_motion",
      [](BoundWorkspace & self, const BaseMotion & motion) {
        self.workspace.set_base_motion(motion);
      },
      py::arg("motion"))
    .def(
      "forces",
      [](py::object self, py::handle motion, const std::optional<int> & order) {
        return run(std::move(self), motion, order, &forces);
      },
      py::arg("motion"), py::arg("order") = py::none())
    .def(
      "inertia_forces",
      [](py::object self, py::handle motion, const std::optional<int> & order) {
        return run(std::move(self), motion, order, &inertia_forces);
      },
      py::arg("motion"), py::arg("order") = py::none());
}

}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "bindings.hpp"
#include "forces_arguments.hpp"
#include "hod/dynamics/batch.hpp"
#include "hod/dynamics/forces.hpp"
#include "hod/dynamics/workspace.hpp"
#include "hod/error.hpp"
#include "hod/model/model.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

using SharedModel = std::shared_ptr<Model>;
using Call = Result (*)(const Model &, Workspace &, const ConstRowMatrixRef &, int);

Eigen::Map<const RowMatrix> state_of(const NumberArray & motion)
{
  return {motion.data(), motion.shape(0), motion.shape(1)};
}

/// This thread's workspace for the model that it used last: making one takes longer than a pass.
Workspace & workspace_for(const SharedModel & model, int order)
{
  thread_local std::weak_ptr<Model> last;
  thread_local std::optional<Workspace> workspace;
  if (last.lock() != model || workspace->max_order() < order)
  {
    workspace.emplace(*model, order);
    last = model;
  }
  return *workspace;
}

NumberArray one_state(const SharedModel & robot, const NumberArray & motion, int order, Call call)
{
  const Model & model = *robot;
  Workspace & workspace = workspace_for(robot, order);
  if (call(model, workspace, state_of(motion), order) != Result::ok)
  {
    throw Error("motion: found one that does not fit the model, expected one that does");
  }
  NumberArray force({py::ssize_t{order} + 1, py::ssize_t{model.dof()}});
  Eigen::Map<RowMatrix>(force.mutable_data(), order + 1, model.dof()) =
    workspace.force.topRows(order + 1);
  return force;
}

NumberArray many_states(const Model & model, const NumberArray & motion, int order, int threads)
{
  const py::ssize_t states = motion.shape(0);
  NumberArray force({states, py::ssize_t{order} + 1, py::ssize_t{model.dof()}});
  double * result = force.mutable_data();
  const double * given = motion.data();
  const int rows = static_cast<int>(motion.shape(1));
  const py::gil_scoped_release others_may_run;
  batch_forces(model, given, static_cast<std::size_t>(states), rows, order, result, threads);
  return force;
}

NumberArray python_forces(const SharedModel & model, py::handle argument, int order, int threads)
{
  const NumberArray motion = checked_motion(*model, argument, order, 3);
  return motion.ndim() == 2 ? one_state(model, motion, order, &forces)
                            : many_states(*model, motion, order, threads);
}

/// A workspace with the model it was made from.
struct BoundWorkspace
{
  BoundWorkspace(SharedModel robot, int max_order)
  : model(std::move(robot)), workspace(*model, max_order)
  {}

  SharedModel model;
  Workspace workspace;
};

std::unique_ptr<BoundWorkspace> make_workspace(SharedModel model, int max_order)
{
  check_order(max_order);
  return std::make_unique<BoundWorkspace>(std::move(model), max_order);
}

/// Runs one call and hands out the workspace's own memory, which lives as long as the view does.
NumberArray run(py::object self, py::handle argument, const std::optional<int> & asked, Call call)
{
  auto & bound = py::cast<BoundWorkspace &>(self);
  const int order = asked.value_or(bound.workspace.max_order());
  const NumberArray motion = checked_motion(*bound.model, argument, order, 2);
  if (call(*bound.model, bound.workspace, state_of(motion), order) != Result::ok)
  {
    throw Error(
      "order: found " + std::to_string(order) + ", expected at most " +
      std::to_string(bound.workspace.max_order()) + ", for which the workspace was made");
  }
  return NumberArray(
    {py::ssize_t{order} + 1, py::ssize_t{bound.model->dof()}}, bound.workspace.force.data(), self);
}

}  // namespace

void bind_dynamics(py::module_ & module)
{
  module.attr("MAX_ORDER") = Workspace::kMaxOrder;
  module.def(
    "forces", &python_forces, py::arg("model"), py::arg("motion"), py::arg("order") = 2,
    py::kw_only(), py::arg("threads") = 0);
  py::class_<BoundWorkspace> workspace(module, "Workspace");
  workspace.attr("__module__") = "hod";
  workspace.def(py::init(&make_workspace), py::arg("model"), py::arg("max_order") = 2)
    .def_property_readonly("model", [](const BoundWorkspace & self) { return self.model; })
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

// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/workspace.hpp"

#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "hod/dynamics/energies/energies.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "states.hpp"
#include "values.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

using Call = Result (*)(Workspace &, const ConstRowMatrixRef &, int);

/// A read-only view of the workspace's memory, which lives as long as the view does.
NumberArray view(
  const py::object & self, const double * data, std::vector<py::ssize_t> shape,
  std::vector<py::ssize_t> strides = {})
{
  for (py::ssize_t & stride : strides)
  {
    stride *= static_cast<py::ssize_t>(sizeof(double));
  }
  NumberArray array = strides.empty()
                        ? NumberArray(std::move(shape), data, self)
                        : NumberArray(std::move(shape), std::move(strides), data, self);
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

NumberArray view(const py::object & self, const ConstRowMatrixMap & rows)
{
  return view(self, rows.data(), {rows.rows(), rows.cols()});
}

/// Runs one of the calls for the motion of a single state.
Workspace & run(
  const py::object & self, const ArrayLike & argument, const std::optional<int> & asked, Call call,
  const char * what)
{
  auto & workspace = py::cast<Workspace &>(self);
  const int order = asked.value_or(workspace.max_order());
  if (order < 0 || order > workspace.max_order())
  {
    throw Error(
      "order: found " + std::to_string(order) + ", expected at most " +
      std::to_string(workspace.max_order()) + ", for which the workspace was made");
  }
  const StateArrays state(workspace.robot(), argument, order + 3, for_order(order));
  if (!state.single())
  {
    throw Error("motion: found many states, expected one, (rows, joints)");
  }
  const States rows = state.states();
  expect(call(workspace, ConstRowMatrixMap(rows.motion, rows.rows, workspace.dof()), order), what);
  return workspace;
}

NumberArray python_forces(
  const py::object & self, const ArrayLike & motion, std::optional<int> order)
{
  return view(self, run(self, motion, order, &forces, "forces").force());
}

TermMapping python_force_terms(
  const py::object & self, const ArrayLike & motion, std::optional<int> order)
{
  const Workspace & workspace = run(self, motion, order, &force_terms, "force_terms");
  const TermRows rows = workspace.terms();
  const std::pair<const char *, const ConstRowMatrixMap &> terms[] = {
    {"inertia", rows.inertia},
    {"gravity", rows.gravity},
    {"load", rows.load},
    {"friction", rows.friction},
    {"rotor", rows.rotor}};
  py::dict result;
  for (const auto & [name, term] : terms)
  {
    result[name] = view(self, term);
  }
  return TermMapping(result);
}

NumberArray python_reactions(
  const py::object & self, const ArrayLike & motion, std::optional<int> order)
{
  const Workspace & workspace = run(self, motion, order, &reactions, "reactions");
  const ConstRowMatrixMap rows = workspace.reaction();
  const auto bodies = static_cast<py::ssize_t>(workspace.robot().bodies().size());
  return view(self, rows.data(), {bodies, rows.rows() / bodies, rows.cols()});
}

NumberArray python_energies(
  const py::object & self, const ArrayLike & motion, std::optional<int> max_order)
{
  auto & workspace = py::cast<Workspace &>(self);
  const int order = max_order.value_or(workspace.max_order());
  if (order < 0 || order > workspace.max_order() + 1)
  {
    throw Error(
      "max_order: found " + std::to_string(order) + ", expected 0 to " +
      std::to_string(workspace.max_order() + 1) + ", for which the workspace was made");
  }
  const StateArrays state(workspace.robot(), motion, order + 2, "energies of " + for_order(order));
  if (!state.single())
  {
    throw Error("motion: found many states, expected one, (rows, joints)");
  }
  const States rows = state.states();
  expect(
    energies(workspace, ConstRowMatrixMap(rows.motion, rows.rows, workspace.dof()), order),
    "energies");
  const StridedRowMatrixMap energy = workspace.energy();
  return view(self, energy.data(), {energy.rows(), energy.cols()}, {energy.outerStride(), 1});
}

void set_payload(Workspace & workspace, const PayloadObject & argument)
{
  const Payload payload = payload_of(argument);
  const int link = link_of(workspace.robot(), payload.link);
  expect(workspace.set_payload(link, payload.mass), "payload on link '" + payload.link + "'");
}

void set_wrench(Workspace & workspace, int load, const ArrayLike & argument)
{
  const NumberArray rows = number_array(argument, "wrench");
  if (rows.ndim() < 1 || rows.ndim() > 2 || rows.shape(rows.ndim() - 1) != Load::kColumns)
  {
    throw Error("wrench: found shape " + shape_text(rows) + ", expected (6,) or (rows, 6)");
  }
  const py::ssize_t count = rows.ndim() == 1 ? 1 : rows.shape(0);
  expect(
    workspace.set_wrench(load, ConstRowMatrixMap(rows.data(), count, Load::kColumns)), "wrench");
}

void set_scales(
  Workspace & workspace, double inertia, double gravity, double load, double friction, double rotor)
{
  expect(workspace.set_scales({inertia, gravity, load, friction, rotor}), "scales");
}

constexpr const char * kWorkspace =
  R"doc(Scratch memory and results for calls in a loop: one state at a time, without allocation.

It keeps the robot it was made from; setters change what may change while a robot runs. Results are
read-only views of its memory, which the next call overwrites. Use each workspace from one thread at
a time.

Parameters
----------
robot
    The robot and everything that acts on it.
max_order
    Highest force derivative that will be requested, 0 to `MAX_ORDER`.

Examples
--------
>>> workspace = hod.Workspace(hod.example_robot(), max_order=1)
>>> workspace.set_gravity((0.0, 0.0, -1.62))
>>> workspace.forces(np.zeros((4, 5))).shape
(2, 5)
)doc";

}  // namespace

void bind_workspace(py::module_ & module)
{
  using namespace py::literals;
  py::class_<Workspace> workspace(module, "Workspace", kWorkspace);
  workspace.attr("__module__") = "hod";
  workspace.def(py::init<const Robot &, int>(), "robot"_a, "max_order"_a = 2)
    .def_property_readonly(
      "robot", [](const Workspace & self) { return self.robot(); }, "The robot it was made from.")
    .def_property_readonly(
      "max_order", &Workspace::max_order, "Highest force derivative that it computes.")
    .def(
      "set_payload", &set_payload, "payload"_a,
      "Replace the payload of a link by a `Payload`; mass 0 removes it.")
    .def(
      "set_wrench", &set_wrench, "load"_a, "wrench"_a,
      "Set the wrench of one of `robot.loads` by index: (6,), or (rows, 6) with derivatives.")
    .def(
      "set_time", [](Workspace & self, double time) { expect(self.set_time(time), "time"); },
      "time"_a, "Set every time-dependent load to the wrench in its table at a time [s].")
    .def(
      "set_scales", &set_scales, py::kw_only(), "inertia"_a = 1.0, "gravity"_a = 1.0,
      "load"_a = 1.0, "friction"_a = 1.0, "rotor"_a = 1.0,
      "Set the scale of each term; 0 switches it off.")
    .def(
      "set_gravity",
      [](Workspace & self, const ArrayLike & gravity) {
        expect(self.set_gravity(vector3(gravity, "gravity")), "gravity");
      },
      "gravity"_a, "Set the acceleration of free fall in the world's axes [m/s^2].")
    .def(
      "set_base_motion",
      [](Workspace & self, const BaseMotion & motion) {
        expect(self.set_base_motion(motion), "base motion");
      },
      "motion"_a, "Set the motion of the root link, a `BaseMotion`.")
    .def(
      "forces", &python_forces, "motion"_a, "order"_a = py::none(),
      "Q, Q', ... up to `order` (default: `max_order`), (order + 1, joints), with scales.")
    .def(
      "force_terms", &python_force_terms, "motion"_a, "order"_a = py::none(),
      "All five terms separately, unscaled, (order + 1, joints) each; zero if missing.")
    .def(
      "reactions", &python_reactions, "motion"_a, "order"_a = py::none(),
      "Wrenches in the joints, (bodies, order + 1, 6), as in `hod.reactions`.")
    .def(
      "energies", &python_energies, "motion"_a, "max_order"_a = py::none(),
      "Acceleration energies of every body, (bodies, max_order + 1); their sum is the robot's.")
    .def("__repr__", [](const Workspace & self) {
      return text_of(
        "<hod.Workspace of '" + self.robot().name() + "' to order " +
        std::to_string(self.max_order()) + ">");
    });
}

}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "bindings.hpp"
#include "hod/dynamics/drives/batch_motor.hpp"
#include "hod/dynamics/energies/batch_energies.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/dynamics/workspace.hpp"
#include "states.hpp"
#include "values.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

/// This thread's workspace for the robot that it used last: making one takes longer than a pass.
Workspace & workspace_for(const Robot & robot, int order)
{
  thread_local std::optional<Workspace> workspace;
  const bool fits = workspace && workspace->max_order() >= order &&
                    &workspace->robot().description() == &robot.description();
  if (!fits)
  {
    workspace.emplace(robot, order);
  }
  return *workspace;
}

void one_state(const Robot & robot, const States & state, int order, double * force)
{
  Workspace & workspace = workspace_for(robot, order);
  Result result = robot.depends_on_time() ? workspace.set_time(*state.times) : Result::ok;
  if (result == Result::ok)
  {
    const ConstRowMatrixMap motion(state.motion, state.rows, robot.dof());
    result = forces(workspace, motion, order);
  }
  expect(result, "forces");
  Eigen::Map<RowMatrix>(force, order + 1, robot.dof()) = workspace.force();
}

NumberArray python_forces(
  const Robot & robot, const ArrayLike & motion, int order, py::handle times, int threads)
{
  check_order(order);
  const StateArrays states(robot, motion, order + 3, for_order(order), times);
  NumberArray force = states.results({order + 1, robot.dof()});
  double * result = force.mutable_data();
  const bool has_times = states.states().times != nullptr || !robot.depends_on_time();
  if (states.single() && has_times)
  {
    one_state(robot, states.states(), order, result);
    return force;
  }
  const py::gil_scoped_release others_may_run;
  batch_forces(robot, states.states(), order, result, threads);
  return force;
}

py::dict python_force_terms(
  const Robot & robot, const ArrayLike & motion, int order, py::handle times, int threads)
{
  check_order(order);
  const StateArrays states(robot, motion, order + 3, for_order(order), times);
  TermArrays arrays;
  const std::pair<const char *, double *&> places[] = {
    {"inertia", arrays.inertia},
    {"gravity", arrays.gravity},
    {"load", arrays.load},
    {"friction", arrays.friction},
    {"rotor", arrays.rotor}};
  py::dict terms;
  for (const std::string & name : term_names(robot))
  {
    NumberArray rows = states.results({order + 1, robot.dof()});
    for (const auto & [term, place] : places)
    {
      place = name == term ? rows.mutable_data() : place;
    }
    terms[name.c_str()] = rows;
  }
  const py::gil_scoped_release others_may_run;
  batch_force_terms(robot, states.states(), order, arrays, threads);
  return terms;
}

NumberArray python_reactions(
  const Robot & robot, const ArrayLike & motion, int order, py::handle times, int threads)
{
  check_order(order);
  const StateArrays states(robot, motion, order + 3, for_order(order), times);
  const auto bodies = static_cast<py::ssize_t>(robot.bodies().size());
  NumberArray reaction = states.results({bodies, order + 1, 6});
  double * result = reaction.mutable_data();
  const py::gil_scoped_release others_may_run;
  batch_reactions(robot, states.states(), order, result, threads);
  return reaction;
}

NumberArray python_energies(
  const Robot & robot, const ArrayLike & motion, int max_order, bool per_link,
  std::optional<int> derivatives, int threads)
{
  const StateArrays states(robot, motion, 0, "");
  const EnergyRequest request{max_order, derivatives.value_or(0), per_link};
  request.check(states.states());
  const auto links = static_cast<py::ssize_t>(per_link ? robot.links().size() : 1);
  NumberArray energy = states.results({request.derivatives + 1, max_order + 1, links});
  double * result = energy.mutable_data();
  {
    const py::gil_scoped_release others_may_run;
    batch_energies(robot, states.states(), request, result, threads);
  }
  std::vector<py::ssize_t> shape(energy.shape(), energy.shape() + energy.ndim());
  if (!per_link)
  {
    shape.pop_back();
  }
  if (!derivatives)
  {
    shape.erase(shape.begin() + (energy.ndim() - 3));
  }
  return energy.reshape(shape);
}

py::object python_motor(
  const Robot & robot, const ArrayLike & motion, int order, py::handle times, int threads)
{
  check_order(order);
  const StateArrays states(robot, motion, order + 3, for_order(order), times);
  NumberArray force = states.results({order + 1, robot.dof()});
  NumberArray motor = states.results({order + 1, robot.dof()});
  NumberArray torque = states.results({std::max(order - 1, 0), robot.dof()});
  const bool along = states.is_motion();
  const MotorArrays arrays{force.mutable_data(), motor.mutable_data(), torque.mutable_data()};
  {
    const py::gil_scoped_release others_may_run;
    batch_motor(robot, states.states(), order, arrays, along, threads);
  }
  return py::module_::import("hod.values").attr("Motor")(force, motor, torque);
}

}  // namespace

void bind_dynamics(py::module_ & module)
{
  using namespace py::literals;
  module.attr("MAX_ORDER") = kMaxOrder;
  module.def(
    "forces", &python_forces, "robot"_a, "motion"_a, "order"_a = 2, "times"_a = py::none(),
    py::kw_only(), "threads"_a = 0);
  module.def(
    "force_terms", &python_force_terms, "robot"_a, "motion"_a, "order"_a = 2,
    "times"_a = py::none(), py::kw_only(), "threads"_a = 0);
  module.def(
    "reactions", &python_reactions, "robot"_a, "motion"_a, "order"_a = 2, "times"_a = py::none(),
    py::kw_only(), "threads"_a = 0);
  module.def(
    "energies", &python_energies, "robot"_a, "motion"_a, "max_order"_a = 4, "per_link"_a = false,
    "derivatives"_a = py::none(), py::kw_only(), "threads"_a = 0);
  module.def(
    "motor", &python_motor, "robot"_a, "motion"_a, "order"_a = 2, "times"_a = py::none(),
    py::kw_only(), "threads"_a = 0);
}

}  // namespace hod

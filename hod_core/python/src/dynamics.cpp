// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "bindings.hpp"
#include "hod/dynamics/drives/batch_motor.hpp"
#include "hod/dynamics/drives/motor_along.hpp"
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

/// This thread's workspace for the robot it used last: creating one takes longer than a pass.
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
  const ConstRowMatrixMap motion(state.motion, state.rows, robot.dof());
  expect(forces(workspace, motion, order), "forces");
  Eigen::Map<RowMatrix>(force, order + 1, robot.dof()) = workspace.force();
}

NumberArray python_forces(
  const Robot & robot, const ArrayLike & motion, int order, const std::optional<ArrayLike> & times,
  int threads, const Bases & bases)
{
  check_order(order);
  const StateArrays states(robot, motion, order + 3, for_order(order), times, bases);
  NumberArray force = states.results({order + 1, robot.dof()});
  double * result = force.mutable_data();
  if (states.single() && !robot.depends_on_time() && !bases)
  {
    one_state(robot, states.states(), order, result);
    return force;
  }
  const py::gil_scoped_release others_may_run;
  batch_forces(robot, states.states(), order, result, threads);
  return force;
}

TermMapping python_force_terms(
  const Robot & robot, const ArrayLike & motion, int order, const std::optional<ArrayLike> & times,
  int threads, const Bases & bases)
{
  check_order(order);
  const StateArrays states(robot, motion, order + 3, for_order(order), times, bases);
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
  {
    const py::gil_scoped_release others_may_run;
    batch_force_terms(robot, states.states(), order, arrays, threads);
  }
  return TermMapping(terms);
}

NumberArray python_reactions(
  const Robot & robot, const ArrayLike & motion, int order, const std::optional<ArrayLike> & times,
  int threads, const Bases & bases)
{
  check_order(order);
  const StateArrays states(robot, motion, order + 3, for_order(order), times, bases);
  const auto bodies = static_cast<py::ssize_t>(robot.bodies().size());
  NumberArray reaction = states.results({bodies, order + 1, 6});
  double * result = reaction.mutable_data();
  const py::gil_scoped_release others_may_run;
  batch_reactions(robot, states.states(), order, result, threads);
  return reaction;
}

NumberArray python_energies(
  const Robot & robot, const ArrayLike & motion, int max_order, bool per_link,
  std::optional<int> derivatives, int threads, const Bases & bases)
{
  const StateArrays states(robot, motion, 0, "", std::nullopt, bases);
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

MotorObject python_motor(
  const Robot & robot, const ArrayLike & motion, int order, const std::optional<ArrayLike> & times,
  int threads, const Bases & bases)
{
  check_order(order);
  const StateArrays states(robot, motion, order + 3, for_order(order), times, bases);
  NumberArray force = states.results({order + 1, robot.dof()});
  NumberArray motor = states.results({order + 1, robot.dof()});
  NumberArray torque = states.results({std::max(order - 1, 0), robot.dof()});
  const bool along = states.is_motion();
  const MotorArrays arrays{force.mutable_data(), motor.mutable_data(), torque.mutable_data()};
  {
    const py::gil_scoped_release others_may_run;
    batch_motor(robot, states.states(), order, arrays, along, threads);
  }
  return MotorObject(py::module_::import("hod.values").attr("Motor")(force, motor, torque));
}

/// A motion that arrives in parts.
class MotorParts
{
public:
  MotorParts(const Robot & robot, int order) : robot_(robot), along_(robot, order) {}

  MotorObject run(const ArrayLike & motion, const ArrayLike & times, int threads)
  {
    const int order = along_.order();
    const StateArrays states(robot_, motion, order + 3, for_order(order), times);
    NumberArray force = states.results({order + 1, robot_.dof()});
    NumberArray motor = states.results({order + 1, robot_.dof()});
    NumberArray torque = states.results({order - 1, robot_.dof()});
    double * const forces = force.mutable_data();
    double * const positions = motor.mutable_data();
    double * const torques = torque.mutable_data();
    {
      const py::gil_scoped_release others_may_run;
      batch_forces(robot_, states.states(), order, forces, threads);
      along_.run(states.states(), forces, positions, torques, threads);
    }
    return MotorObject(py::module_::import("hod.values").attr("Motor")(force, motor, torque));
  }

private:
  Robot robot_;
  MotorAlong along_;
};

constexpr const char * kForces = R"doc(Joint forces and their time derivatives.

The forces that the actuators (with elastic drives, the springs) must supply: the sum of
`force_terms` (000 (150), (156), (160), (167)).

Parameters
----------
robot
    The robot and everything that acts on it.
motion
    (..., rows, joints): row k is q's k-th derivative [rad/s^k or m/s^k], of one state or of any
    number of them; `order` + 3 rows are needed, further rows are ignored.
order
    Highest derivative of the forces, 0 to `MAX_ORDER`.
times
    One per state [s], in any order; needed if a load comes from a table. With times, several states
    are a motion, for which the robot's own base motion must be steady: see `BaseMotion.is_steady`.
threads
    Cores to use, 0 for all. The interpreter lock is released during the computation.
bases
    Motion of the base, one `BaseMotion` per state, in place of the robot's own base motion.

Returns
-------
Q, Q', ...: (..., order + 1, joints) [N m/s^k or N/s^k].

See Also
--------
force_terms, motor, reactions, Workspace

Examples
--------
>>> robot = hod.example_robot()
>>> still = np.zeros((5, robot.dof))
>>> hod.forces(robot, still).shape
(3, 5)
>>> hod.forces(robot, np.stack([still, still]), order=0).shape
(2, 1, 5)
)doc";

constexpr const char * kForceTerms = R"doc(Each term of the joint forces separately.

Inertia, gravity, loads and friction are 000 (152)-(155), (116), (130)-(132) and (157); static
forces, 000 (115), are gravity and loads.

Parameters
----------
robot
    The robot and everything that acts on it.
motion
    (..., rows, joints): row k is q's k-th derivative [rad/s^k or m/s^k], of one state or of any
    number of them; `order` + 3 rows are needed, further rows are ignored.
order
    Highest derivative of the forces, 0 to `MAX_ORDER`.
times
    One per state [s], in any order; needed if a load comes from a table. With times, several states
    are a motion, for which the robot's own base motion must be steady: see `BaseMotion.is_steady`.
threads
    Cores to use, 0 for all. The interpreter lock is released during the computation.
bases
    Motion of the base, one `BaseMotion` per state, in place of the robot's own base motion.

Returns
-------
Terms under the names in `robot.term_names`, each shaped like the result of `forces`: "inertia" and
"gravity" (both with payloads), "load", "friction" and "rotor".

Examples
--------
>>> robot = hod.example_robot().replace(friction=hod.Friction(viscous=0.5))
>>> terms = hod.force_terms(robot, np.ones((5, robot.dof)))
>>> list(terms)
['inertia', 'gravity', 'friction']
>>> terms["friction"][0]
array([0.5, 0.5, 0.5, 0.5, 0.5])
)doc";

constexpr const char * kReactions =
  R"doc(Wrenches in the joints, which each parent exerts on the body below, with derivatives.

Inertia, gravity and loads are included. Components are in the axes of the body that the wrench acts
on, moments about its origin (000 (110), (111)).

Parameters
----------
robot
    The robot and everything that acts on it.
motion
    (..., rows, joints): row k is q's k-th derivative [rad/s^k or m/s^k], of one state or of any
    number of them; `order` + 3 rows are needed, further rows are ignored.
order
    Highest derivative, 0 to `MAX_ORDER`.
times
    One per state [s], in any order; needed if a load comes from a table. With times, several states
    are a motion, for which the robot's own base motion must be steady: see `BaseMotion.is_steady`.
threads
    Cores to use, 0 for all. The interpreter lock is released during the computation.
bases
    Motion of the base, one `BaseMotion` per state, in place of the robot's own base motion.

Returns
-------
(..., bodies, order + 1, 6): force, then moment. Body 0 is the base, whose wrench holds the robot;
body i + 1 hangs on the i-th of `robot.joints`.

Examples
--------
>>> robot = hod.example_robot()
>>> held = hod.reactions(robot, np.zeros((3, robot.dof)), order=0)
>>> held.shape
(6, 1, 6)
>>> bool(held[0, 0, 2] > 0.0)
True
)doc";

constexpr const char * kEnergies =
  R"doc(Acceleration energies; the energy of order p is half the integral of |r(p+1)|^2 dm.

Order 0 is the kinetic energy. Payloads are included, and rotors of rigid drives with the link that
their joint moves.

Parameters
----------
robot
    The robot and everything that acts on it.
motion
    (..., rows, joints): row k is q's k-th derivative [rad/s^k or m/s^k], of one state or of any
    number of them; `max_order` + `derivatives` + 2 rows are needed, further rows are ignored.
max_order
    Highest order.
per_link
    Whether to return each link separately, in the order of `robot.link_names`.
derivatives
    Number of time derivatives of each energy; `max_order` + `derivatives` is at most `MAX_ORDER`.
threads
    Cores to use, 0 for all. The interpreter lock is released during the computation.
bases
    Motion of the base, one `BaseMotion` per state, in place of the robot's own base motion.

Returns
-------
(..., [derivatives + 1,] max_order + 1[, links]): entry p is the energy of order p, entry (a, p) its
a-th derivative if derivatives are requested [kg m^2/s^(2p+2+a)].

Examples
--------
>>> robot = hod.example_robot()
>>> hod.energies(robot, np.zeros((6, robot.dof)))
array([0., 0., 0., 0., 0.])
>>> hod.energies(robot, np.ones((4, robot.dof)), 1, per_link=True, derivatives=1).shape
(2, 2, 7)
)doc";

constexpr const char * kMotor =
  R"doc(Motion and torque of the motors of elastic drives so that the links follow a motion.

The springs carry Q = K (theta - q) + D (theta' - q'), and the motors supply
tau = B theta'' + Q + b theta' + c tanh(theta'/eps).

Parameters
----------
robot
    The robot and everything that acts on it.
motion
    (..., rows, joints): row k is q's k-th derivative [rad/s^k or m/s^k], of one state or of any
    number of them; `order` + 3 rows are needed, further rows are ignored.
order
    Highest derivative of the forces, 2 to `MAX_ORDER`; torques are given up to `order` - 2.
times
    One per state [s]. A motion (instants, rows, joints) with times is treated as one motion: damped
    springs are treated exactly, from sample to sample, at times that increase, and the robot's own
    base motion must be steady: see `BaseMotion.is_steady`. Otherwise each state is independent, and
    damping is a series in D/K, truncated at `order`.
threads
    Cores to use, 0 for all. The interpreter lock is released during the computation.
bases
    Motion of the base, one `BaseMotion` per state, in place of the robot's own base motion.

Returns
-------
Motor
    The joint forces, and positions and torques of the motors.

Examples
--------
>>> drive = hod.Drive(stiffness=1e4, motor_inertia=0.2)
>>> robot = hod.example_robot().replace(drives=drive, elastic=True)
>>> found = hod.motor(robot, np.zeros((5, robot.dof)))
>>> found.position.shape, found.torque.shape
((3, 5), (1, 5))
>>> bool(np.allclose(found.position[0], found.force[0] / 1e4))
True
)doc";

constexpr const char * kMotorAlong =
  R"doc(Motor motion along a motion that arrives in parts: `motor` with a memory.

Parameters
----------
robot
    A robot with elastic drives.
order
    Highest derivative of the forces, 2 to `MAX_ORDER`.

Examples
--------
>>> drive = hod.Drive(stiffness=1e4, damping=5.0)
>>> robot = hod.example_robot().replace(drives=drive, elastic=True)
>>> motion, times = np.zeros((10, 5, robot.dof)), np.arange(10) / 1000
>>> along = hod._core.MotorAlong(robot, 2)
>>> parts = [along.run(motion[:4], times[:4]), along.run(motion[4:], times[4:])]
>>> torque = np.concatenate([part.torque for part in parts])
>>> bool(np.all(torque == hod.motor(robot, motion, 2, times).torque))
True
)doc";

constexpr const char * kRun =
  R"doc(Return force, position and torque of the next part, (instants, rows, joints), at its times.)doc";

}  // namespace

void bind_dynamics(py::module_ & module)
{
  using namespace py::literals;
  module.attr("MAX_ORDER") = kMaxOrder;
  module.def(
    "forces", &python_forces, "robot"_a, "motion"_a, "order"_a = 2, "times"_a = py::none(),
    py::kw_only(), "threads"_a = 0, "bases"_a = py::none(), kForces);
  module.def(
    "force_terms", &python_force_terms, "robot"_a, "motion"_a, "order"_a = 2,
    "times"_a = py::none(), py::kw_only(), "threads"_a = 0, "bases"_a = py::none(), kForceTerms);
  module.def(
    "reactions", &python_reactions, "robot"_a, "motion"_a, "order"_a = 2, "times"_a = py::none(),
    py::kw_only(), "threads"_a = 0, "bases"_a = py::none(), kReactions);
  module.def(
    "energies", &python_energies, "robot"_a, "motion"_a, "max_order"_a = 4, "per_link"_a = false,
    "derivatives"_a = py::none(), py::kw_only(), "threads"_a = 0, "bases"_a = py::none(),
    kEnergies);
  module.def(
    "motor", &python_motor, "robot"_a, "motion"_a, "order"_a = 2, "times"_a = py::none(),
    py::kw_only(), "threads"_a = 0, "bases"_a = py::none(), kMotor);
  py::class_<MotorParts>(module, "MotorAlong", kMotorAlong)
    .def(py::init<const Robot &, int>(), "robot"_a, "order"_a = 2)
    .def("run", &MotorParts::run, "motion"_a, "times"_a, py::kw_only(), "threads"_a = 0, kRun);
}

}  // namespace hod

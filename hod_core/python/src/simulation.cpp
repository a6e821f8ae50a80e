// SPDX-License-Identifier: Apache-2.0
#include "hod/simulation/simulated_arm.hpp"

#include <algorithm>
#include <string>

#include "arguments.hpp"
#include "bindings.hpp"
#include "hod/error.hpp"
#include "pickling.hpp"
#include "values.hpp"
#include "wrong_arguments.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

Eigen::VectorXd joints(const SimulatedArm & arm, py::handle argument, const char * name)
{
  return vector_of(argument, name, arm.dof());
}

template <ArmState::View ArmState::* field>
NumberArray state(const SimulatedArm & arm)
{
  return array_of_vector(arm.state().*field);
}

template <ArmState::View ArmAction::* field>
NumberArray action(SimulatedArm & arm)
{
  return array_of_vector(arm.action().*field);
}

void rest_at(SimulatedArm & arm, const ArrayLike & position, double time)
{
  expect(arm.rest_at(joints(arm, position, "position"), time), "rest_at");
}

void set_state(
  SimulatedArm & arm, double time, const ArrayLike & position, const ArrayLike & velocity,
  const ArrayLike & motor_position, const ArrayLike & motor_velocity)
{
  expect(
    arm.set_state(
      time, joints(arm, position, "position"), joints(arm, velocity, "velocity"),
      joints(arm, motor_position, "motor_position"), joints(arm, motor_velocity, "motor_velocity")),
    "set_state");
}

void set_torque(SimulatedArm & arm, const ArrayLike & torque)
{
  expect(arm.set_torque(joints(arm, torque, "torque")), "torque");
}

void set_payload(SimulatedArm & arm, py::handle argument)
{
  const Payload payload = payload_of(argument);
  const int link = link_of(arm.robot(), payload.link);
  expect(arm.set_payload(link, payload.mass), "payload on link '" + payload.link + "'");
}

void set_wrench(SimulatedArm & arm, int load, const ArrayLike & wrench)
{
  expect(arm.set_wrench(load, vector_of(wrench, "wrench", Load::kColumns)), "wrench");
}

void set_gravity(SimulatedArm & arm, const ArrayLike & gravity)
{
  expect(arm.set_gravity(vector3(gravity, "gravity")), "gravity");
}

void set_base_motion(SimulatedArm & arm, const BaseMotion & motion)
{
  expect(arm.set_base_motion(motion), "base motion");
}

/// Repeats a move that did not lead to a finite state, up to the last good step, and reports the
/// cause.
void go_as_far_as_possible(SimulatedArm & arm, double length, int steps)
{
  for (int step = 0; step < steps; ++step)
  {
    if (arm.step(length) != Result::ok)
    {
      throw Error(arm.obstacle());
    }
  }
}

/// Lets Ctrl-C interrupt long computations: raises the exceptions of Python's signal handlers.
void hear_signals()
{
  const py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0)
  {
    throw py::error_already_set();
  }
}

/// In parts, between which signals are handled.
Result steps_of(SimulatedArm & arm, double duration, int steps)
{
  constexpr int kAtOnce = 1000;
  if (steps <= kAtOnce)
  {
    return arm.step(duration, steps);
  }
  Result result = Result::ok;
  for (int left = steps; left > 0 && result == Result::ok; left -= kAtOnce)
  {
    hear_signals();
    const int now = std::min(left, kAtOnce);
    result = arm.step(duration / steps * now, now);
  }
  return result;
}

void advance(SimulatedArm & arm, double duration, double tolerance)
{
  constexpr int kSeldom = 100;
  int count = 0;
  const py::gil_scoped_release release;
  arm.advance(duration, tolerance, [&count] {
    if (++count % kSeldom == 0)
    {
      hear_signals();
    }
  });
}

void step(SimulatedArm & arm, double duration, int steps)
{
  const Result result = steps_of(arm, duration, steps);
  if (result == Result::wrong_step)
  {
    throw Error(
      "step: found " + std::to_string(duration) + " s in " + std::to_string(steps) +
      " steps, expected a positive duration and at least one step");
  }
  if (result == Result::not_finite)
  {
    go_as_far_as_possible(arm, duration / steps, steps);
  }
  else
  {
    expect(result, "step");
  }
}

constexpr const char * kSimulatedArm =
  R"doc(Forward dynamics of a robot driven by its motors, with everything that acts on it.

Payloads, loads, friction, rotors, springs of elastic drives, mimic joints, gravity and the motion
of its base are included. It is the inverse of `hod.forces`: the forces of the resulting motion are
the torques applied. It starts at time zero, at rest at position zero and without torques.

Parameters
----------
robot
    The robot. Motors of elastic joints need an inertia, and every joint must move some mass.

Examples
--------
A millisecond at a time, each integrated in twenty steps:

>>> from hod.simulation import SimulatedArm
>>> arm = SimulatedArm(hod.example_robot())
>>> arm.rest_at([0.1, 0.2, 0.3, 0.4, 0.5])
>>> arm.set_torque(arm.torque + [1.0, 0.0, 0.0, 0.0, 0.0])
>>> for _ in range(10):
...     arm.step(0.001, steps=20)
>>> round(arm.time, 6), bool(arm.velocity[0] > 0.0)
(0.01, True)

The forces of its motion equal its torques:

>>> motion = [arm.position, arm.velocity, arm.acceleration]
>>> bool(np.allclose(hod.forces(arm.robot, motion, 0)[0], arm.joint_torque))
True
)doc";

constexpr const char * kJointTorque =
  R"doc(Torque at the links, Q of `hod.forces`, (joints,) [N m or N].

In an elastic robot Q does not include the motors: it is the spring's torque or, for a joint that is
nevertheless rigid, the motor's torque minus friction and B q'' of the motor. In a robot that is not
elastic it is equal to `torque`, as rotors are a term of Q.
)doc";

constexpr const char * kRestAt =
  R"doc(Start at rest, with springs and torques that hold the arm against all that acts on it.

Parameters
----------
position
    q, one number per joint [rad or m].
time
    Of the start [s].
)doc";

constexpr const char * kSetState =
  R"doc(Start in any state.

Parameters
----------
time
    Of the start [s].
position, velocity
    q and q', one number per joint.
motor_position, motor_velocity
    Of the motors, on the output side of their gears; ignored for rigid joints.
)doc";

constexpr const char * kSetPayload =
  R"doc(Replace the payload of a link.

Parameters
----------
payload
    A `hod.Payload`.
)doc";

constexpr const char * kSetWrench =
  R"doc(Change a load.

Parameters
----------
load
    Index into `robot.loads`; the load must not have a table.
wrench
    Force, then moment, (6,), in the axes of the load [N, N m].
)doc";

constexpr const char * kStep =
  R"doc(Advance in equal steps of the classic Runge-Kutta method.

Parameters
----------
duration
    Of all steps together [s].
steps
    Number of steps. The error grows without bound if a step is longer than about 2.7 over the
    fastest angular frequency, or rate of decay, of a spring or of friction around standstill.

Raises
------
hod.Error
    If an intermediate state is not finite, with the time and the joint; the arm stays at the
    previous step.
)doc";

constexpr const char * kAdvance =
  R"doc(Advance by the method of Dormand and Prince with adaptive steps.

Parameters
----------
duration
    [s]
tolerance
    Error of a step, absolute and relative.

Raises
------
hod.Error
    If steps become too short, or a state is not finite, with the time and the joint; the arm stays
    at the previous step.
)doc";

}  // namespace
}  // namespace hod

PYBIND11_MODULE(_simulation, module)
{
  using namespace py::literals;
  using hod::ArmAction;
  using hod::ArmState;
  using hod::SimulatedArm;
  module.doc() = "The part of hod that simulates arms.";
  py::module_::import("hod._core");  // types of the arguments, and hod.Error
  py::class_<SimulatedArm> arm(module, "SimulatedArm", hod::kSimulatedArm);
  arm.attr("__module__") = "hod.simulation";
  arm.def(py::init<const hod::Robot &>(), "robot"_a)
    .def_property_readonly(
      "robot", [](const SimulatedArm & self) { return self.robot(); }, "The simulated robot.")
    .def_property_readonly("dof", &SimulatedArm::dof, "Number of joints.")
    .def_property_readonly("time", &SimulatedArm::time, "[s]")
    .def_property_readonly("position", &hod::state<&ArmState::position>, "q, (joints,) [rad or m]")
    .def_property_readonly(
      "velocity", &hod::state<&ArmState::velocity>, "q', (joints,) [rad/s or m/s]")
    .def_property_readonly(
      "motor_position", &hod::state<&ArmState::motor_position>,
      "Motors, on the output side of their gears; q for rigid joints, (joints,) [rad or m]")
    .def_property_readonly(
      "motor_velocity", &hod::state<&ArmState::motor_velocity>, "(joints,) [rad/s or m/s]")
    .def_property_readonly(
      "acceleration", &hod::action<&ArmAction::acceleration>, "q'', (joints,) [rad/s^2 or m/s^2]")
    .def_property_readonly(
      "torque", &hod::action<&ArmAction::torque>,
      "Motors, on the output side of their gears, (joints,) [N m or N]")
    .def_property_readonly(
      "joint_torque", &hod::action<&ArmAction::joint_torque>, hod::kJointTorque)
    .def("rest_at", &hod::rest_at, "position"_a, "time"_a = 0.0, hod::kRestAt)
    .def(
      "set_state", &hod::set_state, "time"_a, "position"_a, "velocity"_a, "motor_position"_a,
      "motor_velocity"_a, hod::kSetState)
    .def(
      "set_torque", &hod::set_torque, "torque"_a,
      "Set the torques of the motors, which act until others are set, (joints,) [N m or N].")
    .def("set_payload", &hod::set_payload, "payload"_a, hod::kSetPayload)
    .def("set_wrench", &hod::set_wrench, "load"_a, "wrench"_a, hod::kSetWrench)
    .def(
      "set_gravity", &hod::set_gravity, "gravity"_a,
      "Set the acceleration of free fall in the world's axes [m/s^2].")
    .def(
      "set_base_motion", &hod::set_base_motion, "motion"_a,
      "Set the motion of the root link, a `hod.BaseMotion`; its orientation stays constant.")
    .def("step", &hod::step, "duration"_a, "steps"_a = 1, hod::kStep)
    .def(
      "advance", &hod::advance, "duration"_a, py::kw_only(), "tolerance"_a = 1e-10, hod::kAdvance)
    .def("__repr__", [](const SimulatedArm & self) {
      return hod::text_of(
        "<hod.simulation.SimulatedArm of '" + self.robot().name() + "' at " +
        std::to_string(self.time()) + " s>");
    });
  hod::allow_every_pickle_protocol(module);
  hod::explain_wrong_arguments(module);
}

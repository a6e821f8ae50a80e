// SPDX-License-Identifier: Apache-2.0
#include "hod/simulation/simulated_arm.hpp"

#include <string>

#include "arguments.hpp"
#include "bindings.hpp"
#include "hod/error.hpp"
#include "values.hpp"

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

void step(SimulatedArm & arm, double duration, int steps)
{
  const Result result = arm.step(duration, steps);
  if (result == Result::wrong_step)
  {
    throw Error(
      "step: found " + std::to_string(duration) + " s in " + std::to_string(steps) +
      " steps, expected a positive duration and at least one step");
  }
  expect(result, "step");
}

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
  py::class_<SimulatedArm> arm(module, "SimulatedArm");
  arm.attr("__module__") = "hod.simulation";
  arm.def(py::init<const hod::Robot &>(), "robot"_a)
    .def_property_readonly("robot", [](const SimulatedArm & self) { return self.robot(); })
    .def_property_readonly("dof", &SimulatedArm::dof)
    .def_property_readonly("time", &SimulatedArm::time)
    .def_property_readonly("position", &hod::state<&ArmState::position>)
    .def_property_readonly("velocity", &hod::state<&ArmState::velocity>)
    .def_property_readonly("motor_position", &hod::state<&ArmState::motor_position>)
    .def_property_readonly("motor_velocity", &hod::state<&ArmState::motor_velocity>)
    .def_property_readonly("acceleration", &hod::action<&ArmAction::acceleration>)
    .def_property_readonly("torque", &hod::action<&ArmAction::torque>)
    .def_property_readonly("joint_torque", &hod::action<&ArmAction::joint_torque>)
    .def("rest_at", &hod::rest_at, "position"_a, "time"_a = 0.0)
    .def(
      "set_state", &hod::set_state, "time"_a, "position"_a, "velocity"_a, "motor_position"_a,
      "motor_velocity"_a)
    .def("set_torque", &hod::set_torque, "torque"_a)
    .def("set_payload", &hod::set_payload, "payload"_a)
    .def("set_wrench", &hod::set_wrench, "load"_a, "wrench"_a)
    .def("set_gravity", &hod::set_gravity, "gravity"_a)
    .def("set_base_motion", &hod::set_base_motion, "motion"_a)
    .def("step", &hod::step, "duration"_a, "steps"_a = 1)
    .def(
      "advance", &SimulatedArm::advance, "duration"_a, py::kw_only(), "tolerance"_a = 1e-10,
      py::call_guard<py::gil_scoped_release>())
    .def("__repr__", [](const SimulatedArm & self) {
      return hod::text_of(
        "<hod.simulation.SimulatedArm of '" + self.robot().name() + "' at " +
        std::to_string(self.time()) + " s>");
    });
}

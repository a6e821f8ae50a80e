// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <string>

#include "bindings.hpp"
#include "hod/error.hpp"
#include "hod/simulation/simulated_arm.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

using Vector = Eigen::Map<const Eigen::VectorXd>;

/// One number per joint.
struct JointValues
{
  JointValues(const SimulatedArm & arm, py::handle argument, const char * name)
  : array(py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(argument))
  {
    if (!array || array.ndim() != 1 || array.size() != arm.dof())
    {
      PyErr_Clear();
      const std::string found =
        array ? "shape " + std::string(py::str(array.attr("shape"))) : "no array of numbers";
      throw Error(
        std::string(name) + ": found " + found + ", expected (" + std::to_string(arm.dof()) +
        ",), one number per joint");
    }
  }

  Vector vector() const { return {array.data(), array.size()}; }

  py::array_t<double, py::array::c_style | py::array::forcecast> array;
};

NumberArray copy(const ArmState::View & values)
{
  return NumberArray(values.size(), values.data());
}

template <ArmState::View ArmState::* field>
NumberArray state(const SimulatedArm & arm)
{
  return copy(arm.state().*field);
}

void expect(Result result)
{
  if (result != Result::ok)
  {
    throw Error("arm: found a state that does not fit it, expected one number per joint");
  }
}

void set_state(
  SimulatedArm & arm, double time, py::handle position, py::handle velocity,
  py::handle motor_position, py::handle motor_velocity)
{
  const JointValues q(arm, position, "position");
  const JointValues dq(arm, velocity, "velocity");
  const JointValues theta(arm, motor_position, "motor_position");
  const JointValues omega(arm, motor_velocity, "motor_velocity");
  expect(arm.set_state(time, q.vector(), dq.vector(), theta.vector(), omega.vector()));
}

void step(SimulatedArm & arm, double duration, int steps)
{
  if (!(duration > 0.0 && duration < std::numeric_limits<double>::infinity()) || steps < 1)
  {
    throw Error(
      "step: found " + std::to_string(duration) + " s in " + std::to_string(steps) +
      " steps, expected a positive duration and at least one step");
  }
  arm.step(duration, steps);
}

}  // namespace
}  // namespace hod

PYBIND11_MODULE(_simulation, module)
{
  using hod::ArmState;
  using hod::JointValues;
  using hod::SimulatedArm;
  module.doc() = "The part of hod that simulates arms.";
  py::module_::import("hod._core");  // types of the arguments, and hod.Error
  py::class_<SimulatedArm> arm(module, "SimulatedArm");
  arm.attr("__module__") = "hod.simulation";
  arm
    .def(
      py::init([](const hod::Robot & robot) {
        return SimulatedArm(robot, hod::ElasticDrive(robot));
      }),
      py::arg("robot"))
    .def_property_readonly("dof", &SimulatedArm::dof)
    .def_property_readonly("time", &SimulatedArm::time)
    .def_property_readonly("position", &hod::state<&ArmState::position>)
    .def_property_readonly("velocity", &hod::state<&ArmState::velocity>)
    .def_property_readonly("motor_position", &hod::state<&ArmState::motor_position>)
    .def_property_readonly("motor_velocity", &hod::state<&ArmState::motor_velocity>)
    .def(
      "rest_at",
      [](SimulatedArm & self, py::handle position) {
        hod::expect(self.rest_at(JointValues(self, position, "position").vector()));
      },
      py::arg("position"))
    .def(
      "set_state", &hod::set_state, py::arg("time"), py::arg("position"), py::arg("velocity"),
      py::arg("motor_position"), py::arg("motor_velocity"))
    .def(
      "set_torque",
      [](SimulatedArm & self, py::handle torque) {
        hod::expect(self.set_torque(JointValues(self, torque, "torque").vector()));
      },
      py::arg("torque"))
    .def("step", &hod::step, py::arg("duration"), py::arg("steps") = 1)
    .def(
      "advance", &SimulatedArm::advance, py::arg("duration"), py::kw_only(),
      py::arg("tolerance") = 1e-10);
}

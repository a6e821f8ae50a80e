// SPDX-License-Identifier: Apache-2.0
#ifndef VALUES_HPP_
#define VALUES_HPP_

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "hod/robot/robot.hpp"

namespace hod
{

/// Conversions between the plain values of hod/values.py and those of the library. Anything else
/// throws hod::Error.

Payload payload_of(pybind11::handle payload);
pybind11::object to_python(const Payload & payload);

Load load_of(pybind11::handle load);
pybind11::object to_python(const Load & load);

pybind11::object to_python(const Joint & joint);

/// The terms that make up the robot's forces, in the order of the sum.
std::vector<std::string> term_names(const Robot & robot);

/// Sets values of joints in the description: the same for all, or from a mapping by joint name.
void set_friction(RobotDescription & description, pybind11::handle friction);
void set_drives(RobotDescription & description, pybind11::handle drives);
void set_limits(RobotDescription & description, pybind11::handle limits);

}  // namespace hod

#endif  // VALUES_HPP_

// SPDX-License-Identifier: Apache-2.0
#include "bindings.hpp"
#include "pickling.hpp"
#include "wrong_arguments.hpp"

PYBIND11_MODULE(_core, module)
{
  module.doc() = "The compiled part of hod.";
  hod::bind_error(module);
  hod::bind_mass(module);
  hod::bind_base_motion(module);
  hod::bind_robot(module);
  hod::bind_settings(module);
  hod::bind_robot_file(module);
  hod::bind_motion(module);
  hod::bind_smoothing(module);
  hod::bind_dynamics(module);
  hod::bind_workspace(module);
  hod::bind_kinematics(module);
  hod::bind_limits(module);
  hod::bind_accelerometer(module);
  hod::bind_classic(module);
  hod::bind_io(module);
  hod::allow_every_pickle_protocol(module);
  hod::explain_wrong_arguments(module);
}

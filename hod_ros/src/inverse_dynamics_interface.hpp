// SPDX-License-Identifier: Apache-2.0
// The interface of the package inverse_dynamics_solver, whose headers end in .hpp since version 2.
#ifndef HOD_ROS__SRC__INVERSE_DYNAMICS_INTERFACE_HPP_
#define HOD_ROS__SRC__INVERSE_DYNAMICS_INTERFACE_HPP_

#if __has_include(<inverse_dynamics_solver/inverse_dynamics_solver.hpp>)
#include <inverse_dynamics_solver/exceptions.hpp>
#include <inverse_dynamics_solver/inverse_dynamics_solver.hpp>
#else
#include <inverse_dynamics_solver/exceptions.h>
#include <inverse_dynamics_solver/inverse_dynamics_solver.h>
#endif

#endif  // HOD_ROS__SRC__INVERSE_DYNAMICS_INTERFACE_HPP_

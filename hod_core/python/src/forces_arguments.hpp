// SPDX-License-Identifier: Apache-2.0
#ifndef FORCES_ARGUMENTS_HPP_
#define FORCES_ARGUMENTS_HPP_

#include <string>

#include "bindings.hpp"
#include "hod/dynamics/workspace.hpp"
#include "hod/error.hpp"
#include "hod/robot/robot.hpp"

namespace hod
{

inline std::string shape_text(const NumberArray & array)
{
  return pybind11::str(array.attr("shape"));
}

inline void check_order(int order)
{
  if (order < 0 || order > kMaxOrder)
  {
    throw Error(
      "order: found " + std::to_string(order) + ", expected 0 to " +
      std::to_string(kMaxOrder));
  }
}

/// Rows and columns of the last two dimensions must fit the robot and the order.
inline void check_motion(const Robot & robot, const NumberArray & motion, int order)
{
  const pybind11::ssize_t dimensions = motion.ndim();
  if (dimensions < 2)
  {
    throw Error(
      "motion: found shape " + shape_text(motion) + ", expected (rows, " +
      std::to_string(robot.dof()) + ") with one row per derivative");
  }
  if (motion.shape(dimensions - 1) != robot.dof())
  {
    throw Error(
      "motion: found " + std::to_string(motion.shape(dimensions - 1)) + " columns, expected " +
      std::to_string(robot.dof()) + ", one per joint of the robot");
  }
  const pybind11::ssize_t rows = motion.shape(dimensions - 2);
  if (rows < order + 3)
  {
    throw Error(
      "motion: found " + std::to_string(rows) + " rows, expected " + std::to_string(order + 3) +
      " (row k is the k-th derivative of q) for order " + std::to_string(order));
  }
}

/// The argument, checked to be one state or a batch of them.
inline NumberArray checked_motion(
  const Robot & robot, pybind11::handle argument, int order, pybind11::ssize_t most)
{
  check_order(order);
  NumberArray motion = number_array(argument, "motion");
  check_motion(robot, motion, order);
  if (motion.ndim() > most)
  {
    throw Error(
      "motion: found shape " + shape_text(motion) + ", expected " +
      (most == 2 ? "(rows, joints)" : "(rows, joints) or (states, rows, joints)"));
  }
  return motion;
}

}  // namespace hod

#endif  // FORCES_ARGUMENTS_HPP_

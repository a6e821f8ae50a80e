// SPDX-License-Identifier: Apache-2.0
#ifndef ARGUMENTS_HPP_
#define ARGUMENTS_HPP_

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "hod/error.hpp"
#include "hod/result.hpp"
#include "hod/robot/robot.hpp"
#include "hod/types.hpp"

namespace hod
{

inline std::string shape_text(const NumberArray & array)
{
  return pybind11::str(array.attr("shape"));
}

/// Throws hod::Error for anything but ok.
inline void expect(Result result, const std::string & what)
{
  if (result != Result::ok)
  {
    throw Error(what + ": " + to_text(result));
  }
}

/// A motion of one instant: (rows, joints), at least `rows` of them.
inline RowMatrix motion_of(const Robot & robot, pybind11::handle argument, int rows)
{
  const NumberArray array = number_array(argument, "motion");
  if (array.ndim() != 2 || array.shape(1) != robot.dof())
  {
    throw Error(
      "motion: found shape " + shape_text(array) + ", expected (rows, " +
      std::to_string(robot.dof()) + ") with one row per derivative");
  }
  if (array.shape(0) < rows)
  {
    throw Error(
      "motion: found " + std::to_string(array.shape(0)) + " rows, expected " +
      std::to_string(rows) + ", q and its derivatives to order " + std::to_string(rows - 1));
  }
  return Eigen::Map<const RowMatrix>(array.data(), array.shape(0), array.shape(1));
}

/// A vector of real numbers; it must have `size` entries unless `size` is negative.
inline Eigen::VectorXd vector_of(
  pybind11::handle argument, const std::string & name, pybind11::ssize_t size = -1)
{
  const NumberArray array = number_array(argument, name);
  if (array.ndim() != 1 || (size >= 0 && array.size() != size))
  {
    throw Error(
      name + ": found shape " + shape_text(array) + ", expected (" +
      (size >= 0 ? std::to_string(size) : "n") + ",)");
  }
  return Eigen::Map<const Eigen::VectorXd>(array.data(), array.size());
}

/// The same as a std::vector.
inline std::vector<double> numbers_of(pybind11::handle argument, const std::string & name)
{
  const Eigen::VectorXd vector = vector_of(argument, name);
  return {vector.begin(), vector.end()};
}

/// A table, or one column of it as a vector; `expected` describes both in the error.
inline RowMatrix table_of(
  pybind11::handle argument, const std::string & name,
  const std::string & expected = "(rows, channels), or (rows,) of one channel")
{
  const NumberArray array = number_array(argument, name);
  if (array.ndim() != 1 && array.ndim() != 2)
  {
    throw Error(name + ": found shape " + shape_text(array) + ", expected " + expected);
  }
  return Eigen::Map<const RowMatrix>(
    array.data(), array.shape(0), array.ndim() == 2 ? array.shape(1) : 1);
}

/// Index into Robot::links().
inline int link_of(const Robot & robot, const std::string & name)
{
  const int link = robot.link_index(name);
  if (link < 0)
  {
    throw Error("link: found '" + name + "', expected the name of a link of the robot");
  }
  return link;
}

/// A C-contiguous copy.
inline NumberArray array_of(const RowMatrix & matrix)
{
  NumberArray array({matrix.rows(), matrix.cols()});
  Eigen::Map<RowMatrix>(array.mutable_data(), matrix.rows(), matrix.cols()) = matrix;
  return array;
}

/// Indices in NumPy's integer type.
inline pybind11::array_t<std::ptrdiff_t> array_of_places(const std::vector<std::size_t> & places)
{
  pybind11::array_t<std::ptrdiff_t> array(static_cast<pybind11::ssize_t>(places.size()));
  std::copy(places.begin(), places.end(), array.mutable_data());
  return array;
}

inline NumberArray array_of_vector(const Eigen::VectorXd & vector)
{
  return NumberArray(vector.size(), vector.data());
}

}  // namespace hod

#endif  // ARGUMENTS_HPP_

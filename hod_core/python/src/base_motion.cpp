// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/base_motion.hpp"

#include <Eigen/LU>

#include "arguments.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

/// Rows of three numbers, the k-th derivative in row k; what is left out is zero.
std::array<Eigen::Vector3d, BaseMotion::kOrders> derivatives(
  py::handle argument, const std::string & name)
{
  auto result = BaseMotion::zeros();
  if (argument.is_none())
  {
    return result;
  }
  const NumberArray rows = number_array(argument, name);
  if (rows.ndim() != 2 || rows.shape(0) > BaseMotion::kOrders || rows.shape(1) != 3)
  {
    throw Error(
      name + ": found shape " + std::string(py::str(rows.attr("shape"))) +
      ", expected (rows, 3) with a row per derivative, at most " +
      std::to_string(BaseMotion::kOrders));
  }
  for (py::ssize_t k = 0; k < rows.shape(0); ++k)
  {
    const Eigen::Map<const Eigen::Vector3d> row(rows.data(k));
    if (!row.allFinite())
    {
      throw Error(name + ": found a number that is not finite in row " + std::to_string(k));
    }
    result[static_cast<std::size_t>(k)] = row;
  }
  return result;
}

Eigen::Matrix3d rotation(py::handle argument)
{
  if (argument.is_none())
  {
    return Eigen::Matrix3d::Identity();
  }
  constexpr double kOffOrthogonal = 1e-9;
  const NumberArray rows = number_array(argument, "rotation");
  if (rows.ndim() == 2 && rows.shape(0) == 3 && rows.shape(1) == 3)
  {
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> matrix(rows.data());
    if ((matrix * matrix.transpose()).isIdentity(kOffOrthogonal) && matrix.determinant() > 0.0)
    {
      return matrix;
    }
  }
  throw Error("rotation: found something else, expected a rotation matrix (3, 3)");
}

BaseMotion base_motion(
  py::handle turned, py::handle angular_velocity, py::handle acceleration, py::handle velocity)
{
  return {
    rotation(turned), derivatives(angular_velocity, "angular_velocity"),
    derivatives(acceleration, "acceleration"),
    velocity.is_none() ? Eigen::Vector3d(0.0, 0.0, 0.0) : vector3(velocity, "velocity")};
}

NumberArray rows_of(const std::array<Eigen::Vector3d, BaseMotion::kOrders> & vectors)
{
  return NumberArray({BaseMotion::kOrders, 3}, vectors.front().data());
}

}  // namespace

void bind_base_motion(py::module_ & module)
{
  using namespace py::literals;
  py::class_<BaseMotion> motion(module, "BaseMotion");
  motion.attr("__module__") = "hod";
  motion
    .def(
      py::init(&base_motion), py::kw_only(), "rotation"_a = py::none(),
      "angular_velocity"_a = py::none(), "acceleration"_a = py::none(), "velocity"_a = py::none())
    .def_property_readonly(
      "rotation", [](const BaseMotion & self) { return array_of(self.rotation); })
    .def_property_readonly(
      "angular_velocity",
      [](const BaseMotion & self) { return rows_of(self.angular_velocity); })
    .def_property_readonly(
      "acceleration", [](const BaseMotion & self) { return rows_of(self.acceleration); })
    .def_property_readonly(
      "velocity", [](const BaseMotion & self) { return array_of_vector(self.velocity); })
    .def(py::pickle(
      [](const BaseMotion & self) {
        return py::make_tuple(
          array_of(self.rotation), rows_of(self.angular_velocity), rows_of(self.acceleration),
          array_of_vector(self.velocity));
      },
      [](const py::tuple & state) {
        return base_motion(state[0], state[1], state[2], state[3]);
      }));
}

}  // namespace hod

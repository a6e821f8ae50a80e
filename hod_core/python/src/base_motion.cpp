// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/base_motion.hpp"

#include <pybind11/stl.h>

#include <Eigen/LU>
#include <iomanip>
#include <optional>
#include <sstream>
#include <string>

#include "arguments.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

/// Rows of three numbers, the k-th derivative in row k; missing rows are zero.
std::array<Eigen::Vector3d, BaseMotion::kOrders> derivatives(
  py::handle argument, const std::string & name)
{
  auto result = BaseMotion::zeros();
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
  constexpr double kOffOrthogonal = 1e-9;
  const NumberArray rows = number_array(argument, "rotation");
  if (rows.ndim() != 2 || rows.shape(0) != 3 || rows.shape(1) != 3)
  {
    throw Error("rotation: found shape " + shape_text(rows) + ", expected (3, 3)");
  }
  const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> matrix(rows.data());
  const Eigen::Matrix3d square = matrix * matrix.transpose();
  if (!square.isIdentity(kOffOrthogonal))
  {
    const double off = (square - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
    std::ostringstream sentence;
    sentence << "rotation: found a matrix R with R Rᵀ up to " << std::setprecision(2) << off
             << " from the identity, expected a rotation to " << kOffOrthogonal;
    throw Error(sentence.str());
  }
  if (matrix.determinant() < 0.0)
  {
    throw Error("rotation: found a reflection, expected a rotation, of determinant 1");
  }
  return matrix;
}

BaseMotion base_motion(
  const std::optional<ArrayLike> & turned, const std::optional<ArrayLike> & angular_velocity,
  const std::optional<ArrayLike> & acceleration, const std::optional<ArrayLike> & velocity)
{
  BaseMotion motion;
  if (turned)
  {
    motion.rotation = rotation(*turned);
  }
  if (angular_velocity)
  {
    motion.angular_velocity = derivatives(*angular_velocity, "angular_velocity");
  }
  if (acceleration)
  {
    motion.acceleration = derivatives(*acceleration, "acceleration");
  }
  if (velocity)
  {
    motion.velocity = vector3(*velocity, "velocity");
  }
  return motion;
}

NumberArray rows_of(const std::array<Eigen::Vector3d, BaseMotion::kOrders> & vectors)
{
  return NumberArray({BaseMotion::kOrders, 3}, vectors.front().data());
}

constexpr const char * kBaseMotion =
  R"doc(Motion of the root link at one instant when something else carries it.

  Omitted arguments and rows count as zero.

Parameters
----------
rotation
    (3, 3), rotates components from root link axes to world axes, in which gravity is constant.
angular_velocity
    (rows, 3): row k is its k-th derivative in the root link's axes, as a gyroscope on the link
    measures it [rad/s^(1+k)].
acceleration
    (rows, 3): row k is the k-th derivative of the acceleration of the root link's origin in the
    world's axes [m/s^(2+k)].
velocity
    (3,), velocity of the origin in the world's axes [m/s]; only energies depend on it.

Examples
--------
>>> lift = hod.BaseMotion(acceleration=[[0.0, 0.0, 2.0]])
>>> still = np.zeros((3, 5))
>>> robot = hod.example_robot()
>>> heavier = robot.replace(gravity=(0.0, 0.0, -11.81))
>>> lifted = hod.forces(robot.replace(base=lift), still, 0)
>>> bool(np.allclose(lifted, hod.forces(heavier, still, 0)))
True
)doc";

constexpr const char * kIsSteady =
  R"doc(Whether the motion is steady, so that a joint motion that takes time can be combined with it.

In the base's own axes, neither its angular velocity nor its proper acceleration (that of the origin
minus free fall) changes: angular accelerations are zero, and each row of `acceleration` results from
the one before by turning with the base, to 1e-12.

Parameters
----------
gravity
    Free fall in the world's axes; zero if weight does not matter [m/s^2].
order
    Highest derivative of the acceleration that is needed; above it and above the first, rows of
    zeros are taken as not given.

Examples
--------
>>> spin = [[0.0, 0.0, 2.0]]
>>> hod.BaseMotion(angular_velocity=spin).is_steady()
True
>>> hod.BaseMotion(angular_velocity=[[2.0, 0.0, 0.0]]).is_steady()  # gravity turns in its axes
False
>>> hod.BaseMotion(angular_velocity=spin, acceleration=[[1.0, 0.0, 0.0]]).is_steady()
False
)doc";

constexpr const char * kSteadied =
  R"doc(Return the steady motion with the same rotation, velocities and acceleration: see `is_steady`.

Parameters
----------
gravity
    Free fall in the world's axes [m/s^2].

Examples
--------
>>> carousel = hod.BaseMotion(angular_velocity=[[0, 0, 2.0]], acceleration=[[-8.0, 0, 0]]).steadied()
>>> carousel.acceleration[1].tolist()
[0.0, -16.0, 0.0]
>>> carousel.is_steady()
True
)doc";

bool is_steady_under(const BaseMotion & self, const ArrayLike & gravity, int order)
{
  return is_steady(self, vector3(gravity, "gravity"), order);
}

BaseMotion steadied_under(const BaseMotion & self, const ArrayLike & gravity)
{
  return steadied(self, vector3(gravity, "gravity"));
}

}  // namespace

void bind_base_motion(py::module_ & module)
{
  using namespace py::literals;
  const py::tuple down = py::make_tuple(0.0, 0.0, -9.81);
  const int highest = BaseMotion::kOrders - 1;
  py::class_<BaseMotion> motion(module, "BaseMotion", kBaseMotion);
  motion.attr("__module__") = "hod";
  motion
    .def(
      py::init(&base_motion), py::kw_only(), "rotation"_a = py::none(),
      "angular_velocity"_a = py::none(), "acceleration"_a = py::none(), "velocity"_a = py::none())
    .def_property_readonly(
      "rotation", [](const BaseMotion & self) { return array_of(self.rotation); }, "(3, 3)")
    .def_property_readonly(
      "angular_velocity", [](const BaseMotion & self) { return rows_of(self.angular_velocity); },
      "(8, 3) [rad/s^(1+k)]")
    .def_property_readonly(
      "acceleration", [](const BaseMotion & self) { return rows_of(self.acceleration); },
      "(8, 3) [m/s^(2+k)]")
    .def_property_readonly(
      "velocity", [](const BaseMotion & self) { return array_of_vector(self.velocity); },
      "(3,) [m/s]")
    .def_property_readonly(
      "is_at_rest", [](const BaseMotion & self) { return is_at_rest(self); },
      "Whether it is at rest, in any orientation.")
    .def("is_steady", &is_steady_under, "gravity"_a = down, "order"_a = highest, kIsSteady)
    .def("steadied", &steadied_under, "gravity"_a = down, kSteadied)
    .def(
      py::pickle(
        [](const BaseMotion & self) {
          return py::make_tuple(
            array_of(self.rotation), rows_of(self.angular_velocity), rows_of(self.acceleration),
            array_of_vector(self.velocity));
        },
        [](const py::tuple & state) {
          const auto part = [&state](int i) { return ArrayLike(state[i]); };
          return base_motion(part(0), part(1), part(2), part(3));
        }));
}

}  // namespace hod

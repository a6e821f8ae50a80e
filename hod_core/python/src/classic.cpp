// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <optional>
#include <vector>

#include "arguments.hpp"
#include "hod/classic/coefficients.hpp"
#include "hod/classic/energies.hpp"
#include "hod/classic/forces.hpp"
#include "hod/classic/generalized_equation.hpp"
#include "hod/classic/matrices.hpp"
#include "hod/classic/mechanism.hpp"
#include "hod/classic/revolute.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

using namespace py::literals;
using classic::Mechanism;

using BodyEnergy = Eigen::VectorXd (*)(const Mechanism &, const RowMatrix &, int);
using TotalEnergy = double (*)(const Mechanism &, const RowMatrix &, int);
using ForceRows = RowMatrix (*)(const Mechanism &, const RowMatrix &, int);

RowMatrix homogeneous(const Pose & pose)
{
  RowMatrix matrix = RowMatrix::Identity(4, 4);
  matrix.topLeftCorner<3, 3>() = pose.rotation;
  matrix.topRightCorner<3, 1>() = pose.translation;
  return matrix;
}

/// ∂ʳT/∂q… of a link: that of its body times a constant pose.
NumberArray differential_matrix(
  const Robot & robot, py::handle position, const std::string & link,
  const std::vector<int> & columns)
{
  const LinkPlacement & place = robot.links()[static_cast<std::size_t>(link_of(robot, link))];
  const Eigen::VectorXd q = vector_of(position, "position", robot.dof());
  for (const int column : columns)
  {
    if (column < 0 || column >= robot.dof())
    {
      throw Error(
        "joints: found index " + std::to_string(column) + ", expected 0 to " +
        std::to_string(robot.dof() - 1));
    }
  }
  RowMatrix body =
    columns.empty() ? RowMatrix(RowMatrix::Identity(4, 4)) : RowMatrix(RowMatrix::Zero(4, 4));
  if (place.body > 0)
  {
    body = classic::differential_matrix(Mechanism(robot), q, place.body - 1, columns);
  }
  return array_of(body * homogeneous(place.pose));
}

void bind_mechanism(py::module_ & module)
{
  using Body = classic::MovingBody;
  py::class_<Body>(
    module, "MovingBody",
    "A joint and the body that it moves, in the axes of the root link at joint position zero.")
    .def_readonly("joint", &Body::joint, "Name of the joint.")
    .def_readonly("parent", &Body::parent, "Index of the body it is mounted on, -1 for the base.")
    .def_readonly("column", &Body::column, "Column of the motion that drives it.")
    .def_readonly("multiplier", &Body::multiplier, "Position = multiplier * motion + offset.")
    .def_readonly("offset", &Body::offset, "[rad or m]")
    .def_property_readonly(
      "is_revolute", [](const Body & self) { return self.revolute != 0.0; },
      "True for revolute, false for prismatic.")
    .def_property_readonly(
      "axis", [](const Body & self) { return array_of_vector(self.axis); }, "k, 000 (90)")
    .def_property_readonly(
      "point", [](const Body & self) { return array_of_vector(self.point); }, "p, on the axis [m]")
    .def_property_readonly(
      "moment", [](const Body & self) { return array_of_vector(self.moment); },
      "v of 000 (91), 002 (53)")
    .def_property_readonly(
      "twist", [](const Body & self) { return array_of(self.twist); }, "The 4x4 matrix of 000 (91)")
    .def_property_readonly(
      "home", [](const Body & self) { return array_of(self.home); }, "T_i0, the body's frame, 4x4")
    .def_readonly("mass", &Body::mass, "Of everything that moves with it, in the body's frame.");
  module.def(
    "classic_mechanism", [](const Robot & robot) { return Mechanism(robot).bodies(); }, "robot"_a);
  module.def(
    "classic_body_of",
    [](const Robot & robot, const std::string & link) {
      return robot.links()[static_cast<std::size_t>(link_of(robot, link))].body - 1;
    },
    "robot"_a, "link"_a);
}

NumberArray body_energies(const Robot & robot, py::handle motion, int p, BodyEnergy energy)
{
  return array_of_vector(energy(Mechanism(robot), motion_of(robot, motion, 0), p));
}

void bind_energy_forms(py::module_ & module)
{
  const auto by_body = [&](const char * name, BodyEnergy energy) {
    module.def(
      name,
      [energy](const Robot & robot, py::handle motion, int p) {
        return body_energies(robot, motion, p, energy);
      },
      "robot"_a, "motion"_a, "p"_a);
  };
  const auto total = [&](const char * name, TotalEnergy energy) {
    module.def(
      name,
      [energy](const Robot & robot, py::handle motion, int p) {
        return energy(Mechanism(robot), motion_of(robot, motion, 0), p);
      },
      "robot"_a, "motion"_a, "p"_a);
  };
  by_body("classic_energy_by_trace", &classic::energy_by_trace);
  by_body("classic_energy_by_rotation", &classic::energy_by_rotation);
  by_body("classic_energy_explicit", &classic::energy_explicit);
  total("classic_energy_by_matrices", &classic::energy_by_matrices);
  total("classic_energy_by_partitions", &classic::energy_by_partitions);
  module.def(
    "classic_energy_derivatives",
    [](const Robot & robot, py::handle motion, int p, int order) {
      return array_of_vector(
        classic::energy_derivatives(Mechanism(robot), motion_of(robot, motion, 0), p, order));
    },
    "robot"_a, "motion"_a, "p"_a, "order"_a);
  module.def(
    "classic_energy_by_parts",
    [](const Robot & robot, py::handle motion, int p, bool mixed_term) {
      return array_of_vector(
        classic::energy_by_parts(Mechanism(robot), motion_of(robot, motion, 0), p, mixed_term));
    },
    "robot"_a, "motion"_a, "p"_a, "mixed_term"_a);
}

/// Binds a function of the matrices at one position.
template <typename Function>
void bind_matrix(py::module_ & module, const char * name, const Function & function)
{
  module.def(
    name,
    [function](const Robot & robot, py::handle position, const std::vector<py::object> & vectors) {
      const Mechanism mechanism(robot);
      const classic::Matrices at(mechanism, vector_of(position, "position", robot.dof()));
      std::vector<Eigen::VectorXd> arguments;
      for (const py::object & vector : vectors)
      {
        arguments.push_back(vector_of(vector, "vector", robot.dof()));
      }
      return function(at, arguments);
    },
    "robot"_a, "position"_a, "vectors"_a);
}

void bind_matrices(py::module_ & module)
{
  using Vectors = std::vector<Eigen::VectorXd>;
  bind_matrix(module, "classic_mass_matrix", [](const classic::Matrices & at, const Vectors &) {
    return array_of(at.mass_matrix());
  });
  bind_matrix(module, "classic_v_column", [](const classic::Matrices & at, const Vectors & x) {
    return array_of_vector(at.v_column(x.at(0), x.at(1)));
  });
  bind_matrix(module, "classic_d_matrix", [](const classic::Matrices & at, const Vectors & x) {
    return array_of(at.d_matrix(x.at(0), x.at(1)));
  });
  bind_matrix(module, "classic_h_matrix", [](const classic::Matrices & at, const Vectors & x) {
    return array_of(at.h_matrix(x.at(0), x.at(1)));
  });
  bind_matrix(module, "classic_k_column", [](const classic::Matrices & at, const Vectors & x) {
    return array_of_vector(at.k_column(x.at(0)));
  });
  bind_matrix(module, "classic_k_star_column", [](const classic::Matrices & at, const Vectors & x) {
    return array_of_vector(at.k_star_column(x.at(0)));
  });
  bind_matrix(module, "classic_n_matrix", [](const classic::Matrices & at, const Vectors & x) {
    return array_of(at.n_matrix(x.at(0)));
  });
}

void bind_forces(py::module_ & module)
{
  const auto rows = [&](const char * name, ForceRows forces) {
    module.def(
      name,
      [forces](const Robot & robot, py::handle motion, int order) {
        return array_of(forces(Mechanism(robot), motion_of(robot, motion, 0), order));
      },
      "robot"_a, "motion"_a, "order"_a);
  };
  rows("classic_forces_by_leibniz", &classic::forces_by_leibniz);
  rows("classic_forces_by_matrices", &classic::forces_by_matrices);
  rows("classic_gravity_forces", &classic::gravity_forces);
}

void bind_equation(py::module_ & module)
{
  using Equation = Eigen::VectorXd (*)(const Mechanism &, const RowMatrix &, int, int);
  using OneOrder = Eigen::VectorXd (*)(const Mechanism &, const RowMatrix &, int);
  const auto two = [&](const char * name, Equation equation) {
    module.def(
      name,
      [equation](const Robot & robot, py::handle motion, int k, int m) {
        return array_of_vector(equation(Mechanism(robot), motion_of(robot, motion, 0), k, m));
      },
      "robot"_a, "motion"_a, "k"_a, "m"_a);
  };
  const auto one = [&](const char * name, OneOrder equation) {
    module.def(
      name,
      [equation](const Robot & robot, py::handle motion, int k) {
        return array_of_vector(equation(Mechanism(robot), motion_of(robot, motion, 0), k));
      },
      "robot"_a, "motion"_a, "k"_a);
  };
  two("classic_generalized_momentum", &classic::generalized_momentum);
  two("classic_gravity_force_by_lemma", &classic::gravity_force_by_lemma);
  one("classic_force_by_tsenov_mangeron", &classic::force_by_tsenov_mangeron);
  one("classic_force_by_partial_derivatives", &classic::force_by_partial_derivatives);
  module.def(
    "classic_generalized_force",
    [](
      const Robot & robot, py::handle motion, int k, int m,
      const std::vector<double> & coefficients) {
      return array_of_vector(
        classic::generalized_force(
          Mechanism(robot), motion_of(robot, motion, 0), k, m, coefficients));
    },
    "robot"_a, "motion"_a, "k"_a, "m"_a, "coefficients"_a);
  module.def(
    "classic_energy_gradient",
    [](const Robot & robot, py::handle motion, int p, int a, int m) {
      return array_of_vector(
        classic::energy_gradient(Mechanism(robot), motion_of(robot, motion, 0), p, a, m));
    },
    "robot"_a, "motion"_a, "p"_a, "a"_a, "m"_a);
}

double explicit_rotational_energy(int p, py::handle rates, py::handle planar)
{
  const NumberArray rows = number_array(rates, "rates");
  const NumberArray tensor = number_array(planar, "planar");
  if (rows.ndim() != 2 || rows.shape(0) < p + 1 || rows.shape(1) != 3 || tensor.size() != 9)
  {
    throw Error(
      "rotational energy: found shapes " + std::string(py::str(rows.attr("shape"))) + " and " +
      std::string(py::str(tensor.attr("shape"))) + ", expected (p + 1, 3) and (3, 3)");
  }
  return classic::explicit_rotational_energy(
    p, Eigen::Map<const RowMatrix>(rows.data(), rows.shape(0), 3).transpose(),
    Eigen::Map<const Eigen::Matrix3d>(tensor.data()));
}

}  // namespace

void bind_classic(py::module_ & module)
{
  module.def(
    "classic_differential_matrix", &differential_matrix, "robot"_a, "position"_a, "link"_a,
    "columns"_a);
  bind_mechanism(module);
  bind_energy_forms(module);
  bind_matrices(module);
  bind_forces(module);
  bind_equation(module);
  module.def("classic_explicit_rotational_energy", &explicit_rotational_energy);
  module.def("classic_exact_coefficients", &classic::exact_coefficients);
  module.def("classic_printed_coefficients", &classic::printed_coefficients);
  module.def("classic_revolute_energy", [](double inertia, py::handle motion, int p) {
    return classic::revolute_energy(inertia, vector_of(motion, "motion"), p);
  });
  module.def(
    "classic_revolute_force",
    [](double inertia, double weight_moment, double phase, py::handle motion, int k) {
      return classic::revolute_force(inertia, weight_moment, phase, vector_of(motion, "motion"), k);
    });
}

}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
#include "hod/mass/mass_properties.hpp"

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <array>
#include <filesystem>
#include <memory>
#include <utility>

#include "bindings.hpp"
#include "hod/error.hpp"
#include "hod/mass/dimensions.hpp"
#include "hod/mass/distribution.hpp"
#include "hod/mass/roll_pitch_yaw.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

using mass::Dimension;
using mass::Dimensions;
using mass::Distribution;
using mass::HomogeneousBody;
using mass::LinkDistribution;

Pose pose_from(py::handle xyz, py::handle rpy)
{
  return {rotation_from_rpy(vector3(rpy, "rpy")), vector3(xyz, "xyz")};
}

constexpr const char * kMassProperties =
  R"doc(Mass, centre of mass and inertia of a rigid body, in the axes of one frame (its link's).

Parameters
----------
mass
    [kg]
center
    Centre of mass, (3,) [m].
inertia
    Axial-centrifugal, about the centre of mass, (3, 3) [kg m^2].

Examples
--------
A rod along z, and two of them side by side:

>>> rod = hod.mass.MassProperties(1.2, [0.0, 0.0, 0.5], np.diag([0.1, 0.1, 0.0]))
>>> round(float(rod.inertia_about_origin[0, 0]), 12)
0.4
>>> both = rod + rod.at(xyz=(0.2, 0.0, 0.0))
>>> float(both.mass), both.center.tolist()
(2.4, [0.1, 0.0, 0.5])
)doc";

constexpr const char * kAt =
  R"doc(Return the same body in another frame.

Parameters
----------
xyz
    Origin of the body's frame in the other frame [m].
rpy
    Roll, pitch and yaw of the body's frame in the other frame [rad].
)doc";

void bind_properties(py::module_ & module)
{
  using Eigen::Matrix3d;
  using Eigen::Vector3d;
  py::class_<MassProperties> properties(module, "MassProperties", kMassProperties);
  properties.attr("__module__") = "hod.mass";
  properties
    .def(
      py::init([](double mass, const Vector3d & center, const Matrix3d & inertia) {
        return MassProperties{mass, center, inertia};
      }),
      py::arg("mass"), py::arg("center"), py::arg("inertia"))
    .def_static(
      "from_pseudo", &from_pseudo_inertia, py::arg("pseudo"),
      "Return the body of a pseudo-inertia, (4, 4): the inverse of `pseudo`.")
    .def_readonly("mass", &MassProperties::mass, "[kg]")
    .def_property_readonly(
      "center", [](const MassProperties & self) { return self.center; },
      "Centre of mass in the frame, (3,) [m]")
    .def_property_readonly(
      "inertia", [](const MassProperties & self) { return self.inertia; },
      "Axial-centrifugal, about the centre of mass, (3, 3) [kg m^2]")
    .def_property_readonly(
      "planar", [](const MassProperties & self) { return planar_from_axial(self.inertia); },
      "Planar-centrifugal, about the centre of mass, (3, 3) [kg m^2]")
    .def_property_readonly(
      "inertia_about_origin", &axial_about_origin, "About the frame's origin, (3, 3) [kg m^2]")
    .def_property_readonly(
      "planar_about_origin", &planar_about_origin, "About the frame's origin, (3, 3) [kg m^2]")
    .def_property_readonly(
      "pseudo", &pseudo_inertia,
      "Pseudo-inertia about the frame's origin, (4, 4): planar moments, first moments and mass.")
    .def_property_readonly(
      "principal_moments", [](const MassProperties & self) { return principal_axes(self).moments; },
      "Principal moments of `inertia`, (3,) [kg m^2]")
    .def_property_readonly(
      "principal_axes", [](const MassProperties & self) { return principal_axes(self).axes; },
      "Principal axes as columns, in the axes of the frame, (3, 3)")
    .def_property_readonly(
      "flaw", &physical_flaw, "Why no body can have these properties; None if one can.")
    .def(
      "at",
      [](const MassProperties & self, py::handle xyz, py::handle rpy) {
        return transformed(self, pose_from(xyz, rpy));
      },
      py::arg("xyz") = py::make_tuple(0.0, 0.0, 0.0),
      py::arg("rpy") = py::make_tuple(0.0, 0.0, 0.0), kAt)
    .def(
      "__add__", [](const MassProperties & a, const MassProperties & b) { return a + b; },
      "Join two bodies in the same frame.")
    .def(
      "__sub__", [](const MassProperties & a, const MassProperties & b) { return a - b; },
      "Cut one body out of another in the same frame.")
    .def(
      py::pickle(
        [](const MassProperties & self) {
          return py::make_tuple(self.mass, self.center, self.inertia);
        },
        [](const py::tuple & state) {
          return MassProperties{
            state[0].cast<double>(), state[1].cast<Vector3d>(), state[2].cast<Matrix3d>()};
        }));
  module.def("planar_from_axial", &planar_from_axial, py::arg("axial"));
  module.def("axial_from_planar", &axial_from_planar, py::arg("planar"));
  module.def("rotation_from_rpy", &rotation_from_rpy, py::arg("rpy"));
}

/// Python takes a bool for a number, but it is not a length.
Dimension dimension_from(const std::string & name, py::handle value)
{
  if (py::isinstance<py::bool_>(value) || value.is_none())
  {
    throw mass::DimensionError("'" + name + "' must be a number, three or a text", name);
  }
  if (py::isinstance<py::str>(value) || py::hasattr(value, "__fspath__"))
  {
    return path_from(value, name).string();
  }
  const NumberArray numbers = number_array(value, name);
  if (numbers.ndim() == 0)
  {
    return numbers.data()[0];
  }
  return vector3(value, name);
}

/// Releases the interpreter lock while a mesh is read from its file.
mass::Shape read_shape(const std::string & name, const Dimensions & dimensions)
{
  const py::gil_scoped_release others_may_run;
  return mass::make_shape(name, dimensions);
}

HomogeneousBody make_body(
  const std::string & shape, const py::dict & dimensions, std::optional<double> density,
  std::optional<double> mass, py::handle xyz, py::handle rpy, int sign)
{
  try
  {
    Dimensions values;
    for (const auto & [name, value] : dimensions)
    {
      values.emplace(py::str(name), dimension_from(py::str(name), value));
    }
    HomogeneousBody body{read_shape(shape, values), density, mass, vector3(xyz, "xyz"),
                         vector3(rpy, "rpy"),       sign};
    check(body);
    return body;
  }
  catch (const Error & error)
  {
    throw Error(shape + ": " + error.what());
  }
}

/// The body after its link was moved: the new pose is applied before its own.
HomogeneousBody moved(HomogeneousBody body, py::handle xyz, py::handle rpy)
{
  const bool at_home = body.xyz.isZero(0.0) && body.rpy.isZero(0.0);
  const Pose pose = pose_from(xyz, rpy) * Pose{rotation_from_rpy(body.rpy), body.xyz};
  body.xyz = pose.translation;
  // Angles that need not be composed are kept digit for digit.
  body.rpy = at_home ? vector3(rpy, "rpy") : rpy_from_rotation(pose.rotation);
  return body;
}

/// Vertices (n, 3) and the triangles' three indices.
py::tuple arrays_of(const mass::TriangleMesh & mesh, const Eigen::Vector3d & scale)
{
  RowMatrix vertices(static_cast<Eigen::Index>(mesh.vertices.size()), 3);
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
  {
    vertices.row(static_cast<Eigen::Index>(i)) = mesh.vertices[i].cwiseProduct(scale);
  }
  const auto & triangles = mesh.triangles;
  py::array_t<std::uint32_t> corners({triangles.size(), std::size_t{3}});
  std::copy_n(
    triangles.empty() ? nullptr : triangles.front().data(), 3 * triangles.size(),
    corners.mutable_data());
  return py::make_tuple(vertices, corners);
}

py::tuple corners_of(const HomogeneousBody & body)
{
  const auto * const mesh = std::get_if<mass::Mesh>(&body.shape);
  if (mesh == nullptr)
  {
    throw Error("expected the body of a mesh");
  }
  return arrays_of(*mesh->surface, mesh->scale);
}

py::dict python_dimensions(const HomogeneousBody & body)
{
  py::dict result;
  for (const auto & [name, value] : mass::dimensions_of(body.shape))
  {
    std::visit([&result, key = name](const auto & v) { result[key.c_str()] = v; }, value);
  }
  return result;
}

/// For pickle. A mesh includes its surface: its file may be missing later, or another one.
py::tuple save_body(const HomogeneousBody & body)
{
  const auto * const mesh = std::get_if<mass::Mesh>(&body.shape);
  const py::object surface = mesh == nullptr
                               ? py::object(py::none())
                               : py::object(arrays_of(*mesh->surface, Eigen::Vector3d::Ones()));
  return py::make_tuple(
    std::string(name(body.shape)), python_dimensions(body), body.density, body.mass, body.xyz,
    body.rpy, body.sign, surface);
}

mass::Mesh restore_mesh(const py::dict & dimensions, const py::tuple & surface)
{
  const auto vertices = surface[0].cast<RowMatrix>();
  const auto corners = surface[1].cast<std::vector<std::array<std::uint32_t, 3>>>();
  mass::TriangleMesh mesh;
  for (Eigen::Index i = 0; i < vertices.rows(); ++i)
  {
    mesh.vertices.emplace_back(vertices.row(i).transpose());
  }
  mesh.triangles = corners;
  mass::Mesh result;
  result.file = dimensions["file"].cast<std::string>();
  if (dimensions.contains("scale"))
  {
    result.scale = dimensions["scale"].cast<Eigen::Vector3d>();
  }
  result.surface = std::make_shared<const mass::TriangleMesh>(std::move(mesh));
  return result;
}

HomogeneousBody restore_body(const py::tuple & state)
{
  const auto dimensions = state[1].cast<py::dict>();
  HomogeneousBody body;
  if (state[7].is_none())
  {
    Dimensions values;
    for (const auto & [name, value] : dimensions)
    {
      values.emplace(py::str(name), dimension_from(py::str(name), value));
    }
    body.shape = mass::make_shape(state[0].cast<std::string>(), values);
  }
  else
  {
    body.shape = restore_mesh(dimensions, state[7].cast<py::tuple>());
  }
  body.density = state[2].cast<std::optional<double>>();
  body.mass = state[3].cast<std::optional<double>>();
  body.xyz = state[4].cast<Eigen::Vector3d>();
  body.rpy = state[5].cast<Eigen::Vector3d>();
  body.sign = state[6].cast<int>();
  return body;
}

void bind_body(py::module_ & module)
{
  py::class_<HomogeneousBody>(module, "HomogeneousBody")
    .def(
      py::init(&make_body), py::arg("shape"), py::arg("dimensions"), py::arg("density"),
      py::arg("mass"), py::arg("xyz"), py::arg("rpy"), py::arg("sign"))
    .def_property_readonly(
      "shape", [](const HomogeneousBody & self) { return std::string(name(self.shape)); })
    .def_property_readonly("dimensions", &python_dimensions)
    .def_property_readonly(
      "extent", [](const HomogeneousBody & self) { return mass::extent(self.shape); })
    .def_readonly("density", &HomogeneousBody::density)
    .def_readonly("mass", &HomogeneousBody::mass)
    .def_property_readonly("xyz", [](const HomogeneousBody & self) { return self.xyz; })
    .def_property_readonly("rpy", [](const HomogeneousBody & self) { return self.rpy; })
    .def_readonly("sign", &HomogeneousBody::sign)
    .def_property_readonly(
      "properties", [](const HomogeneousBody & self) { return properties(self); })
    .def_property_readonly("corners", &corners_of)
    .def("moved", &moved, py::arg("xyz"), py::arg("rpy"))
    .def(
      "negated",
      [](HomogeneousBody self) {
        self.sign = -self.sign;
        return self;
      })
    .def(py::pickle(&save_body, &restore_body));
  module.def("shape_names", [] {
    std::vector<std::string> names;
    for (const std::string_view name : mass::shape_names())
    {
      names.emplace_back(name);
    }
    return names;
  });
  module.def(
    "sum_of_bodies",
    [](const std::vector<HomogeneousBody> & bodies) {
      std::vector<MassProperties> parts;
      std::vector<int> signs;
      for (const HomogeneousBody & body : bodies)
      {
        parts.push_back(properties(body));
        signs.push_back(body.sign);
      }
      return signed_sum(parts, signs);
    },
    py::arg("bodies"));
}

Distribution make_distribution(
  const std::vector<std::pair<std::string, std::vector<HomogeneousBody>>> & links,
  const std::string & source)
{
  Distribution distribution;
  distribution.source = source;
  for (const auto & [link, bodies] : links)
  {
    add_link(distribution, link, bodies, source);
  }
  return distribution;
}

/// Text as bytes: file names need not be UTF-8.
py::tuple save_distribution(const Distribution & distribution)
{
  py::list warnings;
  for (const std::string & warning : distribution.warnings)
  {
    warnings.append(py::bytes(warning));
  }
  return py::make_tuple(py::bytes(distribution.source), distribution.links, warnings);
}

Distribution restore_distribution(const py::tuple & state)
{
  Distribution distribution;
  distribution.source = state[0].cast<std::string>();
  distribution.links = state[1].cast<std::vector<LinkDistribution>>();
  distribution.warnings = state[2].cast<std::vector<std::string>>();
  return distribution;
}

void bind_distribution(py::module_ & module)
{
  py::class_<LinkDistribution>(module, "LinkDistribution")
    .def_property_readonly("name", [](const LinkDistribution & self) { return text_of(self.link); })
    .def_readonly("bodies", &LinkDistribution::bodies)
    .def_readonly("contributions", &LinkDistribution::contributions)
    .def_readonly("properties", &LinkDistribution::mass)
    .def(
      py::pickle(
        [](const LinkDistribution & self) {
          return py::make_tuple(py::bytes(self.link), self.bodies, self.contributions, self.mass);
        },
        [](const py::tuple & state) {
          return LinkDistribution{
            state[0].cast<std::string>(), state[1].cast<std::vector<HomogeneousBody>>(),
            state[2].cast<std::vector<MassProperties>>(), state[3].cast<MassProperties>()};
        }));
  py::class_<Distribution>(module, "MassDistribution")
    .def(py::init(&make_distribution), py::arg("links"), py::arg("source"))
    .def(py::init<const Distribution &>(), py::arg("other"))
    .def_property_readonly("source", [](const Distribution & self) { return text_of(self.source); })
    .def_readonly("parts", &Distribution::links)
    .def_property_readonly(
      "warnings",
      [](const Distribution & self) {
        py::list result;
        for (const std::string & warning : self.warnings)
        {
          result.append(text_of(warning));
        }
        return result;
      })
    .def(py::pickle(&save_distribution, &restore_distribution));
  module.def(
    "read_distribution",
    [](py::handle given) {
      const std::filesystem::path path = path_from(given, "path");
      const py::gil_scoped_release others_may_run;
      return mass::read_distribution(path);
    },
    py::arg("path"));
  module.def(
    "parse_distribution",
    [](const std::string & yaml, const std::string & source, py::handle given) {
      const std::filesystem::path directory = path_from(given, "directory");
      const py::gil_scoped_release others_may_run;
      return mass::parse_distribution(yaml, source, directory);
    },
    py::arg("yaml"), py::arg("source"), py::arg("directory"));
}

}  // namespace

void bind_mass(py::module_ & module)
{
  bind_properties(module);
  bind_body(module);
  bind_distribution(module);
}

}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__SHAPES_HPP_
#define HOD__TEST__FUZZ__SHAPES_HPP_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hod/mass/dimensions.hpp"
#include "mesh_builders.hpp"

namespace hod::fuzz
{

using mass::Shape;

/// The outline of a solid of revolution, in so many steps; none for another shape.
inline std::vector<std::pair<double, double>> outline_of(const Shape & shape, int steps)
{
  std::vector<std::pair<double, double>> outline;
  const auto arc = [&](double radius, double from, double to, double center) {
    for (int i = 0; i <= steps; ++i)
    {
      const double angle = from + (to - from) * i / steps;
      outline.emplace_back(center + radius * std::cos(angle), radius * std::sin(angle));
    }
  };
  if (const auto * cylinder = std::get_if<mass::Cylinder>(&shape))
  {
    const double half = 0.5 * cylinder->length;
    outline = {
      {cylinder->inner_radius, -half},
      {cylinder->radius, -half},
      {cylinder->radius, half},
      {cylinder->inner_radius, half}};
  }
  else if (const auto * cone = std::get_if<mass::Cone>(&shape))
  {
    outline = {
      {0.0, 0.0}, {cone->radius, 0.0}, {cone->top_radius, cone->length}, {0.0, cone->length}};
  }
  else if (const auto * sphere = std::get_if<mass::Sphere>(&shape))
  {
    arc(sphere->radius, -kFullTurn / 4.0, kFullTurn / 4.0, 0.0);
  }
  else if (const auto * half = std::get_if<mass::Hemisphere>(&shape))
  {
    outline = {{0.0, 0.0}};
    arc(half->radius, 0.0, kFullTurn / 4.0, 0.0);
  }
  else if (const auto * torus = std::get_if<mass::Torus>(&shape))
  {
    arc(torus->tube_radius, 0.0, kFullTurn, torus->radius);
  }
  return outline;
}

/// A solid that a mesh approaches: within the square of the steps' size.
inline void require_like_its_mesh(const Shape & shape, const MassProperties & body)
{
  constexpr int kSteps = 48;
  const auto outline = outline_of(shape, kSteps);
  if (outline.empty())
  {
    return;
  }
  const MassProperties mesh = mass::with_unit_density(turned(outline, kSteps));
  const double size = extent_of(body);
  require(std::abs(mesh.mass - body.mass) <= 0.02 * body.mass, "a shape of another volume");
  require((mesh.center - body.center).norm() <= 0.02 * size, "a shape with another centre");
  require(
    (mesh.inertia - body.inertia).norm() <= 0.03 * body.inertia.norm(), "a shape of other moments");
}

inline Shape shape_of(Bytes & bytes)
{
  const double a = size_of(bytes), b = size_of(bytes), c = size_of(bytes);
  switch (bytes.integer(0, 16))
  {
    case 0:
      return mass::Rod{a};
    case 1:
      return mass::Ring{a};
    case 2:
      return mass::Arc{a, b};
    case 3:
      return mass::Rectangle{a, b};
    case 4:
      return mass::Triangle{vector_of(bytes), vector_of(bytes), {a, b, c}};
    case 5:
      return mass::Disk{a, b};
    case 6:
      return mass::CylindricalShell{a, b};
    case 7:
      return mass::SphericalShell{a};
    case 8:
      return mass::Box{a, b, c};
    case 9:
      return mass::Cylinder{a, b, bytes.byte() % 2 == 0 ? c : 0.0};
    case 10:
      return mass::Sphere{a};
    case 11:
      return mass::Hemisphere{a};
    case 12:
      return mass::Cone{a, b, bytes.byte() % 2 == 0 ? c : 0.0};
    case 13:
      return mass::Ellipsoid{a, b, c};
    case 14:
      return mass::Torus{a, b};
    case 15:
      return mass::Tetrahedron{vector_of(bytes), vector_of(bytes), vector_of(bytes), {a, b, c}};
    default:
      return mass::Mesh{bytes.byte() % 8 == 0 ? "" : "memory", {a, b, c}, nullptr};
  }
}

/// Sizes of which every one is within what machines are made of, and whether they fit together.
struct Sizes
{
  bool sensible = true;
  bool possible = true;

  void add(const std::string & name, double value)
  {
    const bool may_vanish = name == "inner_radius" || name == "top_radius";
    possible = possible && std::isfinite(value) && (may_vanish ? value >= 0.0 : value > 0.0);
    sensible = sensible && ((value >= 0.01 && value <= 10.0) || (may_vanish && value == 0.0));
  }
  void add(const std::string & name, const Vector3d & value)
  {
    possible =
      possible && value.allFinite() && (name != "scale" || value.cwiseAbs().minCoeff() > 0.0);
    sensible = sensible && is_moderate(value);
  }
  void add(const std::string &, const std::string & file) { possible = possible && !file.empty(); }
};

inline bool fits_together(const Shape & shape)
{
  if (const auto * disk = std::get_if<mass::Disk>(&shape))
  {
    return disk->inner_radius < disk->radius;
  }
  if (const auto * cylinder = std::get_if<mass::Cylinder>(&shape))
  {
    return cylinder->inner_radius < cylinder->radius;
  }
  if (const auto * torus = std::get_if<mass::Torus>(&shape))
  {
    return torus->tube_radius <= torus->radius;
  }
  if (const auto * arc = std::get_if<mass::Arc>(&shape))
  {
    return arc->angle <= kFullTurn;
  }
  if (const auto * mesh = std::get_if<mass::Mesh>(&shape))
  {
    return mesh->surface != nullptr;
  }
  return true;
}

inline bool has_corners(const Shape & shape)
{
  return std::holds_alternative<mass::Triangle>(shape) ||
         std::holds_alternative<mass::Tetrahedron>(shape);
}

inline bool checked(const Shape & shape)
{
  try
  {
    return taken([&] { mass::check(shape); });
  }
  catch (...)
  {
    return false;
  }
}

inline void try_shape(Bytes & bytes)
{
  const Shape shape = shape_of(bytes);
  Sizes sizes;
  const mass::Dimensions dimensions = mass::dimensions_of(shape);
  for (const auto & [name, value] : dimensions)
  {
    std::visit([&sizes, name = name](const auto & size) { sizes.add(name, size); }, value);
  }
  const bool is_taken = checked(shape);
  const bool possible = sizes.possible && fits_together(shape);
  require(!is_taken || possible, "a shape that cannot be has been accepted");
  require(is_taken || !possible || has_corners(shape), "a shape that can be has been refused");
  if (std::holds_alternative<mass::Mesh>(shape))
  {
    return;
  }
  std::optional<Shape> again;
  const std::string name(mass::name(shape));
  const bool made = taken([&] { again = mass::make_shape(name, dimensions); });
  require(made == is_taken, "a shape by its name: taken or not, wrongly");
  if (!is_taken)
  {
    return;
  }
  require(
    again->index() == shape.index() && mass::dimensions_of(*again) == dimensions, "another shape");
  const MassProperties body = mass::with_unit_density(shape);
  if (sizes.sensible && body.mass > 1e-9)
  {
    require(is_possible(body), "a shape that no body can have");
    require_like_its_mesh(shape, body);
  }
}

/// Dimensions by names and of kinds that may be wrong.
inline void try_dimensions(Bytes & bytes)
{
  const auto names = mass::shape_names();
  static const std::vector<std::string> keys = {
    "length", "radius",       "angle",      "x",           "y",    "z",     "a", "b",   "c",
    "d",      "inner_radius", "top_radius", "tube_radius", "file", "scale", "",  "x\n", "height"};
  const auto which = static_cast<std::size_t>(bytes.integer(0, static_cast<int>(names.size())));
  const std::string name = which < names.size() ? std::string(names[which]) : "cube\x1b\n";
  mass::Dimensions dimensions;
  for (int i = bytes.integer(0, 5); i > 0; --i)
  {
    const std::string & key = keys[static_cast<std::size_t>(bytes.integer(0, 17))];
    switch (bytes.integer(0, 5))
    {
      case 0:
        dimensions[key] = vector_of(bytes);
        break;
      case 1:
        dimensions[key] = std::string(bytes.byte() % 2 == 0 ? "/nowhere/x.stl" : "");
        break;
      default:
        dimensions[key] = size_of(bytes);
    }
  }
  std::optional<Shape> shape;
  if (taken([&] { shape = mass::make_shape(name, dimensions, "/nowhere"); }))
  {
    require(mass::name(*shape) == name, "a shape of another name");
    mass::check(*shape);
  }
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__SHAPES_HPP_

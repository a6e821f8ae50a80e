// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <sstream>

#include "corner_flaw.hpp"
#include "hod/mass/dimensions.hpp"
#include "shape_fields.hpp"

namespace hod::mass
{

namespace
{

constexpr double kFullCircle = 6.283185307179586;

[[noreturn]] void refuse(const char * name, double value, const std::string & expected)
{
  std::ostringstream text;
  text << "'" << name << "' is " << value << ", expected " << expected;
  throw DimensionError(text.str(), name);
}

void check_field(const char * name, double value, Field kind)
{
  if (!std::isfinite(value))
  {
    refuse(name, value, "a finite number");
  }
  if (kind == Field::optional_size ? value < 0.0 : value <= 0.0)
  {
    refuse(name, value, kind == Field::optional_size ? "0 or more" : "more than 0");
  }
  if (kind == Field::angle && value > kFullCircle)
  {
    refuse(name, value, "at most 2π");
  }
}

void check_field(const char * name, const Eigen::Vector3d & value, Field kind)
{
  for (const double coordinate : value)
  {
    if (!std::isfinite(coordinate))
    {
      refuse(name, coordinate, "finite numbers");
    }
    if (kind == Field::scale && coordinate == 0.0)
    {
      refuse(name, coordinate, "numbers other than 0");
    }
  }
}

void check_field(const char * name, const std::string & value, Field)
{
  if (value.empty())
  {
    throw DimensionError(std::string("'") + name + "' is empty, expected a file name", name);
  }
}

template <typename Body>
void check_whole(const Body &)
{}

void check_bore(double inner_radius, double radius)
{
  if (inner_radius >= radius)
  {
    std::ostringstream text;
    text << "less than the radius " << radius;
    refuse("inner_radius", inner_radius, text.str());
  }
}

void check_whole(const Disk & disk)
{
  check_bore(disk.inner_radius, disk.radius);
}
void check_whole(const Cylinder & cylinder)
{
  check_bore(cylinder.inner_radius, cylinder.radius);
}

void check_whole(const Torus & torus)
{
  if (torus.tube_radius > torus.radius)
  {
    std::ostringstream text;
    text << "at most the radius " << torus.radius;
    refuse("tube_radius", torus.tube_radius, text.str());
  }
}

void check_whole(const Triangle & triangle)
{
  if (!(with_unit_density(triangle).mass > 0.0))
  {
    throw DimensionError("the corners of the triangle lie on one line", "a");
  }
}

void check_whole(const Tetrahedron & body)
{
  if (!(with_unit_density(body).mass > 0.0))
  {
    throw DimensionError("the corners of the tetrahedron lie in one plane", "a");
  }
}

void check_whole(const Mesh & mesh)
{
  if (mesh.surface == nullptr)
  {
    throw DimensionError("the mesh '" + mesh.file + "' has not been read", "file");
  }
  if (const auto flaw = corner_flaw(*mesh.surface))
  {
    throw DimensionError("the mesh '" + mesh.file + "': " + *flaw, "file");
  }
  if (!(with_unit_density(mesh).mass > 0.0))
  {
    throw DimensionError("the mesh '" + mesh.file + "' encloses no volume", "file");
  }
}

}  // namespace

void check(const Shape & shape)
{
  std::visit(
    [](auto body) {
      visit_fields(body, [](const char * name, const auto & member, Field kind) {
        check_field(name, member, kind);
      });
      check_whole(body);
    },
    shape);
}

}  // namespace hod::mass

// SPDX-License-Identifier: Apache-2.0
#ifndef MASS__SHAPE_FIELDS_HPP_
#define MASS__SHAPE_FIELDS_HPP_

#include "hod/mass/shape.hpp"

namespace hod::mass
{

enum class Field
{
  size,           ///< more than 0
  optional_size,  ///< 0 or more, 0 if not given
  angle,          ///< more than 0, at most 2π
  point,
  file,
  scale  ///< 1 if not given
};

/// Each visit_fields calls visit(name, member, kind) for the dimensions of one shape, in the order
/// in which sentences name them. There is no other list of them.
template <typename Visit>
void visit_fields(Rod & shape, Visit && visit)
{
  visit("length", shape.length, Field::size);
}
template <typename Visit>
void visit_fields(Ring & shape, Visit && visit)
{
  visit("radius", shape.radius, Field::size);
}
template <typename Visit>
void visit_fields(Arc & shape, Visit && visit)
{
  visit("radius", shape.radius, Field::size);
  visit("angle", shape.angle, Field::angle);
}
template <typename Visit>
void visit_fields(Rectangle & shape, Visit && visit)
{
  visit("x", shape.x, Field::size);
  visit("y", shape.y, Field::size);
}
template <typename Visit>
void visit_fields(Triangle & shape, Visit && visit)
{
  visit("a", shape.a, Field::point);
  visit("b", shape.b, Field::point);
  visit("c", shape.c, Field::point);
}
template <typename Visit>
void visit_fields(Disk & shape, Visit && visit)
{
  visit("radius", shape.radius, Field::size);
  visit("inner_radius", shape.inner_radius, Field::optional_size);
}
template <typename Visit>
void visit_fields(CylindricalShell & shape, Visit && visit)
{
  visit("radius", shape.radius, Field::size);
  visit("length", shape.length, Field::size);
}
template <typename Visit>
void visit_fields(SphericalShell & shape, Visit && visit)
{
  visit("radius", shape.radius, Field::size);
}
template <typename Visit>
void visit_fields(Box & shape, Visit && visit)
{
  visit("x", shape.x, Field::size);
  visit("y", shape.y, Field::size);
  visit("z", shape.z, Field::size);
}
template <typename Visit>
void visit_fields(Cylinder & shape, Visit && visit)
{
  visit("radius", shape.radius, Field::size);
  visit("length", shape.length, Field::size);
  visit("inner_radius", shape.inner_radius, Field::optional_size);
}
template <typename Visit>
void visit_fields(Sphere & shape, Visit && visit)
{
  visit("radius", shape.radius, Field::size);
}
template <typename Visit>
void visit_fields(Hemisphere & shape, Visit && visit)
{
  visit("radius", shape.radius, Field::size);
}
template <typename Visit>
void visit_fields(Cone & shape, Visit && visit)
{
  visit("radius", shape.radius, Field::size);
  visit("length", shape.length, Field::size);
  visit("top_radius", shape.top_radius, Field::optional_size);
}
template <typename Visit>
void visit_fields(Ellipsoid & shape, Visit && visit)
{
  visit("x", shape.x, Field::size);
  visit("y", shape.y, Field::size);
  visit("z", shape.z, Field::size);
}
template <typename Visit>
void visit_fields(Torus & shape, Visit && visit)
{
  visit("radius", shape.radius, Field::size);
  visit("tube_radius", shape.tube_radius, Field::size);
}
template <typename Visit>
void visit_fields(Tetrahedron & shape, Visit && visit)
{
  visit("a", shape.a, Field::point);
  visit("b", shape.b, Field::point);
  visit("c", shape.c, Field::point);
  visit("d", shape.d, Field::point);
}
template <typename Visit>
void visit_fields(Mesh & shape, Visit && visit)
{
  visit("file", shape.file, Field::file);
  visit("scale", shape.scale, Field::scale);
}

}  // namespace hod::mass

#endif  // MASS__SHAPE_FIELDS_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MASS__SHAPE_HPP_
#define HOD__MASS__SHAPE_HPP_

#include <Eigen/Core>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "hod/mass/mass_properties.hpp"
#include "hod/mass/triangle_mesh.hpp"

/// Homogeneous bodies in their own frames. Lengths in m. Rotational shapes have their axis along z;
/// unless stated otherwise, the frame is at the centroid.
namespace hod::mass
{

// Lines: density in kg/m.

struct Rod  ///< along z
{
  static constexpr std::string_view kName = "rod";
  static constexpr int kExtent = 1;
  double length = 0.0;
};

struct Ring  ///< in xy
{
  static constexpr std::string_view kName = "ring";
  static constexpr int kExtent = 1;
  double radius = 0.0;
};

struct Arc  ///< in xy, symmetric about x, origin at the circle's centre
{
  static constexpr std::string_view kName = "arc";
  static constexpr int kExtent = 1;
  double radius = 0.0;
  double angle = 0.0;  ///< full opening [rad], at most 2π
};

// Surfaces: density in kg/m².

struct Rectangle  ///< in xy
{
  static constexpr std::string_view kName = "rectangle";
  static constexpr int kExtent = 2;
  double x = 0.0, y = 0.0;  ///< full sides
};

struct Triangle  ///< by its corners
{
  static constexpr std::string_view kName = "triangle";
  static constexpr int kExtent = 2;
  Eigen::Vector3d a = Eigen::Vector3d::Zero();
  Eigen::Vector3d b = Eigen::Vector3d::Zero();
  Eigen::Vector3d c = Eigen::Vector3d::Zero();
};

struct Disk  ///< in xy, with an optional concentric hole
{
  static constexpr std::string_view kName = "disk";
  static constexpr int kExtent = 2;
  double radius = 0.0;
  double inner_radius = 0.0;
};

struct CylindricalShell  ///< without its end faces
{
  static constexpr std::string_view kName = "cylindrical_shell";
  static constexpr int kExtent = 2;
  double radius = 0.0;
  double length = 0.0;
};

struct SphericalShell
{
  static constexpr std::string_view kName = "spherical_shell";
  static constexpr int kExtent = 2;
  double radius = 0.0;
};

// Solids: density in kg/m³.

struct Box
{
  static constexpr std::string_view kName = "box";
  static constexpr int kExtent = 3;
  double x = 0.0, y = 0.0, z = 0.0;  ///< full sides
};

struct Cylinder  ///< with an optional concentric bore
{
  static constexpr std::string_view kName = "cylinder";
  static constexpr int kExtent = 3;
  double radius = 0.0;
  double length = 0.0;
  double inner_radius = 0.0;
};

struct Sphere
{
  static constexpr std::string_view kName = "sphere";
  static constexpr int kExtent = 3;
  double radius = 0.0;
};

struct Hemisphere  ///< flat face in xy, origin at its centre, dome towards +z
{
  static constexpr std::string_view kName = "hemisphere";
  static constexpr int kExtent = 3;
  double radius = 0.0;
};

struct Cone  ///< base in xy, origin at its centre, towards +z; a frustum if it has a top
{
  static constexpr std::string_view kName = "cone";
  static constexpr int kExtent = 3;
  double radius = 0.0;
  double length = 0.0;
  double top_radius = 0.0;
};

struct Ellipsoid
{
  static constexpr std::string_view kName = "ellipsoid";
  static constexpr int kExtent = 3;
  double x = 0.0, y = 0.0, z = 0.0;  ///< semi-axes
};

struct Torus
{
  static constexpr std::string_view kName = "torus";
  static constexpr int kExtent = 3;
  double radius = 0.0;       ///< of the circle in xy on which the tube's centre runs
  double tube_radius = 0.0;  ///< at most `radius`
};

struct Tetrahedron  ///< by its corners, in any order
{
  static constexpr std::string_view kName = "tetrahedron";
  static constexpr int kExtent = 3;
  Eigen::Vector3d a = Eigen::Vector3d::Zero();
  Eigen::Vector3d b = Eigen::Vector3d::Zero();
  Eigen::Vector3d c = Eigen::Vector3d::Zero();
  Eigen::Vector3d d = Eigen::Vector3d::Zero();
};

struct Mesh  ///< the inside of a closed triangle mesh, in the file's own frame
{
  static constexpr std::string_view kName = "mesh";
  static constexpr int kExtent = 3;
  std::string file;                                 ///< STL or OBJ
  Eigen::Vector3d scale = Eigen::Vector3d::Ones();  ///< per axis; a negative one mirrors
  std::shared_ptr<const TriangleMesh> surface;      ///< of the file, closed, not yet scaled
};

using Shape = std::variant<
  Rod, Ring, Arc, Rectangle, Triangle, Disk, CylindricalShell, SphericalShell, Box, Cylinder,
  Sphere, Hemisphere, Cone, Ellipsoid, Torus, Tetrahedron, Mesh>;

/// The shape's name in a mass distribution, such as "cylinder".
std::string_view name(const Shape & shape);

/// 1, 2 or 3: whether a density of this shape is per length, area or volume.
int extent(const Shape & shape);

/// Mass properties in the shape's frame with density 1, so that `mass` is the length [m], area [m²]
/// or volume [m³]. Closed forms; the code cites their sources.
MassProperties with_unit_density(const Shape & shape);

}  // namespace hod::mass

#endif  // HOD__MASS__SHAPE_HPP_

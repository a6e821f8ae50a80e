// SPDX-License-Identifier: Apache-2.0
// Shapes, bodies, their sums and triangle meshes made by a program, valid or not: what is taken has
// the mass properties that another way to them gives.
#include <Eigen/Geometry>
#include <map>
#include <optional>
#include <utility>

#include "fuzz.hpp"
#include "hod/mass/dimensions.hpp"
#include "hod/mass/distribution.hpp"
#include "hod/mass/roll_pitch_yaw.hpp"
#include "hod/mass/triangle_mesh.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

using Eigen::Matrix3d;
using Eigen::Matrix4d;
using Eigen::Vector3d;
using fuzz::Bytes;
using fuzz::require;
using mass::Shape;
using mass::TriangleMesh;
using reference::Random;

Vector3d vector_of(Bytes & bytes)
{
  const double x = bytes.number();
  const double y = bytes.number();
  const double z = bytes.number();
  return {x, y, z};
}

/// A size of a machine three times of four.
double size_of(Bytes & bytes)
{
  const std::uint8_t kind = bytes.byte();
  return kind % 4 == 3 ? bytes.number() : 0.01 + kind / 64.0;
}

Matrix3d inertia_of(Bytes & bytes)
{
  Matrix3d inertia = vector_of(bytes).asDiagonal();
  if (bytes.byte() % 2 == 0)
  {
    inertia(0, 1) = inertia(1, 0) = bytes.number();
    inertia(1, 2) = inertia(2, 1) = bytes.number();
  }
  if (bytes.byte() % 8 == 0)
  {
    inertia(bytes.integer(0, 2), bytes.integer(0, 2)) = bytes.number();
  }
  return inertia;
}

bool is_moderate(const MassProperties & body)
{
  return std::abs(body.mass) <= 1e6 && body.center.allFinite() && body.center.norm() <= 100.0 &&
         body.inertia.allFinite() && body.inertia.norm() <= 1e8;
}

/// The same mass properties, but for what rounds off about a point `reach` away.
void require_same(
  const MassProperties & found, const MassProperties & expected, double reach, const char * what)
{
  constexpr double kRounding = 1e-9;
  const double mass = std::abs(expected.mass);
  const double moment = expected.inertia.norm() + mass * reach * reach;
  const bool same = std::abs(found.mass - expected.mass) <= kRounding * mass &&
                    mass * (found.center - expected.center).norm() <= kRounding * mass * reach &&
                    (found.inertia - expected.inertia).norm() <= kRounding * moment;
  if (!same)
  {
    std::fprintf(
      stderr, "mass %g and %g, centre off by %g, inertia by %g of %g\n", found.mass, expected.mass,
      (found.center - expected.center).norm(), (found.inertia - expected.inertia).norm(), moment);
  }
  require(same, what);
}

void try_tensors(Bytes & bytes)
{
  Random random(bytes.byte());
  const MassProperties body = reference::random_mass(random);
  const Pose pose = random.pose(2.0);
  const MassProperties moved = transformed(body, pose);
  require_same(transformed(moved, pose.inverse()), body, 3.0, "a body there and back");
  require_same(
    from_pseudo_inertia(transformed(pseudo_inertia(body), pose)), moved, 3.0,
    "pseudo-inertias against tensors");
  require(
    axial_about_origin(body).isApprox(axial_from_planar(planar_about_origin(body)), 1e-12) &&
      planar_from_axial(axial_from_planar(body.inertia)).isApprox(body.inertia, 1e-12) &&
      rotated(rotated(body.inertia, pose.rotation), pose.rotation.transpose())
        .isApprox(body.inertia, 1e-12),
    "tensors there and back");
  const MassProperties other = reference::random_mass(random);
  require_same(moved + other, other + moved, 3.0, "a sum in another order");
  require_same((moved + other) - other, moved, 3.0, "a sum less one of its parts");
  require_same(
    signed_sum({other, moved, other, body}, {-1, 1, 1, 1}), moved + body, 3.0, "a signed sum");
  require_same(
    from_pseudo_inertia(pseudo_inertia(moved) + pseudo_inertia(other)), moved + other, 3.0,
    "a sum of pseudo-inertias");
}

/// Any number of bodies and of signs.
void try_signed_sum(Bytes & bytes)
{
  Random random(bytes.byte());
  std::vector<MassProperties> bodies;
  std::vector<int> signs;
  for (int i = bytes.integer(0, 5); i > 0; --i)
  {
    bodies.push_back(reference::random_mass(random));
    signs.push_back(bytes.byte() % 4 == 0 ? -1 : 1);
  }
  signs.resize(
    bytes.byte() % 4 == 0 ? static_cast<std::size_t>(bytes.integer(0, 6)) : signs.size());
  MassProperties sum;
  const bool taken = fuzz::taken([&] { sum = signed_sum(bodies, signs); });
  require(taken == (signs.size() == bodies.size()), "a signed sum: taken or not, wrongly");
  Matrix4d pseudo = Matrix4d::Zero();
  double mass = 0.0;
  for (std::size_t i = 0; taken && i < bodies.size(); ++i)
  {
    pseudo += signs[i] * pseudo_inertia(bodies[i]);
    mass += bodies[i].mass;
  }
  if (taken && std::abs(pseudo(3, 3)) > 0.01 * mass)
  {
    require_same(from_pseudo_inertia(pseudo), sum, 100.0, "a signed sum of pseudo-inertias");
  }
}

/// What a possible body is, in both of the library's words and in those of its header.
void try_possible(Bytes & bytes)
{
  MassProperties body;
  body.mass = bytes.number();
  body.center = bytes.byte() % 4 == 0 ? vector_of(bytes) : Vector3d::Zero();
  body.inertia = inertia_of(bytes);
  const auto flaw = physical_flaw(body);
  require(is_possible(body) == !flaw.has_value(), "possible, and yet with a flaw, or neither");
  if (flaw)
  {
    fuzz::require_sentence(*flaw);
  }
  const PrincipalAxes principal = principal_axes(body);
  if (!is_moderate(body) || !body.inertia.isApprox(body.inertia.transpose(), 0.0))
  {
    return;
  }
  const Matrix3d rebuilt = rotated(principal.moments.asDiagonal(), principal.axes);
  require(
    (rebuilt - body.inertia).norm() <= 1e-12 * body.inertia.norm(), "other principal moments");
  require(
    principal.axes.isUnitary(1e-12) && principal.axes.determinant() > 0.0, "axes of no triad");
  require(
    principal.moments[0] <= principal.moments[1] && principal.moments[1] <= principal.moments[2],
    "moments that do not ascend");
  const double largest = principal.moments.cwiseAbs().maxCoeff();
  const double least = planar_from_axial(principal.moments.asDiagonal()).diagonal().minCoeff();
  const double margin = std::min({principal.moments[0], least, body.mass});
  require(flaw.has_value() || margin >= -1e-5 * largest, "a body of no mass that is taken");
  require(
    !flaw.has_value() || margin <= 0.0 || body.mass == 0.0, "a body that is possible, and is not");
}

void try_angles(Bytes & bytes)
{
  Random random(bytes.byte());
  Matrix3d rotation = random.rotation();
  if (bytes.byte() % 2 == 0)  // near where roll and yaw turn about the same axis
  {
    const double pitch = std::acos(0.0) - std::pow(10.0, bytes.integer(-20, -1));
    const double roll = random.uniform(-3.0, 3.0), yaw = random.uniform(-3.0, 3.0);
    rotation = (Eigen::AngleAxisd(yaw, Vector3d::UnitZ()) *
                Eigen::AngleAxisd(bytes.byte() % 2 == 0 ? pitch : -pitch, Vector3d::UnitY()) *
                Eigen::AngleAxisd(roll, Vector3d::UnitX()))
                 .toRotationMatrix();
    const Matrix3d other = random.rotation();
    rotation = (rotation * other) * other.transpose();
  }
  // Within 1e-12 of a quarter turn it counts as one.
  const Vector3d angles = rpy_from_rotation(rotation);
  require(
    (rotation_from_rpy(angles) - rotation).cwiseAbs().maxCoeff() <= 4e-12,
    "angles beside a rotation");
  require(std::abs(angles[1]) <= std::acos(0.0), "a pitch beyond a quarter turn");
  const Vector3d any = vector_of(bytes);
  if (fuzz::is_moderate(any))
  {
    const Matrix3d turned =
      (Eigen::AngleAxisd(any[2], Vector3d::UnitZ()) * Eigen::AngleAxisd(any[1], Vector3d::UnitY()) *
       Eigen::AngleAxisd(any[0], Vector3d::UnitX()))
        .toRotationMatrix();
    require(rotation_from_rpy(any).isApprox(turned, 1e-12), "a rotation beside its angles");
    require(
      rotation_from_rpy(rpy_from_rotation(turned)).isApprox(turned, 1e-12), "angles of angles");
  }
}

// Shapes.

/// A closed mesh from the same rings of points in every layer, or from poles.
struct Lathe
{
  TriangleMesh mesh;
  std::uint32_t around = 0;

  /// A ring of points, counter-clockwise seen from +z.
  std::uint32_t ring(double radius, double z)
  {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (std::uint32_t i = 0; i < around; ++i)
    {
      const double angle = 4.0 * std::acos(0.0) * i / around;
      mesh.vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
    }
    return first;
  }
  void join(std::uint32_t below, std::uint32_t above)
  {
    for (std::uint32_t i = 0; i < around; ++i)
    {
      const std::uint32_t next = (i + 1) % around;
      mesh.triangles.push_back({below + i, below + next, above + next});
      mesh.triangles.push_back({below + i, above + next, above + i});
    }
  }
};

/// The solid of revolution of a closed polygon (radius, z), counter-clockwise in it.
TriangleMesh turned(const std::vector<std::pair<double, double>> & polygon, std::uint32_t around)
{
  Lathe lathe;
  lathe.around = around;
  std::vector<std::uint32_t> rings;
  for (const auto & [radius, z] : polygon)
  {
    rings.push_back(lathe.ring(radius, z));
  }
  for (std::size_t i = 0; i < rings.size(); ++i)
  {
    lathe.join(rings[i], rings[(i + 1) % rings.size()]);
  }
  return lathe.mesh;
}

constexpr double kFullTurn = 6.283185307179586;

/// The outline of a solid of revolution, in so many steps; none for another shape.
std::vector<std::pair<double, double>> outline_of(const Shape & shape, int steps)
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
void require_like_its_mesh(const Shape & shape, const MassProperties & body)
{
  constexpr int kSteps = 48;
  const auto outline = outline_of(shape, kSteps);
  if (outline.empty())
  {
    return;
  }
  const MassProperties mesh = mass::with_unit_density(turned(outline, kSteps));
  const double size = std::sqrt(body.inertia.trace() / body.mass);
  require(std::abs(mesh.mass - body.mass) <= 0.02 * body.mass, "a shape of another volume");
  require((mesh.center - body.center).norm() <= 0.02 * size, "a shape with another centre");
  require(
    (mesh.inertia - body.inertia).norm() <= 0.03 * body.inertia.norm(), "a shape of other moments");
}

Shape shape_of(Bytes & bytes)
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
    sensible = sensible && fuzz::is_moderate(value);
  }
  void add(const std::string &, const std::string & file) { possible = possible && !file.empty(); }
};

bool fits_together(const Shape & shape)
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

bool has_corners(const Shape & shape)
{
  return std::holds_alternative<mass::Triangle>(shape) ||
         std::holds_alternative<mass::Tetrahedron>(shape);
}

bool checked(const Shape & shape)
{
  try
  {
    return fuzz::taken([&] { mass::check(shape); });
  }
  catch (...)
  {
    return false;
  }
}

void try_shape(Bytes & bytes)
{
  const Shape shape = shape_of(bytes);
  Sizes sizes;
  const mass::Dimensions dimensions = mass::dimensions_of(shape);
  for (const auto & [name, value] : dimensions)
  {
    std::visit([&sizes, name = name](const auto & size) { sizes.add(name, size); }, value);
  }
  const bool taken = checked(shape);
  const bool possible = sizes.possible && fits_together(shape);
  require(!taken || possible, "a shape that cannot be has been accepted");
  require(taken || !possible || has_corners(shape), "a shape that can be has been refused");
  if (std::holds_alternative<mass::Mesh>(shape))
  {
    return;
  }
  std::optional<Shape> again;
  const std::string name(mass::name(shape));
  const bool made = fuzz::taken([&] { again = mass::make_shape(name, dimensions); });
  require(made == taken, "a shape by its name: taken or not, wrongly");
  if (!taken)
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
void try_dimensions(Bytes & bytes)
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
  if (fuzz::taken([&] { shape = mass::make_shape(name, dimensions, "/nowhere"); }))
  {
    require(mass::name(*shape) == name, "a shape of another name");
    mass::check(*shape);
  }
}

// Bodies of links.

mass::HomogeneousBody body_of(Bytes & bytes)
{
  mass::HomogeneousBody body;
  body.shape = bytes.byte() % 4 == 0 ? shape_of(bytes) : Shape(mass::Box{0.3, 0.2, 0.1});
  const std::uint8_t kind = bytes.byte();
  if (kind % 8 != 7)
  {
    (kind % 2 == 0 ? body.mass : body.density) = size_of(bytes);
  }
  if (kind == 6)
  {
    body.density = 1.0;
  }
  body.xyz = vector_of(bytes);
  body.rpy = vector_of(bytes);
  body.sign = bytes.byte() % 4 == 0 ? bytes.integer(-2, 2) : 1;
  return body;
}

bool is_plainly_wrong(const mass::HomogeneousBody & body)
{
  const double amount = body.mass.value_or(body.density.value_or(1.0));
  return body.mass.has_value() == body.density.has_value() || !std::isfinite(amount) ||
         amount <= 0.0 || !body.xyz.allFinite() || !body.rpy.allFinite() ||
         std::abs(body.sign) != 1;
}

void try_bodies(Bytes & bytes)
{
  mass::Distribution distribution;
  std::vector<mass::HomogeneousBody> bodies;
  bool wrong = false;
  for (int i = bytes.integer(0, 4); i > 0; --i)
  {
    bodies.push_back(body_of(bytes));
    wrong = wrong || is_plainly_wrong(bodies.back());
  }
  const std::string link = bytes.byte() % 4 == 0 ? "a\nb\x1b" : "link";
  const bool taken =
    fuzz::taken([&] { mass::add_link(distribution, link, bodies, "bodies made here"); });
  for (const std::string & warning : distribution.warnings)
  {
    fuzz::require_sentence(warning);
  }
  if (!taken)
  {
    return require(distribution.links.empty(), "a link that was refused, and is there");
  }
  require(!wrong && !bodies.empty(), "bodies that cannot be have been accepted");
  const mass::LinkDistribution * part = distribution.find(link);
  require(part != nullptr && part->bodies.size() == bodies.size(), "a link that is not found");
  require(distribution.find("another") == nullptr, "a link that is not there");
  require(part->mass.mass > 0.0, "a link without mass has been accepted");
  require(
    distribution.warnings.empty() == !physical_flaw(part->mass).has_value(), "no word of a flaw");
  Matrix4d pseudo = Matrix4d::Zero();
  double mass = 0.0;
  bool moderate = true;
  for (std::size_t i = 0; i < bodies.size(); ++i)
  {
    const MassProperties own = mass::properties(bodies[i]);
    require(
      !bodies[i].mass || own.mass == *bodies[i].mass, "a body of another mass than it was given");
    moderate = moderate && is_moderate(own) && own.mass >= 1e-6;
    pseudo += bodies[i].sign * pseudo_inertia(own);
    mass += own.mass;
  }
  if (moderate && pseudo(3, 3) > 0.1 * mass)
  {
    require_same(from_pseudo_inertia(pseudo), part->mass, 200.0, "a sum of bodies");
  }
}

/// Many bodies of which rounding decides what is left.
void try_nothing_left(Bytes & bytes)
{
  std::vector<mass::HomogeneousBody> bodies;
  for (int i = bytes.integer(1, 30); i > 0; --i)
  {
    const std::uint8_t kind = bytes.byte();
    mass::HomogeneousBody body;
    body.shape = mass::Rod{1.0};
    body.mass = 1.0 / (1 + kind / 16 % 8);
    body.mass = kind / 4 % 4 == 0 ? *body.mass * 0x1p-53 : *body.mass;
    body.sign = kind % 2 == 0 ? 1 : -1;
    bodies.push_back(body);
  }
  mass::Distribution distribution;
  if (fuzz::taken([&] { mass::add_link(distribution, "link", bodies, "bodies made here"); }))
  {
    require(distribution.links[0].mass.mass > 0.0, "a link without mass has been accepted");
  }
}

// Meshes.

void add(TriangleMesh & mesh, const TriangleMesh & part)
{
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), part.vertices.begin(), part.vertices.end());
  for (const auto & [a, b, c] : part.triangles)
  {
    mesh.triangles.push_back({first + a, first + b, first + c});
  }
}

TriangleMesh moved(TriangleMesh mesh, const Pose & pose)
{
  for (Vector3d & vertex : mesh.vertices)
  {
    vertex = pose.rotation * vertex + pose.translation;
  }
  return mesh;
}

TriangleMesh inside_out(TriangleMesh mesh)
{
  for (auto & triangle : mesh.triangles)
  {
    std::swap(triangle[0], triangle[1]);
  }
  return mesh;
}

/// Every triangle in four, at the middles of its edges.
TriangleMesh subdivided(const TriangleMesh & mesh)
{
  TriangleMesh fine;
  fine.vertices = mesh.vertices;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
  const auto middle = [&](std::uint32_t a, std::uint32_t b) {
    const auto [found, is_new] = middles.try_emplace(
      {std::min(a, b), std::max(a, b)}, static_cast<std::uint32_t>(fine.vertices.size()));
    if (is_new)
    {
      fine.vertices.push_back(0.5 * (mesh.vertices[a] + mesh.vertices[b]));
    }
    return found->second;
  };
  for (const auto & [a, b, c] : mesh.triangles)
  {
    const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    fine.triangles.insert(
      fine.triangles.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
  }
  return fine;
}

TriangleMesh box_mesh(const Vector3d & size)
{
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i)
  {
    const Vector3d corner(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
    mesh.vertices.emplace_back(corner.cwiseProduct(size));
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

TriangleMesh tetrahedron_mesh(const mass::Tetrahedron & body)
{
  TriangleMesh mesh;
  mesh.vertices = {body.a, body.b, body.c, body.d};
  mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  const double volume = (body.b - body.a).cross(body.c - body.a).dot(body.d - body.a);
  return volume < 0.0 ? inside_out(mesh) : mesh;
}

/// A convex solid with its closed form.
struct Solid
{
  TriangleMesh mesh;
  MassProperties body;
};

Solid solid_of(Random & random, Bytes & bytes)
{
  Solid solid;
  const Vector3d size = random.vector(1.0).cwiseAbs() + Vector3d::Constant(0.1);
  if (bytes.byte() % 2 == 0)
  {
    solid = {
      box_mesh(size), mass::with_unit_density(Shape(mass::Box{size.x(), size.y(), size.z()}))};
  }
  else
  {
    mass::Tetrahedron corners;
    corners.b = random.vector(1.0);
    corners.c = random.vector(1.0);
    corners.d = corners.b.cross(corners.c) + random.vector(0.1) + Vector3d(0.0, 0.0, 0.01);
    solid = {tetrahedron_mesh(corners), mass::with_unit_density(Shape(corners))};
  }
  for (int i = bytes.integer(0, 2); i > 0; --i)
  {
    solid.mesh = subdivided(solid.mesh);
  }
  const double far = std::pow(10.0, bytes.integer(-2, 4));
  const Pose pose = random.pose(far);
  return {moved(solid.mesh, pose), transformed(solid.body, pose)};
}

/// Whether its volume is one that rounding of its coordinates leaves alone.
bool is_solid(const Solid & solid)
{
  const double size = std::sqrt(solid.body.inertia.trace() / solid.body.mass);
  return solid.body.mass > 1e-3 * size * size * size;
}

void require_body(const Solid & solid, const char * what)
{
  const auto flaw = mass::solid_flaw(solid.mesh);
  require(!flaw.has_value(), flaw ? flaw->c_str() : what);
  const MassProperties body = mass::with_unit_density(solid.mesh);
  const double size = std::sqrt(solid.body.inertia.trace() / solid.body.mass);
  const double rounding = 1e-9 + 1e-12 * solid.body.center.norm() / size;  // of the coordinates
  require(std::abs(body.mass - solid.body.mass) <= rounding * solid.body.mass, what);
  require((body.center - solid.body.center).norm() <= rounding * size, what);
  require((body.inertia - solid.body.inertia).norm() <= rounding * solid.body.inertia.norm(), what);
}

void try_solid(Bytes & bytes)
{
  Random random(bytes.byte());
  Solid solid = solid_of(random, bytes);
  if (!is_solid(solid))
  {
    return;
  }
  if (bytes.byte() % 2 == 0)  // vertices that no triangle has
  {
    const Vector3d lost = bytes.number() * Vector3d(1e3, 1e5, 1.0);
    const bool first = bytes.byte() % 2 == 0;
    solid.mesh.vertices.insert(
      first ? solid.mesh.vertices.begin() : solid.mesh.vertices.end(), lost);
    for (auto & triangle : solid.mesh.triangles)
    {
      for (std::uint32_t & corner : triangle)
      {
        corner += first ? 1 : 0;
      }
    }
  }
  require_body(solid, "a mesh against its closed form");
  // Beside itself: twice the mass.
  const double size = std::sqrt(solid.body.inertia.trace() / solid.body.mass);
  const Pose beside{Matrix3d::Identity(), Vector3d(0.0, 20.0 * size, 0.0)};
  Solid both = solid;
  add(both.mesh, moved(solid.mesh, beside));
  both.body = solid.body + transformed(solid.body, beside);
  require_body(both, "two solids against their sum");
  // In itself, inside out and half as large: a cavity.
  Solid hollow = solid;
  TriangleMesh small = inside_out(solid.mesh);
  for (Vector3d & vertex : small.vertices)
  {
    vertex = 0.5 * (vertex + solid.body.center);
  }
  add(hollow.mesh, small);
  MassProperties cavity = solid.body;
  cavity.mass /= 8.0;
  cavity.inertia /= 32.0;
  hollow.body = solid.body - cavity;
  require_body(hollow, "a hollow solid against its difference");
  add(hollow.mesh, solid.mesh);
  require(mass::solid_flaw(hollow.mesh).has_value(), "a solid that is there twice");
  require(mass::solid_flaw(inside_out(solid.mesh)).has_value(), "a solid that is inside out");
}

void require_scaled(const Solid & solid, Bytes & bytes)
{
  const double x = size_of(bytes), y = size_of(bytes), z = size_of(bytes);
  mass::Mesh shape{"memory", {x, -y, z}, std::make_shared<const TriangleMesh>(solid.mesh)};
  if (
    !checked(Shape(shape)) || shape.scale.cwiseAbs().minCoeff() < 0.01 ||
    shape.scale.cwiseAbs().maxCoeff() > 10.0 || solid.body.center.norm() > 10.0)
  {
    return;
  }
  TriangleMesh scaled = solid.mesh;
  for (Vector3d & vertex : scaled.vertices)
  {
    vertex = vertex.cwiseProduct(shape.scale);
  }
  const MassProperties mesh =
    mass::with_unit_density(shape.scale.prod() < 0.0 ? inside_out(scaled) : scaled);
  require_same(mass::with_unit_density(Shape(shape)), mesh, 10.0, "a mesh against a scaled one");
}

/// Damage that a closed surface does not survive, or any at all.
void try_damaged(Bytes & bytes)
{
  Random random(bytes.byte());
  Solid solid = solid_of(random, bytes);
  if (!is_solid(solid))
  {
    return;
  }
  require_scaled(solid, bytes);
  TriangleMesh & mesh = solid.mesh;
  const int count = bytes.integer(1, 3);
  bool plain = count == 1;  // the next one might undo it
  for (int i = count; i > 0 && !mesh.triangles.empty(); --i)
  {
    const auto at = static_cast<std::size_t>(bytes.byte()) % mesh.triangles.size();
    const auto corner = static_cast<std::size_t>(bytes.integer(0, 2));
    auto & triangle = mesh.triangles[at];
    switch (bytes.integer(0, 7))
    {
      case 0:
        mesh.triangles.erase(mesh.triangles.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case 1:
        std::swap(triangle[0], triangle[1]);
        break;
      case 2:
        mesh.triangles.push_back(std::array<std::uint32_t, 3>(triangle));
        break;
      case 3:
        triangle[corner] = static_cast<std::uint32_t>(mesh.vertices.size()) + bytes.byte() % 3;
        break;
      case 4:
        triangle[corner] = 0xFFFFFFFFU - bytes.byte() % 2;
        break;
      case 5:
        mesh.vertices[triangle[corner] % mesh.vertices.size()][0] = NAN;
        break;
      case 6:
        mesh.vertices[triangle[corner] % mesh.vertices.size()] = vector_of(bytes);
        plain = false;
        break;
      default:
        triangle[corner] = static_cast<std::uint32_t>(bytes.byte() % mesh.vertices.size());
        plain = false;
    }
  }
  const auto flaw = mass::solid_flaw(mesh);
  require(!plain || flaw.has_value(), "a damaged mesh that bounds a solid");
  if (flaw)
  {
    return fuzz::require_sentence(*flaw);
  }
  const MassProperties body = mass::with_unit_density(mesh);
  require(
    body.mass > 0.0 && body.center.allFinite() && body.inertia.allFinite(),
    "a solid of no mass, or of numbers that are not finite");
}

/// Any vertices and triangles.
void try_any_mesh(Bytes & bytes)
{
  mass::Mesh shape{"memory", Vector3d::Ones(), nullptr};
  TriangleMesh mesh;
  for (int i = bytes.integer(0, 8); i > 0; --i)
  {
    mesh.vertices.push_back(vector_of(bytes));
  }
  for (int i = bytes.integer(0, 12); i > 0; --i)
  {
    const std::uint32_t a = bytes.byte() % 8, b = bytes.byte() % 8, c = bytes.byte() % 8;
    mesh.triangles.push_back({a, b, c});
  }
  const auto flaw = mass::solid_flaw(mesh);
  if (flaw)
  {
    fuzz::require_sentence(*flaw);
  }
  else
  {
    const MassProperties body = mass::with_unit_density(mesh);
    require(
      body.mass > 0.0 && std::isfinite(body.mass) && body.center.allFinite(),
      "a solid of no mass, or of numbers that are not finite");
  }
  // A body of it, which is checked before its mass is summed.
  shape.surface = std::make_shared<const TriangleMesh>(mesh);
  mass::HomogeneousBody body;
  body.shape = shape;
  body.mass = 1.0;
  mass::Distribution distribution;
  const bool taken =
    fuzz::taken([&] { mass::add_link(distribution, "link", {body}, "bodies made here"); });
  require(!taken || distribution.links[0].mass.mass > 0.0, "a mesh of no mass has been accepted");
}

void try_any(Bytes & bytes)
{
  switch (bytes.integer(0, 10))
  {
    case 0:
      return try_tensors(bytes);
    case 1:
      return try_signed_sum(bytes);
    case 2:
      return try_possible(bytes);
    case 3:
      return try_angles(bytes);
    case 4:
      return try_shape(bytes);
    case 5:
      return try_dimensions(bytes);
    case 6:
      return try_bodies(bytes);
    case 7:
      return try_nothing_left(bytes);
    case 8:
      return try_solid(bytes);
    case 9:
      return try_damaged(bytes);
    default:
      return try_any_mesh(bytes);
  }
}

}  // namespace
}  // namespace hod

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  hod::fuzz::Bytes bytes(data, size);
  for (int call = 0; call < 8 && !bytes.empty(); ++call)
  {
    hod::try_any(bytes);
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "hod/mass/shape.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <random>
#include <utility>

#include "hod/mass/dimensions.hpp"
#include "hod/mass/homogeneous_body.hpp"
#include "hod/mass/roll_pitch_yaw.hpp"
#include "quadrature.hpp"

namespace hod::mass
{

namespace
{

using Eigen::Vector3d;
using test::Element;
using test::kPi;

constexpr double kRelativeError = 1e-12;
constexpr int kDraws = 10;

Vector3d polar(double radius, double angle, double z = 0.0)
{
  return {radius * std::cos(angle), radius * std::sin(angle), z};
}

Vector3d spherical(double polar_angle, double azimuth)
{
  return polar(std::sin(polar_angle), azimuth, std::cos(polar_angle));
}

// The definition of each shape: parameters u, v, w in [0, 1] → point and measure.

Element element(const Rod & rod, double u, double, double)
{
  return {{0.0, 0.0, rod.length * (u - 0.5)}, rod.length};
}
Element element(const Ring & ring, double u, double, double)
{
  return {polar(ring.radius, 2.0 * kPi * u), 2.0 * kPi * ring.radius};
}
Element element(const Arc & arc, double u, double, double)
{
  return {polar(arc.radius, arc.angle * (u - 0.5)), arc.radius * arc.angle};
}
Element element(const Rectangle & rectangle, double u, double v, double)
{
  return {{rectangle.x * (u - 0.5), rectangle.y * (v - 0.5), 0.0}, rectangle.x * rectangle.y};
}
Element element(const Triangle & triangle, double u, double v, double)
{
  const Vector3d b = triangle.b - triangle.a, c = triangle.c - triangle.a;
  return {triangle.a + u * (b + v * (c - b)), u * b.cross(c).norm()};
}
Element element(const Disk & disk, double u, double v, double)
{
  const double width = disk.radius - disk.inner_radius, radius = disk.inner_radius + u * width;
  return {polar(radius, 2.0 * kPi * v), 2.0 * kPi * radius * width};
}
Element element(const CylindricalShell & shell, double u, double v, double)
{
  return {
    polar(shell.radius, 2.0 * kPi * u, shell.length * (v - 0.5)),
    2.0 * kPi * shell.radius * shell.length};
}
Element element(const SphericalShell & shell, double u, double v, double)
{
  return {
    shell.radius * spherical(kPi * u, 2.0 * kPi * v),
    2.0 * kPi * kPi * shell.radius * shell.radius * std::sin(kPi * u)};
}
Element element(const Box & box, double u, double v, double w)
{
  return {
    Vector3d(box.x, box.y, box.z).cwiseProduct(Vector3d(u - 0.5, v - 0.5, w - 0.5)),
    box.x * box.y * box.z};
}
Element element(const Cylinder & cylinder, double u, double v, double w)
{
  Element slice = element(Disk{cylinder.radius, cylinder.inner_radius}, u, v, 0.0);
  slice.point[2] = cylinder.length * (w - 0.5);
  return {slice.point, slice.measure * cylinder.length};
}
Element ball(const Vector3d & axes, double polar_range, double u, double v, double w)
{
  return {
    axes.cwiseProduct(u * spherical(polar_range * v, 2.0 * kPi * w)),
    axes.prod() * 2.0 * kPi * polar_range * u * u * std::sin(polar_range * v)};
}
Element element(const Sphere & sphere, double u, double v, double w)
{
  return ball(Vector3d::Constant(sphere.radius), kPi, u, v, w);
}
Element element(const Hemisphere & half, double u, double v, double w)
{
  return ball(Vector3d::Constant(half.radius), 0.5 * kPi, u, v, w);
}
Element element(const Ellipsoid & body, double u, double v, double w)
{
  return ball({body.x, body.y, body.z}, kPi, u, v, w);
}
Element element(const Cone & cone, double u, double v, double w)
{
  const double radius = cone.radius + u * (cone.top_radius - cone.radius);
  return {
    polar(radius * v, 2.0 * kPi * w, cone.length * u),
    2.0 * kPi * radius * radius * v * cone.length};
}
Element element(const Torus & torus, double u, double v, double w)
{
  const double tube = torus.tube_radius * u, angle = 2.0 * kPi * v;
  const double radius = torus.radius + tube * std::cos(angle);
  return {
    polar(radius, 2.0 * kPi * w, tube * std::sin(angle)),
    4.0 * kPi * kPi * torus.tube_radius * tube * radius};
}
Element element(const Tetrahedron & body, double u, double v, double w)
{
  const Vector3d b = body.b - body.a, c = body.c - body.a, d = body.d - body.a;
  const Vector3d point = body.a + u * (b + v * (c - b + w * (d - c)));
  return {point, u * u * v * std::abs(b.cross(c).dot(d))};
}

class Draw
{
public:
  double size() { return std::exp(std::uniform_real_distribution(-3.0, 1.0)(generator_)); }
  double below(double bound) { return std::uniform_real_distribution(0.0, bound)(generator_); }
  Vector3d vector() { return {normal_(generator_), normal_(generator_), normal_(generator_)}; }

  // In the order of the members of each shape.
  void fill(Rod & s) { s = {size()}; }
  void fill(Ring & s) { s = {size()}; }
  void fill(Arc & s) { s = {size(), below(2.0 * kPi)}; }
  void fill(Rectangle & s) { s = {size(), size()}; }
  void fill(Triangle & s) { s = {vector(), vector(), vector()}; }
  void fill(Disk & s) { s.radius = size(), s.inner_radius = below(s.radius); }
  void fill(CylindricalShell & s) { s = {size(), size()}; }
  void fill(SphericalShell & s) { s = {size()}; }
  void fill(Box & s) { s = {size(), size(), size()}; }
  void fill(Cylinder & s) { s = {size(), size(), 0.0}, s.inner_radius = below(s.radius); }
  void fill(Sphere & s) { s = {size()}; }
  void fill(Hemisphere & s) { s = {size()}; }
  void fill(Cone & s) { s = {size(), size(), size()}; }
  void fill(Ellipsoid & s) { s = {size(), size(), size()}; }
  void fill(Torus & s) { s.radius = size(), s.tube_radius = below(s.radius); }
  void fill(Tetrahedron & s) { s = {vector(), vector(), vector(), vector()}; }

private:
  std::mt19937_64 generator_{20260101};
  std::normal_distribution<double> normal_;
};

/// The largest error of each block (mass, first and second moments) against its own scale.
void expect_same(const Eigen::Matrix4d & found, const Eigen::Matrix4d & expected, double tolerance)
{
  const Eigen::Matrix4d error = (found - expected).cwiseAbs();
  const double length = std::sqrt(expected.topLeftCorner<3, 3>().trace() / expected(3, 3));
  EXPECT_LE(error(3, 3), tolerance * expected(3, 3));
  EXPECT_LE((error.topRightCorner<3, 1>().maxCoeff()), tolerance * expected(3, 3) * length);
  EXPECT_LE((error.topLeftCorner<3, 3>().maxCoeff()), tolerance * expected(3, 3) * length * length);
}

template <typename Body>
class EveryShape : public testing::Test
{};

template <typename>
struct WithoutMesh;
template <typename... Bodies>
struct WithoutMesh<std::variant<Bodies...>>
{
  // Mesh is the last alternative; it has its own tests.
  template <std::size_t... Index>
  static auto types(std::index_sequence<Index...>)
    -> testing::Types<std::variant_alternative_t<Index, std::variant<Bodies...>>...>;
  using Types = decltype(types(std::make_index_sequence<sizeof...(Bodies) - 1>()));
};
TYPED_TEST_SUITE(EveryShape, WithoutMesh<Shape>::Types);

TYPED_TEST(EveryShape, EqualsTheIntegralOfItsDefinition)
{
  Draw draw;
  for (int i = 0; i < kDraws; ++i)
  {
    TypeParam shape;
    draw.fill(shape);
    const auto map = [&shape](double u, double v, double w) { return element(shape, u, v, w); };
    expect_same(
      pseudo_inertia(with_unit_density(shape)), test::integrate(TypeParam::kExtent, map),
      kRelativeError);
  }
}

/// The laws of variation (004 (57), (81), (86), (89)) against integration in the turned, moved
/// place.
TYPED_TEST(EveryShape, EqualsTheIntegralInAnyPose)
{
  Draw draw;
  for (int i = 0; i < kDraws; ++i)
  {
    TypeParam shape;
    draw.fill(shape);
    const double density = draw.size();
    const HomogeneousBody body{shape, density, std::nullopt, draw.vector(), draw.vector(), 1};
    const Eigen::Matrix3d rotation = rotation_from_rpy(body.rpy);
    const auto map = [&](double u, double v, double w) {
      const Element at_home = element(shape, u, v, w);
      return Element{rotation * at_home.point + body.xyz, density * at_home.measure};
    };
    expect_same(
      pseudo_inertia(properties(body)), test::integrate(TypeParam::kExtent, map), kRelativeError);
  }
}

TYPED_TEST(EveryShape, KeepsAGivenMass)
{
  Draw draw;
  TypeParam shape;
  draw.fill(shape);
  const MassProperties unit = with_unit_density(shape);
  const MassProperties body =
    properties({shape, std::nullopt, 3.5, Vector3d::Zero(), Vector3d::Zero(), 1});
  EXPECT_EQ(body.mass, 3.5);
  EXPECT_TRUE(body.inertia.isApprox(unit.inertia * (3.5 / unit.mass), 1e-14));
}

TYPED_TEST(EveryShape, IsPhysicallyPossible)
{
  Draw draw;
  for (int i = 0; i < kDraws; ++i)
  {
    TypeParam shape;
    draw.fill(shape);
    EXPECT_EQ(physical_flaw(with_unit_density(shape)), std::nullopt);
  }
}

/// Its named dimensions make it again, and they alone.
TYPED_TEST(EveryShape, IsMadeFromItsDimensions)
{
  Draw draw;
  TypeParam shape;
  draw.fill(shape);
  const Shape again = make_shape(std::string(TypeParam::kName), dimensions_of(shape));
  ASSERT_TRUE(std::holds_alternative<TypeParam>(again));
  EXPECT_EQ(pseudo_inertia(with_unit_density(again)), pseudo_inertia(with_unit_density(shape)));
  EXPECT_EQ(name(shape), TypeParam::kName);
  EXPECT_EQ(extent(shape), TypeParam::kExtent);
}

TEST(Arc, KeepsItsDigitsWhenShort)
{
  // Leading terms of the power series: ⟨x²⟩ about the centre = R²φ⁴/720, ⟨y²⟩ = R²φ²/12.
  const double angle = 1e-3;
  const MassProperties arc = with_unit_density(Arc{2.0, angle});
  const Eigen::Matrix3d planar = planar_from_axial(arc.inertia) / arc.mass;
  const double x2 = 4.0 * std::pow(angle, 4) / 720.0, y2 = 4.0 * angle * angle / 12.0;
  EXPECT_NEAR(planar(1, 1) / y2, 1.0, 1e-7);
  EXPECT_NEAR(planar(0, 0), x2, 1e-10 * y2);
}

TEST(Arc, IsContinuousWhereTheSeriesTakesOver)
{
  const auto below = with_unit_density(Arc{1.0, 1.0});
  const auto above = with_unit_density(Arc{1.0, std::nextafter(1.0, 2.0)});
  EXPECT_TRUE(below.inertia.isApprox(above.inertia, 1e-14));
}

}  // namespace

}  // namespace hod::mass

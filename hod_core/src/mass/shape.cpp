// SPDX-License-Identifier: Apache-2.0
#include "hod/mass/shape.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <initializer_list>

namespace hod::mass
{

namespace
{

constexpr double kPi = 3.14159265358979323846;

double square(double value)
{
  return value * value;
}

/// From the measure and the central mean squares ⟨x²⟩, ⟨y²⟩, ⟨z²⟩ of a shape whose products vanish.
MassProperties spread(double measure, const Eigen::Vector3d & center, const Eigen::Vector3d & mean)
{
  return {measure, center, measure * axial_from_planar(mean.asDiagonal())};
}

MassProperties centered(double measure, const Eigen::Vector3d & mean)
{
  return spread(measure, Eigen::Vector3d::Zero(), mean);
}

/// A d-simplex has I_p*/m = Σ (v − v̄)(v − v̄)ᵀ / ((d+1)(d+2)) over its d+1 corners: the mean of
/// products of barycentric coordinates is (1 + δ_ij) / ((d+1)(d+2)) (Dirichlet's integral).
MassProperties simplex(double measure, std::initializer_list<Eigen::Vector3d> corners)
{
  const auto count = static_cast<double>(corners.size());
  Eigen::Vector3d center = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d & corner : corners)
  {
    center += corner / count;
  }
  Eigen::Matrix3d planar = Eigen::Matrix3d::Zero();
  for (const Eigen::Vector3d & corner : corners)
  {
    planar += (corner - center) * (corner - center).transpose() / (count * (count + 1.0));
  }
  return {measure, center, measure * axial_from_planar(planar)};
}

// Every formula below is ∫ dm, ∫ r dm / m and the central ∫ x² dm / m … of the definition above it.

/// ⟨z²⟩ = (1/L) ∫ z² dz over ±L/2.
MassProperties unit(const Rod & rod)
{
  return centered(rod.length, {0.0, 0.0, square(rod.length) / 12.0});
}

/// ⟨x²⟩ = R² ⟨cos²⟩.
MassProperties unit(const Ring & ring)
{
  const double mean = square(ring.radius) / 2.0;
  return centered(2.0 * kPi * ring.radius, {mean, mean, 0.0});
}

/// Means of cos² and sin² over ±φ/2, and the remainder of cos² about its centre: ½ + sin φ/(2φ) −
/// (sin(φ/2)/(φ/2))² and ½ − sin φ/(2φ). Both are differences of nearly equal numbers for small φ,
/// where their power series in φ are summed instead.
Eigen::Vector2d arc_means(double angle)
{
  if (angle > 1.0)
  {
    const double center = std::sin(angle / 2.0) / (angle / 2.0);
    const double half = std::sin(angle) / (2.0 * angle);
    return {0.5 + half - square(center), 0.5 - half};
  }
  Eigen::Vector2d means = Eigen::Vector2d::Zero();
  double power = 1.0;  // (−1)^k φ^2k / (2k+2)!
  power /= 2.0;
  for (int k = 1; k <= 10; ++k)
  {
    power *= -square(angle) / ((2.0 * k + 1.0) * (2.0 * k + 2.0));
    means[0] += (k - 1.0) * power;
    means[1] -= (k + 1.0) * power;
  }
  return means;
}

MassProperties unit(const Arc & arc)
{
  const Eigen::Vector2d means = square(arc.radius) * arc_means(arc.angle);
  const double center = arc.radius * std::sin(arc.angle / 2.0) / (arc.angle / 2.0);
  return spread(arc.radius * arc.angle, {center, 0.0, 0.0}, {means[0], means[1], 0.0});
}

/// ⟨x²⟩ = x²/12 as for a rod.
MassProperties unit(const Rectangle & rectangle)
{
  return centered(
    rectangle.x * rectangle.y, {square(rectangle.x) / 12.0, square(rectangle.y) / 12.0, 0.0});
}

MassProperties unit(const Triangle & triangle)
{
  const double area = 0.5 * (triangle.b - triangle.a).cross(triangle.c - triangle.a).norm();
  return simplex(area, {triangle.a, triangle.b, triangle.c});
}

/// Area and ⟨x²⟩ = ½ ∫ ρ³ dρ / ∫ ρ dρ between two radii.
Eigen::Vector2d annulus(double radius, double inner)
{
  return {kPi * (radius - inner) * (radius + inner), (square(radius) + square(inner)) / 4.0};
}

MassProperties unit(const Disk & disk)
{
  const Eigen::Vector2d ring = annulus(disk.radius, disk.inner_radius);
  return centered(ring[0], {ring[1], ring[1], 0.0});
}

/// A ring spread along z like a rod.
MassProperties unit(const CylindricalShell & shell)
{
  const double mean = square(shell.radius) / 2.0;
  return centered(
    2.0 * kPi * shell.radius * shell.length, {mean, mean, square(shell.length) / 12.0});
}

/// ⟨x²⟩ = ⟨y²⟩ = ⟨z²⟩ with sum R².
MassProperties unit(const SphericalShell & shell)
{
  return centered(
    4.0 * kPi * square(shell.radius), Eigen::Vector3d::Constant(square(shell.radius) / 3.0));
}

MassProperties unit(const Box & box)
{
  return centered(
    box.x * box.y * box.z, {square(box.x) / 12.0, square(box.y) / 12.0, square(box.z) / 12.0});
}

/// A disk with a hole spread along z like a rod.
MassProperties unit(const Cylinder & cylinder)
{
  const Eigen::Vector2d ring = annulus(cylinder.radius, cylinder.inner_radius);
  return centered(ring[0] * cylinder.length, {ring[1], ring[1], square(cylinder.length) / 12.0});
}

/// The unit ball has ⟨x²⟩ = ⅓ ∫ρ⁴dρ / ∫ρ²dρ = 1/5; the semi-axes stretch it.
MassProperties unit(const Ellipsoid & ellipsoid)
{
  const Eigen::Vector3d axes(ellipsoid.x, ellipsoid.y, ellipsoid.z);
  return centered(4.0 / 3.0 * kPi * axes.prod(), axes.cwiseAbs2() / 5.0);
}

MassProperties unit(const Sphere & sphere)
{
  return unit(Ellipsoid{sphere.radius, sphere.radius, sphere.radius});
}

/// Half a ball: ⟨z²⟩ = R²/5 about the face, minus (3R/8)² for the centre: 19 R²/320.
MassProperties unit(const Hemisphere & half)
{
  const double mean = square(half.radius) / 5.0;
  return spread(
    2.0 / 3.0 * kPi * square(half.radius) * half.radius, {0.0, 0.0, 3.0 / 8.0 * half.radius},
    {mean, mean, 19.0 / 320.0 * square(half.radius)});
}

/// Disks of radius a + (b − a) z/h: integrals of its powers 2 and 4 over z. The central ⟨z²⟩ is
/// reduced to one fraction of positive terms, so nothing cancels.
MassProperties unit(const Cone & cone)
{
  const double a = cone.radius, b = cone.top_radius, h = cone.length;
  const double sum2 = a * a + a * b + b * b;
  const double powers = square(a * a) + square(b * b), mixed = a * b * (a * a + b * b);
  const double mean = 3.0 * (powers + mixed + square(a * b)) / (20.0 * sum2);
  const double center = h * (a * a + 2.0 * a * b + 3.0 * b * b) / (4.0 * sum2);
  const double mean_z =
    3.0 * h * h * (powers + 4.0 * mixed + 10.0 * square(a * b)) / (80.0 * square(sum2));
  return spread(kPi * h * sum2 / 3.0, {0.0, 0.0, center}, {mean, mean, mean_z});
}

/// Volume by Pappus; ⟨ρ²⟩ = R² + ¾ r² and ⟨z²⟩ = r²/4 over the tube's disk weighted with ρ.
MassProperties unit(const Torus & torus)
{
  const double tube = square(torus.tube_radius);
  const double mean = square(torus.radius) / 2.0 + 3.0 / 8.0 * tube;
  return centered(2.0 * kPi * kPi * torus.radius * tube, {mean, mean, tube / 4.0});
}

MassProperties unit(const Tetrahedron & body)
{
  const double volume = (body.b - body.a).cross(body.c - body.a).dot(body.d - body.a) / 6.0;
  return simplex(std::abs(volume), {body.a, body.b, body.c, body.d});
}

/// Stretched by S = diag(scale): volume by |det S|, centre by S, I_p by S … S.
MassProperties unit(const Mesh & mesh)
{
  MassProperties body = with_unit_density(*mesh.surface);
  const Eigen::Matrix3d planar = planar_from_axial(body.inertia);
  const double stretch = std::abs(mesh.scale.prod());
  const auto axes = mesh.scale.asDiagonal();
  return {
    body.mass * stretch, axes * body.center, axial_from_planar(stretch * (axes * planar * axes))};
}

}  // namespace

std::string_view name(const Shape & shape)
{
  return std::visit([](const auto & body) { return body.kName; }, shape);
}

int extent(const Shape & shape)
{
  return std::visit([](const auto & body) { return body.kExtent; }, shape);
}

MassProperties with_unit_density(const Shape & shape)
{
  return std::visit([](const auto & body) { return unit(body); }, shape);
}

}  // namespace hod::mass

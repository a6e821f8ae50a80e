// SPDX-License-Identifier: Apache-2.0
#include "hod/mass/mass_properties.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>
#include <sstream>

#include "hod/error.hpp"

namespace hod
{

Eigen::Matrix3d planar_from_axial(const Eigen::Matrix3d & axial)
{
  return 0.5 * axial.trace() * Eigen::Matrix3d::Identity() - axial;
}

Eigen::Matrix3d axial_from_planar(const Eigen::Matrix3d & planar)
{
  return planar.trace() * Eigen::Matrix3d::Identity() - planar;
}

Eigen::Matrix3d planar_about_origin(const MassProperties & body)
{
  return planar_from_axial(body.inertia) + body.mass * body.center * body.center.transpose();
}

Eigen::Matrix3d axial_about_origin(const MassProperties & body)
{
  return axial_from_planar(planar_about_origin(body));
}

Eigen::Matrix4d pseudo_inertia(const MassProperties & body)
{
  Eigen::Matrix4d pseudo;
  pseudo.topLeftCorner<3, 3>() = planar_about_origin(body);
  pseudo.topRightCorner<3, 1>() = body.mass * body.center;
  pseudo.bottomLeftCorner<1, 3>() = body.mass * body.center.transpose();
  pseudo(3, 3) = body.mass;
  return pseudo;
}

Eigen::Matrix3d rotated(const Eigen::Matrix3d & tensor, const Eigen::Matrix3d & rotation)
{
  return rotation * tensor * rotation.transpose();
}

Eigen::Matrix4d transformed(const Eigen::Matrix4d & pseudo, const Pose & pose)
{
  Eigen::Matrix4d transform = Eigen::Matrix4d::Identity();
  transform.topLeftCorner<3, 3>() = pose.rotation;
  transform.topRightCorner<3, 1>() = pose.translation;
  return transform * pseudo * transform.transpose();
}

MassProperties from_pseudo_inertia(const Eigen::Matrix4d & pseudo)
{
  MassProperties body;
  body.mass = pseudo(3, 3);
  if (body.mass != 0.0)
  {
    body.center = pseudo.topRightCorner<3, 1>() / body.mass;
  }
  const Eigen::Matrix3d planar =
    pseudo.topLeftCorner<3, 3>() - body.mass * body.center * body.center.transpose();
  body.inertia = axial_from_planar(planar);
  return body;
}

MassProperties transformed(const MassProperties & body, const Pose & pose)
{
  return {
    body.mass, pose.rotation * body.center + pose.translation,
    rotated(body.inertia, pose.rotation)};
}

namespace
{

/// I about a point near the centre: I* + m [d×][d×]ᵀ. Using differences of centres, not moments
/// about a distant origin, keeps the digits of small tensors.
Eigen::Matrix3d axial_about(const MassProperties & body, const Eigen::Vector3d & point)
{
  const Eigen::Vector3d d = body.center - point;
  return body.inertia +
         body.mass * (d.squaredNorm() * Eigen::Matrix3d::Identity() - d * d.transpose());
}

MassProperties signed_sum(const MassProperties & left, const MassProperties & right, double sign)
{
  MassProperties sum;
  sum.mass = left.mass + sign * right.mass;
  const Eigen::Vector3d moment = left.mass * left.center + sign * right.mass * right.center;
  if (sum.mass != 0.0)
  {
    sum.center = moment / sum.mass;
  }
  sum.inertia = axial_about(left, sum.center) + sign * axial_about(right, sum.center);
  return sum;
}

}  // namespace

MassProperties operator+(const MassProperties & left, const MassProperties & right)
{
  return signed_sum(left, right, 1.0);
}

MassProperties operator-(const MassProperties & left, const MassProperties & right)
{
  return signed_sum(left, right, -1.0);
}

MassProperties signed_sum(
  const std::vector<MassProperties> & bodies, const std::vector<int> & signs)
{
  if (bodies.size() != signs.size())
  {
    throw Error(
      "signed_sum: found " + std::to_string(bodies.size()) + " bodies and " +
      std::to_string(signs.size()) + " signs, expected as many of both");
  }
  MassProperties sum;
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < bodies.size(); ++i)
  {
    sum.mass += signs[i] * bodies[i].mass;
    moment += signs[i] * bodies[i].mass * bodies[i].center;
  }
  if (sum.mass != 0.0)
  {
    sum.center = moment / sum.mass;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i)
  {
    sum.inertia += signs[i] * axial_about(bodies[i], sum.center);
  }
  return sum;
}

PrincipalAxes principal_axes(const MassProperties & body)
{
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(body.inertia);
  PrincipalAxes principal{solver.eigenvalues(), solver.eigenvectors()};
  if (principal.axes.determinant() < 0.0)
  {
    principal.axes.col(2) *= -1.0;
  }
  return principal;
}

namespace
{

/// Rounding in published values is not a flaw: a millionth of the largest moment is tolerated.
constexpr double kRounding = 1e-6;

bool is_symmetric(const Eigen::Matrix3d & tensor)
{
  const Eigen::Matrix3d difference = tensor - tensor.transpose();
  return difference.cwiseAbs().maxCoeff() <= kRounding * tensor.cwiseAbs().maxCoeff();
}

/// Eigenvalues of I*, ascending, and what rounding may add to their sums.
struct Moments
{
  explicit Moments(const Eigen::Matrix3d & inertia)
  : values(
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(inertia, Eigen::EigenvaluesOnly)
        .eigenvalues()),
    tolerance(kRounding * values.cwiseAbs().maxCoeff())
  {}

  bool are_positive() const { return values[0] >= -tolerance; }
  bool suit_a_body() const { return values[0] + values[1] >= values[2] - tolerance; }

  Eigen::Vector3d values;
  double tolerance;
};

}  // namespace

bool is_possible(const MassProperties & body) noexcept
{
  const bool finite =
    std::isfinite(body.mass) && body.center.allFinite() && body.inertia.allFinite();
  if (!finite || body.mass < 0.0 || !is_symmetric(body.inertia))
  {
    return false;
  }
  if (body.mass == 0.0)
  {
    return body.inertia.isZero(0.0);
  }
  const Moments moments(body.inertia);
  return moments.values.allFinite() && moments.are_positive() && moments.suit_a_body();
}

std::optional<std::string> physical_flaw(const MassProperties & body)
{
  std::ostringstream flaw;
  if (!std::isfinite(body.mass) || !body.center.allFinite() || !body.inertia.allFinite())
  {
    return "a value that is not finite";
  }
  if (body.mass < 0.0)
  {
    flaw << "negative mass " << body.mass << " kg";
    return flaw.str();
  }
  if (!is_symmetric(body.inertia))
  {
    return "an inertia that is not symmetric";
  }
  if (body.mass == 0.0 && !body.inertia.isZero(0.0))
  {
    return "an inertia without mass";
  }
  const Moments moments(body.inertia);
  if (!moments.values.allFinite())
  {
    return "an inertia beyond a double's range";
  }
  if (!moments.are_positive())
  {
    flaw << "negative principal moment " << moments.values[0] << " kg m²";
    return flaw.str();
  }
  if (!moments.suit_a_body())
  {
    flaw << "principal moments " << moments.values.transpose()
         << " kg m² of which the largest exceeds the sum of the others";
    return flaw.str();
  }
  return std::nullopt;
}

}  // namespace hod

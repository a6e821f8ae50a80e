// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Geometry>
#include <string>

#include "hod/classic/energies.hpp"
#include "pose_series.hpp"

namespace hod::classic
{
namespace
{

using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;
using Rates = Eigen::Matrix<double, 3, Eigen::Dynamic>;

/// 001 (106), 002 (4), 003 (99); w = ω, a = ω'.
double first(const Vector & w, const Vector & a, const Matrix & axial)
{
  return 0.5 * a.dot(axial * a) + a.dot(w.cross(axial * w)) + 0.5 * w.dot(w) * w.dot(axial * w);
}

/// 002 (21), 003 (106)–(108); b = ω''.
double second(
  const Vector & w, const Vector & a, const Vector & b, const Matrix & planar, const Matrix & axial)
{
  const double s = w.dot(a);
  const double ww = w.dot(w);
  return 0.5 * b.dot(axial * b) + 2.0 * w.dot(b.cross(planar * a)) + a.dot(b.cross(planar * w)) -
         ww * b.dot(axial * w) + 2.0 * s * w.dot(axial * a) + 2.0 * ww * a.dot(planar * a) -
         5.0 * s * a.dot(planar * w) + 2.5 * s * s * planar.trace() +
         0.5 * a.dot(a) * w.dot(planar * w) + ww * w.dot(a.cross(planar * w)) +
         0.5 * ww * ww * w.dot(axial * w);
}

/// ½ tr(G I_p Gᵀ): the remainder of an energy when the highest derivative of ω is zero.
double remainder(const Matrix & lower, const Matrix & planar)
{
  return 0.5 * (lower * planar * lower.transpose()).trace();
}

/// 002 (37), 003 (109) with 1 instead of 3 before ω''·(ω''' × I_p ω); d = ω'''. The terms without
/// d, which the papers do not print, are ½ tr(G I_p Gᵀ) with G = R⁽⁴⁾ Rᵀ − d̂.
double third(
  const Vector & w, const Vector & a, const Vector & b, const Vector & d, const Matrix & planar,
  const Matrix & axial)
{
  const Matrix W = cross_matrix(w);
  const Matrix A = cross_matrix(a);
  const Matrix B = cross_matrix(b);
  const Matrix lower = 3.0 * B * W + W * B + 3.0 * A * A + 3.0 * A * W * W + 2.0 * W * A * W +
                       W * W * A + W * W * W * W;
  const double s = w.dot(a);
  const double ww = w.dot(w);
  return 0.5 * d.dot(axial * d) + 3.0 * w.dot(d.cross(planar * b)) +
         3.0 * a.dot(d.cross(planar * a)) + b.dot(d.cross(planar * w)) +
         2.0 * w.cross(d).dot(planar * a.cross(w)) - 5.0 * s * d.dot(axial * w) -
         ww * d.dot(axial * a) + ww * w.dot(planar * d.cross(w)) + remainder(lower, planar);
}

/// Not printed anywhere, by the same rule: e = ω⁗, G = R⁽⁵⁾ Rᵀ − ê, and the terms linear in e are
/// tr(ê I_p Gᵀ), a scalar product with the skew part of I_p Gᵀ.
double fourth(const Rates & rates, const Matrix & planar, const Matrix & axial)
{
  const Matrix W = cross_matrix(rates.col(0));
  const Matrix A = cross_matrix(rates.col(1));
  const Matrix B = cross_matrix(rates.col(2));
  const Matrix D = cross_matrix(rates.col(3));
  const Vector e = rates.col(4);
  const Matrix lower = 4.0 * D * W + W * D + 6.0 * B * A + 4.0 * A * B + 6.0 * B * W * W +
                       3.0 * W * B * W + W * W * B + 8.0 * A * A * W + 4.0 * A * W * A +
                       3.0 * W * A * A + 4.0 * A * W * W * W + 3.0 * W * A * W * W +
                       2.0 * W * W * A * W + W * W * W * A + W * W * W * W * W;
  const Matrix cross = planar * lower.transpose();
  const Vector skew(
    cross(1, 2) - cross(2, 1), cross(2, 0) - cross(0, 2), cross(0, 1) - cross(1, 0));
  return 0.5 * e.dot(axial * e) + e.dot(skew) + remainder(lower, planar);
}

}  // namespace

double explicit_rotational_energy(int p, const Rates & rates, const Eigen::Matrix3d & planar)
{
  if (p >= 1 && p <= 4 && rates.cols() <= p)
  {
    throw Error(
      "explicit energy: found " + std::to_string(rates.cols()) + " rates, expected " +
      std::to_string(p + 1) + ", the angular velocity and its derivatives");
  }
  const Matrix axial = axial_from_planar(planar);
  switch (p)
  {
    case 1:
      return first(rates.col(0), rates.col(1), axial);
    case 2:
      return second(rates.col(0), rates.col(1), rates.col(2), planar, axial);
    case 3:
      return third(rates.col(0), rates.col(1), rates.col(2), rates.col(3), planar, axial);
    case 4:
      return fourth(rates, planar, axial);
    default:
      throw Error("explicit energy: found order " + std::to_string(p) + ", expected 1 to 4");
  }
}

}  // namespace hod::classic

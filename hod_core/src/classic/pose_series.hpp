// SPDX-License-Identifier: Apache-2.0
#ifndef CLASSIC__POSE_SERIES_HPP_
#define CLASSIC__POSE_SERIES_HPP_

#include <Eigen/Core>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "hod/classic/dual.hpp"
#include "hod/classic/mechanism.hpp"
#include "hod/error.hpp"
#include "hod/series/combinatorics.hpp"

namespace hod::classic
{

template <typename Scalar>
using Matrix4 = Eigen::Matrix<Scalar, 4, 4>;

/// q, q', q'', … (rows) of every column of the joint motion, as plain or as dual numbers.
template <typename Scalar>
using Jets = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

/// Element n is the n-th time derivative of a 4×4 matrix.
template <typename Scalar>
using MatrixDerivatives = std::vector<Matrix4<Scalar>>;

template <typename Scalar>
const Matrix4<Scalar> & nth(const MatrixDerivatives<Scalar> & derivatives, int n)
{
  return derivatives[static_cast<std::size_t>(n)];
}

inline Eigen::Matrix3d cross_matrix(const Eigen::Vector3d & vector)
{
  Eigen::Matrix3d matrix;
  matrix << 0.0, -vector[2], vector[1], vector[2], 0.0, -vector[0], -vector[1], vector[0], 0.0;
  return matrix;
}

/// Throws unless there is one number per column of the joint motion; `what` begins the sentence.
inline void check_columns(
  const Mechanism & mechanism, const Eigen::VectorXd & numbers, const char * what)
{
  if (numbers.size() != mechanism.dof())
  {
    throw Error(
      std::string(what) + ": found " + std::to_string(numbers.size()) + " numbers, expected " +
      std::to_string(mechanism.dof()) + ", one per joint");
  }
}

inline void check_body(const Mechanism & mechanism, int body)
{
  const auto count = static_cast<int>(mechanism.bodies().size());
  if (body < 0 || body >= count)
  {
    throw Error(
      "body: found the index " + std::to_string(body) + ", expected 0 to " +
      std::to_string(count - 1) + ", a moving body");
  }
}

/// Throws for so many products of matrices that computing them would take minutes; `what` begins
/// the sentence.
inline void check_effort(double products, const std::string & what)
{
  constexpr double kMost = 1e8;
  if (!(products <= kMost))
  {
    char number[32];
    std::snprintf(number, sizeof(number), "%.1e", products);
    throw Error(
      what + ": found " + number + " products of matrices to sum up, expected at most 1e+08");
  }
}

/// How many tuples of joints a contraction of a body with so many vectors sums over.
inline double tuples(const MovingBody & body, std::size_t vectors)
{
  return std::pow(static_cast<double>(body.path.size()), static_cast<double>(vectors));
}

inline double joint_position(const MovingBody & body, const Eigen::VectorXd & position)
{
  return body.multiplier * position[body.column] + body.offset;
}

/// Throws for a negative order, or one so high that computing it would never end; `what` begins the
/// sentence.
inline void check_orders(const std::vector<int> & orders, const std::string & what)
{
  constexpr int kHighest = 60;
  for (const int order : orders)
  {
    if (order < 0 || order > kHighest)
    {
      throw Error(
        what + ": found the order " + std::to_string(order) + ", expected 0 to " +
        std::to_string(kHighest));
    }
  }
}

/// Throws for more factors than an order may have; `what` begins the sentence.
inline void check_count(std::size_t count, const char * what)
{
  constexpr std::size_t kMost = 60;
  if (count > kMost)
  {
    throw Error(
      std::string(what) + ": found " + std::to_string(count) + ", expected at most " +
      std::to_string(kMost));
  }
}

/// Throws unless the motion has `rows` rows and the mechanism's columns; `what` begins the
/// sentence.
inline void check_motion(
  const Mechanism & mechanism, const RowMatrix & motion, int rows, const std::string & what)
{
  if (motion.cols() != mechanism.dof())
  {
    throw Error(
      what + ": the motion has " + std::to_string(motion.cols()) + " columns, expected " +
      std::to_string(mechanism.dof()) + ", one per joint");
  }
  if (motion.rows() < rows)
  {
    throw Error(
      what + ": the motion has " + std::to_string(motion.rows()) + " rows, expected " +
      std::to_string(rows) + ", q and its derivatives to order " + std::to_string(rows - 1));
  }
}

/// exp(ξ q), 000 (90).
template <typename Scalar>
Matrix4<Scalar> exponential(const MovingBody & body, const Scalar & position)
{
  using std::cos;
  using std::sin;
  const Scalar sine = sin(position * Scalar(body.revolute));
  const Scalar versine = Scalar(1.0) - cos(position * Scalar(body.revolute));
  const Eigen::Matrix3d axis_cross = cross_matrix(body.axis);
  const Eigen::Vector3d moment_across = axis_cross * body.moment;
  const Eigen::Vector3d moment_along = body.axis * body.axis.dot(body.moment);
  const Eigen::Matrix3d axis_cross_squared = axis_cross * axis_cross;
  Matrix4<Scalar> result = Matrix4<Scalar>::Identity();
  for (int row = 0; row < 3; ++row)
  {
    for (int column = 0; column < 3; ++column)
    {
      result(row, column) +=
        Scalar(axis_cross(row, column)) * sine + Scalar(axis_cross_squared(row, column)) * versine;
    }
    result(row, 3) = Scalar(body.moment[row]) * sine + Scalar(moment_across[row]) * versine +
                     Scalar(moment_along[row]) * (position - sine);
  }
  return result;
}

/// Taylor coefficients of E(t) = exp(ξ q(t)), from E' = ξ q' E.
template <typename Scalar>
MatrixDerivatives<Scalar> exponential_series(
  const MovingBody & body, const Jets<Scalar> & jets, int terms)
{
  const Matrix4<Scalar> twist = body.twist.template cast<Scalar>();
  const auto rate = [&](int i) {
    return Scalar(body.multiplier) * jets(i, body.column) / Scalar(factorial(i - 1));
  };
  MatrixDerivatives<Scalar> series{exponential<Scalar>(
    body, Scalar(body.multiplier) * jets(0, body.column) + Scalar(body.offset))};
  for (int k = 1; k < terms; ++k)
  {
    Matrix4<Scalar> sum = Matrix4<Scalar>::Zero();
    for (int i = 1; i <= k && i < jets.rows(); ++i)
    {
      sum += series[static_cast<std::size_t>(k - i)] * rate(i);
    }
    series.push_back(twist * sum * Scalar(1.0 / k));
  }
  return series;
}

template <typename Scalar>
MatrixDerivatives<Scalar> convolution(
  const MatrixDerivatives<Scalar> & left, const MatrixDerivatives<Scalar> & right)
{
  MatrixDerivatives<Scalar> product(left.size(), Matrix4<Scalar>::Zero());
  for (std::size_t k = 0; k < product.size(); ++k)
  {
    for (std::size_t i = 0; i <= k; ++i)
    {
      product[k] += left[i] * right[k - i];
    }
  }
  return product;
}

/// T_i, T_i', T_i'', … of every body; jets beyond those given are zero.
template <typename Scalar>
std::vector<MatrixDerivatives<Scalar>> pose_derivatives(
  const Mechanism & mechanism, const Jets<Scalar> & jets, int terms)
{
  std::vector<MatrixDerivatives<Scalar>> products;  // E_1 … E_i as Taylor coefficients
  std::vector<MatrixDerivatives<Scalar>> poses;
  for (const MovingBody & body : mechanism.bodies())
  {
    const auto step = exponential_series<Scalar>(body, jets, terms);
    products.push_back(
      body.parent < 0 ? step : convolution(products[static_cast<std::size_t>(body.parent)], step));
    MatrixDerivatives<Scalar> derivatives;
    for (int k = 0; k < terms; ++k)
    {
      derivatives.push_back(
        products.back()[static_cast<std::size_t>(k)] * body.home.template cast<Scalar>() *
        Scalar(factorial(k)));
    }
    poses.push_back(derivatives);
  }
  return poses;
}

/// tr(A I_ps Bᵀ).
template <typename Scalar>
Scalar weighted_trace(
  const Matrix4<Scalar> & left, const Eigen::Matrix4d & pseudo_inertia,
  const Matrix4<Scalar> & right)
{
  return (left * pseudo_inertia.template cast<Scalar>()).cwiseProduct(right).sum();
}

/// Dᵃ E⁽ᵖ⁾ = ½ Σ Σ C(a, l) tr(T⁽ᵖ⁺¹⁺ˡ⁾ I_ps T⁽ᵖ⁺¹⁺ᵃ⁻ˡ⁾ᵀ), from poses with at least p + a + 2 terms.
template <typename Scalar>
Scalar energy_derivative(
  const Mechanism & mechanism, const std::vector<MatrixDerivatives<Scalar>> & poses, int p, int a)
{
  Scalar sum(0.0);
  for (std::size_t i = 0; i < poses.size(); ++i)
  {
    const Eigen::Matrix4d & pseudo_inertia = mechanism.bodies()[i].pseudo_inertia;
    for (int l = 0; l <= a; ++l)
    {
      const auto & left = nth(poses[i], p + 1 + l);
      const auto & right = nth(poses[i], p + 1 + a - l);
      sum += Scalar(0.5 * binomial(a, l)) * weighted_trace<Scalar>(left, pseudo_inertia, right);
    }
  }
  return sum;
}

/// The jets of a motion with slope one on q_j⁽ᵐ⁾; rows are added, as zeros, to have at least m + 1.
inline Jets<Dual> varied_jets(const RowMatrix & motion, int m, int column)
{
  Jets<Dual> jets = Jets<Dual>::Zero(std::max<Eigen::Index>(motion.rows(), m + 1), motion.cols());
  jets.topRows(motion.rows()) = motion.cast<Dual>();
  jets(m, column).slope = 1.0;
  return jets;
}

}  // namespace hod::classic

#endif  // CLASSIC__POSE_SERIES_HPP_

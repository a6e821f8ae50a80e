// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/drives/drive_history.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "decay_integrals.hpp"
#include "hod/dynamics/workspace.hpp"
#include "motion/hermite.hpp"
#include "motor_torque.hpp"

namespace hod
{
namespace
{

constexpr int kMaxRows = kMaxOrder + 1;

/// Shorter and longer steps leave no digits of a polynomial over them [s].
constexpr double kShortestStep = 1e-40;
constexpr double kLongestStep = 1e40;

/// A derivative of the motion counts as zero below this [rad/sᵏ or m/sᵏ], …
constexpr double kNoMotion = 1e-12;
/// … or where it moves the joint by less than this part of what later ones do within D/K.
constexpr double kNegligible = 1e-6;

/// Coefficients of Σ cⱼ uʲ, 0 ≤ u ≤ 1.
using Polynomial = std::array<double, 2 * kMaxRows>;

/// The polynomial through `rows` derivatives of column `column` at both ends of a step, from row
/// `first` of the matrices on.
Polynomial polynomial_through(
  int rows, const RowMatrix & left, const ConstRowMatrixRef & right, Eigen::Index first,
  Eigen::Index column, double step)
{
  std::array<double, kMaxRows> ends[2];
  double scale = 1.0;
  for (int k = 0; k < rows; ++k)
  {
    ends[0][static_cast<std::size_t>(k)] = scale * left(first + k, column);
    ends[1][static_cast<std::size_t>(k)] = scale * right(first + k, column);
    scale *= step / (k + 1);
  }
  Polynomial polynomial{};
  two_point_polynomial(rows, ends[0].data(), ends[1].data(), polynomial.data());
  return polynomial;
}

/// Turns the coefficients into those of the derivative with respect to time.
void differentiate(Polynomial & polynomial, double step)
{
  for (std::size_t j = 1; j < polynomial.size(); ++j)
  {
    polynomial[j - 1] = static_cast<double>(j) * polynomial[j] / step;
  }
  polynomial.back() = 0.0;
}

/// How many derivatives of the motion are zero, from q' on: 2 for one from rest whose jerk jumps.
int still_derivatives(const ConstRowMatrixRef & motion, double memory)
{
  constexpr Eigen::Index kMostRows = kMaxOrder + 3;
  std::array<double, kMostRows> largest{};
  std::array<double, kMostRows> effect{};
  const Eigen::Index rows = std::min(motion.rows(), kMostRows);
  double power = 1.0;
  for (Eigen::Index k = 0; k < rows; ++k)
  {
    largest[static_cast<std::size_t>(k)] = motion.row(k).cwiseAbs().maxCoeff();
    effect[static_cast<std::size_t>(k)] = power * largest[static_cast<std::size_t>(k)];
    power *= memory;
  }
  int still = 0;
  for (auto k = std::size_t{1}; k < static_cast<std::size_t>(rows); ++k)
  {
    const double later = *std::max_element(effect.begin() + static_cast<int>(k), effect.end());
    if (largest[k] > kNoMotion && effect[k] > kNegligible * later)
    {
      return still;
    }
    ++still;
  }
  return still;
}

}  // namespace

DriveHistory::DriveHistory(const ElasticDrive & drive, int order) : drive_(drive), order_(order)
{
  ElasticDrive::check_order(order);
  force_ = RowMatrix::Zero(order + 1, drive.dof());
  deflection_ = RowMatrix::Zero(order + 1, drive.dof());
}

Result DriveHistory::check(
  const ConstRowMatrixRef & motion, const ConstRowMatrixRef & force, const RowMatrixRef & motor,
  const RowMatrixRef & torque) const
{
  const Result result = detail::check_drive_rows(drive_, order_, motion, force, motor, torque);
  const bool finite = motion.allFinite() && force.allFinite();
  return result == Result::ok && !finite ? Result::not_finite : result;
}

Result DriveHistory::start(
  const ConstRowMatrixRef & motion, const ConstRowMatrixRef & force, RowMatrixRef motor,
  RowMatrixRef torque)
{
  const Result result = check(motion, force, motor, torque);
  if (result == Result::ok)
  {
    for (Eigen::Index column = 0; column < force.cols(); ++column)
    {
      start_joint(column, smooth_order(drive_.joint(column), motion), force);
    }
    finish(motion, force, motor, torque);
  }
  return result;
}

int DriveHistory::smooth_order(const JointDrive & joint, const ConstRowMatrixRef & motion) const
{
  if (!joint.damped())
  {
    return order_;
  }
  const int still = still_derivatives(motion, joint.damping / joint.stiffness);
  return still < 2 ? order_ : std::min(order_, still - 2);
}

void DriveHistory::start_joint(Eigen::Index column, int smooth, const ConstRowMatrixRef & force)
{
  const JointDrive & joint = drive_.joint(column);
  for (int k = 0; k <= order_; ++k)
  {
    // K δ⁽ⁿ⁾ is Q⁽ⁿ⁾ at the last derivative n that does not jump, so δ⁽ⁿ⁺¹⁾ is zero.
    deflection_(k, column) =
      k <= smooth ? detail::series_deflection(joint, force, column, k, smooth)
      : k == smooth + 1
        ? 0.0
        : (force(k - 1, column) - joint.stiffness * deflection_(k - 1, column)) / joint.damping;
  }
}

Result DriveHistory::start_from(
  const Eigen::Ref<const Eigen::VectorXd> & deflection, const ConstRowMatrixRef & motion,
  const ConstRowMatrixRef & force, RowMatrixRef motor, RowMatrixRef torque)
{
  if (deflection.size() != drive_.dof())
  {
    return Result::wrong_columns;
  }
  if (!deflection.allFinite())
  {
    return Result::not_finite;
  }
  const Result result = start(motion, force, motor, torque);
  if (result != Result::ok)
  {
    return result;
  }
  for (Eigen::Index column = 0; column < force.cols(); ++column)
  {
    const JointDrive & joint = drive_.joint(column);
    if (joint.damped())
    {
      deflection_(0, column) = deflection[column];
      for (int k = 0; k < order_; ++k)
      {
        deflection_(k + 1, column) =
          (force(k, column) - joint.stiffness * deflection_(k, column)) / joint.damping;
      }
    }
  }
  finish(motion, force, motor, torque);
  return result;
}

Result DriveHistory::advance(
  double step, const ConstRowMatrixRef & motion, const ConstRowMatrixRef & force,
  RowMatrixRef motor, RowMatrixRef torque)
{
  if (!started_)
  {
    return Result::not_started;
  }
  if (!(step >= kShortestStep && step <= kLongestStep))
  {
    return Result::wrong_step;
  }
  const Result result = check(motion, force, motor, torque);
  if (result != Result::ok)
  {
    return result;
  }
  for (Eigen::Index column = 0; column < force.cols(); ++column)
  {
    const JointDrive & joint = drive_.joint(column);
    if (joint.damped())
    {
      advance_joint(column, step, force);
    }
    else
    {
      deflection_.col(column) = force.col(column).head(order_ + 1) / joint.stiffness;
    }
  }
  finish(motion, force, motor, torque);
  return result;
}

void DriveHistory::advance_joint(Eigen::Index column, double step, const ConstRowMatrixRef & force)
{
  const JointDrive & joint = drive_.joint(column);
  const double z = joint.stiffness * step / joint.damping;
  Polynomial integrals{};
  detail::decay_integrals(z, 2 * (order_ + 1), integrals.data());
  Polynomial polynomial{};
  for (int k = 0; k <= order_; ++k)
  {
    const int first = std::max(k - 2, 0);
    polynomial = polynomial_through(order_ - first + 1, force_, force, first, column, step);
    for (int derivative = first; derivative < k; ++derivative)
    {
      differentiate(polynomial, step);
    }
    double integral = 0.0;
    for (std::size_t j = 0; j < polynomial.size(); ++j)
    {
      integral += polynomial[j] * integrals[j];
    }
    deflection_(k, column) =
      std::exp(-z) * deflection_(k, column) + step / joint.damping * integral;
  }
}

void DriveHistory::finish(
  const ConstRowMatrixRef & motion, const ConstRowMatrixRef & force, RowMatrixRef motor,
  RowMatrixRef torque)
{
  started_ = true;
  const int rows = order_ + 1;
  force_ = force.topRows(rows);
  motor.topRows(rows) = motion.topRows(rows) + deflection_;
  for (Eigen::Index column = 0; column < force.cols(); ++column)
  {
    detail::write_motor_torque(drive_.joint(column), column, order_, force, motor, torque);
  }
}

}  // namespace hod

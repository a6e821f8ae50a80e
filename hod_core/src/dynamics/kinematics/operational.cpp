// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/kinematics/operational.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "hod/error.hpp"
#include "hod/series/combinatorics.hpp"

namespace hod
{
namespace
{

int count(OperationalRows rows)
{
  return rows == OperationalRows::all ? 6 : 3;
}

/// The factor 1/σ, damped smoothly below the threshold and zero for values at rounding level.
double damped_inverse(double value, double largest, double rounding, const InverseOptions & options)
{
  if (value <= rounding)
  {
    return 0.0;
  }
  const double limit = options.threshold * largest;
  if (value >= limit)
  {
    return 1.0 / value;
  }
  const double share = value / limit;
  const double lambda = options.damping * largest;
  return value / (value * value + (1.0 - share * share) * lambda * lambda);
}

}  // namespace

OperationalWorkspace::OperationalWorkspace(
  const Robot & robot, int link, int max_order, const InverseOptions & options)
: link_(link), options_(options), kinematics_(robot, max_order)
{
  if (link < 0 || link >= kinematics_.links())
  {
    throw Error(
      "operational motion: found link " + std::to_string(link) + ", expected 0 to " +
      std::to_string(kinematics_.links() - 1));
  }
  if (max_order < 1)
  {
    throw Error("operational motion: found order 0, expected 1 or more");
  }
  if (robot.dof() == 0)
  {
    throw Error("operational motion: found a robot without joints, expected one that can move");
  }
  // Not (x >= 0) also catches NaN.
  if (!(options.threshold >= 0.0 && options.damping >= 0.0))
  {
    throw Error("operational motion: threshold and damping have to be zero or more");
  }
  const Eigen::Index rows = count(options.rows);
  const Eigen::Index smaller = std::min<Eigen::Index>(rows, robot.dof());
  motion = RowMatrix::Zero(max_order + 1, robot.dof());
  residual = Eigen::VectorXd::Zero(max_order + 1);
  singular_values = Eigen::VectorXd::Zero(rows);
  jacobian_ = Eigen::MatrixXd::Zero(rows, robot.dof());
  svd_ =
    Eigen::JacobiSVD<Eigen::MatrixXd>(rows, robot.dof(), Eigen::ComputeThinU | Eigen::ComputeThinV);
  gain_ = Eigen::VectorXd::Zero(smaller);
  wanted_ = Eigen::VectorXd::Zero(rows);
  projected_ = Eigen::VectorXd::Zero(smaller);
}

bool OperationalWorkspace::fits() const
{
  const Eigen::Index orders = kinematics_.max_order() + 1;
  return motion.rows() == orders && motion.cols() == kinematics_.dof() &&
         residual.size() == orders && singular_values.size() == jacobian_.rows();
}

void OperationalWorkspace::decompose()
{
  jacobian_ = kinematics_.jacobian.middleRows(first_row(), rows());
  svd_.compute(jacobian_);
  const auto & values = svd_.singularValues();
  const double largest = values.size() > 0 ? values[0] : 0.0;
  const double rounding = static_cast<double>(std::max(jacobian_.rows(), jacobian_.cols())) *
                          std::numeric_limits<double>::epsilon() * largest;
  singular_values.setZero();
  singular_values.head(values.size()) = values;
  rank = static_cast<int>((values.array() > rounding).count());
  damped = values.size() > 0 && values[values.size() - 1] < options_.threshold * largest;
  for (Eigen::Index i = 0; i < values.size(); ++i)
  {
    gain_[i] = damped_inverse(values[i], largest, rounding, options_);
  }
}

void OperationalWorkspace::solve_order(const ConstRowMatrixRef & operational, int m)
{
  wanted_ = operational.row(m - 1).transpose();
  for (int k = 1; k < m; ++k)
  {
    const auto rate = kinematics_.jacobian.middleRows(6 * k + first_row(), rows());
    wanted_.noalias() -= binomial(m - 1, k) * rate.lazyProduct(motion.row(m - k).transpose());
  }
  projected_.noalias() = svd_.matrixU().transpose().lazyProduct(wanted_);
  projected_.array() *= gain_.array();
  motion.row(m).transpose().noalias() = svd_.matrixV().lazyProduct(projected_);
  wanted_.noalias() -= jacobian_.lazyProduct(motion.row(m).transpose());
  residual[m] = wanted_.norm();
}

Result joint_motion(
  OperationalWorkspace & workspace, const Eigen::VectorXd & position,
  const ConstRowMatrixRef & operational)
{
  const int highest = static_cast<int>(operational.rows());
  if (!workspace.kinematics_.has_data())
  {
    return Result::no_workspace;
  }
  if (!workspace.fits())
  {
    return Result::wrong_columns;
  }
  if (highest < 1)
  {
    return Result::too_few_rows;
  }
  if (highest > workspace.kinematics_.max_order())
  {
    return Result::order_too_high;
  }
  if (operational.cols() != workspace.rows() || position.size() != workspace.motion.cols())
  {
    return Result::wrong_columns;
  }
  workspace.motion.setZero();
  workspace.residual.setZero();
  workspace.motion.row(0) = position.transpose();
  for (int m = 1; m <= highest; ++m)
  {
    // J⁽ᵐ⁻¹⁾ needs q … q⁽ᵐ⁻¹⁾, which are known by now.
    Result result = kinematics(workspace.kinematics_, workspace.motion, m - 1);
    if (result == Result::ok)
    {
      result = jacobian(workspace.kinematics_, workspace.link_, m - 1, workspace.options_.point);
    }
    if (result != Result::ok)
    {
      return result;
    }
    if (m == 1)
    {
      workspace.decompose();
    }
    workspace.solve_order(operational, m);
  }
  return Result::ok;
}

}  // namespace hod

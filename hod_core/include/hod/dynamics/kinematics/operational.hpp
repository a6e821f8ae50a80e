// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__KINEMATICS__OPERATIONAL_HPP_
#define HOD__DYNAMICS__KINEMATICS__OPERATIONAL_HPP_

#include <Eigen/Core>
#include <Eigen/SVD>

#include "hod/dynamics/kinematics/kinematics.hpp"

namespace hod
{

/// Which rows of X' = J q' are prescribed.
enum class OperationalRows
{
  linear,   ///< the velocity of the point: three
  angular,  ///< the angular velocity: three
  all       ///< both, linear first: six
};

/// How a Jacobian that has no inverse is treated.
struct InverseOptions
{
  OperationalRows rows = OperationalRows::all;
  Eigen::Vector3d point = Eigen::Vector3d::Zero();  ///< in the link's frame [m]
  /// Singular values below this fraction of the largest one are damped …
  double threshold = 1e-3;
  /// … as much as this fraction of the largest one would be damped at a singular value of zero.
  /// Without damping, singular values that are mere rounding still count as zero.
  double damping = 1e-2;
};

/// The joint motion that produces an operational motion: scratch memory and results of
/// joint_motion(), allocated once. Use from one thread at a time.
class OperationalWorkspace
{
public:
  /// @param link index into Robot::links()
  /// @param max_order highest m of X⁽ᵐ⁾, 1 … KinematicsWorkspace::kMaxOrder
  ///
  /// Throws hod::Error for a robot without joints, an invalid link or order, and negative options.
  OperationalWorkspace(
    const Robot & robot, int link, int max_order = 4, const InverseOptions & options = {});

  int rows() const { return static_cast<int>(singular_values.size()); }

  RowMatrix motion;          ///< result: row m is q⁽ᵐ⁾
  Eigen::VectorXd residual;  ///< result: entry m is |X⁽ᵐ⁾ − what `motion` gives|; entry 0 is 0
  Eigen::VectorXd singular_values;  ///< of J, descending, padded with zeros to rows()
  int rank = 0;                     ///< singular values of J above rounding
  bool damped = false;              ///< whether any was below the threshold

private:
  friend Result joint_motion(
    OperationalWorkspace & workspace, const Eigen::VectorXd & position,
    const ConstRowMatrixRef & operational);

  int link_;
  InverseOptions options_;
  KinematicsWorkspace kinematics_;
  Eigen::JacobiSVD<Eigen::MatrixXd> svd_;
  Eigen::MatrixXd jacobian_;
  Eigen::VectorXd gain_;
  Eigen::VectorXd wanted_;
  Eigen::VectorXd projected_;

  bool fits() const;  ///< whether the results still have their sizes
  void decompose();
  void solve_order(const ConstRowMatrixRef & operational, int m);
  int first_row() const { return options_.rows == OperationalRows::angular ? 3 : 0; }
};

/// q⁽ᵐ⁾ = J⁺ [X⁽ᵐ⁾ − Σ C(m−1, k) J⁽ᵏ⁾ q⁽ᵐ⁻ᵏ⁾] for m = 1, 2, … in turn (001 (60), 002 (48)). The
/// inverse of link_motion(): exact where J is square and regular; the minimum-norm solution where
/// joints are redundant; least squares where there are too few; damped near a singularity. The
/// residual is reported for each order.
///
/// @param position q [rad or m]
/// @param operational row m − 1 is X⁽ᵐ⁾; options.rows determines the number of columns
[[nodiscard]] Result joint_motion(
  OperationalWorkspace & workspace, const Eigen::VectorXd & position,
  const ConstRowMatrixRef & operational);

}  // namespace hod

#endif  // HOD__DYNAMICS__KINEMATICS__OPERATIONAL_HPP_

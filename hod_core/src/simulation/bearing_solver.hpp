// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__SIMULATION__BEARING_SOLVER_HPP_
#define HOD__SRC__SIMULATION__BEARING_SOLVER_HPP_

#include <Eigen/Core>
#include <Eigen/LU>

#include "bearing_friction.hpp"
#include "hod/dynamics/workspace.hpp"

namespace hod::detail
{

/// q'' from M q'' + Q_b(q'') = force, with bearings whose friction Q_b depends on the reactions
/// and so on q''.
class BearingSolver
{
public:
  explicit BearingSolver(const Robot & robot);

  /// Whether any bearing has friction.
  bool any() const { return bearings_.any(); }

  [[nodiscard]] Result set_payload(int link, const MassProperties & payload);

  /// Does not allocate. Not finite if M is singular, or if no q'' is found: bearings may jam.
  ///
  /// @param bias workspace of the robot, and rows of a motion with q'' = 0
  /// @param mass upper triangle of M
  /// @param force the part of the joint forces that remains for M q'' + Q_b [N m or N]
  const Eigen::VectorXd & acceleration(
    Workspace & bias, const RowMatrix & motion, const Eigen::MatrixXd & mass,
    const Eigen::VectorXd & force);

private:
  Result fill_pressures(Workspace & bias, const RowMatrix & motion);
  bool solve(const Eigen::MatrixXd & mass, const Eigen::VectorXd & force);

  BearingFriction bearings_;
  Workspace unit_;  ///< of the links' inertia alone
  RowMatrix unit_motion_;
  Eigen::MatrixXd slope_;
  Eigen::PartialPivLU<Eigen::MatrixXd> factors_;
  Eigen::VectorXd velocity_;
  Eigen::VectorXd missing_;
  Eigen::VectorXd change_;
  Eigen::VectorXd acceleration_;
};

}  // namespace hod::detail

#endif  // HOD__SRC__SIMULATION__BEARING_SOLVER_HPP_

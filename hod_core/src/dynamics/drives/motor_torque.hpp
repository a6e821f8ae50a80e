// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__DRIVES__MOTOR_TORQUE_HPP_
#define HOD__SRC__DYNAMICS__DRIVES__MOTOR_TORQUE_HPP_

#include "hod/dynamics/drives/elastic_drive.hpp"

namespace hod::detail
{

/// Whether all four matrices have their rows and columns for this order.
Result check_drive_rows(
  const ElasticDrive & drive, int order, const ConstRowMatrixRef & motion,
  const ConstRowMatrixRef & force, const RowMatrixRef & motor, const RowMatrixRef & torque);

/// δ⁽ᵏ⁾ = θ⁽ᵏ⁾ − q⁽ᵏ⁾ by the series in D/K, from the column of Q, Q', … of one joint.
double series_deflection(
  const JointDrive & joint, const ConstRowMatrixRef & force, Eigen::Index column, int k, int order);

/// Column of τ, τ', … of one joint from those of θ and Q.
void write_motor_torque(
  const JointDrive & joint, Eigen::Index column, int order, const ConstRowMatrixRef & force,
  const RowMatrixRef & motor, RowMatrixRef & torque);

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__DRIVES__MOTOR_TORQUE_HPP_

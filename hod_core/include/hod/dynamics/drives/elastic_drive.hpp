// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__DRIVES__ELASTIC_DRIVE_HPP_
#define HOD__DYNAMICS__DRIVES__ELASTIC_DRIVE_HPP_

#include <limits>
#include <vector>

#include "hod/orders.hpp"
#include "hod/result.hpp"
#include "hod/robot/robot.hpp"
#include "hod/types.hpp"

namespace hod
{

/// What the motors must do so that the links follow a motion, joint by joint:
///
///     Q = K (θ − q) + D (θ' − q')                   spring and damper carry the joint force
///     τ = B θ'' + Q + b θ' + c tanh(θ'/ε)           torque of the motor, with its friction
///
/// with θ the motor's position on the output side of the gear. θ'' needs Q'', so the order is at
/// least two.
class ElasticDrive
{
public:
  static constexpr int kMinOrder = 2;

  /// Throws hod::Error for a value outside the range stated at JointDrive.
  explicit ElasticDrive(std::vector<JointDrive> joints);

  /// The drives of a robot's independent joints. If the robot is not elastic, the motor torques are
  /// the joint forces, which already include the rotors.
  explicit ElasticDrive(const Robot & robot);

  int dof() const { return static_cast<int>(joints_.size()); }
  const std::vector<JointDrive> & joints() const { return joints_; }
  const JointDrive & joint(Eigen::Index index) const
  {
    return joints_[static_cast<std::size_t>(index)];
  }

  /// Throws hod::Error for an order of the forces below kMinOrder or above kMaxOrder.
  static void check_order(int order);

private:
  std::vector<JointDrive> joints_;
};

/// θ … θ⁽ⁿ⁾ and τ … τ⁽ⁿ⁻²⁾ at one instant, with n = motor.rows() − 1. Does not allocate.
///
/// Without damping the result is exact: θ⁽ᵏ⁾ = q⁽ᵏ⁾ + Q⁽ᵏ⁾/K. With damping it is the series θ⁽ᵏ⁾ =
/// q⁽ᵏ⁾ + Σᵢ (−D/K)ⁱ Q⁽ᵏ⁺ⁱ⁾/K, truncated after Q⁽ⁿ⁾; the leading term of the remainder is
/// (−D/K)ⁿ⁺¹⁻ᵏ Q⁽ⁿ⁺¹⁾/K. DriveHistory has no such remainder.
///
/// @param motion row k is q⁽ᵏ⁾, one column per joint; at least order + 1 rows
/// @param force row k is Q⁽ᵏ⁾, as from forces(); at least order + 1 rows
/// @param motor receives θ⁽ᵏ⁾ in row k; at least kMinOrder + 1 rows
/// @param torque receives τ⁽ᵏ⁾ in row k; at least order − 1 rows
[[nodiscard]] Result motor_motion(
  const ElasticDrive & drive, const ConstRowMatrixRef & motion, const ConstRowMatrixRef & force,
  RowMatrixRef motor, RowMatrixRef torque);

}  // namespace hod

#endif  // HOD__DYNAMICS__DRIVES__ELASTIC_DRIVE_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__ELASTIC_DRIVE_HPP_
#define HOD__DYNAMICS__ELASTIC_DRIVE_HPP_

#include <limits>
#include <vector>

#include "hod/dynamics/forces.hpp"
#include "hod/types.hpp"

namespace hod
{

/// The drive of one joint: a motor that moves the link through a spring with a damper beside it.
/// All values are those seen on the link's side of the gear [rotary or linear joint].
struct JointDrive
{
  /// K > 0 [N m/rad or N/m]; infinite for a rigid joint.
  double stiffness = std::numeric_limits<double>::infinity();
  double damping = 0.0;           ///< D ≥ 0 of the spring [N m s/rad or N s/m]
  double inertia = 0.0;           ///< B ≥ 0 of the motor [kg m² or kg]
  double viscous_friction = 0.0;  ///< b ≥ 0 of the motor [N m s/rad or N s/m]
  double coulomb_friction = 0.0;  ///< c ≥ 0 of the motor [N m or N]
  double smoothing_speed = 0.01;  ///< ε > 0, below which Coulomb friction fades [rad/s or m/s]

  bool rigid() const { return stiffness == std::numeric_limits<double>::infinity(); }
  bool damped() const { return !rigid() && damping > 0.0; }
};

/// What the motors must do for the links to follow a motion, joint by joint:
///
///     Q = K (θ − q) + D (θ' − q')                   the spring and damper carry the joint force
///     τ = B θ'' + Q + b θ' + c tanh(θ'/ε)           the motor carries them, itself and friction
///
/// with θ the motor's position, seen behind the gear. θ'' needs Q'', so the order is at least two.
class ElasticDrive
{
public:
  static constexpr int kMinOrder = 2;

  /// Throws hod::Error for a value outside the range that JointDrive states.
  explicit ElasticDrive(std::vector<JointDrive> joints);

  int dof() const { return static_cast<int>(joints_.size()); }
  const std::vector<JointDrive> & joints() const { return joints_; }
  const JointDrive & joint(Eigen::Index index) const
  {
    return joints_[static_cast<std::size_t>(index)];
  }

  /// Throws hod::Error for an order of the forces below kMinOrder or above Workspace::kMaxOrder.
  static void check_order(int order);

private:
  std::vector<JointDrive> joints_;
};

/// θ … θ⁽ᵒʳᵈᵉʳ⁾ and τ … τ⁽ᵒʳᵈᵉʳ⁻²⁾ of one instant, the order being motor.rows() − 1. No allocation.
///
/// Without damping the result is exact: θ⁽ᵏ⁾ = q⁽ᵏ⁾ + Q⁽ᵏ⁾/K. With damping it is the series
/// θ⁽ᵏ⁾ = q⁽ᵏ⁾ + Σᵢ (−D/K)ⁱ Q⁽ᵏ⁺ⁱ⁾/K, cut off after Q⁽ᵒʳᵈᵉʳ⁾; what is left out begins with
/// (−D/K)ᵒʳᵈᵉʳ⁺¹⁻ᵏ Q⁽ᵒʳᵈᵉʳ⁺¹⁾/K. DriveHistory has no such rest.
///
/// @param motion row k is q⁽ᵏ⁾, one column per joint; order + 1 rows at least
/// @param force  row k is Q⁽ᵏ⁾, as forces() gives it; order + 1 rows at least
/// @param motor  receives θ⁽ᵏ⁾ in row k; kMinOrder + 1 rows at least
/// @param torque receives τ⁽ᵏ⁾ in row k; order − 1 rows at least
[[nodiscard]] Result motor_motion(
  const ElasticDrive & drive, const ConstRowMatrixRef & motion, const ConstRowMatrixRef & force,
  RowMatrixRef motor, RowMatrixRef torque);

}  // namespace hod

#endif  // HOD__DYNAMICS__ELASTIC_DRIVE_HPP_

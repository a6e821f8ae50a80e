// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__DRIVES__DRIVE_HISTORY_HPP_
#define HOD__DYNAMICS__DRIVES__DRIVE_HISTORY_HPP_

#include <vector>

#include "hod/dynamics/drives/elastic_drive.hpp"
#include "hod/types.hpp"

namespace hod
{

/// Motor motion from sample to sample, damped joints included: their deflection δ = θ − q obeys
///
///     D δ' + K δ = Q,   and so does every derivative:   D δ⁽ᵏ⁺¹⁾ + K δ⁽ᵏ⁾ = Q⁽ᵏ⁾,
///
/// which is stable forward in time. From one sample to the next (z = K h/D)
///
///     δ⁽ᵏ⁾(t + h) = e⁻ᶻ δ⁽ᵏ⁾(t) + (h/D) ∫₀¹ e⁻ᶻ⁽¹⁻ᵘ⁾ Q⁽ᵏ⁾(t + u h) du
///
/// is evaluated in closed form, n being the order, with the polynomial of degree 2 n + 1 that has Q
/// … Q⁽ⁿ⁾ at both samples (for k > 2: Q⁽ᵏ⁻²⁾ … Q⁽ⁿ⁾, which keeps rounding small). For any z the
/// only error is that of the polynomial, of order h²ⁿ⁺².
///
/// Nothing allocates after construction, so a control loop may call it once per cycle.
class DriveHistory
{
public:
  /// Throws hod::Error for an order of the forces outside 2 … kMaxOrder.
  explicit DriveHistory(const ElasticDrive & drive, int order = ElasticDrive::kMinOrder);

  /// To move is to copy, so that no history is ever without its drive.
  DriveHistory(const DriveHistory &) = default;
  DriveHistory & operator=(const DriveHistory &) = default;
  ~DriveHistory() = default;

  int order() const { return order_; }

  /// The first sample. Where q' and q'' are zero, the motion starts from rest: of the derivatives
  /// of the motion the first that is not zero jumps there, and with it Q⁽ᵐ⁻¹⁾, if m of them are
  /// zero; deflections are continuous all the same, D δ' + K δ = Q. This is exact, though δ'' =
  /// Q'/D at first where the jerk jumps (m = 2), for a time D/K. Anywhere else the deflections are
  /// those of motor_motion(), exact if springs and dampers have long forgotten how the motion
  /// started. Arguments as for motor_motion(), with order + 1 rows in `motor`; `motion` should have
  /// the order + 3 rows that the forces need, as what is not there counts as a jump.
  [[nodiscard]] Result start(
    const ConstRowMatrixRef & motion, const ConstRowMatrixRef & force, RowMatrixRef motor,
    RowMatrixRef torque);

  /// The first sample, with known deflections θ − q of the damped joints (others are not read).
  [[nodiscard]] Result start_from(
    const Eigen::Ref<const Eigen::VectorXd> & deflection, const ConstRowMatrixRef & motion,
    const ConstRowMatrixRef & force, RowMatrixRef motor, RowMatrixRef torque);

  /// The sample that follows after `step` seconds, 1e-40 to 1e40. Whatever is refused (another
  /// step, numbers that are not finite, a first sample that is missing) leaves the history as it
  /// was.
  [[nodiscard]] Result advance(
    double step, const ConstRowMatrixRef & motion, const ConstRowMatrixRef & force,
    RowMatrixRef motor, RowMatrixRef torque);

private:
  /// The highest derivative of the forces that does not jump at the first sample.
  int smooth_order(const JointDrive & joint, const ConstRowMatrixRef & motion) const;
  void start_joint(Eigen::Index column, int smooth, const ConstRowMatrixRef & force);
  void advance_joint(Eigen::Index column, double step, const ConstRowMatrixRef & force);
  void finish(
    const ConstRowMatrixRef & motion, const ConstRowMatrixRef & force, RowMatrixRef motor,
    RowMatrixRef torque);
  Result check(
    const ConstRowMatrixRef & motion, const ConstRowMatrixRef & force, const RowMatrixRef & motor,
    const RowMatrixRef & torque) const;

  ElasticDrive drive_;
  int order_;
  bool started_ = false;
  RowMatrix force_;       ///< Q … Q⁽ⁿ⁾ of the sample before
  RowMatrix deflection_;  ///< δ … δ⁽ⁿ⁾ of the sample before
};

}  // namespace hod

#endif  // HOD__DYNAMICS__DRIVES__DRIVE_HISTORY_HPP_

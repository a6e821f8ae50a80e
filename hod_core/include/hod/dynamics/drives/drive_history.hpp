// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__DRIVES__DRIVE_HISTORY_HPP_
#define HOD__DYNAMICS__DRIVES__DRIVE_HISTORY_HPP_

#include <vector>

#include "hod/dynamics/drives/elastic_drive.hpp"
#include "hod/types.hpp"

namespace hod
{

/// Motor motion from sample to sample, including damped joints. The deflection δ = θ − q obeys
///
///     D δ' + K δ = Q,   and so does every derivative:   D δ⁽ᵏ⁺¹⁾ + K δ⁽ᵏ⁾ = Q⁽ᵏ⁾,
///
/// which is stable forward in time. From one sample to the next (z = K h/D)
///
///     δ⁽ᵏ⁾(t + h) = e⁻ᶻ δ⁽ᵏ⁾(t) + (h/D) ∫₀¹ e⁻ᶻ⁽¹⁻ᵘ⁾ Q⁽ᵏ⁾(t + u h) du
///
/// is evaluated in closed form, where n is the order and Q is replaced by the polynomial of degree
/// 2 n + 1 that matches Q … Q⁽ⁿ⁾ at both samples (for k > 2: Q⁽ᵏ⁻²⁾ … Q⁽ⁿ⁾, which keeps rounding
/// errors small). For any z the only error is that of the polynomial, of order h²ⁿ⁺².
///
/// Nothing allocates after construction, so a control loop may use it once per cycle.
class DriveHistory
{
public:
  /// Throws hod::Error for an order of the forces outside 2 … kMaxOrder.
  explicit DriveHistory(const ElasticDrive & drive, int order = ElasticDrive::kMinOrder);

  /// Moving copies, so that no history is ever without its drive.
  DriveHistory(const DriveHistory &) = default;
  DriveHistory & operator=(const DriveHistory &) = default;
  ~DriveHistory() = default;

  int order() const { return order_; }

  /// Sets the first sample. Where q' and q'' are zero the motion starts from rest: if its first m
  /// derivatives are zero, q⁽ᵐ⁺¹⁾ jumps, and Q⁽ᵐ⁻¹⁾ with it, while the deflections that
  /// D δ' + K δ = Q allows stay continuous. This start is exact; where the jerk jumps (m = 2), δ''
  /// is Q'/D for a time of about D/K. Elsewhere the deflections are those of motor_motion(), exact
  /// if the motion has lasted long enough for the initial deflections to have decayed. Arguments as
  /// for motor_motion(), with order + 1 rows in `motor`; pass all order + 3 rows of `motion` that
  /// the forces need, since derivatives that are missing count as a jump.
  [[nodiscard]] Result start(
    const ConstRowMatrixRef & motion, const ConstRowMatrixRef & force, RowMatrixRef motor,
    RowMatrixRef torque);

  /// Sets the first sample, with known deflections θ − q of the damped joints (entries of other
  /// joints are ignored).
  [[nodiscard]] Result start_from(
    const Eigen::Ref<const Eigen::VectorXd> & deflection, const ConstRowMatrixRef & motion,
    const ConstRowMatrixRef & force, RowMatrixRef motor, RowMatrixRef torque);

  /// Advances to the sample `step` seconds later, 1e-40 to 1e40. If the call is rejected (invalid
  /// step, numbers that are not finite, no first sample), the history remains unchanged.
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
  RowMatrix force_;       ///< Q … Q⁽ⁿ⁾ of the previous sample
  RowMatrix deflection_;  ///< δ … δ⁽ⁿ⁾ of the previous sample
};

}  // namespace hod

#endif  // HOD__DYNAMICS__DRIVES__DRIVE_HISTORY_HPP_

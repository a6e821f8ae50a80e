// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__DRIVES__MOTOR_ALONG_HPP_
#define HOD__DYNAMICS__DRIVES__MOTOR_ALONG_HPP_

#include <cstddef>

#include "hod/dynamics/drives/drive_history.hpp"
#include "hod/dynamics/forces/batch.hpp"

namespace hod
{

/// Motor motion along a motion that arrives in consecutive parts: from sample to sample by
/// DriveHistory where springs are damped, otherwise each sample independently.
class MotorAlong
{
public:
  /// @param order of the forces
  /// @param exact whether damped springs are integrated from sample to sample; otherwise each
  ///   sample is independent, as in motor_motion()
  ///
  /// Throws hod::Error for an order outside ElasticDrive::kMinOrder … kMaxOrder.
  MotorAlong(const ElasticDrive & drive, int order, bool exact = true);
  /// For the drives of a robot. Throws hod::Error if they are rigid: their torques are the joint
  /// forces.
  MotorAlong(const Robot & robot, int order, bool exact = true);

  int order() const { return order_; }
  /// Whether an instant depends on earlier ones.
  bool remembers() const { return remembers_; }

  /// Processes the next part of the motion.
  /// @param states at least order + 1 rows; with times if a spring is damped
  /// @param force  states × (order + 1) × dof doubles
  /// @param motor  receives as many
  /// @param torque receives states × (order − 1) × dof
  ///
  /// Throws hod::Error for times that do not increase and for numbers that are not finite.
  void run(
    const States & states, const double * force, double * motor, double * torque, int threads = 0);

private:
  Result step(
    const States & states, std::size_t index, const ConstRowMatrixMap & motion,
    const ConstRowMatrixMap & force, RowMatrixRef motor, RowMatrixRef torque);

  ElasticDrive drive_;
  DriveHistory history_;
  int order_;
  bool remembers_;
  bool started_ = false;
  double last_time_ = 0.0;
};

}  // namespace hod

#endif  // HOD__DYNAMICS__DRIVES__MOTOR_ALONG_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__EFFORT_LIMITER_HPP_
#define HOD_ROS__EFFORT_LIMITER_HPP_

#include <Eigen/Core>
#include <vector>

namespace hod_ros
{

/// Keeps commands within limits of effort and effort rate, joint by joint, and reports which ones
/// it limited.
///
/// The first command after a reset is not rate-limited. The effort limit takes precedence: where
/// both cannot be respected, for example after the effort limit was lowered, the command is at the
/// effort limit.
class EffortLimiter
{
public:
  explicit EffortLimiter(int joints);

  /// Sets the largest magnitudes, one per joint, which may be infinite [N m or N], [N m/s or N/s].
  /// Vectors of the wrong size are rejected: returns false.
  [[nodiscard]] bool set(const Eigen::VectorXd & effort, const Eigen::VectorXd & rate);

  void reset();

  /// Records that zero was commanded without limiting it.
  void release();

  /// Limits the commands. A command that is not a finite number becomes zero and counts as limited.
  /// @param step since the last call [s]
  void apply(double step, Eigen::VectorXd & command);

  bool cut(int joint) const { return cut_[static_cast<std::size_t>(joint)]; }
  bool cut_any() const;

private:
  Eigen::VectorXd effort_;
  Eigen::VectorXd rate_;
  Eigen::VectorXd last_;
  bool has_last_ = false;
  std::vector<bool> cut_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__EFFORT_LIMITER_HPP_

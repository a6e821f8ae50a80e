// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__EFFORT_LIMITER_HPP_
#define HOD_ROS__EFFORT_LIMITER_HPP_

#include <Eigen/Core>
#include <vector>

namespace hod_ros
{

/// Keeps commands within effort and effort rate, joint by joint, and says which it had to cut.
///
/// The first command after a reset is free of the rate. Effort goes before rate: where both cannot
/// be kept, as when the effort limit is lowered, the command is at the effort limit.
class EffortLimiter
{
public:
  explicit EffortLimiter(int joints);

  /// Largest magnitudes, one per joint, may be infinite [N m or N], [N m/s or N/s].
  /// Those of the wrong size are refused: false.
  [[nodiscard]] bool set(const Eigen::VectorXd & effort, const Eigen::VectorXd & rate);

  void reset();

  /// Zero was commanded, without a limit.
  void release();

  /// Cuts the commands. One that is not a finite number becomes zero and counts as cut.
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

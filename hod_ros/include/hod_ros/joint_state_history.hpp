// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__JOINT_STATE_HISTORY_HPP_
#define HOD_ROS__JOINT_STATE_HISTORY_HPP_

#include <Eigen/Core>
#include <deque>

#include "hod/types.hpp"

namespace hod_ros
{

/// The latest measured velocities, and the higher derivatives that follow from them: those of the
/// polynomial through the last `order` velocities, at the time of the last one. Exact for motions
/// that are such polynomials; differences amplify noise, the more the higher the order.
class JointStateHistory
{
public:
  /// @param order highest derivative of the position that is estimated; with 1 none is, and all
  ///        above the velocity are zero
  explicit JointStateHistory(int order) : order_(order) {}

  /// Drops everything before if time does not advance (a clock was reset, a bag restarted).
  /// @param time [s]
  void add(double time, const Eigen::VectorXd & velocity);

  /// q'', q''', … in the rows of the result [rad/sᵏ or m/sᵏ]. As long as there were too few
  /// messages, the derivatives that they cannot give are zero. Needs one message.
  hod::RowMatrix higher_derivatives(Eigen::Index rows) const;

private:
  struct Sample
  {
    double time;
    Eigen::VectorXd velocity;
  };

  int order_;
  std::deque<Sample> samples_;  ///< oldest first
};

}  // namespace hod_ros

#endif  // HOD_ROS__JOINT_STATE_HISTORY_HPP_

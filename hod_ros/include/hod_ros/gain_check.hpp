// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__GAIN_CHECK_HPP_
#define HOD_ROS__GAIN_CHECK_HPP_

#include <Eigen/Core>
#include <string>
#include <vector>

namespace hod
{
class Robot;
}

namespace hod_ros
{

/// Finds velocity gains that exceed a joint's inertia over the period: feedback that arrives one
/// period late then makes the joint oscillate. The inertia is that at position zero with the other
/// controlled joints free to move. One sentence per joint.
///
/// @param columns of the controlled joints in the robot
/// @param velocity_gains of each, SI units
/// @param period of the controller [s]
std::vector<std::string> excessive_gains(
  const hod::Robot & robot, const std::vector<int> & columns,
  const Eigen::VectorXd & velocity_gains, double period);

}  // namespace hod_ros

#endif  // HOD_ROS__GAIN_CHECK_HPP_

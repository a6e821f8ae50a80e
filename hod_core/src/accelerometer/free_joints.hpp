// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__ACCELEROMETER__FREE_JOINTS_HPP_
#define HOD__SRC__ACCELEROMETER__FREE_JOINTS_HPP_

#include <Eigen/Core>
#include <string>
#include <vector>

#include "hod/accelerometer/recovery.hpp"

namespace hod::detail
{

/// The columns of the joints that may move, and the positions of all, with held joints in place.
struct FreeJoints
{
  std::vector<int> moving;
  Eigen::VectorXd rest;
};

/// Throws hod::Error for joints that are not in the robot, positions that are not finite, and if no
/// joint may move.
FreeJoints free_joints(
  const Robot & robot, const std::vector<HeldJoint> & held, const Eigen::VectorXd & start);

/// Column of a joint; throws hod::Error if there is none of that name.
int column_of(const Robot & robot, const std::string & joint, const std::string & where);

}  // namespace hod::detail

#endif  // HOD__SRC__ACCELEROMETER__FREE_JOINTS_HPP_

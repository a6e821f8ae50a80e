// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__STEADY_BASE_HPP_
#define HOD__SRC__DYNAMICS__STEADY_BASE_HPP_

#include "hod/robot/robot.hpp"

namespace hod::detail
{

/// Throws hod::Error unless the robot's own base motion is steady, see is_steady(), and so are
/// loads in the world's axes.
/// @param order of the forces
void check_steady_base(const Robot & robot, int order);

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__STEADY_BASE_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef REPLAY__REPLAY_KEY_HPP_
#define REPLAY__REPLAY_KEY_HPP_

#include <string>

#include "hod/robot/robot.hpp"

namespace hod_ros
{

/// All that a robot does to motion and forces, in numbers to the last digit: its tree and masses,
/// and the terms of the forces at a few motions, in which loads, friction, drives and the base
/// count. It is the same for the same robot, whatever files it was read from.
std::string fingerprint(const hod::Robot & robot);

/// Sizes and times of modification of a bag's files, which change where one is put in its place.
std::string files_of(const std::string & bag);

}  // namespace hod_ros

#endif  // REPLAY__REPLAY_KEY_HPP_

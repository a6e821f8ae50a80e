// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__NAMED_TERMS_HPP_
#define HOD_ROS__NAMED_TERMS_HPP_

#include <vector>

#include "hod/dynamics/forces/term_scales.hpp"
#include "hod/robot/robot.hpp"

namespace hod_ros
{

/// A term of the joint forces: its name in messages and parameters, its rows and its scale.
struct NamedTerm
{
  const char * name;
  hod::ConstRowMatrixMap hod::TermRows::* rows;
  double hod::TermScales::* scale;
};

/// The terms that a robot's forces may have: always inertia and gravity; load, friction and rotor
/// if the robot has them.
std::vector<NamedTerm> named_terms(const hod::Robot & robot);

}  // namespace hod_ros

#endif  // HOD_ROS__NAMED_TERMS_HPP_

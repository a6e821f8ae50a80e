// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__BENCHMARK__ROBOTS_HPP_
#define HOD__BENCHMARK__ROBOTS_HPP_

#include <string>
#include <vector>

#include "hod/robot/robot.hpp"
#include "hod/types.hpp"

namespace hod::speed
{

/// The robot of a name: "chain_N" and "tree_N" are random, revolute about z (what suits most peers
/// best) and the same everywhere; any other name is a URDF file.
Robot make_robot(const std::string & name);

/// The same random robot as a URDF.
std::string random_urdf(int joints);

/// What another program needs to know of a robot, as JSON: name, dof, gravity and, body by body,
/// parent, rotation (row by row), translation, axis, prismatic, mass, center, inertia (row by row).
std::string to_json(const Robot & robot);

/// A few states in turn, so that none is always the same. Rows q … q⁽⁶⁾.
std::vector<RowMatrix> random_states(int dof);

}  // namespace hod::speed

#endif  // HOD__BENCHMARK__ROBOTS_HPP_

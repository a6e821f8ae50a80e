// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__INTERFACE_NAMES_HPP_
#define HOD_ROS__INTERFACE_NAMES_HPP_

#include <string>
#include <vector>

namespace hod_ros
{

/// Reference interfaces of a joint: its motion, derivative by derivative.
const std::vector<std::string> & reference_interfaces();

/// Name of the state interface for the force derivative of this order: effort, effort_d1,
/// effort_d2.
std::string force_interface(int order);

/// "<joint>/<interface>", all interfaces of the first joint first.
std::vector<std::string> interface_names(
  const std::vector<std::string> & joints, const std::vector<std::string> & interfaces);

}  // namespace hod_ros

#endif  // HOD_ROS__INTERFACE_NAMES_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__JOINT_NAMES_HPP_
#define HOD_ROS__JOINT_NAMES_HPP_

#include <string>
#include <vector>

namespace hod_ros
{

/// The index of each wanted name among the known ones. Throws hod::Error, prefixed with `where`,
/// for a name that is unknown or wanted twice.
std::vector<int> places_of(
  const std::vector<std::string> & wanted, const std::vector<std::string> & known,
  const std::string & where);

/// The known names that are not wanted, in their order.
std::vector<std::string> not_among(
  const std::vector<std::string> & wanted, const std::vector<std::string> & known);

/// <prefix>/joints/<joint>, with an underscore for every character that topic names do not allow.
std::string topic_of_joint(const std::string & prefix, const std::string & joint);

/// "a, b, c"
std::string listed(const std::vector<std::string> & names);

}  // namespace hod_ros

#endif  // HOD_ROS__JOINT_NAMES_HPP_

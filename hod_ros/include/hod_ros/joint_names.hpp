// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__JOINT_NAMES_HPP_
#define HOD_ROS__JOINT_NAMES_HPP_

#include <string>
#include <vector>

namespace hod_ros
{

/// For each wanted name its place among the known ones. Throws hod::Error, naming `where`, for a
/// name that is not known or that is wanted twice.
std::vector<int> places_of(
  const std::vector<std::string> & wanted, const std::vector<std::string> & known,
  const std::string & where);

/// The known names that are not among the wanted, in the known order.
std::vector<std::string> not_among(
  const std::vector<std::string> & wanted, const std::vector<std::string> & known);

/// <prefix>/joints/<joint>, where what topics do not allow in names becomes an underscore.
std::string topic_of_joint(const std::string & prefix, const std::string & joint);

/// "a, b, c"
std::string listed(const std::vector<std::string> & names);

}  // namespace hod_ros

#endif  // HOD_ROS__JOINT_NAMES_HPP_

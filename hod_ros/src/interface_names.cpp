// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/interface_names.hpp"

namespace hod_ros
{

const std::vector<std::string> & reference_interfaces()
{
  static const std::vector<std::string> names = {
    "position", "velocity", "acceleration", "jerk", "snap"};
  return names;
}

std::string force_interface(int order)
{
  return order == 0 ? "effort" : std::string("effort_d").append(std::to_string(order));
}

std::vector<std::string> interface_names(
  const std::vector<std::string> & joints, const std::vector<std::string> & interfaces)
{
  std::vector<std::string> names;
  names.reserve(joints.size() * interfaces.size());
  for (const std::string & joint : joints)
  {
    for (const std::string & interface : interfaces)
    {
      names.push_back(joint + "/" + interface);
    }
  }
  return names;
}

}  // namespace hod_ros

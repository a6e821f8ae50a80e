// SPDX-License-Identifier: Apache-2.0
#ifndef TWO_LINK_MOTION_HPP_
#define TWO_LINK_MOTION_HPP_

#include <cstdint>
#include <hod_msgs/msg/joint_motion.hpp>

#include "two_link_dynamics.hpp"

namespace two_link
{

/// The smooth motion at a time, elbow first.
inline hod_msgs::msg::JointMotion motion_message(double time, std::uint8_t order = 4)
{
  hod_msgs::msg::JointMotion message;
  message.header.frame_id = "tag";
  message.joint_names = {"elbow", "shoulder"};
  message.order = order;
  for (int k = 0; k <= order; ++k)
  {
    message.derivatives.push_back(motion(1, k, time));
    message.derivatives.push_back(motion(0, k, time));
  }
  return message;
}

}  // namespace two_link

#endif  // TWO_LINK_MOTION_HPP_

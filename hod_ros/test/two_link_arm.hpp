// SPDX-License-Identifier: Apache-2.0
#ifndef TWO_LINK_ARM_HPP_
#define TWO_LINK_ARM_HPP_

#include <string>

/// A shoulder that lifts (axis −y, so that a positive angle is up), an elbow parallel to it, and a
/// slider along the second link. All mass is in points on the links' x axes, so that its dynamics
/// can be written down: 2 kg at 0.5 m, 1 kg at 0.4 m beyond the elbow (at 1 m), slider massless.
inline std::string two_link_arm()
{
  return R"(<?xml version="1.0"?>
<robot name="two_link_arm">
  <link name="base"/>
  <link name="upper_arm">
    <inertial><origin xyz="0.5 0 0"/><mass value="2.0"/>
      <inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <link name="forearm">
    <inertial><origin xyz="0.4 0 0"/><mass value="1.0"/>
      <inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <link name="slider"/>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper_arm"/><axis xyz="0 -1 0"/>
    <limit lower="-3" upper="3" effort="50" velocity="3"/>
  </joint>
  <joint name="elbow" type="revolute">
    <parent link="upper_arm"/><child link="forearm"/><origin xyz="1 0 0"/><axis xyz="0 -1 0"/>
    <limit lower="-3" upper="3" effort="30" velocity="3"/>
  </joint>
  <joint name="slide" type="prismatic">
    <parent link="forearm"/><child link="slider"/><origin xyz="0.5 0 0"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="1" effort="10" velocity="1"/>
  </joint>
  <ros2_control name="two_link_arm" type="system">
    <hardware><plugin>mock_components/GenericSystem</plugin></hardware>
    <joint name="shoulder">
      <command_interface name="effort"/>
      <state_interface name="position"><param name="initial_value">0.4</param></state_interface>
      <state_interface name="velocity"><param name="initial_value">0.0</param></state_interface>
    </joint>
    <joint name="elbow">
      <command_interface name="effort"/>
      <state_interface name="position"><param name="initial_value">-0.7</param></state_interface>
      <state_interface name="velocity"><param name="initial_value">0.0</param></state_interface>
    </joint>
  </ros2_control>
</robot>
)";
}

#endif  // TWO_LINK_ARM_HPP_

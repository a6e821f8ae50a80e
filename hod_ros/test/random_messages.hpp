// SPDX-License-Identifier: Apache-2.0
// What the tests of random messages share: whole messages to spoil, and what must hold of answers.
#ifndef RANDOM_MESSAGES_HPP_
#define RANDOM_MESSAGES_HPP_

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <hod_msgs/srv/compute_forces.hpp>
#include <hod_msgs/srv/set_mass_distribution.hpp>
#include <hod_msgs/srv/set_payload.hpp>
#include <sensor_msgs/msg/imu.hpp>
#include <string>
#include <trajectory_msgs/msg/joint_trajectory.hpp>

#include "hod/mass/dimensions.hpp"
#include "hod_ros/messages.hpp"
#include "message_spoiler.hpp"

namespace random_messages
{

/// How many messages each test spoils: HOD_RANDOM_MESSAGES, or a number for every day.
inline std::size_t count(std::size_t everyday)
{
  const char * given = std::getenv("HOD_RANDOM_MESSAGES");  // NOLINT(concurrency-mt-unsafe)
  return given == nullptr ? everyday : std::strtoull(given, nullptr, 10);
}

/// A line that a terminal can show.
inline bool is_sentence(const std::string & text)
{
  return !text.empty() && text.size() < 4000 &&
         std::all_of(
           text.begin(), text.end(),
           [](char c) { return static_cast<unsigned char>(c) >= 0x20U && c != 0x7F; });
}

/// Through three points, at rest at the last.
inline trajectory_msgs::msg::JointTrajectory trajectory(const std::vector<std::string> & joints)
{
  trajectory_msgs::msg::JointTrajectory message;
  message.joint_names = joints;
  for (std::size_t point = 0; point < 3; ++point)
  {
    auto & each = message.points.emplace_back();
    each.positions.assign(joints.size(), 0.1 * static_cast<double>(point));
    each.velocities.assign(joints.size(), point < 2 ? 0.2 : 0.0);
    each.accelerations.assign(joints.size(), 0.0);
    each.time_from_start.sec = static_cast<std::int32_t>(1 + point);
  }
  return message;
}

inline hod_msgs::msg::MassBody body()
{
  hod::mass::HomogeneousBody cylinder;
  cylinder.shape = hod::mass::make_shape("cylinder", {{"radius", 0.05}, {"length", 0.3}});
  cylinder.density = 2700.0;
  cylinder.xyz << 0.1, 0.0, 0.0;
  return hod_ros::body_message(cylinder);
}

inline hod_msgs::msg::LinkMassDistribution link_mass(bool of_bodies)
{
  hod_msgs::msg::LinkMassDistribution message;
  message.link = "forearm";
  message.mass = 2.0;
  message.center_of_mass.x = 0.3;
  message.inertia[0] = 0.01;
  message.inertia[4] = message.inertia[8] = 0.02;
  if (of_bodies)
  {
    message.bodies = {body(), body()};
  }
  return message;
}

inline hod_msgs::srv::SetPayload::Request payload(bool of_bodies)
{
  hod_msgs::srv::SetPayload::Request request;
  request.link = "forearm";
  request.mass = 1.0;
  request.center_of_mass.x = 0.2;
  request.inertia[0] = request.inertia[4] = request.inertia[8] = 0.01;
  if (of_bodies)
  {
    request.bodies = {body()};
  }
  return request;
}

inline sensor_msgs::msg::Imu level_imu()
{
  sensor_msgs::msg::Imu message;
  message.orientation.w = 1.0;
  message.linear_acceleration.z = 9.81;
  return message;
}

}  // namespace random_messages

#endif  // RANDOM_MESSAGES_HPP_

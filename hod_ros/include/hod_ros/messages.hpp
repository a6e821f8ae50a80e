// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__MESSAGES_HPP_
#define HOD_ROS__MESSAGES_HPP_

#include <hod_msgs/msg/higher_order_forces.hpp>
#include <hod_msgs/msg/joint_forces.hpp>
#include <hod_msgs/msg/joint_motion.hpp>
#include <hod_msgs/msg/link_mass_distribution.hpp>
#include <hod_msgs/msg/mass_body.hpp>
#include <hod_msgs/srv/set_payload.hpp>
#include <string>
#include <trajectory_msgs/msg/joint_trajectory.hpp>
#include <vector>

#include "hod/mass/homogeneous_body.hpp"
#include "hod/mass/mass_properties.hpp"
#include "hod/robot/load.hpp"
#include "hod/types.hpp"
#include "hod_ros/trajectory.hpp"

/// Conversions between messages and the types of hod_core. Every function that reads a message
/// throws hod::Error for invalid contents.
namespace hod_ros
{

/// The motion of `joints` as a table of `rows` rows. Further rows of the message are ignored;
/// derivatives that it does not provide are `missing`. A joint that it does not name gets `absent`
/// in all rows.
hod::RowMatrix motion_table(
  const hod_msgs::msg::JointMotion & message, const std::vector<std::string> & joints,
  Eigen::Index rows, double absent, double missing = 0.0);

/// The inverse; the header is left empty.
hod_msgs::msg::JointMotion motion_message(
  const hod::ConstRowMatrixRef & motion, const std::vector<std::string> & joints);

/// The points of a trajectory of exactly these joints, in this order, whatever the order in the
/// message.
TrajectoryPoints trajectory_points(
  const trajectory_msgs::msg::JointTrajectory & message, const std::vector<std::string> & joints);

/// Q, Q', … as a table, one column per joint of the message.
hod::RowMatrix force_table(const hod_msgs::msg::HigherOrderForces & message);

/// The forces of one joint; derivatives that are not given are NaN.
hod_msgs::msg::JointForces joint_forces(
  const hod_msgs::msg::HigherOrderForces & forces, std::size_t joint);

/// All numbers of a table, row by row.
std::vector<double> flat(const hod::ConstRowMatrixRef & table);

/// Writes a table to an array of its size, row by row. Does not allocate.
void flatten(const hod::ConstRowMatrixRef & table, std::vector<double> & values);

/// Tensors of a link; its bodies are left empty.
hod_msgs::msg::LinkMassDistribution link_message(
  const std::string & link, const hod::MassProperties & mass);

hod::mass::HomogeneousBody body_of(const hod_msgs::msg::MassBody & message);
hod_msgs::msg::MassBody body_message(const hod::mass::HomogeneousBody & body);

/// The mass properties that a message requests: the sum of its bodies or, without bodies, its mass,
/// centre of mass and inertia. Impossible properties are rejected, naming the link.
hod::MassProperties mass_of(const hod_msgs::msg::LinkMassDistribution & message);

hod::Payload payload_of(const hod_msgs::srv::SetPayload::Request & request);
hod_msgs::srv::SetPayload::Request payload_request(const hod::Payload & payload);

}  // namespace hod_ros

#endif  // HOD_ROS__MESSAGES_HPP_

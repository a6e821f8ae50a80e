// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__MASS_MESSAGES_HPP_
#define HOD_ROS__MASS_MESSAGES_HPP_

#include <hod_msgs/msg/link_mass_distribution.hpp>
#include <hod_msgs/msg/mass_body.hpp>
#include <string>

#include "hod/mass/homogeneous_body.hpp"
#include "hod/mass/mass_properties.hpp"

namespace hod_ros
{

/// Tensors of a link for a message; its bodies are left empty.
hod_msgs::msg::LinkMassDistribution link_message(
  const std::string & link, const hod::MassProperties & mass);

/// Throws hod::Error for a shape, dimension or pose that makes no body.
hod::mass::HomogeneousBody body_of(const hod_msgs::msg::MassBody & message);

/// The mass properties a message asks for: the sum of its bodies or, without bodies, its mass,
/// centre and inertia. Throws hod::Error, naming the link, for what no body can have.
hod::MassProperties mass_of(const hod_msgs::msg::LinkMassDistribution & message);

}  // namespace hod_ros

#endif  // HOD_ROS__MASS_MESSAGES_HPP_

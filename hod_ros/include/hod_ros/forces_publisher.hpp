// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__FORCES_PUBLISHER_HPP_
#define HOD_ROS__FORCES_PUBLISHER_HPP_

#include <hod_msgs/msg/higher_order_forces.hpp>
#include <rclcpp/publisher.hpp>
#include <rclcpp/time.hpp>
#include <realtime_tools/realtime_publisher.hpp>
#include <string>
#include <vector>

#include "hod_ros/feedforward_law.hpp"

namespace hod_ros
{

/// Publishes what a law computed, from its control loop: Q, Q', … of the feedforward, and the
/// terms inertia, gravity and feedback.
class ForcesPublisher
{
public:
  using Message = hod_msgs::msg::HigherOrderForces;

  /// Publishes one message of zeros, so that publish() finds all memory in place.
  ForcesPublisher(
    rclcpp::Publisher<Message>::SharedPtr publisher, const std::vector<std::string> & joints,
    const FeedforwardLaw & law);

  /// Publishes if `period` has passed since the last time. No allocation; if the publishing thread
  /// is busy the next cycle tries again.
  /// @param compute_time [s]
  void publish(
    const rclcpp::Time & time, double period, const FeedforwardLaw & law, double compute_time);

private:
  void write(const FeedforwardLaw & law);

  Message message_;
  realtime_tools::RealtimePublisher<Message> publisher_;
  double last_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__FORCES_PUBLISHER_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__CONTROLLER_PUBLISHERS_HPP_
#define HOD_ROS__CONTROLLER_PUBLISHERS_HPP_

#include <control_msgs/msg/joint_trajectory_controller_state.hpp>
#include <hod_msgs/msg/higher_order_forces.hpp>
#include <limits>
#include <rclcpp/publisher.hpp>
#include <rclcpp/time.hpp>
#include <realtime_tools/realtime_publisher.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "hod_ros/feedforward_loop.hpp"
#include "hod_ros/named_terms.hpp"
#include "hod_ros/publishing_pace.hpp"

namespace hod_ros
{

/// Publishes from a control loop at its own rate. Does not allocate; if the publishing thread is
/// busy, the next cycle tries again.
template <typename Message>
class PacedPublisher
{
public:
  /// Publishes the message once, so that all copies made on the way find their memory allocated.
  /// @param delay of the first message as a fraction of the period, so that publishers do not all
  ///   publish in the same cycle
  PacedPublisher(
    typename rclcpp::Publisher<Message>::SharedPtr publisher, const Message & blank, double delay)
  : publisher_(std::move(publisher)), delay_(delay)
  {
    while (!publisher_.try_publish(blank))
    {
      std::this_thread::yield();
    }
  }

  /// To be asked in every cycle: whether the next message is due in this one rather than in the
  /// next. On average the rate is kept, whether or not the cycle's divides it.
  /// @param period [s], infinite: never
  bool is_due(double time, double period)
  {
    if (!(period < std::numeric_limits<double>::infinity()))
    {
      return false;
    }
    pace_.advance(time, period, delay_);
    return pace_.is_due(time);
  }

  void publish(double time, double period, const Message & message)
  {
    if (publisher_.try_publish(message))
    {
      pace_.done(time, period);
    }
  }

private:
  realtime_tools::RealtimePublisher<Message> publisher_;
  double delay_;
  PublishingPace pace_;
};

/// ~/forces: Q, Q', … of the feedforward, its terms, and the term "feedback".
class ForcesPublisher
{
public:
  using Message = hod_msgs::msg::HigherOrderForces;

  ForcesPublisher(
    rclcpp::Publisher<Message>::SharedPtr publisher, const std::vector<std::string> & joints,
    const FeedforwardLaw & law);

  /// Called from the control loop in every cycle.
  void publish(const rclcpp::Time & time, double period, const FeedforwardLoop & loop);

private:
  void write(const FeedforwardLaw & law);

  std::vector<NamedTerm> terms_;
  Message message_;
  PacedPublisher<Message> publisher_;
};

/// ~/state: reference, measurement, error and command.
class StatePublisher
{
public:
  using Message = control_msgs::msg::JointTrajectoryControllerState;

  StatePublisher(
    rclcpp::Publisher<Message>::SharedPtr publisher, const std::vector<std::string> & joints);

  /// Called from the control loop in every cycle.
  void publish(const rclcpp::Time & time, double period, FeedforwardLoop & loop);

private:
  Message message_;
  PacedPublisher<Message> publisher_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__CONTROLLER_PUBLISHERS_HPP_

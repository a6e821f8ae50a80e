// SPDX-License-Identifier: Apache-2.0
#ifndef TRAJECTORY_CLIENT_HPP_
#define TRAJECTORY_CLIENT_HPP_

#include <control_msgs/action/follow_joint_trajectory.hpp>
#include <rclcpp_action/rclcpp_action.hpp>
#include <string>

#include "lockstep_manager.hpp"

/// Sends goals to controllers of a manager whose clock stands still.
class TrajectoryClient
{
public:
  using Action = control_msgs::action::FollowJointTrajectory;

  TrajectoryClient(LockstepManager & manager, const std::string & controller) : manager_(manager)
  {
    manager_.add(node_);
    client_ = rclcpp_action::create_client<Action>(node_, controller + "/follow_joint_trajectory");
  }

  /// Whether it was accepted.
  bool send(const trajectory_msgs::msg::JointTrajectory & trajectory)
  {
    Action::Goal goal;
    goal.trajectory = trajectory;
    if (!manager_.spin_until([this]() { return client_->action_server_is_ready(); }))
    {
      return false;
    }
    const auto sent = client_->async_send_goal(goal);
    const auto answered = [&sent]() {
      return sent.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    };
    return manager_.spin_until(answered) && sent.get() != nullptr;
  }

private:
  LockstepManager & manager_;
  rclcpp::Node::SharedPtr node_ = std::make_shared<rclcpp::Node>("trajectory_client");
  rclcpp_action::Client<Action>::SharedPtr client_;
};

#endif  // TRAJECTORY_CLIENT_HPP_

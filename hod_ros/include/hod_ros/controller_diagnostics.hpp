// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__CONTROLLER_DIAGNOSTICS_HPP_
#define HOD_ROS__CONTROLLER_DIAGNOSTICS_HPP_

#include <diagnostic_updater/diagnostic_updater.hpp>
#include <memory>
#include <rclcpp_lifecycle/lifecycle_node.hpp>

#include "hod_ros/feedforward_loop.hpp"
#include "hod_ros/live_topics.hpp"
#include "hod_ros/trajectory_server.hpp"

namespace hod_ros
{

/// Reports the state of a loop to /diagnostics once a second: inputs that are missing, commands
/// that were limited, and what was rejected.
class ControllerDiagnostics
{
public:
  ControllerDiagnostics(
    const rclcpp_lifecycle::LifecycleNode::SharedPtr & node, std::shared_ptr<FeedforwardLoop> loop,
    std::shared_ptr<const TrajectoryServer> server, std::shared_ptr<LiveTopics> inputs);

private:
  diagnostic_updater::Updater updater_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__CONTROLLER_DIAGNOSTICS_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__CONTROLLER_DIAGNOSTICS_HPP_
#define HOD_ROS__CONTROLLER_DIAGNOSTICS_HPP_

#include <diagnostic_updater/diagnostic_updater.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>

#include "hod_ros/feedforward_loop.hpp"
#include "hod_ros/trajectory_server.hpp"

namespace hod_ros
{

/// Tells /diagnostics once a second how a loop fares: what it has to do without, what it had to cut,
/// and what was refused.
class ControllerDiagnostics
{
public:
  /// @param loop, server outlive this
  ControllerDiagnostics(
    const rclcpp_lifecycle::LifecycleNode::SharedPtr & node, FeedforwardLoop & loop,
    const TrajectoryServer & server);

private:
  void report(diagnostic_updater::DiagnosticStatusWrapper & status);

  FeedforwardLoop & loop_;
  const TrajectoryServer & server_;
  diagnostic_updater::Updater updater_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__CONTROLLER_DIAGNOSTICS_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__TRAJECTORY_SERVER_HPP_
#define HOD_ROS__TRAJECTORY_SERVER_HPP_

#include <atomic>
#include <control_msgs/action/follow_joint_trajectory.hpp>
#include <functional>
#include <hod_msgs/msg/joint_motion.hpp>
#include <memory>
#include <mutex>
#include <optional>
#include <rclcpp_action/rclcpp_action.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <string>
#include <trajectory_msgs/msg/joint_trajectory.hpp>
#include <vector>

#include "hod_ros/feedforward_loop.hpp"
#include "hod_ros/plan.hpp"
#include "hod_ros/trajectory_planner.hpp"

namespace hod_ros
{

/// The tolerances of a goal: those it states override the defaults, −1 means none. Throws
/// hod::Error for joints that are not among `joints` and for quantities that are not measured.
Tolerances tolerances_of(
  const control_msgs::action::FollowJointTrajectory::Goal & goal,
  const std::vector<std::string> & joints, const Tolerances & defaults);

/// The message for a plan that failed: "joint 'elbow' …".
std::string sentence(const Progress & progress, const std::vector<std::string> & joints);

/// Receives ~/reference, ~/joint_trajectory and the action ~/follow_joint_trajectory for a loop
/// that no other controller leads, and reports progress to action clients. Nothing here runs in the
/// loop.
class TrajectoryServer : public std::enable_shared_from_this<TrajectoryServer>
{
public:
  using Action = control_msgs::action::FollowJointTrajectory;

  TrajectoryServer(
    std::shared_ptr<FeedforwardLoop> loop, std::vector<std::string> joints,
    TrajectoryPlanner planner, const Tolerances & tolerances);
  ~TrajectoryServer();
  TrajectoryServer(const TrajectoryServer &) = delete;
  TrajectoryServer & operator=(const TrajectoryServer &) = delete;

  /// Opens topics and action; a running callback keeps the server alive.
  /// @param rate of feedback and of polling the loop [Hz]
  void listen(const rclcpp_lifecycle::LifecycleNode::SharedPtr & node, double rate);

  /// Starts following messages.
  void start();
  /// Rejects messages from now on and aborts an active goal.
  /// @param why completes "is not followed: "
  void stop(const std::string & why);

  /// Sets new limits; these do not include earlier take() calls.
  void set(const PlannerSettings & settings, LimitCheck limits, const Tolerances & tolerances);
  void take(const LiveInputs & inputs);

  /// How many messages and goals were rejected, and why the last one was.
  std::size_t refusals() const;
  std::string last_refusal() const;

private:
  using Goal = rclcpp_action::ServerGoalHandle<Action>;

  void on_reference(const hod_msgs::msg::JointMotion & message);
  void on_trajectory(const trajectory_msgs::msg::JointTrajectory & message);
  rclcpp_action::GoalResponse on_goal(const Action::Goal & goal);
  void on_accepted(const std::shared_ptr<Goal> & goal);
  void on_cancel();
  void monitor();
  void give_feedback(const LoopReport & report) const;
  void end_goal(std::int32_t code, const std::string & text);

  void require_start() const;
  Situation situation() const;
  std::shared_ptr<const Plan> make_plan(
    const trajectory_msgs::msg::JointTrajectory & trajectory, const Tolerances & tolerances);
  void follow(std::shared_ptr<const Plan> plan);
  void come_to_rest();
  void warn_of(const std::string & remark) const;  ///< unless it is empty
  void refuse(const std::string & what);
  void refuse_goal(const std::string & what);
  void remember_refusal(const std::string & what);

  rclcpp_lifecycle::LifecycleNode::WeakPtr node_;
  std::shared_ptr<FeedforwardLoop> loop_;
  std::vector<std::string> joints_;

  rclcpp::Clock steady_{RCL_STEADY_TIME};  ///< for warnings: the node's own may be set back
  mutable std::mutex mutex_;               ///< guards everything below
  TrajectoryPlanner planner_;
  Tolerances tolerances_;
  std::string why_not_ = "the controller is not active";
  std::shared_ptr<const Plan> plan_;    ///< the last plan given to the loop
  std::shared_ptr<const Plan> agreed_;  ///< of a goal that was accepted but has not begun
  std::shared_ptr<Goal> goal_;
  std::size_t refusals_ = 0;
  std::string last_refusal_;

  rclcpp::Subscription<hod_msgs::msg::JointMotion>::SharedPtr reference_subscription_;
  rclcpp::Subscription<trajectory_msgs::msg::JointTrajectory>::SharedPtr trajectory_subscription_;
  rclcpp_action::Server<Action>::SharedPtr action_server_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__TRAJECTORY_SERVER_HPP_

// SPDX-License-Identifier: Apache-2.0
// Sends an arm the same trajectory again and again, until somebody else moves it.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <control_msgs/action/follow_joint_trajectory.hpp>
#include <control_msgs/msg/joint_trajectory_controller_state.hpp>
#include <cstdlib>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_action/rclcpp_action.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

using control_msgs::action::FollowJointTrajectory;
using control_msgs::msg::JointTrajectoryControllerState;
using GoalHandle = rclcpp_action::ClientGoalHandle<FollowJointTrajectory>;
using trajectory_msgs::msg::JointTrajectory;
using trajectory_msgs::msg::JointTrajectoryPoint;
using Row = std::vector<double>;

constexpr std::chrono::milliseconds kLookEvery(50);   // for the controller
constexpr std::chrono::milliseconds kTryEvery(1000);  // goals that it refuses
// An interruption on the way into a wait is not heard there.
constexpr std::chrono::milliseconds kLongestWait(200);

/// The points of a trajectory with the velocities of the chords around them, and rest at the end.
/// With velocities and accelerations a joint_trajectory_controller has no kinks.
/// @param times of the points, ascending [s]
/// @param positions a row of all joints per time [rad or m]
std::vector<JointTrajectoryPoint> points_of(const Row & times, const std::vector<Row> & positions)
{
  std::vector<JointTrajectoryPoint> points(times.size());
  for (std::size_t i = 0; i < points.size(); ++i)
  {
    const std::size_t before = i == 0 ? 0 : i - 1;
    const std::size_t after = std::min(i + 1, points.size() - 1);
    const bool is_inside = before < i && i < after;
    const double span =
      is_inside ? times[after] - times[before] : std::numeric_limits<double>::infinity();
    JointTrajectoryPoint & point = points[i];
    point.positions = positions[i];
    point.accelerations.assign(point.positions.size(), 0.0);
    point.time_from_start = rclcpp::Duration::from_seconds(times[i]);
    for (std::size_t j = 0; j < point.positions.size(); ++j)
    {
      point.velocities.push_back((positions[after][j] - positions[before][j]) / span);
    }
  }
  return points;
}

bool is_ascending_from_zero(const Row & times)
{
  return !times.empty() && times.front() > 0.0 &&
         std::adjacent_find(times.begin(), times.end(), std::greater_equal<>()) == times.end();
}

/// Action client of a controller.
///
/// Parameters: controller, its name; joints; times of the points, ascending [s]; positions [rad or
/// m], a row of all joints per time. Begins once the controller is active, which its state shows.
/// Ends when a goal of its own does not reach its end, since then somebody else has sent one.
class DemoMotion : public rclcpp::Node
{
public:
  DemoMotion() : rclcpp::Node("demo_motion")
  {
    goal_.trajectory = trajectory();
    const auto controller = declare_parameter("controller", "feedforward_controller");
    client_ = rclcpp_action::create_client<FollowJointTrajectory>(
      this, controller + "/follow_joint_trajectory");
    // What controllers that follow trajectories call the topic of their state.
    for (const char * const state : {"/state", "/controller_state"})
    {
      states_.push_back(
        create_subscription<JointTrajectoryControllerState>(
          controller + state, 1,
          [this](const JointTrajectoryControllerState & message) { look(message); }));
    }
    timer_ = create_wall_timer(kLookEvery, [this] { send_when_ready(); });
  }

  bool has_ended() const { return has_ended_; }

private:
  JointTrajectory trajectory()
  {
    JointTrajectory trajectory;
    trajectory.joint_names = declare_parameter("joints", std::vector<std::string>{});
    const auto times = declare_parameter("times", Row{});
    const auto positions = declare_parameter("positions", Row{});
    const std::size_t joints = trajectory.joint_names.size();
    if (positions.size() != times.size() * joints || !is_ascending_from_zero(times))
    {
      throw std::runtime_error(
        "parameters: found " + std::to_string(joints) + " joints, " + std::to_string(times.size()) +
        " times and " + std::to_string(positions.size()) +
        " positions, expected ascending times above zero and a position per joint and time");
    }
    std::vector<Row> rows;
    for (std::size_t i = 0; i < positions.size(); i += joints)
    {
      const auto begin = positions.begin() + static_cast<std::ptrdiff_t>(i);
      rows.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(joints));
    }
    trajectory.points = points_of(times, rows);
    return trajectory;
  }

  /// Learns that the controller measures, and so is active.
  void look(const JointTrajectoryControllerState & state)
  {
    const auto & positions = state.feedback.positions;
    is_active_ =
      is_active_ ||
      (!positions.empty() &&
       std::all_of(positions.begin(), positions.end(), [](double q) { return std::isfinite(q); }));
  }

  /// Sends the goal as soon as there is somebody to take it.
  void send_when_ready()
  {
    if (is_active_ && client_->action_server_is_ready())
    {
      timer_->cancel();
      states_.clear();
      send();
    }
  }

  void send()
  {
    rclcpp_action::Client<FollowJointTrajectory>::SendGoalOptions options;
    options.goal_response_callback = [this](const GoalHandle::SharedPtr & handle) {
      if (handle == nullptr)
      {
        RCLCPP_WARN(get_logger(), "The controller refuses the motion; its log says why.");
        timer_ = create_wall_timer(kTryEvery, [this] { send_when_ready(); });
      }
    };
    options.result_callback = [this](const GoalHandle::WrappedResult & answer) { end(answer); };
    client_->async_send_goal(goal_, options);
  }

  void end(const GoalHandle::WrappedResult & answer)
  {
    if (answer.code == rclcpp_action::ResultCode::SUCCEEDED)
    {
      send();
      return;
    }
    const bool has_reason = answer.result != nullptr && !answer.result->error_string.empty();
    RCLCPP_INFO(
      get_logger(), "The demonstration ends: %s",
      has_reason ? answer.result->error_string.c_str() : "somebody else moves the arm");
    has_ended_ = true;
  }

  FollowJointTrajectory::Goal goal_;
  rclcpp_action::Client<FollowJointTrajectory>::SharedPtr client_;
  std::vector<rclcpp::Subscription<JointTrajectoryControllerState>::SharedPtr> states_;
  rclcpp::TimerBase::SharedPtr timer_;
  bool is_active_ = false;
  bool has_ended_ = false;
};

}  // namespace

int main(int count, char ** words)
{
  rclcpp::init(count, words);
  int code = EXIT_SUCCESS;
  try
  {
    const auto node = std::make_shared<DemoMotion>();
    rclcpp::executors::SingleThreadedExecutor executor;
    executor.add_node(node);
    while (rclcpp::ok() && !node->has_ended())
    {
      executor.spin_once(kLongestWait);
    }
  }
  catch (const std::exception & error)
  {
    if (rclcpp::ok())  // otherwise it was interrupted
    {
      RCLCPP_ERROR(rclcpp::get_logger("demo_motion"), "%s", error.what());
      code = EXIT_FAILURE;
    }
  }
  rclcpp::shutdown();
  return code;
}

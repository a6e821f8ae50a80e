// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/trajectory_server.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <rclcpp/logging.hpp>
#include <sstream>
#include <utility>

#include "hod/error.hpp"
#include "hod_ros/joint_names.hpp"
#include "hod_ros/messages.hpp"

namespace hod_ros
{
namespace
{

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kNone = std::numeric_limits<double>::infinity();

/// Planning that takes longer than the lead time is done again with more of it.
constexpr int kAttempts = 5;

/// One number of a tolerance: zero leaves the default, a negative one takes it away.
void choose(double given, double & tolerance, const std::string & where)
{
  if (!std::isfinite(given))
  {
    throw hod::Error(where + ": is not a finite number, expected one; -1 for any error");
  }
  if (given != 0.0)
  {
    tolerance = given > 0.0 ? given : kNone;
  }
}

void choose_all(
  const std::vector<control_msgs::msg::JointTolerance> & given,
  const std::vector<std::string> & joints, const char * where, Eigen::VectorXd & position,
  Eigen::VectorXd & velocity)
{
  std::vector<std::string> names;
  for (const auto & tolerance : given)
  {
    names.push_back(tolerance.name);
    if (!(tolerance.acceleration <= 0.0))
    {
      throw hod::Error(
        std::string(where) + " of joint '" + tolerance.name +
        "': has one for acceleration, which is not measured; expected 0");
    }
  }
  const std::vector<int> places = places_of(names, joints, where);
  for (std::size_t i = 0; i < given.size(); ++i)
  {
    const std::string joint = std::string(where) + " of joint '" + given[i].name + "'";
    choose(given[i].position, position[places[i]], joint);
    choose(given[i].velocity, velocity[places[i]], joint);
  }
}

}  // namespace

Tolerances tolerances_of(
  const control_msgs::action::FollowJointTrajectory::Goal & goal,
  const std::vector<std::string> & joints, const Tolerances & defaults)
{
  Tolerances tolerances = defaults;
  choose_all(
    goal.path_tolerance, joints, "path_tolerance", tolerances.path_position,
    tolerances.path_velocity);
  choose_all(
    goal.goal_tolerance, joints, "goal_tolerance", tolerances.goal_position,
    tolerances.goal_velocity);
  choose(
    goal.goal_time_tolerance.sec + 1e-9 * goal.goal_time_tolerance.nanosec, tolerances.goal_time,
    "goal_time_tolerance");
  tolerances.goal_time = std::isfinite(tolerances.goal_time) ? tolerances.goal_time : 0.0;
  return tolerances;
}

std::string sentence(const Progress & progress, const std::vector<std::string> & joints)
{
  std::ostringstream text;
  text.precision(4);
  text << "joint '" << joints[static_cast<std::size_t>(progress.joint)] << "': its "
       << (progress.velocity ? "velocity" : "position") << " was off by " << progress.error
       << ", at most " << progress.tolerance << " was allowed "
       << (progress.phase == Progress::Phase::path_violated ? "on the way" : "at the goal");
  return text.str();
}

TrajectoryServer::TrajectoryServer(
  std::shared_ptr<FeedforwardLoop> loop, std::vector<std::string> joints, TrajectoryPlanner planner,
  const Tolerances & tolerances)
: loop_(std::move(loop)),
  joints_(std::move(joints)),
  planner_(std::move(planner)),
  tolerances_(tolerances)
{}

void TrajectoryServer::listen(const rclcpp_lifecycle::LifecycleNode::SharedPtr & node, double rate)
{
  node_ = node;
  const auto weak = weak_from_this();
  reference_subscription_ = node->create_subscription<hod_msgs::msg::JointMotion>(
    "~/reference", rclcpp::SystemDefaultsQoS(), [weak](const hod_msgs::msg::JointMotion & message) {
      if (const auto self = weak.lock())
      {
        self->on_reference(message);
      }
    });
  trajectory_subscription_ = node->create_subscription<trajectory_msgs::msg::JointTrajectory>(
    "~/joint_trajectory", rclcpp::SystemDefaultsQoS(),
    [weak](const trajectory_msgs::msg::JointTrajectory & message) {
      if (const auto self = weak.lock())
      {
        self->on_trajectory(message);
      }
    });
  action_server_ = rclcpp_action::create_server<Action>(
    node, "~/follow_joint_trajectory",
    [weak](const rclcpp_action::GoalUUID &, std::shared_ptr<const Action::Goal> goal) {
      const auto self = weak.lock();
      return self ? self->on_goal(*goal) : rclcpp_action::GoalResponse::REJECT;
    },
    [weak](std::shared_ptr<Goal>) {
      if (const auto self = weak.lock())
      {
        self->on_cancel();
      }
      return rclcpp_action::CancelResponse::ACCEPT;
    },
    [weak](std::shared_ptr<Goal> goal) {
      if (const auto self = weak.lock())
      {
        self->on_accepted(goal);
      }
    });
  timer_ = node->create_wall_timer(std::chrono::duration<double>(1.0 / rate), [weak]() {
    if (const auto self = weak.lock())
    {
      self->monitor();
    }
  });
}

TrajectoryServer::~TrajectoryServer()
{
  stop("the controller was cleaned up");
}

void TrajectoryServer::start()
{
  const std::lock_guard<std::mutex> lock(mutex_);
  plan_.reset();
  agreed_.reset();
  why_not_.clear();
  refusals_ = 0;
  last_refusal_.clear();
}

void TrajectoryServer::stop(const std::string & why)
{
  const std::lock_guard<std::mutex> lock(mutex_);
  why_not_ = why;
  plan_.reset();
  agreed_.reset();
  end_goal(Action::Result::INVALID_GOAL, "Not followed to its end: " + why + ".");
}

void TrajectoryServer::set(
  const PlannerSettings & settings, LimitCheck limits, const Tolerances & tolerances)
{
  const std::lock_guard<std::mutex> lock(mutex_);
  planner_.set(settings);
  planner_.limits() = std::move(limits);
  tolerances_ = tolerances;
}

void TrajectoryServer::take(const LiveInputs & inputs)
{
  const std::lock_guard<std::mutex> lock(mutex_);
  planner_.limits().take(inputs);
}

std::size_t TrajectoryServer::refusals() const
{
  const std::lock_guard<std::mutex> lock(mutex_);
  return refusals_;
}

std::string TrajectoryServer::last_refusal() const
{
  const std::lock_guard<std::mutex> lock(mutex_);
  return last_refusal_;
}

void TrajectoryServer::on_reference(const hod_msgs::msg::JointMotion & message)
{
  const std::lock_guard<std::mutex> lock(mutex_);
  try
  {
    auto sample = motion_table(message, joints_, Reference::kRows, kUnknown, kUnknown);
    require_start();
    loop_->input().post(std::move(sample));
    plan_.reset();
    end_goal(Action::Result::INVALID_GOAL, "Replaced by a message of ~/reference.");
  }
  catch (const hod::Error & error)
  {
    refuse(std::string("Message ignored: ") + error.what());
  }
}

void TrajectoryServer::on_trajectory(const trajectory_msgs::msg::JointTrajectory & message)
{
  const std::lock_guard<std::mutex> lock(mutex_);
  try
  {
    follow(make_plan(message, Tolerances(static_cast<int>(joints_.size()))));
    end_goal(Action::Result::INVALID_GOAL, "Replaced by a message of ~/joint_trajectory.");
  }
  catch (const hod::Error & error)
  {
    refuse(std::string("Message ignored: ") + error.what());
  }
}

rclcpp_action::GoalResponse TrajectoryServer::on_goal(const Action::Goal & goal)
{
  const std::lock_guard<std::mutex> lock(mutex_);
  try
  {
    if (!goal.multi_dof_trajectory.points.empty())
    {
      throw hod::Error("multi_dof_trajectory: has points, expected none");
    }
    if (!goal.component_path_tolerance.empty() || !goal.component_goal_tolerance.empty())
    {
      throw hod::Error("component tolerances: there are some, expected none without multiple DoF");
    }
    agreed_ = make_plan(goal.trajectory, tolerances_of(goal, joints_, tolerances_));
    return rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
  }
  catch (const hod::Error & error)
  {
    refuse_goal(std::string("Goal refused: ") + error.what());
    return rclcpp_action::GoalResponse::REJECT;
  }
}

void TrajectoryServer::on_accepted(const std::shared_ptr<Goal> & goal)
{
  const std::lock_guard<std::mutex> lock(mutex_);
  end_goal(Action::Result::INVALID_GOAL, "Replaced by a newer goal.");
  goal_ = goal;
  if (!agreed_ || !why_not_.empty())
  {
    end_goal(Action::Result::INVALID_GOAL, "Not followed: " + why_not_ + ".");
    return;
  }
  follow(std::move(agreed_));
  agreed_.reset();
}

void TrajectoryServer::on_cancel()
{
  const std::lock_guard<std::mutex> lock(mutex_);
  if (goal_)
  {
    come_to_rest();
  }
}

void TrajectoryServer::monitor()
{
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!goal_)
  {
    return;
  }
  if (goal_->is_canceling())
  {
    end_goal(Action::Result::SUCCESSFUL, "Cancelled.");
    return;
  }
  const LoopReport report = loop_->report();
  if (!plan_ || report.progress.id != plan_->id)
  {
    return;
  }
  give_feedback(report);
  switch (report.progress.phase)
  {
    case Progress::Phase::succeeded:
      end_goal(Action::Result::SUCCESSFUL, "Goal reached.");
      break;
    case Progress::Phase::path_violated:
      come_to_rest();
      end_goal(
        Action::Result::PATH_TOLERANCE_VIOLATED, "Stopped: " + sentence(report.progress, joints_));
      break;
    case Progress::Phase::goal_violated:
      end_goal(
        Action::Result::GOAL_TOLERANCE_VIOLATED,
        "Not reached in time: " + sentence(report.progress, joints_));
      break;
    case Progress::Phase::none:
    case Progress::Phase::waiting:
    case Progress::Phase::running:
      break;
  }
}

void TrajectoryServer::give_feedback(const LoopReport & report) const
{
  auto feedback = std::make_shared<Action::Feedback>();
  if (const auto node = node_.lock())
  {
    feedback->header.stamp = node->now();
  }
  feedback->joint_names = joints_;
  const auto elapsed = rclcpp::Duration::from_seconds(std::max(0.0, report.now - plan_->start));
  feedback->desired.positions = flat(report.motion.row(0));
  feedback->desired.velocities = flat(report.motion.row(1));
  feedback->desired.accelerations = flat(report.motion.row(2));
  feedback->desired.time_from_start = elapsed;
  feedback->actual.positions = flat(report.position.transpose());
  feedback->actual.velocities = flat(report.velocity.transpose());
  feedback->actual.time_from_start = elapsed;
  feedback->error.positions = flat(report.error.row(0));
  feedback->error.velocities = flat(report.error.row(1));
  feedback->error.time_from_start = elapsed;
  goal_->publish_feedback(feedback);
}

void TrajectoryServer::end_goal(std::int32_t code, const std::string & text)
{
  if (!goal_)
  {
    return;
  }
  auto result = std::make_shared<Action::Result>();
  result->error_code = code;
  result->error_string = text;
  const auto goal = std::exchange(goal_, nullptr);
  if (goal->is_canceling())
  {
    goal->canceled(result);
  }
  else if (code == Action::Result::SUCCESSFUL)
  {
    goal->succeed(result);
  }
  else if (goal->is_active())
  {
    goal->abort(result);
  }
}

void TrajectoryServer::require_start() const
{
  if (!why_not_.empty())
  {
    throw hod::Error(why_not_ + ", expected an active one that no other controller leads");
  }
}

Situation TrajectoryServer::situation() const
{
  LoopReport report = loop_->report();
  return {report.now, std::move(report.motion), plan_};
}

std::shared_ptr<const Plan> TrajectoryServer::make_plan(
  const trajectory_msgs::msg::JointTrajectory & trajectory, const Tolerances & tolerances)
{
  require_start();
  const TrajectoryPoints points = trajectory_points(trajectory, joints_);
  const double stamp = trajectory.header.stamp.sec + 1e-9 * trajectory.header.stamp.nanosec;
  std::optional<double> start;
  if (stamp != 0.0)
  {
    start = stamp + loop_->report().offset;
  }
  const PlannerSettings settings = planner_.settings();
  PlannerSettings patient = settings;
  TrajectoryPlanner::Made made;
  for (int attempt = 0; attempt < kAttempts; ++attempt)
  {
    made = planner_.plan(points, start, tolerances, situation());
    if (loop_->report().now <= made.plan->start)
    {
      break;
    }
    patient.lead_time = 2.0 * patient.lead_time + 0.01;
    planner_.set(patient);
  }
  planner_.set(settings);
  warn_of(made.remark);
  return made.plan;
}

void TrajectoryServer::warn_of(const std::string & remark) const
{
  const auto node = node_.lock();
  if (node && !remark.empty())
  {
    RCLCPP_WARN(node->get_logger(), "%s.", remark.c_str());
  }
}

void TrajectoryServer::follow(std::shared_ptr<const Plan> plan)
{
  plan_ = plan;
  loop_->input().post(std::move(plan));
}

void TrajectoryServer::come_to_rest()
{
  try
  {
    const auto made = planner_.stop(situation());
    follow(made.plan);
    warn_of(made.remark);
  }
  catch (const hod::Error & error)
  {
    refuse(std::string("Cannot be brought to rest: ") + error.what());
  }
}

/// A goal is somebody's wish, of which each is answered; messages may come a thousand a second.
void TrajectoryServer::refuse_goal(const std::string & what)
{
  remember_refusal(what);
  warn_of(what);
}

void TrajectoryServer::refuse(const std::string & what)
{
  remember_refusal(what);
  if (const auto node = node_.lock())
  {
    RCLCPP_WARN_THROTTLE(node->get_logger(), steady_, 1000, "%s.", what.c_str());
  }
}

void TrajectoryServer::remember_refusal(const std::string & what)
{
  ++refusals_;
  last_refusal_ = what;
}

}  // namespace hod_ros

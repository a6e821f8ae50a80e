// SPDX-License-Identifier: Apache-2.0
// The action ~/follow_joint_trajectory as a client sees it.
#include <control_msgs/action/follow_joint_trajectory.hpp>
#include <rclcpp_action/rclcpp_action.hpp>

#include "captured_log.hpp"
#include "controller_fixture.hpp"

using testing::HasSubstr;

namespace
{

class ActionTest : public ControllerFixture
{
protected:
  using Action = control_msgs::action::FollowJointTrajectory;
  using Client = rclcpp_action::Client<Action>;
  using Handle = rclcpp_action::ClientGoalHandle<Action>;
  using Code = rclcpp_action::ResultCode;

  void start_server(std::vector<rclcpp::Parameter> parameters = {joints()})
  {
    start(false, std::move(parameters));
    user = std::make_shared<rclcpp::Node>("user");
    others.push_back(user);
    client = rclcpp_action::create_client<Action>(user, "/feedforward/follow_joint_trajectory");
    before_update = [this]() { follow_perfectly(); };
    set_state(0, 0.0, 0.0);
    set_state(1, 0.0, 0.0);
    update(now);
    ASSERT_TRUE(run_until([this]() { return client->action_server_is_ready(); }));
  }

  void TearDown() override
  {
    client.reset();
    others.clear();
    user.reset();
    controller.reset();
  }

  void follow_perfectly()
  {
    for (std::size_t joint = 0; joint < 2; ++joint)
    {
      if (std::isfinite(reference(joint, 0)) && !stuck)
      {
        set_state(joint, reference(joint, 0), reference(joint, 1));
      }
    }
  }

  static Action::Goal goal_to(double shoulder, double elbow, double duration)
  {
    Action::Goal goal;
    goal.trajectory.joint_names = {"shoulder", "elbow"};
    goal.trajectory.points.resize(1);
    goal.trajectory.points[0].positions = {shoulder, elbow};
    goal.trajectory.points[0].time_from_start = rclcpp::Duration::from_seconds(duration);
    return goal;
  }

  /// The handle, or null if the goal was refused.
  Handle::SharedPtr send(const Action::Goal & goal)
  {
    Client::SendGoalOptions options;
    options.feedback_callback =
      [this](Handle::SharedPtr, const std::shared_ptr<const Action::Feedback> message) {
        feedback = message;
      };
    auto future = client->async_send_goal(goal, options);
    EXPECT_TRUE(run_until([&]() { return is_ready(future); }));
    auto handle = future.get();
    if (handle)
    {
      results.push_back(client->async_get_result(handle));
    }
    return handle;
  }

  Handle::WrappedResult result(std::size_t of = 0)
  {
    EXPECT_TRUE(run_until([&]() { return is_ready(results[of]); }));
    return results[of].get();
  }

  template <typename Future>
  static bool is_ready(const Future & future)
  {
    return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }

  CapturedLog log;
  rclcpp::Node::SharedPtr user;
  Client::SharedPtr client;
  std::shared_ptr<const Action::Feedback> feedback;
  std::vector<std::shared_future<Handle::WrappedResult>> results;
  bool stuck = false;  ///< the arm does not move
};

}  // namespace

TEST_F(ActionTest, ReachesItsGoalAndSaysSo)
{
  start_server({joints(), {"constraints.elbow.goal", 0.01}, {"constraints.shoulder.goal", 0.01}});
  ASSERT_TRUE(send(goal_to(0.5, -0.5, 1.0)));
  const auto reached = result();
  EXPECT_EQ(reached.code, Code::SUCCEEDED);
  EXPECT_EQ(reached.result->error_code, Action::Result::SUCCESSFUL);
  EXPECT_NEAR(reference(1, 0), 0.5, 1e-12);
  ASSERT_TRUE(feedback);
  EXPECT_EQ(feedback->joint_names, (std::vector<std::string>{"elbow", "shoulder"}));
  ASSERT_EQ(feedback->desired.positions.size(), 2U);
  EXPECT_LT(std::abs(feedback->error.positions[0]), 0.1);
}

TEST_F(ActionTest, RefusesWhatItCannotFollowAndNamesTheCause)
{
  start_server();
  EXPECT_FALSE(send(goal_to(0.0, 1.0, 0.2)));
  EXPECT_THAT(CapturedLog::text(), HasSubstr("Goal refused: trajectory: joint '"));
  EXPECT_THAT(CapturedLog::text(), HasSubstr("joint 'elbow' breaks its velocity limit at"));
  auto goal = goal_to(0.1, 0.1, 1.0);
  goal.trajectory.joint_names = {"shoulder", "wrist"};
  EXPECT_FALSE(send(goal));
  goal = goal_to(0.1, 0.1, 1.0);
  goal.path_tolerance.resize(1);
  goal.path_tolerance[0].name = "elbow";
  goal.path_tolerance[0].acceleration = 1.0;
  EXPECT_FALSE(send(goal));
  goal.path_tolerance[0].acceleration = 0.0;
  goal.path_tolerance[0].position = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(send(goal));
  EXPECT_THAT(
    CapturedLog::text(), HasSubstr("path_tolerance of joint 'elbow': is not a finite number"));
  EXPECT_TRUE(results.empty());
}

TEST_F(ActionTest, SlowsDownIfAskedTo)
{
  start_server({joints(), {"trajectory.on_limits", "scale"}});
  ASSERT_TRUE(send(goal_to(0.0, 1.0, 0.2)));
  EXPECT_THAT(CapturedLog::text(), HasSubstr("times the speed all limits are kept"));
  EXPECT_EQ(result().code, Code::SUCCEEDED);
  EXPECT_NEAR(reference(0, 0), 1.0, 1e-12);
}

TEST_F(ActionTest, ComesToRestSmoothlyWhenCancelled)
{
  start_server();
  const auto handle = send(goal_to(1.0, -1.0, 2.0));
  ASSERT_TRUE(handle);
  ASSERT_TRUE(run_until([this]() { return reference(1, 0) > 0.4; }));
  double last = reference(1, 1);
  double steepest = 0.0;
  const auto watched = [&]() {
    steepest = std::max(steepest, std::abs(reference(1, 1) - last));
    last = reference(1, 1);
    return last == 0.0;
  };
  client->async_cancel_goal(handle);
  ASSERT_TRUE(run_until(watched));
  EXPECT_EQ(result().code, Code::CANCELED);
  EXPECT_LT(steepest, 0.1) << "no step of the velocity";
  EXPECT_LT(reference(1, 0), 0.9) << "well before the goal";
}

TEST_F(ActionTest, ANewerGoalTakesOverOnTheMove)
{
  start_server();
  ASSERT_TRUE(send(goal_to(1.0, -1.0, 2.0)));
  ASSERT_TRUE(run_until([this]() { return reference(1, 0) > 0.4; }));
  double last = reference(1, 3);
  ASSERT_TRUE(send(goal_to(0.0, 0.0, 2.0)));
  double step = 0.0;
  for (int cycle = 0; cycle < 20; ++cycle)
  {
    step = std::max(step, std::abs(reference(1, 3) - last));
    last = reference(1, 3);
    int once = 0;
    run_until([&]() { return once++ > 0; });
  }
  EXPECT_LT(step, 3.0) << "continuous jerk [rad/s³]";
  EXPECT_EQ(result(0).code, Code::ABORTED);
  EXPECT_THAT(result(0).result->error_string, HasSubstr("newer goal"));
  EXPECT_EQ(result(1).code, Code::SUCCEEDED);
  EXPECT_NEAR(reference(1, 0), 0.0, 1e-12);
}

TEST_F(ActionTest, StopsWhenTheArmIsLeftBehind)
{
  start_server({joints(), {"constraints.elbow.trajectory", 0.1}});
  ASSERT_TRUE(send(goal_to(1.0, -1.0, 2.0)));
  ASSERT_TRUE(run_until([this]() { return reference(0, 0) < -0.05; }));
  stuck = true;
  const auto failed = result();
  EXPECT_EQ(failed.code, Code::ABORTED);
  EXPECT_EQ(failed.result->error_code, Action::Result::PATH_TOLERANCE_VIOLATED);
  EXPECT_THAT(failed.result->error_string, HasSubstr("joint 'elbow': its position was off by"));
  ASSERT_TRUE(run_until([this]() { return reference(1, 1) == 0.0; }));
  EXPECT_LT(reference(1, 0), 0.9);
}

TEST_F(ActionTest, TolerancesOfTheGoalTakeThePlaceOfTheParameters)
{
  start_server({joints(), {"constraints.elbow.trajectory", 1e-6}});
  auto goal = goal_to(0.2, -0.2, 1.0);
  goal.path_tolerance.resize(1);
  goal.path_tolerance[0].name = "elbow";
  goal.path_tolerance[0].position = -1.0;
  goal.goal_tolerance.resize(1);
  goal.goal_tolerance[0].name = "shoulder";
  goal.goal_tolerance[0].position = 0.01;
  goal.goal_time_tolerance = rclcpp::Duration::from_seconds(0.2);
  stuck = true;
  ASSERT_TRUE(send(goal));
  const auto failed = result();
  EXPECT_EQ(failed.result->error_code, Action::Result::GOAL_TOLERANCE_VIOLATED);
  EXPECT_THAT(failed.result->error_string, HasSubstr("joint 'shoulder'"));
}

/// Also without a tolerance of the position at the goal.
TEST_F(ActionTest, AnArmThatStillMovesHasNotReachedItsGoal)
{
  start_server({joints(), {"constraints.elbow.goal", 0.0}, {"constraints.shoulder.goal", 0.0}});
  auto goal = goal_to(0.2, -0.2, 1.0);
  goal.goal_time_tolerance = rclcpp::Duration::from_seconds(0.2);
  ASSERT_TRUE(send(goal));
  before_update = [this]() {
    set_state(0, reference(0, 0), 0.0);
    set_state(1, reference(1, 0), 1.0);
  };
  const auto failed = result();
  EXPECT_EQ(failed.result->error_code, Action::Result::GOAL_TOLERANCE_VIOLATED);
  EXPECT_THAT(failed.result->error_string, HasSubstr("velocity"));
}

TEST_F(ActionTest, IsAbortedByDeactivationAndRefusedAfterwards)
{
  start_server();
  ASSERT_TRUE(send(goal_to(0.5, -0.5, 1.0)));
  ASSERT_TRUE(controller_interface::deactivate_succeeds(controller));
  EXPECT_EQ(effort(0), 0.0);
  EXPECT_TRUE(std::isnan(force(0, 0)));
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(controller->get_node()->get_node_base_interface());
  executor.add_node(user);
  ASSERT_EQ(
    executor.spin_until_future_complete(results[0], std::chrono::seconds(5)),
    rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_EQ(results[0].get().code, Code::ABORTED);
  auto refused = client->async_send_goal(goal_to(0.5, -0.5, 1.0));
  ASSERT_EQ(
    executor.spin_until_future_complete(refused, std::chrono::seconds(5)),
    rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_FALSE(refused.get());
  EXPECT_THAT(CapturedLog::text(), HasSubstr("the controller is not active"));
}

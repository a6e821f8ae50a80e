// SPDX-License-Identifier: Apache-2.0
// The controller under spoiled references, trajectories, goals, wrenches and payloads: every
// command stays a number within the limits, and afterwards it reaches a goal as before.
#include <control_msgs/action/follow_joint_trajectory.hpp>
#include <geometry_msgs/msg/wrench_stamped.hpp>
#include <rclcpp_action/rclcpp_action.hpp>

#include "captured_log.hpp"
#include "controller_fixture.hpp"
#include "random_messages.hpp"
#include "two_link_motion.hpp"

using hod_msgs::srv::SetPayload;
using testing::HasSubstr;
using testing::Not;

namespace
{

const std::vector<std::string> kJoints = {"shoulder", "elbow"};
constexpr double kEffortLimit[] = {30.0, 50.0};  // elbow, shoulder: those of two_link_arm.hpp

class RandomMessagesToController : public ControllerFixture
{
protected:
  using Action = control_msgs::action::FollowJointTrajectory;

  void begin()
  {
    start(false, {joints(), {"wrench_link", "forearm"}, {"trajectory.on_limits", "scale"}});
    user = std::make_shared<rclcpp::Node>("user");
    others.push_back(user);
    set_state(0, 0.0, 0.0);
    set_state(1, 0.0, 0.0);
    before_update = [this]() {
      expect_possible_commands();
      follow_where_possible();
    };
    update(now);
  }

  void TearDown() override
  {
    client.reset();
    others.clear();
    user.reset();
    controller.reset();
  }

  void expect_possible_commands()
  {
    for (std::size_t joint = 0; joint < 2; ++joint)
    {
      ASSERT_TRUE(std::isfinite(effort(joint)));
      ASSERT_LE(std::abs(effort(joint)), kEffortLimit[joint]);
    }
  }

  void follow_where_possible()
  {
    for (std::size_t joint = 0; joint < 2; ++joint)
    {
      const double position = reference(joint, 0);
      if (std::abs(position) < 10.0)
      {
        set_state(joint, position, 0.0);
      }
    }
  }

  template <typename Message>
  auto speak(const std::string & topic)
  {
    auto publisher = user->create_publisher<Message>(topic, rclcpp::QoS(100));
    EXPECT_TRUE(run_until([&]() { return publisher->get_subscription_count() > 0; })) << topic;
    return publisher;
  }

  Action::Goal goal() const
  {
    Action::Goal goal;
    goal.trajectory = random_messages::trajectory(kJoints);
    goal.path_tolerance.resize(1);
    goal.path_tolerance[0].name = "elbow";
    goal.path_tolerance[0].position = 100.0;
    goal.goal_tolerance = goal.path_tolerance;
    return goal;
  }

  template <typename Future>
  bool await(const Future & future)
  {
    return run_until(
      [&]() { return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
  }

  CapturedLog log;
  MessageSpoiler spoiler{3, {"shoulder", "elbow", "forearm", "upper_arm"}};
  rclcpp::Node::SharedPtr user;
  rclcpp_action::Client<Action>::SharedPtr client;
};

}  // namespace

TEST_F(RandomMessagesToController, OnItsTopicsServicesAndAction)
{
  begin();
  const auto samples = speak<hod_msgs::msg::JointMotion>("/feedforward/reference");
  const auto trajectories =
    speak<trajectory_msgs::msg::JointTrajectory>("/feedforward/joint_trajectory");
  const auto wrenches = speak<geometry_msgs::msg::WrenchStamped>("/feedforward/wrench");
  const auto payloads = user->create_client<SetPayload>("/feedforward/set_payload");
  client = rclcpp_action::create_client<Action>(user, "/feedforward/follow_joint_trajectory");
  ASSERT_TRUE(
    run_until([&]() { return client->action_server_is_ready() && payloads->service_is_ready(); }));

  const std::size_t count = random_messages::count(1000);
  for (std::size_t i = 0; i < count && !HasFatalFailure(); ++i)
  {
    samples->publish(spoiler(two_link::motion_message(0.01 * static_cast<double>(i % 100))));
    trajectories->publish(spoiler(random_messages::trajectory(kJoints)));
    wrenches->publish(spoiler(geometry_msgs::msg::WrenchStamped()));
    client->async_send_goal(spoiler(goal()));
    payloads->async_send_request(
      std::make_shared<SetPayload::Request>(spoiler(random_messages::payload(i % 2 == 0))));
    int turns = 0;
    run_until([&]() { return ++turns > 3; });
  }
  ASSERT_FALSE(HasFatalFailure());
  EXPECT_THAT(CapturedLog::text(), Not(HasSubstr("\n[FATAL] forged")));
  EXPECT_THAT(CapturedLog::text(), Not(HasSubstr("\x1B")));
  EXPECT_THAT(CapturedLog::text(), HasSubstr("Goal refused")) << "nothing was refused";

  wrenches->publish(geometry_msgs::msg::WrenchStamped());
  for (const char * link : {"base", "upper_arm", "forearm", "slider"})
  {
    auto nothing = std::make_shared<SetPayload::Request>();
    nothing->link = link;
    const auto future = payloads->async_send_request(nothing);
    ASSERT_TRUE(await(future)) << link;
  }
  Action::Goal last;
  last.trajectory = random_messages::trajectory(kJoints);
  std::shared_ptr<rclcpp_action::ClientGoalHandle<Action>> handle;
  for (int attempt = 0; attempt < 5 && handle == nullptr; ++attempt)  // what was sent comes first
  {
    const auto sent = client->async_send_goal(last);
    ASSERT_TRUE(await(sent));
    handle = sent.get();
  }
  ASSERT_NE(handle, nullptr) << CapturedLog::text();
  const auto result = client->async_get_result(handle);
  ASSERT_TRUE(await(result));
  EXPECT_EQ(result.get().code, rclcpp_action::ResultCode::SUCCEEDED);
  EXPECT_TRUE(run_until([&]() {
    return std::abs(effort(0) - gravity(0, 0.2, 0.2)) < 1e-6 &&
           std::abs(effort(1) - gravity(1, 0.2, 0.2)) < 1e-6;
  }))
    << effort(0) << ", " << effort(1);
}

// SPDX-License-Identifier: Apache-2.0
// The forces node under spoiled messages on every topic and service: it lives, its log has no line
// that a message forged, what it refuses changes nothing, and afterwards it computes as before.
#include <geometry_msgs/msg/wrench_stamped.hpp>
#include <stdexcept>

#include "captured_log.hpp"
#include "forces_node_fixture.hpp"
#include "random_messages.hpp"

using hod_msgs::srv::ComputeForces;
using hod_msgs::srv::SetMassDistribution;
using hod_msgs::srv::SetPayload;
using random_messages::is_sentence;
using testing::HasSubstr;
using testing::Not;

namespace
{

const std::vector<std::string> kJoints = {"shoulder", "elbow", "slide"};

class RandomMessagesToNode : public ForcesNodeFixture
{
protected:
  void begin()
  {
    Parameters parameters{
      {"robot_description", two_link_arm()},
      {"wrench_link", "forearm"},
      {"moving_base", true},
      {"sensors.imu_topics", std::vector<std::string>{"/imu"}}};
    start(std::move(parameters));
    compute = user->create_client<ComputeForces>("/forces_node/compute_forces");
    carry = user->create_client<SetPayload>("/forces_node/set_payload");
    distribute = user->create_client<SetMassDistribution>("/forces_node/set_mass_distribution");
    ASSERT_TRUE(spin_until([&]() {
      return compute->service_is_ready() && carry->service_is_ready() &&
             distribute->service_is_ready();
    }));
    undisturbed = forces();
    ASSERT_EQ(undisturbed.size(), 9U);
  }

  template <typename Client, typename Request>
  auto ask(const Client & client, const Request & request)
  {
    auto future = client->async_send_request(std::make_shared<Request>(request));
    const auto code = executor.spin_until_future_complete(future, std::chrono::seconds(20));
    if (code != rclcpp::FutureReturnCode::SUCCESS)
    {
      throw std::runtime_error("no answer: " + rclcpp::to_string(code));
    }
    return future.get();
  }

  std::vector<double> forces()
  {
    ComputeForces::Request request;
    request.motion = two_link::motion_message(0.7);
    request.order = 2;
    return ask(compute, request)->forces.values;
  }

  /// @param whole what to spoil; it is accepted as it is
  template <typename Client, typename Request>
  void spoil_requests(const Client & client, const std::vector<Request> & whole)
  {
    for (const Request & request : whole)
    {
      ASSERT_TRUE(ask(client, request)->success);
    }
    std::size_t taken = 0;
    const std::size_t count = random_messages::count(150);
    for (std::size_t i = 0; i < count; ++i)
    {
      const std::vector<double> before = forces();
      const auto response = ask(client, spoiler(whole[i % whole.size()]));
      taken += response->success ? 1 : 0;
      if (!response->success)
      {
        ASSERT_TRUE(is_sentence(response->message)) << i << ": " << response->message;
        ASSERT_THAT(forces(), testing::Pointwise(testing::NanSensitiveDoubleEq(), before)) << i;
      }
    }
    EXPECT_GT(taken, 0U);
    EXPECT_LT(taken, count);
  }

  void expect_undisturbed()
  {
    const std::vector<double> now = forces();
    ASSERT_EQ(now.size(), undisturbed.size());
    for (std::size_t i = 0; i < now.size(); ++i)
    {
      EXPECT_NEAR(now[i], undisturbed[i], 1e-12 * (1.0 + std::abs(undisturbed[i]))) << i;
    }
  }

  void expect_honest_log() const
  {
    EXPECT_THAT(CapturedLog::text(), Not(HasSubstr("\n[FATAL] forged")));
    EXPECT_THAT(CapturedLog::text(), Not(HasSubstr("\x1B")));
    EXPECT_THAT(CapturedLog::text(), HasSubstr("Message ignored")) << "nothing was refused";
  }

  CapturedLog log;
  MessageSpoiler spoiler{2, {"shoulder", "elbow", "slide", "forearm", "upper_arm", "mesh", "box"}};
  rclcpp::Client<ComputeForces>::SharedPtr compute;
  rclcpp::Client<SetPayload>::SharedPtr carry;
  rclcpp::Client<SetMassDistribution>::SharedPtr distribute;
  std::vector<double> undisturbed;
};

}  // namespace

TEST_F(RandomMessagesToNode, OnItsTopics)
{
  begin();
  const auto states = speak<sensor_msgs::msg::JointState>("/joint_states");
  const auto motions = speak<hod_msgs::msg::JointMotion>("/forces_node/motion");
  const auto trajectories =
    speak<trajectory_msgs::msg::JointTrajectory>("/forces_node/joint_trajectory");
  const auto wrenches = speak<geometry_msgs::msg::WrenchStamped>("/forces_node/wrench");
  const auto bases = speak<sensor_msgs::msg::Imu>("/forces_node/base_imu");
  const auto sensors = speak<sensor_msgs::msg::Imu>("/imu");
  sensor_msgs::msg::Imu on_forearm = random_messages::level_imu();
  on_forearm.header.frame_id = "forearm";
  double time = 0.0;
  const std::size_t count = random_messages::count(5000);
  for (std::size_t i = 0; i < count; ++i)
  {
    time += 0.001;
    on_forearm.header.stamp = stamp(100.0 + time);
    states->publish(spoiler.below(2) == 0 ? state(time) : spoiler(state(time)));
    sensors->publish(spoiler.below(2) == 0 ? on_forearm : spoiler(on_forearm));
    motions->publish(spoiler(two_link::motion_message(time)));
    wrenches->publish(spoiler(geometry_msgs::msg::WrenchStamped()));
    bases->publish(spoiler(random_messages::level_imu()));
    if (i % 10 == 0)
    {
      trajectories->publish(spoiler(random_messages::trajectory(kJoints)));
    }
    executor.spin_some();
  }
  expect_honest_log();

  std::vector<hod_msgs::msg::HigherOrderForces> answers;
  const auto subscription = collect("/forces_node/forces", answers);
  await(subscription);
  wrenches->publish(geometry_msgs::msg::WrenchStamped());
  bases->publish(random_messages::level_imu());
  const bool answered = spin_until([&]() {
    time += 0.001;
    states->publish(state(std::fmod(time, 10.0), 1000.0 + 10.0 * std::floor(time / 10.0)));
    executor.spin_some(std::chrono::milliseconds(1));
    return answers.size() > 20;
  });
  EXPECT_TRUE(answered) << "answers joint states again";
  expect_undisturbed();
}

TEST_F(RandomMessagesToNode, OnItsServices)
{
  begin();
  const auto as_it_was = ask(
    user->create_client<hod_msgs::srv::GetMassDistribution>("/forces_node/get_mass_distribution"),
    hod_msgs::srv::GetMassDistribution::Request());
  ASSERT_TRUE(as_it_was->success);

  spoil_requests<decltype(carry), SetPayload::Request>(
    carry, {random_messages::payload(false), random_messages::payload(true)});
  SetMassDistribution::Request request;
  request.distribution.links = {random_messages::link_mass(true)};
  SetMassDistribution::Request other;
  other.distribution.links = {random_messages::link_mass(false)};
  spoil_requests<decltype(distribute), SetMassDistribution::Request>(distribute, {request, other});
  ComputeForces::Request probe;
  probe.motion = two_link::motion_message(0.2);
  probe.order = 1;
  spoil_requests<decltype(compute), ComputeForces::Request>(compute, {probe});

  SetMassDistribution::Request back;
  back.distribution = as_it_was->distribution;
  EXPECT_TRUE(ask(distribute, back)->success);
  for (const char * link : {"base", "upper_arm", "forearm", "slider"})
  {
    SetPayload::Request nothing;
    nothing.link = link;
    EXPECT_TRUE(ask(carry, nothing)->success) << link;
  }
  expect_undisturbed();
}

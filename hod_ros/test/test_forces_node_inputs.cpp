// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "captured_log.hpp"
#include "forces_node_fixture.hpp"
#include "hod/dynamics/energies/energies.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/robot/urdf.hpp"
#include "hod_ros/messages.hpp"

using hod_msgs::msg::HigherOrderForces;
using hod_msgs::msg::JointMotion;
using sensor_msgs::msg::JointState;
using testing::ElementsAre;
using testing::HasSubstr;

/// Joint states in, everything out.
class ForcesNodeInputsTest : public ForcesNodeFixture
{
protected:
  void begin(Parameters parameters)
  {
    parameters.emplace_back("robot_description", two_link_arm());
    start(std::move(parameters));
    states = speak<JointState>("/joint_states");
    subscriptions = {
      collect("/forces_node/forces", forces),
      collect("/forces_node/estimated_motion", motions),
      collect("/forces_node/estimated_motion_deviation", deviations),
      collect("/forces_node/joint_states", computed),
      collect("/forces_node/external_effort", external),
      collect("/forces_node/external_effort_direct", difference)};
    for (const auto & subscription : subscriptions)
    {
      await(subscription);
    }
  }

  /// Messages one by one, each taken before the next is sent, so that queues do not matter.
  void play(double from, double to, const std::function<JointState(double)> & message)
  {
    constexpr double kStep = 1e-3;
    for (int i = 0; from + kStep * i < to - 0.5 * kStep; ++i)
    {
      states->publish(message(from + kStep * i));
      executor.spin_some();
    }
  }

  bool settle()
  {
    std::size_t before = forces.size() + 1;
    return spin_until([&]() {
      const bool same = forces.size() == before;
      before = forces.size();
      executor.spin_some(std::chrono::milliseconds(50));
      return same && forces.size() == before;
    });
  }

  static double seconds(const std_msgs::msg::Header & header)
  {
    return rclcpp::Time(header.stamp).seconds();
  }

  rclcpp::Publisher<JointState>::SharedPtr states;
  std::vector<rclcpp::SubscriptionBase::SharedPtr> subscriptions;
  std::vector<HigherOrderForces> forces;
  std::vector<JointMotion> motions, deviations;
  std::vector<JointState> computed, external, difference;
};

TEST_F(ForcesNodeInputsTest, TheWindowGivesTheForcesOfTheTrueMotionAtItsLatency)
{
  begin({});
  play(0.0, 0.6, [](double time) { return state(time); });
  ASSERT_TRUE(spin_until([&]() { return forces.size() == 500; })) << forces.size();
  ASSERT_TRUE(spin_until([&]() { return motions.size() == 500 && computed.size() == 500; }));
  hod::Workspace workspace(hod::Robot(hod::parse_urdf(two_link_arm())), 2);
  for (std::size_t i = 0; i < forces.size(); i += 20)
  {
    const double time = seconds(forces[i].header) - 100.0;
    EXPECT_NEAR(time, 0.05 + 0.001 * static_cast<double>(i), 1e-8);
    EXPECT_EQ(forces[i].header.frame_id, "tag");
    for (std::size_t joint = 0; joint < 2; ++joint)
    {
      const auto q = [joint](double t) { return torque(joint, t); };
      EXPECT_NEAR(forces[i].values[joint], q(time), 1e-4);
      EXPECT_NEAR(forces[i].values[3 + joint], two_link::d1(q, time), 2e-2);
      EXPECT_NEAR(forces[i].values[6 + joint], two_link::d2(q, time), 1.5);
    }
    // Exactly what hod_core makes of the motion that is published with it.
    const auto table = hod_ros::motion_table(motions[i], {"shoulder", "elbow", "slide"}, 5, 0.0);
    ASSERT_EQ(hod::forces(workspace, table, 2), hod::Result::ok);
    const auto expected = hod_ros::flat(workspace.force());
    for (std::size_t k = 0; k < expected.size(); ++k)
    {
      EXPECT_NEAR(forces[i].values[k], expected[k], 1e-12 * (1.0 + std::abs(expected[k])));
    }
    EXPECT_EQ(computed[i].effort[1], forces[i].values[1]);
    EXPECT_EQ(computed[i].position[1], table(0, 1));
  }
  ASSERT_FALSE(deviations.empty());
  EXPECT_GT(deviations[0].derivatives[3], 0.0);
  EXPECT_LT(deviations[0].derivatives[3], 1e-2) << "velocities are better known than one reading";
}

TEST_F(ForcesNodeInputsTest, LastValuesAnswerAtOnceWithTheStampOfTheMessage)
{
  begin({{"joint_states.estimator", "last_values"}, {"joint_states.order", 1}});
  states->publish(state(0.4));
  ASSERT_TRUE(spin_until([&]() { return forces.size() == 1; }));
  EXPECT_EQ(forces[0].header.stamp, stamp(100.4));
  two_link::State still = two_link::state_at(0.4);
  still.d2q.setZero();
  const auto expected = two_link::torques(still);
  EXPECT_NEAR(forces[0].values[1], expected.inertia[1] + expected.gravity[1], 1e-11);
}

TEST_F(ForcesNodeInputsTest, AMessageWithoutStampCountsAsMeasuredNow)
{
  begin({{"joint_states.estimator", "last_values"}});
  JointState message = state(0.4);
  message.header.stamp = stamp(0.0);
  const double before = node->now().seconds();
  states->publish(message);
  ASSERT_TRUE(spin_until([&]() { return forces.size() == 1; }));
  EXPECT_GE(seconds(forces[0].header), before);
}

TEST_F(ForcesNodeInputsTest, WaitsForJointsThatNobodyHasNamed)
{
  begin({{"joint_states.estimator", "last_values"}});
  JointState message = state(0.0);
  for (auto * values : {&message.position, &message.velocity})
  {
    values->pop_back();
  }
  message.name.pop_back();
  states->publish(message);
  CapturedLog log;
  EXPECT_TRUE(spin_until(
    [&]() { return log.text().find("nothing known yet of slide") != std::string::npos; }, 8.0));
  EXPECT_TRUE(forces.empty());
  states->publish(state(0.1));
  EXPECT_TRUE(spin_until([&]() { return forces.size() == 1; }));
}

TEST_F(ForcesNodeInputsTest, NamesSimulatedTimeThatNobodyGives)
{
  CapturedLog log;
  begin({{"use_sim_time", true}});
  EXPECT_TRUE(spin_until(
    [&]() { return log.text().find("use_sim_time is true without a time") != std::string::npos; },
    8.0));
}

TEST_F(ForcesNodeInputsTest, RefusesBadMessagesAndLivesOn)
{
  begin({{"joint_states.estimator", "last_values"}});
  CapturedLog log;
  const auto refused = [&](const JointState & message, const std::string & sentence) {
    states->publish(message);
    return spin_until([&]() { return log.text().find(sentence) != std::string::npos; });
  };
  JointState bad = state(0.1);
  bad.position[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(refused(bad, "the position of joint 'elbow' is nan")) << log.text();
  spin_until([]() { return false; }, 1.1);  // warnings are one per second
  states->publish(state(0.2));
  EXPECT_TRUE(refused(state(0.15), "a stamp is not after the one before")) << log.text();
  spin_until([]() { return false; }, 1.1);
  bad = state(0.3);
  bad.velocity.pop_back();
  EXPECT_TRUE(refused(bad, "3 names, 3 positions, 2 velocities")) << log.text();
  states->publish(state(0.4));
  EXPECT_TRUE(spin_until([&]() { return forces.size() == 2; }));
}

TEST_F(ForcesNodeInputsTest, StartsAnewWhereABagIsPlayedAgain)
{
  begin({});
  CapturedLog log;
  const auto still = [](double time) {
    JointState message = state(0.0);
    message.header.stamp = stamp(50.0 + time);
    return message;
  };
  play(0.0, 0.8, [](double time) { return state(time); });
  ASSERT_TRUE(settle());
  const std::size_t before = forces.size();
  play(0.0, 0.2, still);
  ASSERT_TRUE(spin_until([&]() { return forces.size() == before + 100; }));
  EXPECT_THAT(log.text(), HasSubstr("Stamps went back"));
  for (std::size_t i = before; i < forces.size(); ++i)
  {
    EXPECT_NEAR(forces[i].values[3], forces[before].values[3], 1.0) << "nothing of the first run";
  }
}

TEST_F(ForcesNodeInputsTest, AnswersEveryMessageOfAFastStream)
{
  begin({});
  constexpr int kMessages = 3000;
  play(0.0, 1e-3 * kMessages, [](double time) { return state(time); });
  ASSERT_TRUE(spin_until([&]() { return forces.size() == kMessages - 100; })) << forces.size();
  for (std::size_t i = 1; i < forces.size(); ++i)
  {
    ASSERT_NEAR(seconds(forces[i].header) - seconds(forces[i - 1].header), 1e-3, 1e-6);
  }
}

TEST_F(ForcesNodeInputsTest, TellsWhatTheModelDoesNotExplain)
{
  begin({});
  const auto pushed = [](double time) {
    JointState message = state(time);
    message.effort = {torque(1, time), torque(0, time) + 2.0, 0.0};
    return message;
  };
  play(0.0, 0.6, pushed);
  ASSERT_TRUE(spin_until([&]() { return external.size() == 600 && difference.size() == 500; }));
  EXPECT_THAT(external.back().name, ElementsAre("shoulder", "elbow", "slide"));
  EXPECT_NEAR(external.back().effort[0], 2.0, 0.05);
  EXPECT_NEAR(external.back().effort[1], 0.0, 0.05);
  EXPECT_NEAR(difference.back().effort[0], 2.0, 1e-3);
  EXPECT_NEAR(difference.back().effort[1], 0.0, 1e-3);
}

TEST_F(ForcesNodeInputsTest, TrajectoriesAreAnsweredAtTheirOwnTimes)
{
  begin({});
  std::vector<trajectory_msgs::msg::JointTrajectory> answers;
  const auto subscription = collect("/forces_node/trajectory_effort", answers);
  const auto publisher =
    speak<trajectory_msgs::msg::JointTrajectory>("/forces_node/joint_trajectory");
  await(subscription);
  trajectory_msgs::msg::JointTrajectory trajectory;
  trajectory.header.stamp = stamp(20.0);
  trajectory.joint_names = {"elbow", "shoulder", "slide"};
  for (const double angle : {0.0, 0.3, 0.5, 0.6})
  {
    trajectory.points.emplace_back();
    trajectory.points.back().positions = {-angle, angle, 0.0};
    trajectory.points.back().time_from_start =
      rclcpp::Duration::from_seconds(0.5 * static_cast<double>(trajectory.points.size()));
  }
  publisher->publish(trajectory);
  ASSERT_TRUE(spin_until([&]() { return forces.size() == 4 && !answers.empty(); }));
  EXPECT_THAT(answers[0].joint_names, ElementsAre("shoulder", "elbow", "slide"));
  EXPECT_EQ(forces[0].header.stamp, stamp(20.5));
  EXPECT_EQ(forces[3].header.stamp, stamp(22.0));
  for (std::size_t i = 0; i < 4; ++i)
  {
    const auto & point = answers[0].points[i];
    EXPECT_EQ(point.time_from_start, trajectory.points[i].time_from_start);
    EXPECT_NEAR(point.positions[0], trajectory.points[i].positions[1], 1e-12);
    const auto expected = two_link::torques(
      {{point.positions[0], point.positions[1]},
       {point.velocities[0], point.velocities[1]},
       {point.accelerations[0], point.accelerations[1]}});
    EXPECT_NEAR(point.effort[0], expected.inertia[0] + expected.gravity[0], 1e-10);
    EXPECT_EQ(point.effort[1], forces[i].values[1]);
  }
  EXPECT_NEAR(answers[0].points[3].accelerations[0], 0.0, 1e-9) << "it ends at rest";
  spin_until([]() { return false; }, 1.1);  // warnings are one per second
  CapturedLog log;
  trajectory.points.resize(1);
  publisher->publish(trajectory);
  EXPECT_TRUE(spin_until(
    [&]() { return log.text().find("expected at least one that is later") != std::string::npos; }));
}

// SPDX-License-Identifier: Apache-2.0
#include <tf2_ros/static_transform_broadcaster.h>

#include <fstream>
#include <lifecycle_msgs/msg/state.hpp>
#include <sensor_msgs/msg/imu.hpp>

#include "captured_log.hpp"
#include "forces_node_fixture.hpp"
#include "hod/accelerometer/accelerometer.hpp"
#include "hod/robot/urdf.hpp"

using hod_msgs::msg::HigherOrderForces;
using hod_msgs::msg::JointMotion;
using sensor_msgs::msg::Imu;
using sensor_msgs::msg::JointState;
using testing::HasSubstr;

/// Accelerometers on the arm, in frames of their own or of a settings file.
class ForcesNodeSensorsTest : public ForcesNodeFixture
{
protected:
  ForcesNodeSensorsTest()
  {
    sensor.name = sensor.link = "forearm";
    sensor.position = {0.3, 0.05, 0.1};
  }

  void begin(Parameters parameters)
  {
    parameters.emplace_back("robot_description", two_link_arm());
    for (const char * topic : {"/imu", "/other_imu"})
    {
      const std::string quality = "qos_overrides." + std::string(topic) + ".subscription.";
      parameters.emplace_back(quality + "reliability", std::string("reliable"));
      parameters.emplace_back(quality + "depth", 5000);
    }
    start(std::move(parameters));
  }

  Imu reading(const std::string & frame, double time) const
  {
    hod::RowMatrix motion = hod::RowMatrix::Zero(3, 3);
    for (int k = 0; k < 3; ++k)
    {
      motion(k, 0) = two_link::motion(0, k, time);
      motion(k, 1) = two_link::motion(1, k, time);
    }
    const hod::RowMatrix values = hod::predicted_readings(robot, sensor, motion);
    Imu message;
    message.header.stamp = stamp(100.0 + time);
    message.header.frame_id = frame;
    message.linear_acceleration.x = values(0, 0);
    message.linear_acceleration.y = values(0, 1);
    message.linear_acceleration.z = values(0, 2);
    return message;
  }

  /// Positions alone, without velocities, at 100 Hz beside readings at 1 kHz; the last of them when
  /// all readings are there.
  void play(const std::string & frame)
  {
    const auto states = speak<JointState>("/joint_states");
    const auto imu = speak<Imu>("/imu");
    for (int i = 0; i <= 400; ++i)
    {
      imu->publish(reading(frame, 0.001 * i));
      if (i % 10 == 0)
      {
        // The readings before a state arrive before it, on a busy machine, too.
        spin_until([]() { return false; }, 0.005);
        states->publish(position(0.001 * i));
      }
      executor.spin_some();
    }
    spin_until([]() { return false; }, 0.5);
    states->publish(position(0.41));
  }

  static JointState position(double time)
  {
    JointState message = state(time);
    message.velocity.clear();
    return message;
  }

  std::string file_of(const std::string & text) const
  {
    const std::string path = testing::TempDir() + "hod_forces_node_sensors.yaml";
    std::ofstream(path) << text;
    return path;
  }

  hod::Robot robot{hod::parse_urdf(two_link_arm())};
  hod::Accelerometer sensor;
};

TEST_F(ForcesNodeSensorsTest, FusesAnAccelerometerThatTfPlaces)
{
  tf2_ros::StaticTransformBroadcaster broadcaster(user);
  geometry_msgs::msg::TransformStamped placed;
  placed.header.frame_id = "forearm";
  placed.child_frame_id = "imu_frame";
  placed.transform.translation.x = 0.3;
  placed.transform.translation.y = 0.05;
  placed.transform.translation.z = 0.1;
  placed.transform.rotation.z = placed.transform.rotation.w = std::sqrt(0.5);
  broadcaster.sendTransform(placed);
  // The sensor's x and y are the link's y and -x.
  sensor.axes << 0, 1, 0, -1, 0, 0, 0, 0, 1;
  begin({{"sensors.imu_topics", std::vector<std::string>{"/imu"}}, {"sensors.noise", 0.01}});
  std::vector<JointMotion> motions, deviations;
  const auto first = collect("/forces_node/estimated_motion", motions);
  const auto second = collect("/forces_node/estimated_motion_deviation", deviations);
  await(first);
  await(second);
  play("imu_frame");
  const auto is_last = [](const std::vector<JointMotion> & messages) {
    return !messages.empty() && rclcpp::Time(messages.back().header.stamp).seconds() > 100.355;
  };
  ASSERT_TRUE(spin_until([&]() { return is_last(motions) && is_last(deviations); }));
  const JointMotion & last = motions.back();
  const double time = rclcpp::Time(last.header.stamp).seconds() - 100.0;
  ASSERT_EQ(last.joint_names[1], "elbow");
  EXPECT_NEAR(last.derivatives[3 * 2 + 1], two_link::motion(1, 2, time), 5e-3);
  EXPECT_NEAR(last.derivatives[3 * 3 + 1], two_link::motion(1, 3, time), 0.2);
  EXPECT_LT(deviations.back().derivatives[3 * 2 + 1], 0.02) << "encoders alone give 2 rad/s²";
}

TEST_F(ForcesNodeSensorsTest, IgnoresAnAccelerometerThatIsNowhere)
{
  begin({{"sensors.imu_topics", std::vector<std::string>{"/imu"}}});
  CapturedLog log;
  std::vector<HigherOrderForces> forces;
  const auto subscription = collect("/forces_node/forces", forces);
  await(subscription);
  play("nowhere");
  EXPECT_TRUE(spin_until([&]() { return forces.size() >= 25; })) << "by joint states alone";
  const auto imu = speak<Imu>("/imu");
  double time = 0.4;
  EXPECT_TRUE(spin_until([&]() {
    imu->publish(reading("nowhere", time += 0.001));
    return log.text().find(
             "accelerometer '/imu': its frame 'nowhere' is no link of robot 'two_link_arm', and tf "
             "has not fixed it to one") != std::string::npos;
  }))
    << log.text();
}

TEST_F(ForcesNodeSensorsTest, AccelerometersOfAFileStandAlone)
{
  CapturedLog log;
  begin({{"sensors.settings_file", file_of(R"(
sensors:
  - {link: forearm, topic: /imu, position: [0.3, 0.05, 0.1], noise: 0.01}
  - {link: upper_arm, topic: /other_imu, position: [0.3, 0.05, 0.1], noise: 0.01}
start: {shoulder: {position: 0.2, velocity: 1.36}, elbow: {position: 0, velocity: 2.53}}
end: {shoulder: {velocity: 0}}
hold: {slide: 0}
estimate: [bias]
)")}});
  std::vector<JointMotion> motions;
  const auto subscription = collect("/forces_node/estimated_motion", motions);
  const auto forearm = speak<Imu>("/imu");
  const auto upper_arm = speak<Imu>("/other_imu");
  await(subscription);
  EXPECT_THAT(log.text(), HasSubstr(".yaml: estimate, end not used here"));
  for (int i = 0; i <= 600; ++i)
  {
    sensor.link = "forearm";
    forearm->publish(reading("", 0.001 * i));
    sensor.link = "upper_arm";
    upper_arm->publish(reading("", 0.001 * i));
    executor.spin_some();
  }
  ASSERT_TRUE(spin_until([&]() {
    return !motions.empty() && rclcpp::Time(motions.back().header.stamp).seconds() > 100.35;
  }));
  for (const JointMotion & found : motions)
  {
    const double time = rclcpp::Time(found.header.stamp).seconds() - 100.0;
    for (int joint = 0; joint < 2; ++joint)
    {
      const auto column = static_cast<std::size_t>(joint);
      EXPECT_NEAR(found.derivatives[column], two_link::motion(joint, 0, time), 1e-3);
      EXPECT_NEAR(found.derivatives[3 + column], two_link::motion(joint, 1, time), 1e-2);
    }
  }
}

TEST_F(ForcesNodeSensorsTest, IsNotConfiguredWithAFileThatDoesNotFit)
{
  using lifecycle_msgs::msg::State;
  const auto refusal = [this](const std::string & text, const Parameters & more = {}) {
    CapturedLog log;
    Parameters parameters = more;
    parameters.emplace_back("robot_description", two_link_arm());
    parameters.emplace_back("autostart", false);
    parameters.emplace_back("sensors.settings_file", file_of(text));
    const auto made = make(parameters);
    EXPECT_EQ(made->configure().id(), State::PRIMARY_STATE_UNCONFIGURED);
    return log.text();
  };
  EXPECT_THAT(refusal("sensors: [{link: hand, topic: /imu}]"), HasSubstr("'hand'"));
  EXPECT_THAT(
    refusal("sensors: [{link: forearm, topic: /imu}]\nhold: {slide: 0, elbow: 0}"),
    HasSubstr("neither start nor hold says where these joints begin: shoulder"));
  const std::string fused =
    "joint_readings: [{joint: elbow, topic: /joint_states}]\nsensors: [{link: forearm, topic: "
    "/imu}]";
  EXPECT_THAT(
    refusal(fused, {{"joint_states.estimator", "last_values"}}),
    HasSubstr("is last_values, expected window"));
  EXPECT_THAT(
    refusal("joint_readings: [{joint: elbow, topic: /joint_states}]\nsensors: [{link: forearm}]"),
    HasSubstr("topic"));
}

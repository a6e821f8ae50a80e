// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "captured_log.hpp"
#include "hod/robot/robot_file.hpp"
#include "hod/robot/urdf.hpp"
#include "hod/simulation/simulated_arm.hpp"
#include "simulated_arm_fixture.hpp"

namespace
{

using CallbackReturn = hardware_interface::CallbackReturn;
using return_type = hardware_interface::return_type;

const std::vector<std::string> kEfforts = {"shoulder/effort", "elbow/effort", "finger/effort"};

/// The arm that the plugin is to simulate, without the plugin; the neck does not matter to it.
hod::Robot robot_of(const std::string & urdf, const std::string & yaml = "")
{
  hod::RobotDescription description = hod::parse_urdf(urdf);
  if (!yaml.empty())
  {
    description = hod::parse_robot_file(yaml, {}, "robot file", description);
  }
  for (hod::JointDescription & joint : description.joints)
  {
    joint.type = joint.name == "neck" ? hod::JointType::fixed : joint.type;
  }
  return hod::Robot(description);
}

Eigen::Vector3d start()
{
  return {0.4, -0.7, 0.02};
}

/// Commands efforts for half a second, to the plugin and to hod::SimulatedArm.
void expect_same_response(const std::string & urdf, const std::string & yaml)
{
  PluginArm arm(urdf);
  ASSERT_TRUE(arm.start());
  arm.claim(kEfforts);
  hod::SimulatedArm expected(robot_of(urdf, yaml));
  ASSERT_EQ(expected.rest_at(start()), hod::Result::ok);
  for (int cycle = 0; cycle < 500; ++cycle)
  {
    const double wave = std::sin(0.02 * cycle);
    const Eigen::Vector3d effort(20.0 + 5.0 * wave, 6.0 - 2.0 * wave, 0.1 * wave);
    for (std::size_t joint = 0; joint < kEfforts.size(); ++joint)
    {
      arm.command(kEfforts[joint], effort[static_cast<Eigen::Index>(joint)]);
    }
    ASSERT_EQ(arm.run(1), return_type::OK);
    ASSERT_EQ(expected.set_torque(effort), hod::Result::ok);
    ASSERT_EQ(expected.step(0.001, 10), hod::Result::ok);
  }
  const hod::ArmState state = expected.state();
  const hod::ArmAction action = expected.action();
  const char * const names[] = {"shoulder", "elbow", "finger"};
  for (int column = 0; column < 3; ++column)
  {
    const std::string joint = names[column];
    EXPECT_NEAR(arm.state(joint + "/position"), state.position[column], 1e-12);
    EXPECT_NEAR(arm.state(joint + "/velocity"), state.velocity[column], 1e-12);
    EXPECT_NEAR(arm.state(joint + "/effort"), action.joint_torque[column], 1e-10);
    EXPECT_NEAR(arm.state(joint + "/acceleration"), action.acceleration[column], 1e-9);
    EXPECT_NEAR(arm.state(joint + "/motor_position"), state.motor_position[column], 1e-12);
    EXPECT_NEAR(arm.state(joint + "/motor_velocity"), state.motor_velocity[column], 1e-12);
    EXPECT_NEAR(arm.state(joint + "/motor_effort"), action.torque[column], 1e-12);
  }
  EXPECT_NEAR(arm.state("other_finger/position"), 0.01 - state.position[2], 1e-12);
  EXPECT_NEAR(arm.state("other_finger/velocity"), -state.velocity[2], 1e-12);
  EXPECT_GT(std::abs(state.position[0] - 0.4), 0.05);
}

TEST(SimulatedArm, RespondsToEffortsAsTheLibrarysArm)
{
  expect_same_response(arm_urdf(), "");
}

TEST(SimulatedArm, RespondsToEffortsAsTheLibrarysElasticArm)
{
  const std::string yaml = std::string(kElasticRobot) + "friction: urdf\n";
  const RobotFile file(yaml);
  ArmOptions options;
  options.parameters = parameter("robot_file", file.path());
  expect_same_response(arm_urdf(options), yaml);
}

TEST(SimulatedArm, IsHeldWhileNothingIsCommanded)
{
  PluginArm arm(arm_urdf());
  ASSERT_TRUE(arm.start());
  ASSERT_EQ(arm.run(200), return_type::OK);
  EXPECT_NEAR(arm.state("shoulder/position"), 0.4, 1e-9);
  EXPECT_NEAR(arm.state("elbow/position"), -0.7, 1e-9);
  // 2 kg at 0.5 m, 1 kg at 1 m + 0.4 m and the fingers beyond it.
  EXPECT_GT(arm.state("shoulder/effort"), 15.0);
  arm.claim(kEfforts);
  ASSERT_EQ(arm.run(1), return_type::OK);
  EXPECT_NEAR(arm.state("shoulder/position"), 0.4, 1e-9) << "NaN is no command";
  arm.command("shoulder/effort", 0.0);
  ASSERT_EQ(arm.run(100), return_type::OK);
  const double fallen = arm.state("shoulder/position");
  EXPECT_LT(fallen, 0.38);
  arm.release(kEfforts);
  ASSERT_EQ(arm.run(500), return_type::OK);
  EXPECT_NEAR(arm.state("shoulder/position"), fallen, 1e-6);
}

TEST(SimulatedArm, FollowsPositionsAndVelocities)
{
  const RobotFile file(kElasticRobot);
  for (const bool elastic : {false, true})
  {
    ArmOptions options;
    options.parameters = elastic ? parameter("robot_file", file.path()) : "";
    PluginArm arm(arm_urdf(options));
    ASSERT_TRUE(arm.start());
    arm.claim({"shoulder/position", "elbow/velocity", "finger/position"});
    const double finger = arm.state("finger/position");
    arm.command("elbow/velocity", 0.5);
    arm.command("finger/position", finger);
    const double before = arm.state("elbow/motor_position");
    for (int cycle = 1; cycle <= 1000; ++cycle)
    {
      const double share = std::min(1.0, cycle / 500.0);
      arm.command("shoulder/position", 0.4 + 0.1 * (1.0 - std::cos(M_PI * share)));
      ASSERT_EQ(arm.run(1), return_type::OK);
    }
    EXPECT_NEAR(arm.state("shoulder/motor_position"), 0.6, 1e-6);
    EXPECT_NEAR(arm.state("elbow/motor_velocity"), 0.5, 1e-6);
    // A lag of 1/ω of 20 Hz, 8 ms.
    EXPECT_NEAR(arm.state("elbow/motor_position"), before + 0.5 * (1.0 - 0.008), 1e-3);
    EXPECT_NEAR(arm.state("finger/position"), finger, 1e-6);
  }
}

TEST(SimulatedArm, GoesWhereItIsSentEvenIfItsEffortDoesNotSuffice)
{
  PluginArm arm(arm_urdf());
  ASSERT_TRUE(arm.start());
  arm.claim({"shoulder/position", "elbow/position"});
  arm.command("shoulder/position", -0.5);
  arm.command("elbow/position", 0.9);
  ASSERT_EQ(arm.run(4000), return_type::OK);
  EXPECT_NEAR(arm.state("shoulder/position"), -0.5, 1e-6);
  EXPECT_NEAR(arm.state("elbow/position"), 0.9, 1e-6);
}

TEST(SimulatedArm, AddsAnEffortToAPositionAsFeedforward)
{
  PluginArm arm(arm_urdf());
  ASSERT_TRUE(arm.start());
  ASSERT_EQ(arm.run(1), return_type::OK);
  const double weight = arm.state("shoulder/effort");
  arm.claim({"shoulder/position", "shoulder/effort"});
  arm.command("shoulder/position", 0.4);
  arm.command("shoulder/effort", weight);
  ASSERT_EQ(arm.run(500), return_type::OK);
  EXPECT_NEAR(arm.state("shoulder/position"), 0.4, 1e-6);
  arm.command("shoulder/effort", 0.0);
  ASSERT_EQ(arm.run(500), return_type::OK);
  EXPECT_LT(arm.state("shoulder/position"), 0.4 - 1e-4) << "the servo alone carries the weight";
}

TEST(SimulatedArm, BoundsTheEffortUnlessToldNotTo)
{
  for (const char * limit : {"true", "false"})
  {
    ArmOptions options;
    options.parameters = parameter("limit_effort", limit);
    PluginArm arm(arm_urdf(options));
    ASSERT_TRUE(arm.start());
    arm.claim({"shoulder/effort"});
    arm.command("shoulder/effort", 150.0);
    ASSERT_EQ(arm.run(1), return_type::OK);
    EXPECT_EQ(arm.state("shoulder/effort"), std::string(limit) == "true" ? 100.0 : 150.0);
  }
}

TEST(SimulatedArm, MayHaveJointsThatNothingMoves)
{
  ArmOptions options;
  options.commands = "";
  PluginArm arm(arm_urdf(options));
  ASSERT_TRUE(arm.start());
  EXPECT_EQ(arm.state("shoulder/position"), 0.4);
  ASSERT_EQ(arm.run(100), return_type::OK);
  EXPECT_LT(arm.state("shoulder/position"), 0.38);
  EXPECT_EQ(arm.state("shoulder/effort"), 0.0);
}

/// What was commanded for a millisecond acts in a late cycle until the next command: effort and
/// gravity are even, and the arm stands.
TEST(SimulatedArm, HoldsAnEffortThroughALateCycle)
{
  PluginArm arm(arm_urdf());
  ASSERT_TRUE(arm.start());
  ASSERT_EQ(arm.run(1), return_type::OK);
  const double even = arm.state("shoulder/motor_effort");
  const std::vector<std::string> names = {"shoulder/effort"};
  arm.claim(names);
  arm.command("shoulder/effort", even);
  ASSERT_EQ(arm.run(10), return_type::OK);
  EXPECT_NEAR(arm.state("shoulder/position"), 0.4, 1e-6);
  const rclcpp::Time now(0, 0, RCL_ROS_TIME);
  ASSERT_EQ(arm.plugin.read(now, rclcpp::Duration(0, 90000000)), return_type::OK);
  EXPECT_NEAR(arm.state("shoulder/position"), 0.4, 1e-4);
  arm.command("shoulder/effort", 100.0);  // after it
  ASSERT_EQ(arm.plugin.write(now, rclcpp::Duration(0, 90000000)), return_type::OK);
  ASSERT_EQ(arm.plugin.read(now, rclcpp::Duration(0, 1000000)), return_type::OK);
  EXPECT_NEAR(arm.state("shoulder/position"), 0.4, 1e-3);
}

TEST(SimulatedArm, StaysWhereItIsWhileInactive)
{
  PluginArm arm(arm_urdf());
  const rclcpp_lifecycle::State any;
  ASSERT_TRUE(arm.start());
  arm.claim({"shoulder/effort"});
  arm.command("shoulder/effort", 0.0);
  ASSERT_EQ(arm.run(100), return_type::OK);
  const double fallen = arm.state("shoulder/position");
  ASSERT_EQ(arm.plugin.on_deactivate(any), CallbackReturn::SUCCESS);
  const rclcpp::Duration period(0, 1000000);
  for (int cycle = 0; cycle < 10; ++cycle)
  {
    ASSERT_EQ(arm.plugin.read(rclcpp::Time(0, 0), period), return_type::OK);
  }
  EXPECT_EQ(arm.state("shoulder/position"), fallen);
  EXPECT_EQ(arm.state("shoulder/velocity"), 0.0);
  ASSERT_EQ(arm.plugin.on_activate(any), CallbackReturn::SUCCESS);
  arm.release({"shoulder/effort"});
  ASSERT_EQ(arm.run(100), return_type::OK);
  EXPECT_NEAR(arm.state("shoulder/position"), fallen, 1e-9);
  // From the beginning again, twice.
  for (int time = 0; time < 2; ++time)
  {
    ASSERT_EQ(arm.plugin.on_deactivate(any), CallbackReturn::SUCCESS);
    ASSERT_EQ(arm.plugin.on_cleanup(any), CallbackReturn::SUCCESS);
    ASSERT_TRUE(arm.start());
    EXPECT_EQ(arm.state("shoulder/position"), 0.4);
  }
  EXPECT_EQ(arm.plugin.on_shutdown(any), CallbackReturn::SUCCESS);
}

std::vector<double> readings(const std::string & seed)
{
  ArmOptions options;
  options.parameters = parameter("seed", seed) + parameter("position_noise", "0.001") +
                       parameter("velocity_noise", "0.02") + parameter("effort_noise", "0.5");
  options.shoulder = parameter("velocity_noise", "0");
  PluginArm arm(arm_urdf(options));
  EXPECT_TRUE(arm.start());
  std::vector<double> values;
  for (int cycle = 0; cycle < 2000; ++cycle)
  {
    EXPECT_EQ(arm.run(1), return_type::OK);
    EXPECT_NEAR(arm.state("shoulder/velocity"), 0.0, 1e-9) << "the joint's own parameter";
    values.push_back(arm.state("shoulder/position"));
    values.push_back(arm.state("elbow/velocity"));
    values.push_back(arm.state("elbow/effort"));
  }
  return values;
}

TEST(SimulatedArm, HasNoiseThatItsSeedDetermines)
{
  const std::vector<double> first = readings("7");
  EXPECT_EQ(first, readings("7"));
  EXPECT_NE(first, readings("8"));
  for (const auto & [which, mean, deviation] :
       {std::tuple{0, 0.4, 0.001}, std::tuple{1, 0.0, 0.02}})
  {
    double sum = 0.0;
    double squares = 0.0;
    for (std::size_t index = static_cast<std::size_t>(which); index < first.size(); index += 3)
    {
      sum += first[index];
      squares += (first[index] - mean) * (first[index] - mean);
    }
    EXPECT_NEAR(sum / 2000.0, mean, 5.0 * deviation / std::sqrt(2000.0));
    EXPECT_NEAR(std::sqrt(squares / 2000.0), deviation, 0.1 * deviation);
  }
}

TEST(SimulatedArm, CountsOfAnEncoderAreWhole)
{
  const RobotFile file(kElasticRobot);
  ArmOptions options;
  options.parameters = parameter("robot_file", file.path());
  options.shoulder = parameter("encoder_counts", "4096");
  PluginArm arm(arm_urdf(options));
  ASSERT_TRUE(arm.start());
  ASSERT_EQ(arm.run(1), return_type::OK);
  const double count = 2.0 * M_PI / 4096.0;
  const double link = arm.state("shoulder/position") / count;
  EXPECT_NEAR(link, std::round(link), 1e-9);
  EXPECT_NEAR(arm.state("shoulder/position"), 0.4, count / 2.0);
  const double motor = arm.state("shoulder/motor_position") / count * 50.0;
  EXPECT_NEAR(motor, std::round(motor), 1e-7) << "the motor's encoder turns fifty times as fast";
}

TEST(SimulatedArm, DelaysCommandsAndStates)
{
  ArmOptions options;
  options.parameters = parameter("command_delay", "3") + parameter("state_delay", "2");
  PluginArm late(arm_urdf(options));
  PluginArm prompt(arm_urdf());
  ASSERT_TRUE(late.start());
  ASSERT_TRUE(prompt.start());
  late.claim({"shoulder/effort"});
  prompt.claim({"shoulder/effort"});
  ASSERT_EQ(late.run(4), return_type::OK);
  ASSERT_EQ(prompt.run(4), return_type::OK);
  late.command("shoulder/effort", 40.0);
  prompt.command("shoulder/effort", 40.0);
  for (int cycle = 0; cycle < 5; ++cycle)
  {
    ASSERT_EQ(late.run(1), return_type::OK);
    EXPECT_NEAR(late.state("shoulder/position"), 0.4, 1e-12) << cycle;
  }
  ASSERT_EQ(prompt.run(1), return_type::OK);
  ASSERT_EQ(late.run(1), return_type::OK);
  EXPECT_GT(late.state("shoulder/position"), 0.4 + 1e-7);
  EXPECT_NEAR(late.state("shoulder/position"), prompt.state("shoulder/position"), 1e-12);
}

TEST(SimulatedArm, MayDifferFromWhatItsDescriptionSays)
{
  PluginArm true_arm(arm_urdf());
  ArmOptions options;
  options.parameters = parameter("mass_factor", "1.05");
  PluginArm heavy(arm_urdf(options));
  ASSERT_TRUE(true_arm.start());
  ASSERT_TRUE(heavy.start());
  ASSERT_EQ(true_arm.run(1), return_type::OK);
  ASSERT_EQ(heavy.run(1), return_type::OK);
  const double weight = true_arm.state("shoulder/effort");
  EXPECT_NEAR(heavy.state("shoulder/effort"), 1.05 * weight, 1e-9);

  const RobotFile file(kElasticRobot);
  options.parameters = parameter("robot_file", file.path()) + parameter("stiffness_factor", "0.5");
  PluginArm soft(arm_urdf(options));
  ASSERT_TRUE(soft.start());
  ASSERT_EQ(soft.run(1), return_type::OK);
  EXPECT_NEAR(soft.state("shoulder/motor_position"), 0.4 + weight / 2500.0, 1e-9);
}

TEST(SimulatedArm, AnswersWithAnErrorOnceItsStateIsLost)
{
  ArmOptions options;
  options.parameters = parameter("limit_effort", "false");
  PluginArm arm(arm_urdf(options));
  ASSERT_TRUE(arm.start());
  arm.claim({"shoulder/effort"});
  arm.command("shoulder/effort", 1e300);
  EXPECT_EQ(arm.run(1000), return_type::ERROR);
  const CapturedLog log;
  EXPECT_EQ(arm.plugin.on_error(rclcpp_lifecycle::State()), CallbackReturn::SUCCESS);
  EXPECT_THAT(
    CapturedLog::text(),
    testing::HasSubstr("not finite (the arm has been driven beyond all bounds"));
  EXPECT_TRUE(arm.start());
}

/// What is logged when the arm is initialized and configured; it must fail.
std::string refusal(const ArmOptions & options)
{
  const CapturedLog log;
  PluginArm arm(arm_urdf(options));
  EXPECT_FALSE(arm.start());
  return CapturedLog::text();
}

TEST(SimulatedArm, RefusesBadParameters)
{
  const struct
  {
    const char * name;
    const char * value;
    const char * sentence;
  } cases[] = {
    {"seed", "-1", "parameter seed: found '-1', expected a whole number not below zero"},
    {"seed", "many", "parameter seed: found 'many'"},
    {"mass_factor", "0", "parameter mass_factor: found '0', expected a number above zero"},
    {"stiffness_factor", "nan", "parameter stiffness_factor: found 'nan'"},
    {"friction_factor", "-1", "expected a number not below zero"},
    {"integration_step", "0.0", "expected a number of seconds above zero"},
    {"integration_step", "1e-3s", "found '1e-3s'"},
    {"period", "-0.001", "expected the seconds of a cycle"},
    {"command_delay", "1.5", "expected a whole number of cycles from 0 to 1000"},
    {"state_delay", "1001", "expected a whole number of cycles from 0 to 1000"},
    {"servo_frequency", "0", "expected a number of Hz above zero"},
    {"publish_clock", "maybe", "parameter publish_clock: found 'maybe', expected true or false"},
    {"publish_clock", "true", "parameter period: found '0', expected the seconds of a cycle"},
    {"real_time_factor", "-1", "expected how many times as fast as real time at most"},
    {"limit_effort", "yes", "parameter limit_effort: found 'yes', expected true or false"},
    {"position_noise", "-0.1", "parameter position_noise: found '-0.1'"},
    {"encoder_counts", "inf", "expected a number of counts per turn"},
    {"drive", "soft", "parameter drive: found 'soft', expected robot, rigid or elastic"},
    {"drive", "elastic", "found 'elastic' and no spring in the robot 'arm'"},
    {"robot_file", "/nowhere/arm.yaml", "/nowhere/arm.yaml"},
    {"mass_facter", "1", "found 'mass_facter = 1', expected only the parameters robot_file, drive"},
  };
  for (const auto & item : cases)
  {
    ArmOptions options;
    options.parameters = parameter(item.name, item.value);
    EXPECT_THAT(refusal(options), testing::HasSubstr(item.sentence)) << item.name;
  }
}

TEST(SimulatedArm, RefusesWhatItCannotBe)
{
  using testing::HasSubstr;
  ArmOptions options;
  options.shoulder = parameter("noise", "1");
  EXPECT_THAT(refusal(options), HasSubstr("joint 'shoulder': found 'noise = 1'"));
  options = {};
  options.shoulder = R"(<state_interface name="temperature"/>)";
  EXPECT_THAT(
    refusal(options), HasSubstr("joint 'shoulder', state interface: found 'temperature'"));
  options = {};
  options.commands = R"(<command_interface name="current"/>)";
  EXPECT_THAT(refusal(options), HasSubstr("command interface: found 'current', expected one of"));
  options = {};
  options.others = R"(<sensor name="wrench"><state_interface name="force.x"/></sensor>)";
  EXPECT_THAT(refusal(options), HasSubstr("found 'wrench', expected joints alone"));
  const RobotFile file("drives:\n  wrist: {motor_inertia: 1}\n");
  options = {};
  options.parameters = parameter("robot_file", file.path());
  EXPECT_THAT(refusal(options), HasSubstr("wrist"));
}

}  // namespace

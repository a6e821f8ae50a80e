// SPDX-License-Identifier: Apache-2.0
// What the controller refuses or remarks when it is configured.
#include "captured_log.hpp"
#include "controller_fixture.hpp"

using testing::HasSubstr;

namespace
{

std::string replaced(std::string text, const std::string & what, const std::string & by)
{
  return text.replace(text.find(what), what.size(), by);
}

}  // namespace

struct BadConfiguration
{
  std::string name;
  std::vector<rclcpp::Parameter> parameters;
  std::string description;
  std::string sentence;
};

class ConfigurationTest : public ControllerFixture
{
protected:
  CapturedLog log;
};

class BadConfigurationTest : public ConfigurationTest,
                             public testing::WithParamInterface<BadConfiguration>
{};

TEST_P(BadConfigurationTest, IsRefusedWithASentence)
{
  const auto & bad = GetParam();
  const bool loads = init(bad.parameters, bad.description) == return_type::OK;
  EXPECT_FALSE(loads && controller_interface::configure_succeeds(controller));
  EXPECT_THAT(CapturedLog::text(), HasSubstr(bad.sentence));
}

namespace
{

rclcpp::Parameter joints_parameter(const std::vector<std::string> & names)
{
  return {"joints", names};
}
rclcpp::Parameter robot_file(const std::string & name)
{
  return {"robot_file", std::string(TEST_CONFIG) + "/" + name};
}
const auto kGood = joints_parameter({"elbow", "shoulder"});

std::string without_inertias()
{
  std::string text = two_link_arm();
  const std::string end = "</inertial>";
  for (auto at = text.find("<inertial>"); at != std::string::npos; at = text.find("<inertial>"))
  {
    text.erase(at, text.find(end) + end.size() - at);
  }
  return text;
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(
  Configurations, BadConfigurationTest,
  testing::Values(
    BadConfiguration{"NoJoints", {}, two_link_arm(), "joints"},
    BadConfiguration{
      "UnknownJoint",
      {joints_parameter({"elbow", "wrist"})},
      two_link_arm(),
      "there is no joint 'wrist', expected some of: shoulder, elbow, slide"},
    BadConfiguration{
      "JointTwice", {joints_parameter({"elbow", "elbow"})}, two_link_arm(), "joints"},
    BadConfiguration{
      "OrderTooHigh", {kGood, {"order", 3}}, two_link_arm(), "order: is 3, expected 0 to 2"},
    BadConfiguration{
      "GravityOfTwoNumbers",
      {kGood, {"gravity", std::vector<double>{0.0, 1.0}}},
      two_link_arm(),
      "gravity: is [0, 1], expected three finite numbers"},
    BadConfiguration{
      "GravityNotFinite",
      {kGood, {"gravity", std::vector<double>{0.0, 0.0, std::numeric_limits<double>::quiet_NaN()}}},
      two_link_arm(),
      "expected three finite numbers"},
    BadConfiguration{
      "NegativeGain",
      {kGood, {"gains.elbow.kp", -1.0}},
      two_link_arm(),
      "gains.elbow.kp: is -1, expected 0 or more"},
    BadConfiguration{
      "ScaleTooLarge",
      {kGood, {"terms.gravity.scale", 2.5}},
      two_link_arm(),
      "terms.gravity.scale: is 2.5, expected 0 to 2"},
    BadConfiguration{
      "UnknownTimeoutAction",
      {kGood, {"on_reference_timeout", "panic"}},
      two_link_arm(),
      "on_reference_timeout"},
    BadConfiguration{"NoDescription", {kGood}, "", "the robot description is empty"},
    BadConfiguration{"BrokenDescription", {kGood}, "<robot name='a'>", "robot_description"},
    BadConfiguration{
      "NoEffort",
      {kGood},
      replaced(two_link_arm(), "effort=\"30\"", "effort=\"0\""),
      "joint 'elbow': the robot gives it no effort limit (zero counts as none)"},
    BadConfiguration{
      "NoEffortInterface",
      {kGood},
      replaced(two_link_arm(), "name=\"effort\"", "name=\"position\""),
      "joint 'shoulder': its hardware has no command interface 'effort'"},
    BadConfiguration{
      "NoSuchStateInterface",
      {kGood, {"feedback.position_interface", "motor_position"}},
      two_link_arm(),
      "its hardware has no state interface 'motor_position'"},
    BadConfiguration{
      "UnknownCommandInterface",
      {kGood, {"command_interfaces", std::vector<std::string>{"torque"}}},
      two_link_arm(),
      "command_interfaces"},
    BadConfiguration{
      "NoInertias",
      {kGood},
      without_inertias(),
      "joint 'elbow': the links that it moves have a mass of 0 in robot 'two_link_arm', expected "
      "more; add their <inertial>"},
    BadConfiguration{
      "JointThatMovesNoMass",
      {joints_parameter({"elbow", "slide"})},
      two_link_arm(),
      "joint 'slide': the links that it moves have a mass of 0"},
    BadConfiguration{
      "OnlyRotorsHaveInertia",
      {kGood, robot_file("elastic_arm.yaml")},
      without_inertias(),
      "robot 'two_link_arm': its moving links have a mass of 0, expected more"},
    BadConfiguration{"UnknownDrive", {kGood, {"drive", "loose"}}, two_link_arm(), "drive"},
    BadConfiguration{
      "ElasticWithoutSprings",
      {kGood, {"drive", "elastic"}},
      two_link_arm(),
      "parameter drive: is elastic, but no joint of robot 'two_link_arm' has a stiffness"},
    BadConfiguration{
      "FileOfAnotherRobot", {kGood, robot_file("another_robot.yaml")}, two_link_arm(), "wrist"},
    BadConfiguration{
      "StiffnessZero", {kGood, robot_file("stiffness_zero.yaml")}, two_link_arm(), "stiffness"},
    BadConfiguration{
      "LoadWithATable",
      {kGood, robot_file("changing_load.yaml")},
      two_link_arm(),
      "expected constant loads"},
    BadConfiguration{
      "NoSuchFile", {kGood, robot_file("missing.yaml")}, two_link_arm(), "missing.yaml"},
    BadConfiguration{"UnknownWrenchLink", {kGood, {"wrench_link", "hand"}}, two_link_arm(), "hand"},
    BadConfiguration{
      "NegativeEffortRate",
      {kGood, {"limits.elbow.effort_rate", -1.0}},
      two_link_arm(),
      "limits.elbow.effort_rate: is -1, expected 0 or more"}),
  [](const auto & test) { return test.param.name; });

TEST_F(ConfigurationTest, AConfigurationThatFailedMayBeTriedAgain)
{
  ASSERT_EQ(init({joints()}, ""), return_type::OK);
  EXPECT_FALSE(controller_interface::configure_succeeds(controller));
  EXPECT_FALSE(controller_interface::configure_succeeds(controller)) << "and fails no worse";
}

TEST_F(ConfigurationTest, JointsThatAreLeftOutAreNamed)
{
  ASSERT_EQ(init({{"joints", std::vector<std::string>{"elbow"}}}), return_type::OK);
  configure();
  EXPECT_THAT(
    CapturedLog::text(), HasSubstr("taken to stand still at position zero: shoulder, slide"));
}

// SPDX-License-Identifier: Apache-2.0
// What may change while the controller runs, and what it tells others.
#include <control_msgs/msg/joint_trajectory_controller_state.hpp>
#include <diagnostic_msgs/msg/diagnostic_array.hpp>
#include <geometry_msgs/msg/wrench_stamped.hpp>
#include <hod_msgs/srv/set_payload.hpp>
#include <sensor_msgs/msg/imu.hpp>

#include "captured_log.hpp"
#include "controller_fixture.hpp"

using testing::HasSubstr;

namespace
{

class Live : public ControllerFixture
{
protected:
  void start_with(std::vector<rclcpp::Parameter> more)
  {
    more.push_back(joints());
    start(false, std::move(more));
    user = std::make_shared<rclcpp::Node>("user");
    others.push_back(user);
    set_state(0, -0.4, 0.0);
    set_state(1, 0.3, 0.0);
    update(now);
    ASSERT_NEAR(effort(0), gravity(0, 0.3, -0.4), 1e-10);
  }

  void TearDown() override
  {
    others.clear();
    user.reset();
    controller.reset();
  }

  using SetPayload = hod_msgs::srv::SetPayload;

  SetPayload::Response::SharedPtr carry(const std::string & link, double mass, double x)
  {
    auto client = user->create_client<SetPayload>("/feedforward/set_payload");
    EXPECT_TRUE(run_until([&]() { return client->service_is_ready(); }));
    auto request = std::make_shared<SetPayload::Request>();
    request->link = link;
    request->mass = mass;
    request->center_of_mass.x = x;
    auto future = client->async_send_request(request);
    EXPECT_TRUE(run_until(
      [&]() { return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }));
    return future.get();
  }

  CapturedLog log;
  rclcpp::Node::SharedPtr user;
};

}  // namespace

TEST_F(Live, PayloadCountsFromTheNextCycleOn)
{
  start_with({});
  EXPECT_TRUE(carry("forearm", 2.0, 0.6)->success);
  const double more = 2.0 * 9.81 * 0.6 * std::cos(0.3 - 0.4);
  EXPECT_TRUE(
    run_until([&]() { return std::abs(effort(0) - gravity(0, 0.3, -0.4) - more) < 1e-9; }));
  const auto refused = carry("hand", 1.0, 0.0);
  EXPECT_FALSE(refused->success);
  EXPECT_THAT(refused->message, HasSubstr("has no link 'hand'"));
  EXPECT_FALSE(carry("forearm", -1.0, 0.0)->success);
  EXPECT_TRUE(carry("forearm", 0.0, 0.0)->success);
  EXPECT_TRUE(run_until([&]() { return std::abs(effort(0) - gravity(0, 0.3, -0.4)) < 1e-9; }));
}

TEST_F(Live, WrenchIsExertedByItsLink)
{
  start_with({{"wrench_link", "forearm"}});
  auto publisher = user->create_publisher<geometry_msgs::msg::WrenchStamped>(
    "/feedforward/wrench", rclcpp::SystemDefaultsQoS());
  geometry_msgs::msg::WrenchStamped message;
  message.wrench.torque.y = -3.0;  // the elbow turns about −y
  const auto arrived = [&]() {
    publisher->publish(message);
    return std::abs(effort(0) - gravity(0, 0.3, -0.4) - 3.0) < 1e-9;
  };
  EXPECT_TRUE(run_until(arrived));
  message.wrench.torque.y = kNaN;
  EXPECT_TRUE(run_until([&]() {
    publisher->publish(message);
    return CapturedLog::text().find("wrench: a number is not finite") != std::string::npos;
  }));
  EXPECT_NEAR(effort(0), gravity(0, 0.3, -0.4) + 3.0, 1e-9) << "the wrench before stays";
}

TEST_F(Live, BaseMotionComesFromAnInertialMeasurement)
{
  start_with({{"moving_base", true}});
  auto publisher =
    user->create_publisher<sensor_msgs::msg::Imu>("/feedforward/base_imu", rclcpp::SensorDataQoS());
  sensor_msgs::msg::Imu message;
  message.orientation_covariance[0] = -1.0;
  message.linear_acceleration.z = 2.0 * 9.81;
  const auto arrived = [&]() {
    publisher->publish(message);
    return std::abs(effort(0) - 2.0 * gravity(0, 0.3, -0.4)) < 1e-9;
  };
  EXPECT_TRUE(run_until(arrived)) << "falls up with 1 g";
  message.orientation_covariance[0] = 0.0;
  message.orientation.w = 0.5;
  EXPECT_TRUE(run_until([&]() {
    publisher->publish(message);
    return CapturedLog::text().find("the norm of the orientation is 0.5") != std::string::npos;
  }));
}

TEST_F(Live, GravityIsAParameterAndMayBeGivenBack)
{
  start_with({});
  const auto node = controller->get_node();
  ASSERT_TRUE(node->set_parameter({"gravity", std::vector<double>{0.0, 0.0, 9.81}}).successful);
  update(now += kPeriod);
  EXPECT_NEAR(effort(0), -gravity(0, 0.3, -0.4), 1e-10);
  ASSERT_TRUE(node->set_parameter({"gravity", std::vector<double>{}}).successful);
  update(now += kPeriod);
  // hod::RobotDescription::kStandardGravity
  EXPECT_NEAR(effort(0), gravity(0, 0.3, -0.4), 1e-10);
  EXPECT_FALSE(node->set_parameter({"gravity", std::vector<double>{1.0}}).successful);
}

/// An infinite one would be no feedback at all.
TEST_F(Live, GainsAreFinite)
{
  start_with({});
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const char * gain : {"gains.elbow.kp", "gains.shoulder.kd"})
  {
    EXPECT_FALSE(controller->get_node()->set_parameter({gain, kInfinity}).successful) << gain;
    EXPECT_TRUE(controller->get_node()->set_parameter({gain, 1.0}).successful) << gain;
  }
}

TEST_F(Live, StateTellsReferenceMeasurementErrorAndCommand)
{
  start_with({{"gains.elbow.kp", 10.0}});
  control_msgs::msg::JointTrajectoryControllerState::ConstSharedPtr state;
  auto subscription = user->create_subscription<control_msgs::msg::JointTrajectoryControllerState>(
    "/feedforward/state", rclcpp::SystemDefaultsQoS(),
    [&](const control_msgs::msg::JointTrajectoryControllerState::ConstSharedPtr message) {
      state = message;
    });
  set_state(0, -0.45, 0.1);
  ASSERT_TRUE(run_until([&]() { return state && state->feedback.positions[0] == -0.45; }));
  EXPECT_EQ(state->joint_names[0], "elbow");
  EXPECT_EQ(state->reference.positions[0], -0.4);
  EXPECT_EQ(state->feedback.velocities[0], 0.1);
  EXPECT_NEAR(state->error.positions[0], 0.05, 1e-12);
  EXPECT_NEAR(state->output.effort[0], state->reference.effort[0] + 0.5, 1e-10);
}

TEST_F(Live, DiagnosticsSayWhatWasCut)
{
  start_with({});
  diagnostic_msgs::msg::DiagnosticArray::ConstSharedPtr diagnostics;
  auto subscription = user->create_subscription<diagnostic_msgs::msg::DiagnosticArray>(
    "/diagnostics", 10, [&](const diagnostic_msgs::msg::DiagnosticArray::ConstSharedPtr message) {
      diagnostics = message;
    });
  ASSERT_TRUE(controller->get_node()->set_parameter({"limits.elbow.effort", 0.001}).successful);
  const auto told = [&]() {
    return diagnostics && diagnostics->status[0].message.find("cut") != std::string::npos;
  };
  EXPECT_TRUE(run_until(told));
  EXPECT_EQ(diagnostics->status[0].level, diagnostic_msgs::msg::DiagnosticStatus::WARN);
}

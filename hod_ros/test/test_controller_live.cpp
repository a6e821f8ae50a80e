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
    diagnostics_subscription.reset();
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

  void listen_to_diagnostics()
  {
    diagnostics_subscription = user->create_subscription<diagnostic_msgs::msg::DiagnosticArray>(
      "/diagnostics", 10, [this](const diagnostic_msgs::msg::DiagnosticArray & message) {
        diagnosis = message.status.at(0);
      });
  }

  bool diagnoses(const std::string & what) const
  {
    return diagnosis.level == diagnostic_msgs::msg::DiagnosticStatus::WARN &&
           diagnosis.message.find(what) != std::string::npos;
  }

  CapturedLog log;
  rclcpp::Node::SharedPtr user;
  rclcpp::Subscription<diagnostic_msgs::msg::DiagnosticArray>::SharedPtr diagnostics_subscription;
  diagnostic_msgs::msg::DiagnosticStatus diagnosis;
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
  message.wrench = geometry_msgs::msg::Wrench();
  for (const char * frame : {"forearm", "nowhere"})
  {
    message.header.frame_id = frame;
    EXPECT_TRUE(run_until([&]() {
      publisher->publish(message);
      return CapturedLog::text().find(
               "wrench: its frame_id is '" + std::string(frame) + "', expected 'base' or none") !=
             std::string::npos;
    }));
  }
  EXPECT_NEAR(effort(0), gravity(0, 0.3, -0.4) + 3.0, 1e-9) << "the wrench before stays";
  message.header.frame_id = "left/base";
  EXPECT_TRUE(run_until([&]() {
    publisher->publish(message);
    return std::abs(effort(0) - gravity(0, 0.3, -0.4)) < 1e-9;
  }));
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
  EXPECT_NEAR(effort(0), 2.0 * gravity(0, 0.3, -0.4), 1e-9);
}

/// Zeros that were not measured are no free fall.
TEST_F(Live, BaseMotionIsWhatIsMeasuredOfTheBase)
{
  start_with({{"moving_base", true}});
  auto publisher =
    user->create_publisher<sensor_msgs::msg::Imu>("/feedforward/base_imu", rclcpp::SensorDataQoS());
  sensor_msgs::msg::Imu good;
  good.orientation.w = 1.0;
  good.linear_acceleration.z = 9.81;
  good.header.frame_id = "base";
  const auto refused = [&](sensor_msgs::msg::Imu message, const std::string & sentence) {
    return run_until([&]() {
      publisher->publish(message);
      return CapturedLog::text().find(sentence) != std::string::npos;
    });
  };
  auto bad = good;
  bad.linear_acceleration.z = 0.0;
  bad.linear_acceleration_covariance[0] = -1.0;
  EXPECT_TRUE(refused(bad, "has no linear acceleration (covariance -1)"));
  bad = good;
  bad.angular_velocity_covariance[0] = -1.0;
  EXPECT_TRUE(refused(bad, "has no angular velocity (covariance -1)"));
  bad = good;
  bad.header.frame_id = "upper_arm";
  EXPECT_TRUE(refused(bad, "base_imu: its frame_id is 'upper_arm', expected 'base' or none"));
  bad = good;
  bad.linear_acceleration.x = 1e300;
  EXPECT_TRUE(refused(bad, "base_imu: a number is not finite or beyond 1e12"));
  EXPECT_NEAR(effort(0), gravity(0, 0.3, -0.4), 1e-9);
  listen_to_diagnostics();
  EXPECT_TRUE(run_until([&]() { return diagnoses("no message yet on base_imu"); }));
  EXPECT_TRUE(run_until([&]() {
    publisher->publish(good);
    return !diagnoses("base_imu");
  }));
  EXPECT_TRUE(run_until([&]() { return diagnoses("base_imu fell silent"); }));
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
  listen_to_diagnostics();
  ASSERT_TRUE(controller->get_node()->set_parameter({"limits.elbow.effort", 0.001}).successful);
  EXPECT_TRUE(run_until([&]() { return diagnoses("cut"); }));
}

// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <controller_manager/controller_manager.hpp>
#include <memory>
#include <rclcpp/rclcpp.hpp>

#include "two_link_arm.hpp"

TEST(LoadController, IsFoundByTheControllerManager)
{
  rclcpp::init(0, nullptr);
  {
    auto executor = std::make_shared<rclcpp::executors::SingleThreadedExecutor>();
    controller_manager::ControllerManager manager(executor, two_link_arm(), true, "manager");
    manager.set_parameter({"feedforward.type", "hod_ros/HigherOrderFeedforwardController"});
    manager.set_parameter({"feedforward.params_file", TEST_PARAMETERS});
    const auto controller = manager.load_controller("feedforward");
    ASSERT_NE(controller, nullptr);
    EXPECT_TRUE(controller->is_chainable());
    EXPECT_EQ(manager.configure_controller("feedforward"), controller_interface::return_type::OK);
  }
  rclcpp::shutdown();
}

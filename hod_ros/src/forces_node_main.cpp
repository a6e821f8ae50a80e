// SPDX-License-Identifier: Apache-2.0
// The forces node as a process of its own.
#include <exception>
#include <memory>
#include <rclcpp/executors/single_threaded_executor.hpp>
#include <rclcpp/logging.hpp>
#include <rclcpp/utilities.hpp>

#include "hod_ros/forces_node.hpp"

int main(int argc, char ** argv)
{
  try
  {
    rclcpp::init(argc, argv);
    rclcpp::executors::SingleThreadedExecutor executor;
    const auto node = std::make_shared<hod_ros::ForcesNode>(rclcpp::NodeOptions());
    executor.add_node(node->get_node_base_interface());
    executor.spin();
  }
  catch (const std::exception & error)
  {
    if (rclcpp::ok())  // else it was interrupted while it started
    {
      RCLCPP_FATAL(rclcpp::get_logger("forces_node"), "%s", error.what());
      rclcpp::shutdown();
      return 1;
    }
  }
  rclcpp::shutdown();
  return 0;
}

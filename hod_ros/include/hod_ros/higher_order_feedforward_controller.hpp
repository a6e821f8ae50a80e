// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__HIGHER_ORDER_FEEDFORWARD_CONTROLLER_HPP_
#define HOD_ROS__HIGHER_ORDER_FEEDFORWARD_CONTROLLER_HPP_

#include <controller_interface/chainable_controller_interface.hpp>
#include <hod_msgs/msg/joint_motion.hpp>
#include <memory>
#include <rclcpp/subscription.hpp>
#include <string>
#include <trajectory_msgs/msg/joint_trajectory.hpp>
#include <vector>

#include "hod/robot/robot.hpp"
#include "hod_ros/controller_settings.hpp"
#include "hod_ros/feedforward_law.hpp"
#include "hod_ros/forces_publisher.hpp"
#include "hod_ros/mailbox.hpp"
#include "hod_ros/reference_input.hpp"

namespace hod_ros
{

/// Commands the joint forces of a reference motion, with feedback around them, and exports their
/// time derivatives. The mathematics is in FeedforwardLaw; here is what connects it to
/// ros2_control. What users see of it is described in doc/userdoc.rst.
class HigherOrderFeedforwardController : public controller_interface::ChainableControllerInterface
{
public:
  using CallbackReturn = controller_interface::CallbackReturn;

  CallbackReturn on_init() override;
  controller_interface::InterfaceConfiguration command_interface_configuration() const override;
  controller_interface::InterfaceConfiguration state_interface_configuration() const override;
  CallbackReturn on_configure(const rclcpp_lifecycle::State & previous_state) override;
  CallbackReturn on_activate(const rclcpp_lifecycle::State & previous_state) override;
  CallbackReturn on_deactivate(const rclcpp_lifecycle::State & previous_state) override;
  CallbackReturn on_cleanup(const rclcpp_lifecycle::State & previous_state) override;

protected:
  std::vector<hardware_interface::CommandInterface::SharedPtr> on_export_reference_interfaces_list()
    override;
  std::vector<hardware_interface::StateInterface::SharedPtr> on_export_state_interfaces_list()
    override;
  controller_interface::return_type update_reference_from_subscribers(
    const rclcpp::Time & time, const rclcpp::Duration & period) override;
  controller_interface::return_type update_and_write_commands(
    const rclcpp::Time & time, const rclcpp::Duration & period) override;

private:
  // Configuration
  void prepare();
  void build_law();
  void report_mapping() const;
  void take_settings_from(const ControllerParameters & parameters);
  void create_topics();
  void register_introspection();
  void release();

  // Control loop
  void read_references();
  void read_states();
  void compute();
  void write_commands();
  void export_forces();

  std::shared_ptr<higher_order_feedforward_controller::ParamListener> parameter_listener_;
  ControllerParameters parameters_;
  std::shared_ptr<const hod::Robot> robot_;
  std::vector<int> columns_;

  std::unique_ptr<FeedforwardLaw> law_;
  Mailbox<ControllerSettings> new_settings_;
  std::unique_ptr<ControllerSettings> settings_;
  ReferenceInput input_;
  hod::RowMatrix reference_;
  Eigen::VectorXd position_;
  Eigen::VectorXd velocity_;
  bool stopped_ = false;
  double compute_time_ = 0.0;  ///< [µs]

  rclcpp::Subscription<hod_msgs::msg::JointMotion>::SharedPtr reference_subscription_;
  rclcpp::Subscription<trajectory_msgs::msg::JointTrajectory>::SharedPtr trajectory_subscription_;
  std::unique_ptr<ForcesPublisher> forces_publisher_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__HIGHER_ORDER_FEEDFORWARD_CONTROLLER_HPP_

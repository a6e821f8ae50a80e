// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__HIGHER_ORDER_FEEDFORWARD_CONTROLLER_HPP_
#define HOD_ROS__HIGHER_ORDER_FEEDFORWARD_CONTROLLER_HPP_

#include <controller_interface/chainable_controller_interface.hpp>
#include <memory>
#include <string>
#include <vector>

#include "hod_ros/controller_diagnostics.hpp"
#include "hod_ros/controller_publishers.hpp"
#include "hod_ros/controller_settings.hpp"
#include "hod_ros/feedforward_loop.hpp"
#include "hod_ros/live_topics.hpp"
#include "hod_ros/mailbox.hpp"
#include "hod_ros/trajectory_server.hpp"

namespace hod_ros
{

/// Commands the joint forces of a reference motion, with feedback around it, and exports their time
/// derivatives. FeedforwardLoop does the work; this class connects it to ros2_control. Its
/// interface is described in doc/userdoc.rst.
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
  /// How often messages are published.
  struct Pace
  {
    double forces = 0.0;  ///< [s]
    double state = 0.0;   ///< [s]
  };

  // Configuration
  void prepare();
  void check_hardware() const;
  void report_mapping(const hod::Robot & robot) const;
  void create_parts(const hod::Robot & robot);
  void listen_to_parameters();
  void take(const ControllerParameters & parameters);
  void register_introspection();
  void release();
  void forget_forces();

  // Control loop
  void read_references();
  void read_states();
  void write_references();
  void write_commands();
  void export_forces();
  void publish(const rclcpp::Time & time);

  std::shared_ptr<higher_order_feedforward_controller::ParamListener> parameter_listener_;
  ControllerParameters parameters_;
  std::vector<int> columns_;

  std::shared_ptr<FeedforwardLoop> loop_;
  std::unique_ptr<Pace> pace_;
  Mailbox<Pace> new_pace_;
  std::unique_ptr<ForcesPublisher> forces_publisher_;
  std::unique_ptr<StatePublisher> state_publisher_;
  std::shared_ptr<TrajectoryServer> trajectory_server_;
  std::shared_ptr<LiveTopics> live_topics_;
  std::unique_ptr<ControllerDiagnostics> diagnostics_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__HIGHER_ORDER_FEEDFORWARD_CONTROLLER_HPP_

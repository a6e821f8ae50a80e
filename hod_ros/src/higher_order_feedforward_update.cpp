// SPDX-License-Identifier: Apache-2.0
// The exported interfaces of the controller and its control loop, which neither allocates nor
// waits, logs or throws.
#include <cmath>
#include <cstddef>
#include <memory>

#include "hod_ros/higher_order_feedforward_controller.hpp"
#include "hod_ros/interface_names.hpp"

namespace hod_ros
{

using controller_interface::return_type;

std::vector<hardware_interface::CommandInterface::SharedPtr>
HigherOrderFeedforwardController::on_export_reference_interfaces_list()
{
  std::vector<hardware_interface::CommandInterface::SharedPtr> interfaces;
  for (const std::string & joint : parameters_.joints)
  {
    for (const std::string & name : reference_interfaces())
    {
      interfaces.push_back(
        std::make_shared<hardware_interface::CommandInterface>(get_name() + "/" + joint, name));
    }
  }
  return interfaces;
}

std::vector<hardware_interface::StateInterface::SharedPtr>
HigherOrderFeedforwardController::on_export_state_interfaces_list()
{
  std::vector<hardware_interface::StateInterface::SharedPtr> interfaces;
  for (const std::string & joint : parameters_.joints)
  {
    for (int order = 0; order <= loop_->law().order(); ++order)
    {
      interfaces.push_back(
        std::make_shared<hardware_interface::StateInterface>(
          get_name() + "/" + joint, force_interface(order)));
    }
  }
  return interfaces;
}

return_type HigherOrderFeedforwardController::update_reference_from_subscribers(
  const rclcpp::Time & time, const rclcpp::Duration &)
{
  loop_->start_cycle(time.seconds());
  loop_->follow_input();
  write_references();
  return return_type::OK;
}

return_type HigherOrderFeedforwardController::update_and_write_commands(
  const rclcpp::Time & time, const rclcpp::Duration &)
{
  if (is_in_chained_mode())
  {
    loop_->start_cycle(time.seconds());
    read_references();
    loop_->follow_leader();
  }
  read_states();
  loop_->compute();
  write_commands();
  export_forces();
  publish(time);
  return return_type::OK;
}

void HigherOrderFeedforwardController::read_references()
{
  hod::RowMatrix & reference = loop_->leader();
  std::size_t place = 0;
  for (Eigen::Index joint = 0; joint < reference.cols(); ++joint)
  {
    for (Eigen::Index row = 0; row < kStartRows; ++row)
    {
      const auto value = ordered_exported_reference_interfaces_[place++]->get_optional();
      loop_->note_handle(value.has_value());
      reference(row, joint) = value.value_or(reference(row, joint));
    }
  }
}

void HigherOrderFeedforwardController::write_references()
{
  const hod::RowMatrix & reference = loop_->reference().now;
  std::size_t place = 0;
  for (Eigen::Index joint = 0; joint < reference.cols(); ++joint)
  {
    for (Eigen::Index row = 0; row < kStartRows; ++row)
    {
      // For those who look at it: a reader at this moment sees the value of the cycle before.
      static_cast<void>(
        ordered_exported_reference_interfaces_[place++]->set_value(reference(row, joint)));
    }
  }
}

void HigherOrderFeedforwardController::read_states()
{
  Measurement & measured = loop_->measurement();
  for (Eigen::Index joint = 0; joint < measured.position.size(); ++joint)
  {
    const auto place = static_cast<std::size_t>(2 * joint);
    const auto position = state_interfaces_[place].get_optional();
    const auto velocity = state_interfaces_[place + 1].get_optional();
    loop_->note_handle(position.has_value() && velocity.has_value());
    measured.position[joint] = position.value_or(measured.position[joint]);
    measured.velocity[joint] = velocity.value_or(measured.velocity[joint]);
  }
}

void HigherOrderFeedforwardController::write_commands()
{
  const FeedforwardLaw & law = loop_->law();
  std::size_t place = 0;
  for (int joint = 0; joint < law.joints(); ++joint)
  {
    for (const std::string & kind : parameters_.command_interfaces)
    {
      const double value = kind.front() == 'e'   ? loop_->effort(joint)
                           : kind.front() == 'p' ? law.motor()(0, joint)
                                                 : law.motor()(1, joint);
      auto & interface = command_interfaces_[place++];
      if (std::isfinite(value))
      {
        loop_->note_handle(interface.set_value(value));
      }
    }
  }
}

void HigherOrderFeedforwardController::export_forces()
{
  const hod::RowMatrix & force = loop_->law().feedforward();
  std::size_t place = 0;
  for (Eigen::Index joint = 0; joint < force.cols(); ++joint)
  {
    for (Eigen::Index order = 0; order < force.rows(); ++order)
    {
      loop_->note_handle(
        ordered_exported_state_interfaces_[place++]->set_value(force(order, joint)));
    }
  }
}

void HigherOrderFeedforwardController::publish(const rclcpp::Time & time)
{
  static_cast<void>(new_pace_.take(pace_));
  forces_publisher_->publish(time, pace_->forces, *loop_);
  state_publisher_->publish(time, pace_->state, *loop_);
}

}  // namespace hod_ros

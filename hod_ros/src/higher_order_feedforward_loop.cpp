// SPDX-License-Identifier: Apache-2.0
// The exported interfaces of the controller and its control loop, which neither allocates nor
// waits, logs or throws.
#include <chrono>
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
    for (int order = 0; order <= law_->order(); ++order)
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
  const auto status =
    input_.update(time.seconds(), settings_->reference_timeout, law_->motion(), reference_);
  stopped_ = status == ReferenceInput::Status::timed_out && settings_->stop_on_timeout;
  if (status == ReferenceInput::Status::nothing)
  {
    return return_type::OK;
  }
  for (int joint = 0; joint < law_->joints(); ++joint)
  {
    for (int row = 0; row < FeedforwardLaw::kReferenceRows; ++row)
    {
      const auto place = static_cast<std::size_t>(joint * FeedforwardLaw::kReferenceRows + row);
      // A peer that reads at this moment delays the value by one cycle.
      static_cast<void>(
        ordered_exported_reference_interfaces_[place]->set_value(reference_(row, joint)));
    }
  }
  return return_type::OK;
}

return_type HigherOrderFeedforwardController::update_and_write_commands(
  const rclcpp::Time & time, const rclcpp::Duration &)
{
  if (new_settings_.take(settings_))
  {
    static_cast<void>(law_->set(settings_->law));
  }
  read_references();
  read_states();
  compute();
  write_commands();
  export_forces();
  forces_publisher_->publish(time, settings_->publish_period, *law_, 1e-6 * compute_time_);
  return return_type::OK;
}

void HigherOrderFeedforwardController::read_references()
{
  for (int joint = 0; joint < law_->joints(); ++joint)
  {
    for (int row = 0; row < FeedforwardLaw::kReferenceRows; ++row)
    {
      const auto place = static_cast<std::size_t>(joint * FeedforwardLaw::kReferenceRows + row);
      const auto value = ordered_exported_reference_interfaces_[place]->get_optional();
      reference_(row, joint) = value.value_or(reference_(row, joint));
    }
  }
}

void HigherOrderFeedforwardController::read_states()
{
  for (int joint = 0; joint < law_->joints(); ++joint)
  {
    const auto place = static_cast<std::size_t>(2 * joint);
    position_[joint] = state_interfaces_[place].get_optional().value_or(position_[joint]);
    velocity_[joint] = state_interfaces_[place + 1].get_optional().value_or(velocity_[joint]);
  }
}

void HigherOrderFeedforwardController::compute()
{
  const auto start = std::chrono::steady_clock::now();
  static_cast<void>(law_->update(reference_, position_, velocity_));
  const std::chrono::duration<double, std::micro> elapsed =
    std::chrono::steady_clock::now() - start;
  compute_time_ = elapsed.count();
}

void HigherOrderFeedforwardController::write_commands()
{
  const bool stopped = stopped_ && !is_in_chained_mode();
  for (int joint = 0; joint < law_->joints(); ++joint)
  {
    const double effort = stopped ? 0.0 : law_->effort()[joint];
    static_cast<void>(command_interfaces_[static_cast<std::size_t>(joint)].set_value(effort));
  }
}

void HigherOrderFeedforwardController::export_forces()
{
  const hod::RowMatrix & force = law_->feedforward();
  for (int joint = 0; joint < law_->joints(); ++joint)
  {
    for (int order = 0; order <= law_->order(); ++order)
    {
      const auto place = static_cast<std::size_t>(joint * (law_->order() + 1) + order);
      static_cast<void>(ordered_exported_state_interfaces_[place]->set_value(force(order, joint)));
    }
  }
}

}  // namespace hod_ros

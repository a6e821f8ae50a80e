// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/forces_outputs.hpp"

#include <lifecycle_msgs/msg/state.hpp>
#include <memory>
#include <utility>

#include "hod_ros/joint_names.hpp"
#include "hod_ros/messages.hpp"

namespace hod_ros
{
namespace
{

template <typename Message>
auto advertise(rclcpp_lifecycle::LifecycleNode & node, const std::string & topic)
{
  rclcpp::PublisherOptions options;
  options.qos_overriding_options = rclcpp::QosOverridingOptions::with_default_policies();
  auto publisher = node.create_publisher<Message>(topic, rclcpp::QoS(10), options);
  if (node.get_current_state().id() == lifecycle_msgs::msg::State::PRIMARY_STATE_ACTIVE)
  {
    publisher->on_activate();
  }
  return publisher;
}

template <typename Publisher>
bool is_heard(const Publisher & publisher)
{
  return publisher->is_activated() && publisher->get_subscription_count() > 0;
}

std::vector<double> list(const hod::ConstRowMatrixRef & table, Eigen::Index row)
{
  std::vector<double> values(static_cast<std::size_t>(table.cols()));
  Eigen::Map<Eigen::RowVectorXd>(values.data(), table.cols()) = table.row(row);
  return values;
}

}  // namespace

ForcesOutputs::ForcesOutputs(
  rclcpp_lifecycle::LifecycleNode & node, const std::vector<std::string> & joints)
: joints_(joints),
  forces_(advertise<hod_msgs::msg::HigherOrderForces>(node, "~/forces")),
  energies_(advertise<hod_msgs::msg::AccelerationEnergies>(node, "~/energies")),
  state_(advertise<JointState>(node, "~/joint_states")),
  motion_(advertise<hod_msgs::msg::JointMotion>(node, "~/estimated_motion")),
  deviation_(advertise<hod_msgs::msg::JointMotion>(node, "~/estimated_motion_deviation")),
  external_(advertise<JointState>(node, "~/external_effort")),
  difference_(advertise<JointState>(node, "~/external_effort_direct")),
  trajectory_(advertise<trajectory_msgs::msg::JointTrajectory>(node, "~/trajectory_effort"))
{
  for (const std::string & joint : joints)
  {
    by_joint_.push_back(advertise<hod_msgs::msg::JointForces>(node, topic_of_joint("~", joint)));
  }
}

hod::RowMatrix ForcesOutputs::publish(
  const std_msgs::msg::Header & header, const hod::RowMatrix & motion, int order,
  ForcesComputer & computer)
{
  auto forces = std::make_unique<hod_msgs::msg::HigherOrderForces>(computer.forces(motion, order));
  forces->header = header;
  hod::RowMatrix table = force_table(*forces);
  publish_joints(*forces);
  publish_state(*forces, motion);
  forces_->publish(std::move(forces));
  if (is_heard(energies_))
  {
    auto energies =
      std::make_unique<hod_msgs::msg::AccelerationEnergies>(computer.energies(motion));
    energies->header = header;
    energies_->publish(std::move(energies));
  }
  return table;
}

void ForcesOutputs::publish_joints(const hod_msgs::msg::HigherOrderForces & forces)
{
  for (std::size_t joint = 0; joint < by_joint_.size(); ++joint)
  {
    if (is_heard(by_joint_[joint]))
    {
      by_joint_[joint]->publish(
        std::make_unique<hod_msgs::msg::JointForces>(joint_forces(forces, joint)));
    }
  }
}

void ForcesOutputs::publish_state(
  const hod_msgs::msg::HigherOrderForces & forces, const hod::RowMatrix & motion)
{
  if (is_heard(state_))
  {
    auto state = std::make_unique<JointState>();
    state->header = forces.header;
    state->name = joints_;
    state->position = list(motion, 0);
    state->velocity = list(motion, 1);
    state->effort.assign(
      forces.values.begin(), forces.values.begin() + static_cast<std::ptrdiff_t>(joints_.size()));
    state_->publish(std::move(state));
  }
}

void ForcesOutputs::publish(const std_msgs::msg::Header & header, const MotionEstimate & estimate)
{
  const auto send = [&](const auto & publisher, const hod::RowMatrix & rows) {
    if (rows.rows() > 0 && is_heard(publisher))
    {
      auto message = std::make_unique<hod_msgs::msg::JointMotion>(motion_message(rows, joints_));
      message->header = header;
      publisher->publish(std::move(message));
    }
  };
  send(motion_, estimate.motion);
  send(deviation_, estimate.deviation);
}

void ForcesOutputs::publish_effort(
  const Publisher<JointState> & publisher, const std_msgs::msg::Header & header,
  const Eigen::VectorXd & effort)
{
  if (is_heard(publisher))
  {
    auto message = std::make_unique<JointState>();
    message->header = header;
    message->name = joints_;
    message->effort.assign(effort.data(), effort.data() + effort.size());
    publisher->publish(std::move(message));
  }
}

void ForcesOutputs::publish_external(
  const std_msgs::msg::Header & header, const Eigen::VectorXd & effort)
{
  publish_effort(external_, header, effort);
}

void ForcesOutputs::publish_difference(
  const std_msgs::msg::Header & header, const Eigen::VectorXd & effort)
{
  publish_effort(difference_, header, effort);
}

void ForcesOutputs::publish(trajectory_msgs::msg::JointTrajectory trajectory)
{
  trajectory_->publish(
    std::make_unique<trajectory_msgs::msg::JointTrajectory>(std::move(trajectory)));
}

}  // namespace hod_ros

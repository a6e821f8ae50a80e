// SPDX-License-Identifier: Apache-2.0
// How the node answers messages and services; its set-up is in forces_node.cpp.
#include "hod/error.hpp"
#include "hod_ros/forces_node.hpp"
#include "hod_ros/messages.hpp"

namespace hod_ros
{
namespace
{

double seconds(const builtin_interfaces::msg::Time & stamp)
{
  return stamp.sec + 1e-9 * stamp.nanosec;
}

void require_finite(const hod::RowMatrix & motion)
{
  if (!motion.allFinite())
  {
    throw hod::Error("joint motion: a derivative is not a finite number, expected finite ones");
  }
}

}  // namespace

void ForcesNode::on_joint_state(const sensor_msgs::msg::JointState & message)
{
  if (!computer_)
  {
    return;
  }
  try
  {
    const auto motion =
      joint_state_motion_->update(message, seconds(message.header.stamp), computer_->rows());
    publish(message.header, motion);
  }
  catch (const hod::Error & error)
  {
    refuse(error.what());
  }
}

void ForcesNode::on_motion(const hod_msgs::msg::JointMotion & message)
{
  try
  {
    if (!computer_)
    {
      throw hod::Error(problem_);
    }
    const auto motion =
      motion_table(message, computer_->robot().joint_names(), computer_->rows(), 0.0);
    require_finite(motion);
    publish(message.header, motion);
  }
  catch (const hod::Error & error)
  {
    refuse(error.what());
  }
}

void ForcesNode::publish(const std_msgs::msg::Header & header, const hod::RowMatrix & motion)
{
  auto forces = computer_->forces(motion, static_cast<int>(parameters_.order));
  forces.header = header;
  forces_publisher_->publish(forces);
  publish_joints(forces);
  auto energies = computer_->energies(motion);
  energies.header = header;
  energies_publisher_->publish(energies);
  compute_time_ = forces.compute_time;
  ++published_;
}

void ForcesNode::publish_joints(const hod_msgs::msg::HigherOrderForces & forces)
{
  for (std::size_t joint = 0; joint < joint_publishers_.size(); ++joint)
  {
    joint_publishers_[joint]->publish(joint_forces(forces, joint));
  }
}

void ForcesNode::compute(const ComputeForces::Request & request, ComputeForces::Response & response)
{
  try
  {
    if (!computer_)
    {
      throw hod::Error(problem_);
    }
    if (request.order > parameters_.order)
    {
      throw hod::Error(
        "order: is " + std::to_string(request.order) + ", expected at most the node's order " +
        std::to_string(parameters_.order));
    }
    const auto motion =
      motion_table(request.motion, computer_->robot().joint_names(), computer_->rows(), 0.0);
    require_finite(motion);
    response.forces = computer_->forces(motion, request.order);
    response.forces.header = request.motion.header;
    response.success = true;
  }
  catch (const hod::Error & error)
  {
    response.message = error.what();
  }
}

void ForcesNode::get(GetMassDistribution::Response & response) const
{
  response.success = computer_ != nullptr;
  response.message = problem_;
  if (computer_)
  {
    response.distribution = computer_->mass_distribution();
    response.distribution.header.stamp = now();
  }
}

void ForcesNode::set(
  const SetMassDistribution::Request & request, SetMassDistribution::Response & response)
{
  try
  {
    if (!computer_)
    {
      throw hod::Error(problem_);
    }
    computer_->set(request.distribution);
    publish_mass_distribution();
    response.success = true;
  }
  catch (const hod::Error & error)
  {
    response.message = error.what();
  }
}

void ForcesNode::carry(const SetPayload::Request & request, SetPayload::Response & response)
{
  try
  {
    if (!computer_)
    {
      throw hod::Error(problem_);
    }
    computer_->set(payload_of(request));
    response.success = true;
  }
  catch (const hod::Error & error)
  {
    response.message = error.what();
  }
}

void ForcesNode::publish_mass_distribution()
{
  auto message = computer_->mass_distribution();
  message.header.stamp = now();
  mass_publisher_->publish(message);
}

}  // namespace hod_ros

// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/controller_publishers.hpp"

#include <algorithm>
#include <cstddef>

#include "hod_ros/messages.hpp"

namespace hod_ros
{
namespace
{

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

ForcesPublisher::Message blank_forces(
  const std::vector<std::string> & joints, const FeedforwardLaw & law,
  const std::vector<NamedTerm> & terms)
{
  ForcesPublisher::Message message;
  message.joint_names = joints;
  message.order = static_cast<std::uint8_t>(law.order());
  message.values.assign(static_cast<std::size_t>(law.feedforward().size()), kUnknown);
  for (const NamedTerm & term : terms)
  {
    message.terms.emplace_back().name = term.name;
  }
  message.terms.emplace_back().name = "feedback";
  for (auto & term : message.terms)
  {
    term.values = message.values;
  }
  message.saturated.assign(joints.size(), false);
  return message;
}

StatePublisher::Message blank_state(const std::vector<std::string> & joints)
{
  StatePublisher::Message message;
  message.joint_names = joints;
  const std::vector<double> unknown(joints.size(), kUnknown);
  for (auto * point : {&message.reference, &message.feedback, &message.error, &message.output})
  {
    point->positions = unknown;
    point->velocities = unknown;
  }
  message.reference.accelerations = unknown;
  message.reference.effort = unknown;
  message.output.effort = unknown;
  message.speed_scaling_factor = 1.0;
  return message;
}

}  // namespace

ForcesPublisher::ForcesPublisher(
  rclcpp::Publisher<Message>::SharedPtr publisher, const std::vector<std::string> & joints,
  const FeedforwardLaw & law)
: terms_(named_terms(law.robot())),
  message_(blank_forces(joints, law, terms_)),
  publisher_(std::move(publisher), message_, 0.0)
{}

void ForcesPublisher::publish(
  const rclcpp::Time & time, double period, const FeedforwardLoop & loop)
{
  const double now = time.seconds();
  if (!publisher_.is_due(now, period))
  {
    return;
  }
  message_.header.stamp = time;
  message_.compute_time = loop.compute_time();
  write(loop.law());
  publisher_.publish(now, period, message_);
}

void ForcesPublisher::write(const FeedforwardLaw & law)
{
  flatten(law.feedforward(), message_.values);
  const auto joints = static_cast<std::size_t>(law.joints());
  const int rows = std::min(std::max(law.known_order(), 0), law.order()) + 1;
  const hod::TermRows term_rows = law.terms();
  for (std::size_t term = 0; term < terms_.size(); ++term)
  {
    auto & values = message_.terms[term].values;
    std::fill(values.begin(), values.end(), kUnknown);
    for (std::size_t joint = 0; joint < joints; ++joint)
    {
      for (int row = 0; row < rows; ++row)
      {
        values[static_cast<std::size_t>(row) * joints + joint] =
          (term_rows.*terms_[term].rows)(row, law.column(static_cast<int>(joint)));
      }
    }
  }
  auto & feedback = message_.terms.back().values;
  std::fill(feedback.begin(), feedback.end(), kUnknown);
  for (std::size_t joint = 0; joint < joints; ++joint)
  {
    feedback[joint] = law.feedback()[static_cast<Eigen::Index>(joint)];
    message_.saturated[joint] = law.saturated(static_cast<int>(joint));
  }
}

StatePublisher::StatePublisher(
  rclcpp::Publisher<Message>::SharedPtr publisher, const std::vector<std::string> & joints)
: message_(blank_state(joints)), publisher_(std::move(publisher), message_, 0.5)
{}

void StatePublisher::publish(const rclcpp::Time & time, double period, FeedforwardLoop & loop)
{
  const double now = time.seconds();
  if (!publisher_.is_due(now, period))
  {
    return;
  }
  message_.header.stamp = time;
  const FeedforwardLaw & law = loop.law();
  const Measurement & measured = loop.measurement();
  for (int joint = 0; joint < law.joints(); ++joint)
  {
    const auto place = static_cast<std::size_t>(joint);
    message_.reference.positions[place] = law.motion()(0, joint);
    message_.reference.velocities[place] = law.motion()(1, joint);
    message_.reference.accelerations[place] = law.motion()(2, joint);
    message_.reference.effort[place] = law.torque()(0, joint);
    message_.feedback.positions[place] = measured.position[joint];
    message_.feedback.velocities[place] = measured.velocity[joint];
    message_.error.positions[place] = law.error()(0, joint);
    message_.error.velocities[place] = law.error()(1, joint);
    message_.output.positions[place] = law.motor()(0, joint);
    message_.output.velocities[place] = law.motor()(1, joint);
    message_.output.effort[place] = loop.effort(joint);
  }
  publisher_.publish(now, period, message_);
}

}  // namespace hod_ros

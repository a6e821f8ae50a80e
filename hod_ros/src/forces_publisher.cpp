// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/forces_publisher.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <thread>
#include <utility>

#include "hod_ros/motion_messages.hpp"

namespace hod_ros
{
namespace
{

constexpr std::size_t kInertia = 0;
constexpr std::size_t kGravity = 1;
constexpr std::size_t kFeedback = 2;

ForcesPublisher::Message blank_message(
  const std::vector<std::string> & joints, const FeedforwardLaw & law)
{
  ForcesPublisher::Message message;
  message.joint_names = joints;
  message.order = static_cast<std::uint8_t>(law.order());
  message.values.assign(static_cast<std::size_t>(law.feedforward().size()), 0.0);
  message.terms.resize(3);
  message.terms[kInertia].name = "inertia";
  message.terms[kGravity].name = "gravity";
  message.terms[kFeedback].name = "feedback";
  for (auto & term : message.terms)
  {
    term.values = message.values;
  }
  message.saturated.assign(joints.size(), false);
  return message;
}

}  // namespace

ForcesPublisher::ForcesPublisher(
  rclcpp::Publisher<Message>::SharedPtr publisher, const std::vector<std::string> & joints,
  const FeedforwardLaw & law)
: message_(blank_message(joints, law)),
  publisher_(std::move(publisher)),
  last_(-std::numeric_limits<double>::infinity())
{
  while (!publisher_.try_publish(message_))
  {
    std::this_thread::yield();
  }
}

void ForcesPublisher::publish(
  const rclcpp::Time & time, double period, const FeedforwardLaw & law, double compute_time)
{
  const double now = time.seconds();
  const bool clock_went_back = now < last_;
  if (now - last_ < period && !clock_went_back)
  {
    return;
  }
  message_.header.stamp = time;
  message_.compute_time = compute_time;
  write(law);
  if (publisher_.try_publish(message_))
  {
    last_ = now;
  }
}

void ForcesPublisher::write(const FeedforwardLaw & law)
{
  flatten(law.feedforward(), message_.values);
  flatten(law.inertia(), message_.terms[kInertia].values);
  flatten(law.gravity(), message_.terms[kGravity].values);
  std::copy(
    law.feedback().data(), law.feedback().data() + law.joints(),
    message_.terms[kFeedback].values.begin());
  for (int joint = 0; joint < law.joints(); ++joint)
  {
    message_.saturated[static_cast<std::size_t>(joint)] = law.saturated(joint);
  }
}

}  // namespace hod_ros

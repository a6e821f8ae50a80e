// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/joint_state_motion.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "hod/error.hpp"

namespace hod_ros
{
namespace
{

void check(const sensor_msgs::msg::JointState & message)
{
  const std::size_t joints = message.name.size();
  const bool fits = message.position.size() == joints &&
                    (message.velocity.empty() || message.velocity.size() == joints);
  if (!fits)
  {
    throw hod::Error(
      "joint_states: has " + std::to_string(joints) + " names, " +
      std::to_string(message.position.size()) + " positions and " +
      std::to_string(message.velocity.size()) + " velocities, expected as many of each");
  }
}

void require_finite(double value, const std::string & joint, const char * what)
{
  if (!std::isfinite(value))
  {
    throw hod::Error(
      "joint_states: the " + std::string(what) + " of joint '" + joint + "' is " +
      std::to_string(value) + ", expected a finite number");
  }
}

}  // namespace

JointStateMotion::JointStateMotion(std::vector<std::string> joints, int order)
: joints_(std::move(joints)),
  position_(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(joints_.size()))),
  velocity_(position_),
  history_(order)
{}

hod::RowMatrix JointStateMotion::update(
  const sensor_msgs::msg::JointState & message, double time, Eigen::Index rows)
{
  check(message);
  Eigen::VectorXd position = position_;
  Eigen::VectorXd velocity = velocity_;
  for (std::size_t i = 0; i < message.name.size(); ++i)
  {
    const auto found = std::find(joints_.begin(), joints_.end(), message.name[i]);
    if (found == joints_.end())
    {
      continue;
    }
    const Eigen::Index joint = found - joints_.begin();
    position[joint] = message.position[i];
    velocity[joint] = message.velocity.empty() ? 0.0 : message.velocity[i];
    require_finite(position[joint], *found, "position");
    require_finite(velocity[joint], *found, "velocity");
  }
  position_ = position;
  velocity_ = velocity;
  history_.add(time, velocity_);
  hod::RowMatrix motion = hod::RowMatrix::Zero(rows, position_.size());
  motion.row(0) = position_.transpose();
  motion.row(1) = velocity_.transpose();
  motion.bottomRows(rows - 2) = history_.higher_derivatives(rows - 2);
  return motion;
}

}  // namespace hod_ros

// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/feedforward_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "hod/error.hpp"

namespace hod_ros
{
namespace
{

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

int checked_order(int order)
{
  if (order < 0 || order > FeedforwardLaw::kMaxOrder)
  {
    throw hod::Error(
      "order: is " + std::to_string(order) + ", expected 0 to " +
      std::to_string(FeedforwardLaw::kMaxOrder));
  }
  return order;
}

}  // namespace

FeedforwardLaw::FeedforwardLaw(
  std::shared_ptr<const hod::Robot> robot, std::vector<int> columns, int order)
: robot_(std::move(robot)),
  columns_(std::move(columns)),
  order_(checked_order(order)),
  workspace_(*robot_, order_),
  model_motion_(hod::RowMatrix::Zero(kReferenceRows, robot_->dof())),
  followed_(hod::RowMatrix::Constant(kReferenceRows, joints(), kUnknown)),
  held_(Eigen::VectorXd::Constant(joints(), kUnknown)),
  feedforward_(hod::RowMatrix::Zero(order_ + 1, joints())),
  inertia_(feedforward_),
  gravity_(feedforward_),
  feedback_(Eigen::VectorXd::Zero(joints())),
  effort_(feedback_),
  saturated_(columns_.size(), false)
{
  settings_.position_gain = feedback_;
  settings_.velocity_gain = feedback_;
  settings_.effort_limit =
    Eigen::VectorXd::Constant(joints(), std::numeric_limits<double>::infinity());
}

bool FeedforwardLaw::set(const LawSettings & settings)
{
  const bool fits = settings.position_gain.size() == joints() &&
                    settings.velocity_gain.size() == joints() &&
                    settings.effort_limit.size() == joints();
  if (fits)
  {
    settings_ = settings;
  }
  return fits;
}

void FeedforwardLaw::reset()
{
  held_.setConstant(kUnknown);
  followed_.setConstant(kUnknown);
}

FeedforwardLaw::Outcome FeedforwardLaw::update(
  const hod::ConstRowMatrixRef & reference, const Eigen::VectorXd & position,
  const Eigen::VectorXd & velocity)
{
  if (!follow(reference, position))
  {
    give_up();
    return Outcome::unknown_position;
  }
  compute_terms();
  compute_feedback(position, velocity);
  limit();
  return Outcome::ok;
}

bool FeedforwardLaw::follow(
  const hod::ConstRowMatrixRef & reference, const Eigen::VectorXd & position)
{
  for (int joint = 0; joint < joints(); ++joint)
  {
    const bool told = std::isfinite(reference(0, joint));
    if (told)
    {
      held_[joint] = reference(0, joint);
    }
    else if (!std::isfinite(held_[joint]))
    {
      held_[joint] = position[joint];
    }
    followed_(0, joint) = held_[joint];
    for (int row = 1; row < kReferenceRows; ++row)
    {
      const double derivative = reference(row, joint);
      followed_(row, joint) = told && std::isfinite(derivative) ? derivative : 0.0;
    }
    model_motion_.col(columns_[static_cast<std::size_t>(joint)]) = followed_.col(joint);
  }
  return held_.allFinite();
}

void FeedforwardLaw::compute_terms()
{
  const auto gather = [this](hod::RowMatrix & term) {
    for (int joint = 0; joint < joints(); ++joint)
    {
      term.col(joint) =
        workspace_.force().col(columns_[static_cast<std::size_t>(joint)]).head(order_ + 1);
    }
  };
  // Sizes were fixed in the constructor, so neither call can fail.
  static_cast<void>(hod::inertia_forces(workspace_, model_motion_, order_));
  gather(inertia_);
  static_cast<void>(hod::forces(workspace_, model_motion_, order_));
  gather(gravity_);
  gravity_ -= inertia_;
  feedforward_ = settings_.inertia_scale * inertia_ + settings_.gravity_scale * gravity_;
}

void FeedforwardLaw::compute_feedback(
  const Eigen::VectorXd & position, const Eigen::VectorXd & velocity)
{
  for (int joint = 0; joint < joints(); ++joint)
  {
    const bool measured = std::isfinite(position[joint]) && std::isfinite(velocity[joint]);
    feedback_[joint] =
      measured ? settings_.position_gain[joint] * (followed_(0, joint) - position[joint]) +
                   settings_.velocity_gain[joint] * (followed_(1, joint) - velocity[joint])
               : 0.0;
  }
}

void FeedforwardLaw::limit()
{
  for (int joint = 0; joint < joints(); ++joint)
  {
    const double wanted = feedforward_(0, joint) + feedback_[joint];
    const double bound = settings_.effort_limit[joint];
    effort_[joint] = std::isfinite(wanted) ? std::clamp(wanted, -bound, bound) : 0.0;
    saturated_[static_cast<std::size_t>(joint)] = effort_[joint] != wanted;
  }
}

void FeedforwardLaw::give_up()
{
  feedforward_.setConstant(kUnknown);
  inertia_.setConstant(kUnknown);
  gravity_.setConstant(kUnknown);
  feedback_.setZero();
  effort_.setZero();
  std::fill(saturated_.begin(), saturated_.end(), false);
}

}  // namespace hod_ros

// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/reference_input.hpp"

#include <algorithm>
#include <utility>

namespace hod_ros
{

void ReferenceInput::post(hod::RowMatrix sample)
{
  mailbox_.post(std::make_unique<Order>(Order{std::move(sample), std::nullopt, std::nullopt}));
}

void ReferenceInput::post(QuinticTrajectory trajectory, std::optional<double> start)
{
  mailbox_.post(std::make_unique<Order>(Order{{}, std::move(trajectory), start}));
}

void ReferenceInput::reset()
{
  mailbox_.clear();
  order_.reset();
}

ReferenceInput::Status ReferenceInput::update(
  double time, double timeout, const hod::ConstRowMatrixRef & current, hod::RowMatrixRef reference)
{
  if (mailbox_.take(order_))
  {
    taken_ = order_->start.value_or(time);
    if (order_->trajectory)
    {
      order_->trajectory->start_from(current);
    }
  }
  if (!order_)
  {
    return Status::nothing;
  }
  if (order_->trajectory)
  {
    order_->trajectory->evaluate(time - taken_, reference);
    return Status::followed;
  }
  const Eigen::Index rows = std::min(reference.rows(), order_->sample.rows());
  reference.setZero();
  reference.topRows(rows) = order_->sample.topRows(rows);
  if (timeout > 0.0 && time - taken_ > timeout)
  {
    reference.bottomRows(reference.rows() - 1).setZero();
    return Status::timed_out;
  }
  return Status::followed;
}

}  // namespace hod_ros

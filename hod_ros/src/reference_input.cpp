// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/reference_input.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace hod_ros
{

void move_on(const hod::RowMatrix & motion, double time, hod::RowMatrix & later)
{
  later = motion;
  for (Eigen::Index joint = 0; joint < motion.cols(); ++joint)
  {
    Eigen::Index known = 0;
    while (known < motion.rows() && std::isfinite(motion(known, joint)))
    {
      ++known;
    }
    for (Eigen::Index row = 0; row < known; ++row)
    {
      double sum = 0.0;
      for (Eigen::Index order = known - 1; order >= row; --order)
      {
        sum = motion(order, joint) + sum * time / static_cast<double>(order - row + 1);
      }
      later(row, joint) = sum;
    }
  }
}

void ReferenceInput::post(hod::RowMatrix sample)
{
  mailbox_.post(std::make_unique<Order>(Order{std::move(sample), nullptr}));
}

void ReferenceInput::post(std::shared_ptr<const Plan> plan)
{
  mailbox_.post(std::make_unique<Order>(Order{{}, std::move(plan)}));
}

void ReferenceInput::reset()
{
  mailbox_.clear();
  order_.reset();
  estimate_.reset();
}

ReferenceInput::Status ReferenceInput::update(
  double time, double timeout, double lead, bool estimated, Reference & reference)
{
  if (mailbox_.take(order_))
  {
    taken_ = time;
    if (!order_->plan && estimated)
    {
      estimate_.update(time, order_->sample);
    }
  }
  if (!order_)
  {
    reference.now.setConstant(std::numeric_limits<double>::quiet_NaN());
    reference.ahead = reference.now;
    return Status::nothing;
  }
  if (order_->plan)
  {
    reference.lead = lead;
    order_->plan->evaluate(time, reference.now);
    order_->plan->evaluate(time + lead, reference.ahead);
    return Status::followed;
  }
  reference.lead = lead;
  reference.now = order_->sample;
  if (timeout > 0.0 && time - taken_ > timeout)
  {
    reference.now.bottomRows(Reference::kRows - 1).setZero();
    move_on(reference.now, lead, reference.ahead);
    return Status::timed_out;
  }
  move_on(reference.now, lead, reference.ahead);
  return Status::followed;
}

}  // namespace hod_ros

// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/effort_limiter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hod_ros
{

EffortLimiter::EffortLimiter(int joints)
: effort_(Eigen::VectorXd::Constant(joints, std::numeric_limits<double>::infinity())),
  rate_(effort_),
  last_(Eigen::VectorXd::Zero(joints)),
  cut_(static_cast<std::size_t>(joints), false)
{}

bool EffortLimiter::set(const Eigen::VectorXd & effort, const Eigen::VectorXd & rate)
{
  const bool fits = effort.size() == effort_.size() && rate.size() == rate_.size();
  if (fits)
  {
    effort_ = effort;
    rate_ = rate;
  }
  return fits;
}

void EffortLimiter::reset()
{
  has_last_ = false;
  std::fill(cut_.begin(), cut_.end(), false);
}

void EffortLimiter::release()
{
  last_.setZero();
  has_last_ = true;
  std::fill(cut_.begin(), cut_.end(), false);
}

void EffortLimiter::apply(double step, Eigen::VectorXd & command)
{
  for (Eigen::Index joint = 0; joint < command.size(); ++joint)
  {
    const double wanted = command[joint];
    double allowed = std::isfinite(wanted) ? wanted : 0.0;
    if (has_last_ && std::isfinite(rate_[joint]))
    {
      const double change = rate_[joint] * step;
      allowed = std::clamp(allowed, last_[joint] - change, last_[joint] + change);
    }
    allowed = std::clamp(allowed, -effort_[joint], effort_[joint]);
    cut_[static_cast<std::size_t>(joint)] = allowed != wanted;
    command[joint] = allowed;
  }
  last_ = command;
  has_last_ = true;
}

bool EffortLimiter::cut_any() const
{
  return std::find(cut_.begin(), cut_.end(), true) != cut_.end();
}

}  // namespace hod_ros

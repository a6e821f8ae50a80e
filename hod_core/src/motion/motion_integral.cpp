// SPDX-License-Identifier: Apache-2.0
#include "motion_integral.hpp"

namespace hod
{

MotionIntegral::MotionIntegral(
  const std::vector<double> & knots, int channels, int degree, const Eigen::RowVectorXd & position,
  const Eigen::RowVectorXd & velocity, std::vector<double> accelerations)
: knots_(knots),
  channels_(channels),
  size_(degree + 1),
  position_(position),
  velocity_(velocity),
  end_position_(channels),
  end_velocity_(channels),
  accelerations_(std::move(accelerations))
{
  const auto segments = static_cast<Eigen::Index>(knots.size()) - 1;
  positions_.resize(static_cast<std::size_t>(segments * channels_ * (size_ + 2)));
}

void MotionIntegral::add_acceleration(const RowMatrix & correction)
{
  double * next = accelerations_.data();
  for (std::size_t segment = 0; segment + 1 < knots_.size(); ++segment)
  {
    const double since_start = knots_[segment] - knots_.front();
    const double length = knots_[segment + 1] - knots_[segment];
    for (Eigen::Index channel = 0; channel < channels_; ++channel, next += size_)
    {
      next[0] += correction(0, channel) + correction(1, channel) * since_start;
      next[1] += correction(1, channel) * length;
    }
  }
}

void MotionIntegral::integrate_channel(Eigen::Index channel)
{
  // The sums run over all segments: long double keeps a million rounding errors below a single one.
  long double position = position_[channel], velocity = velocity_[channel];
  const double * acceleration = accelerations_.data() + channel * size_;
  double * result = positions_.data() + channel * (size_ + 2);
  for (std::size_t segment = 0; segment + 1 < knots_.size(); ++segment)
  {
    const double length = knots_[segment + 1] - knots_[segment];
    long double once = 0.0L, twice = 0.0L;
    for (Eigen::Index j = 0; j < size_; ++j)
    {
      const double term = acceleration[j] * length / static_cast<double>(j + 1);
      result[j + 2] = term * length / static_cast<double>(j + 2);
      once += term;
      twice += result[j + 2];
    }
    result[0] = static_cast<double>(position);
    result[1] = static_cast<double>(velocity * length);
    position += velocity * length + twice;
    velocity += once;
    acceleration += channels_ * size_;
    result += channels_ * (size_ + 2);
  }
  end_position_[channel] = static_cast<double>(position);
  end_velocity_[channel] = static_cast<double>(velocity);
}

void MotionIntegral::integrate()
{
  for (Eigen::Index channel = 0; channel < channels_; ++channel)
  {
    integrate_channel(channel);
  }
}

}  // namespace hod

// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/last_values.hpp"

#include <Eigen/LU>
#include <cmath>
#include <cstddef>
#include <limits>

namespace hod_ros
{

LastValues::LastValues(int joints, int order) : order_(order)
{
  position_.setConstant(joints, std::numeric_limits<double>::quiet_NaN());
  velocity_ = position_;
}

void LastValues::reset()
{
  position_.setConstant(std::numeric_limits<double>::quiet_NaN());
  velocity_ = position_;
  samples_.clear();
}

void LastValues::add(const JointReadings & readings)
{
  for (Eigen::Index joint = 0; joint < position_.size(); ++joint)
  {
    if (std::isfinite(readings.position[joint]))
    {
      const double velocity = readings.velocity[joint];
      position_[joint] = readings.position[joint];
      velocity_[joint] = std::isfinite(velocity) ? velocity : 0.0;
    }
  }
  samples_.push_back({readings.time, velocity_});
  if (static_cast<int>(samples_.size()) > order_)
  {
    samples_.pop_front();
  }
}

bool LastValues::estimate(Eigen::Index rows, MotionEstimate & estimate)
{
  if (samples_.empty() || !position_.allFinite())
  {
    return false;
  }
  estimate.time = samples_.back().time;
  estimate.motion.setZero(rows, position_.size());
  estimate.motion.row(0) = position_.transpose();
  estimate.motion.row(1) = velocity_.transpose();
  estimate.motion.bottomRows(rows - 2) = higher_derivatives(rows - 2);
  estimate.deviation.resize(0, position_.size());
  estimate.residual = 0.0;
  return true;
}

hod::RowMatrix LastValues::higher_derivatives(Eigen::Index rows) const
{
  const Sample & last = samples_.back();
  const auto count = static_cast<Eigen::Index>(samples_.size());
  hod::RowMatrix result = hod::RowMatrix::Zero(rows, last.velocity.size());
  if (count < 2 || !samples_.front().velocity.allFinite())
  {
    return result;
  }
  // v(t) = Σ c_k s^k with s = (t − t_last) / step, so that the equations are well scaled.
  const double step = (last.time - samples_.front().time) / static_cast<double>(count - 1);
  Eigen::MatrixXd powers(count, count);
  Eigen::MatrixXd velocities(count, last.velocity.size());
  for (Eigen::Index i = 0; i < count; ++i)
  {
    const Sample & sample = samples_[static_cast<std::size_t>(i)];
    const double s = (sample.time - last.time) / step;
    powers(i, 0) = 1.0;
    for (Eigen::Index k = 1; k < count; ++k)
    {
      powers(i, k) = powers(i, k - 1) * s;
    }
    velocities.row(i) = sample.velocity.transpose();
  }
  const Eigen::MatrixXd coefficients = powers.partialPivLu().solve(velocities);
  double factor = 1.0;  // k! / stepᵏ
  for (Eigen::Index k = 1; k < count && k <= rows; ++k)
  {
    factor *= static_cast<double>(k) / step;
    result.row(k - 1) = factor * coefficients.row(k);
  }
  return result;
}

}  // namespace hod_ros

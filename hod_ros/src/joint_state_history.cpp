// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/joint_state_history.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cstddef>

namespace hod_ros
{

void JointStateHistory::add(double time, const Eigen::VectorXd & velocity)
{
  if (!samples_.empty() && time <= samples_.back().time)
  {
    samples_.clear();
  }
  samples_.push_back({time, velocity});
  if (static_cast<int>(samples_.size()) > order_)
  {
    samples_.pop_front();
  }
}

hod::RowMatrix JointStateHistory::higher_derivatives(Eigen::Index rows) const
{
  const Sample & last = samples_.back();
  const auto count = static_cast<Eigen::Index>(samples_.size());
  hod::RowMatrix result = hod::RowMatrix::Zero(rows, last.velocity.size());
  if (count < 2)
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

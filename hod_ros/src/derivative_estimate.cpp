// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/derivative_estimate.hpp"

#include <algorithm>
#include <cmath>

namespace hod_ros
{
namespace
{

constexpr Eigen::Index kAcceleration = 2;
constexpr Eigen::Index kJerk = 3;
constexpr Eigen::Index kSnap = 4;

}  // namespace

DerivativeEstimate::DerivativeEstimate(int joints, int samples)
: times_(static_cast<std::size_t>(std::clamp(samples, kLeastSamples, kMostSamples)), 0.0),
  accelerations_(hod::RowMatrix::Zero(static_cast<Eigen::Index>(times_.size()), joints)),
  jerks_(accelerations_),
  line_(Eigen::VectorXd::Zero(accelerations_.rows())),
  slope_(line_),
  curvature_(line_)
{}

void DerivativeEstimate::reset()
{
  next_ = 0;
  count_ = 0;
}

double DerivativeEstimate::delay() const
{
  if (times_.empty() || !full())
  {
    return 0.0;
  }
  const std::size_t newest = (next_ + times_.size() - 1) % times_.size();
  return 0.5 * (times_[newest] - times_[next_]);
}

void DerivativeEstimate::update(double time, hod::RowMatrixRef reference)
{
  if (times_.empty())
  {
    return;
  }
  if (count_ > 0 && !(time > times_[(next_ + times_.size() - 1) % times_.size()]))
  {
    reset();
  }
  const auto row = static_cast<Eigen::Index>(next_);
  times_[next_] = time;
  accelerations_.row(row) = reference.row(kAcceleration);
  jerks_.row(row) = reference.row(kJerk);
  next_ = (next_ + 1) % times_.size();
  count_ = std::min(count_ + 1, times_.size());
  if (!full())
  {
    return;
  }
  // With orthogonal polynomials 1, s − mean and (s − mean)² − β (s − mean) − γ of the samples'
  // times s ≤ 0, reckoned back from the newest, the best parabola needs no system of equations.
  const auto count = static_cast<double>(count_);
  double mean = 0.0;
  for (const double sample : times_)
  {
    mean += (sample - time) / count;
  }
  double second = 0.0;
  double third = 0.0;
  for (const double sample : times_)
  {
    const double s = sample - time - mean;
    second += s * s;
    third += s * s * s;
  }
  const double beta = third / second;
  const double gamma = second / count;
  double norm = 0.0;
  for (std::size_t i = 0; i < times_.size(); ++i)
  {
    const double s = times_[i] - time - mean;
    const double quadratic = s * s - beta * s - gamma;
    line_[static_cast<Eigen::Index>(i)] = s / second;
    curvature_[static_cast<Eigen::Index>(i)] = quadratic;
    norm += quadratic * quadratic;
  }
  curvature_ *= 2.0 / norm;
  slope_ = line_ + (-mean - 0.5 * beta) * curvature_;
  for (int column = 0; column < static_cast<int>(reference.cols()); ++column)
  {
    fit(column, reference);
  }
}

void DerivativeEstimate::fit(int column, hod::RowMatrixRef reference) const
{
  if (std::isfinite(reference(kSnap, column)))
  {
    return;
  }
  if (std::isfinite(reference(kJerk, column)))
  {
    reference(kSnap, column) = line_.dot(jerks_.col(column));
    return;
  }
  reference(kJerk, column) = slope_.dot(accelerations_.col(column));
  reference(kSnap, column) = curvature_.dot(accelerations_.col(column));
}

}  // namespace hod_ros

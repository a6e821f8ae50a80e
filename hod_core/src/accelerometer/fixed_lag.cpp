// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/fixed_lag.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fixed_lag_window.hpp"

namespace hod
{
namespace
{

constexpr double kRounding = 1e-6;  // of a segment

}  // namespace

FixedLag::FixedLag(
  const Robot & robot, const std::vector<Accelerometer> & sensors, const FixedLagOptions & options)
: window_(
    std::make_unique<Window>(
      robot, sensors, options, detail::checked_fixed_lag(robot, sensors, options)))
{}

FixedLag::~FixedLag() = default;
FixedLag::FixedLag(FixedLag &&) noexcept = default;
FixedLag & FixedLag::operator=(FixedLag &&) noexcept = default;

double FixedLag::latency() const noexcept
{
  if (!window_)
  {
    return 0.0;
  }
  return window_->options.segments * window_->options.knot_spacing;
}

FixedLag::Push FixedLag::push(int sensor, double stamp, const Eigen::Vector3d & reading) noexcept
{
  if (!window_ || sensor < 0 || sensor >= static_cast<int>(window_->sensors.size()))
  {
    return Push::no_such_sensor;
  }
  const auto which = static_cast<std::size_t>(sensor);
  auto & list = window_->readings[which];
  const double time = stamp - window_->sensors[which].time_offset;
  if (!std::isfinite(time) || !reading.head(window_->sensors[which].mounted.axes()).allFinite())
  {
    return Push::not_finite;
  }
  if (!list.empty() && time <= list.back().time)
  {
    return Push::out_of_order;
  }
  if (time < window_->end())
  {
    return Push::too_late;
  }
  if (list.size() == list.capacity())
  {
    return Push::full;
  }
  list.push_back({time, reading});
  return Push::ok;
}

int FixedLag::update(double time) noexcept
{
  if (!window_)
  {
    return 0;
  }
  int segments = 0;
  const double slack = kRounding * window_->options.knot_spacing;
  while (segments < window_->options.segments && window_->knot(window_->filled + 1) <= time + slack)
  {
    if (window_->filled == window_->options.segments)
    {
      window_->forget();
    }
    window_->extend();
    window_->improve();
    ++segments;
  }
  return segments;
}

double FixedLag::begin() const noexcept
{
  return window_ ? window_->knot(window_->first_segment()) : 0.0;
}

double FixedLag::end() const noexcept
{
  return window_ ? window_->end() : 0.0;
}

double FixedLag::final_end() const noexcept
{
  if (!window_)
  {
    return 0.0;
  }
  const bool full = window_->filled == window_->options.segments;
  return window_->knot(full ? 1 : 0);
}

void FixedLag::evaluate(double time, RowMatrixRef motion) const noexcept
{
  if (!window_ || motion.cols() != window_->rest.size() || !window_->covers(time))
  {
    motion.setConstant(std::numeric_limits<double>::quiet_NaN());
    return;
  }
  if (motion.rows() == 0)
  {
    return;
  }
  const Window & window = *window_;
  const double place = (time - window.start()) / window.options.knot_spacing;
  const double first = window.first_segment();
  const double last = std::max(0, window.filled - 1);
  const int segment = static_cast<int>(std::clamp(std::floor(place), first, last));
  const Eigen::MatrixXd & powers = window.basis.polynomials(0);
  motion.setZero();
  motion.row(0) = window.rest.transpose();
  double scale = 1.0;
  for (Eigen::Index k = 0; k < motion.rows() && k <= window.options.degree; ++k)
  {
    for (Eigen::Index joint = 0; joint < window.control.cols(); ++joint)
    {
      double sum = 0.0;
      for (Eigen::Index power = window.options.degree; power >= k; --power)
      {
        double factor = scale;
        for (Eigen::Index i = 0; i < k; ++i)
        {
          factor *= static_cast<double>(power - i);
        }
        sum =
          sum * (place - segment) + factor * powers.row(power).dot(window.points(segment, joint));
      }
      motion(k, window.writer.moving()[static_cast<std::size_t>(joint)]) = sum;
    }
    scale /= window.options.knot_spacing;
  }
}

}  // namespace hod

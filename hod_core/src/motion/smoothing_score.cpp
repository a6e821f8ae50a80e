// SPDX-License-Identifier: Apache-2.0
#include "smoothing_score.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "motion/smoothing_noise.hpp"

namespace hod::detail::smoothing
{

using Index = std::size_t;

namespace
{

constexpr double kDoubt = 0.05;
constexpr double kRare = 10;     ///< of twice the logarithm of a likelihood
constexpr double kSignal = 0.5;  ///< of a variance: neighbouring samples indicate less of a signal
constexpr double kChance = 5;    ///< relative error of what they indicate, if multiplied by 1 / √N

/// Channels whose samples are not all the same, which any weight suits; all channels if none moves.
std::vector<Index> moving_channels(const RowMatrix & values)
{
  std::vector<Index> moving;
  for (Eigen::Index c = 0; c < values.cols(); ++c)
  {
    if ((values.col(c).array() != values(0, c)).any())
    {
      moving.push_back(static_cast<Index>(c));
    }
  }
  if (moving.empty())
  {
    moving.resize(static_cast<Index>(values.cols()));
    std::iota(moving.begin(), moving.end(), Index{0});
  }
  return moving;
}

}  // namespace

std::vector<double> stated_noise(const SmoothingRule & rule, Index channels)
{
  std::vector<double> noise;
  if (const auto * stated = std::get_if<StatedNoise>(&rule))
  {
    noise = stated->noise;
    noise.resize(channels, noise.front());
  }
  return noise;
}

double freedom_left(const Fit & fit, double samples)
{
  return std::max(samples - fit.degrees_of_freedom, 1e-9 * samples);
}

Score::Score(const SmoothingRule & rule, const SmoothingSamples & samples)
: stated_(stated_noise(rule, static_cast<Index>(samples.values.cols()))),
  samples_(static_cast<double>(samples.times.size())),
  neighbours_(variances_among_neighbours(samples))
{
  const auto channels = static_cast<Index>(samples.values.cols());
  const double epsilon = std::numeric_limits<double>::epsilon();
  for (Index c = 0; c < channels; ++c)
  {
    const double squares = samples.values.col(static_cast<Eigen::Index>(c)).squaredNorm();
    floor_.push_back(100 * epsilon * epsilon * squares + std::numeric_limits<double>::min());
  }
  moving_ = moving_channels(samples.values);
}

double Score::operator()(const Fit & fit)
{
  return stated_.empty() ? cross_validation(fit) : risk(fit);
}

double Score::doubt() const
{
  return stated_.empty() ? kDoubt : kDoubt * samples_;
}

double Score::chance() const
{
  return stated_.empty() ? kRare / samples_ : kRare;
}

std::vector<double> Score::variances(const Fit & fit) const
{
  std::vector<double> variances;
  for (Index c = 0; c < floor_.size(); ++c)
  {
    variances.push_back(stated_.empty() ? indicated_variance(fit, c) : stated_[c] * stated_[c]);
  }
  return variances;
}

bool Score::leaves_signal(const Fit & fit, Index channel) const
{
  if (neighbours_.empty())
  {
    return false;
  }
  const double indicated =
    std::max(neighbours_[channel], floor_[channel] / freedom_left(fit, samples_));
  return (1 + kChance / std::sqrt(samples_)) * indicated <
         kSignal * indicated_variance(fit, channel);
}

bool Score::leaves_signal(const Fit & fit) const
{
  Index channel = 0;
  while (channel < neighbours_.size() && !leaves_signal(fit, channel))
  {
    ++channel;
  }
  return channel < neighbours_.size();
}

double Score::indicated_variance(const Fit & fit, Index channel) const
{
  return std::max(fit.squares[channel], floor_[channel]) / freedom_left(fit, samples_);
}

double Score::risk(const Fit & fit)
{
  double sum = 0;
  for (const Index c : moving_)
  {
    sum += fit.squares[c] / (stated_[c] * stated_[c]);
  }
  bound_ = sum / static_cast<double>(moving_.size());
  return bound_ + 2 * fit.degrees_of_freedom;
}

double Score::cross_validation(const Fit & fit)
{
  double sum = 0;
  for (const Index c : moving_)
  {
    sum += std::log(std::max(fit.squares[c], floor_[c]));
  }
  sum /= static_cast<double>(moving_.size());
  bound_ = sum - 2 * std::log(samples_);
  return sum - 2 * std::log(freedom_left(fit, samples_));
}

}  // namespace hod::detail::smoothing

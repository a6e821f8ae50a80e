// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "motion/smoothing_weight.hpp"

namespace hod::smoothing
{
namespace
{

using Index = std::size_t;

constexpr double kSlack = 1.25;         ///< segments may be longer than the spacing by this factor
constexpr double kKnotsPerPeriod = 12;  ///< of the cut-off
constexpr double kInterpolation = 1e-13;  ///< a weight, for the interval as unit of time

}  // namespace

Levels::Levels(
  const SmoothingSamples & samples, int width, int penalty, double interval, double knot_spacing)
: samples_(samples), width_(width), penalty_(penalty), interval_(interval), spacing_(interval)
{
  knots_.push_back(finest_knots(samples.times, interval));
  while (knot_spacing >= 2 * spacing_ && knots_[0].size() > 2)
  {
    spacing_ *= 2;
    knots_[0] = merged_knots(knots_[0], kSlack * spacing_);
  }
  for (double spacing = 2 * spacing_; knot_spacing == 0 && knots_.back().size() > 2; spacing *= 2)
  {
    knots_.push_back(merged_knots(knots_.back(), kSlack * spacing));
  }
  blocks_.resize(knots_.size());
  systems_.resize(knots_.size());
}

/// Where a segment holds few samples they are themselves the shortest way to say what they say.
const SampleBlocks & Levels::blocks(int level)
{
  const auto index = static_cast<Index>(level);
  if (!blocks_[index])
  {
    const bool few = level == 0 || std::ldexp(spacing_, level) <= 0.5 * width_ * interval_;
    blocks_[index] = std::make_unique<SampleBlocks>(
      few ? gather(samples_, knots_[index], width_) : merged(blocks(level - 1), knots_[index]));
  }
  return *blocks_[index];
}

int Levels::level_for(double cutoff) const
{
  const double octaves = std::floor(std::log2(highest_cutoff(0) / cutoff) + 1e-9);
  return static_cast<int>(std::clamp(octaves, 0.0, static_cast<double>(count() - 1)));
}

double Levels::highest_cutoff(int level) const
{
  return std::ldexp(1 / (kKnotsPerPeriod * spacing_), -level);
}

const System & Levels::system(int level)
{
  std::unique_ptr<System> & system = systems_[static_cast<Index>(level)];
  if (!system)
  {
    system = std::make_unique<System>(blocks(level), penalty_);
  }
  return *system;
}

double Levels::lowest_cutoff() const
{
  return 1 / (kKnotsPerPeriod * (samples_.times.back() - samples_.times.front()));
}

double Levels::limit() const
{
  return std::pow(kInterpolation, -0.5 / penalty_) / (2 * std::acos(-1.0) * interval_);
}

double Levels::strength(double cutoff) const
{
  return std::pow(2 * std::acos(-1.0) * cutoff, -2 * penalty_) / interval_;
}

const Fit & Levels::solve(double cutoff)
{
  system(level_for(cutoff)).solve(strength(cutoff), fit_);
  return fit_;
}

}  // namespace hod::smoothing

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include "motion/smoothing_weight.hpp"

namespace hod::smoothing
{
namespace
{

using Index = std::size_t;

constexpr double kKnotsPerPeriod = 12;    ///< of the cut-off
constexpr double kInterpolation = 1e-13;  ///< a weight, for the interval as unit of time

}  // namespace

Levels::Levels(SampleBlocks finest, int penalty, double interval, double knot_spacing)
: penalty_(penalty), interval_(interval), spacing_(interval)
{
  for (; knot_spacing >= 2 * spacing_ && finest.segments() > 1; spacing_ *= 2)
  {
    finest = merged(finest, 2.000001 * spacing_);
  }
  blocks_.push_back(std::move(finest));
  double spacing = spacing_;
  while (knot_spacing == 0 && blocks_.back().segments() > 1)
  {
    spacing *= 2;
    blocks_.push_back(merged(blocks_.back(), 1.000001 * spacing));
  }
  systems_.resize(blocks_.size());
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
    system = std::make_unique<System>(blocks_[static_cast<Index>(level)], penalty_);
  }
  return *system;
}

double Levels::lowest_cutoff() const
{
  const std::vector<double> & knots = blocks_.front().knots;
  return 1 / (kKnotsPerPeriod * (knots.back() - knots.front()));
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

// SPDX-License-Identifier: Apache-2.0
#ifndef MOTION__SMOOTHING_WEIGHT_HPP_
#define MOTION__SMOOTHING_WEIGHT_HPP_

#include <memory>
#include <string>
#include <vector>

#include "hod/motion/smoothing.hpp"
#include "motion/smoothing_system.hpp"

namespace hod::smoothing
{

/// The same samples on knots of every needed spacing, each twice as wide as the one before, and the
/// systems made of them. Each cut-off has knots that are fine enough for it but not much finer: a
/// knot spacing far below a wave's length would cost time and digits.
class Levels
{
public:
  /// `penalty` is the derivative of the samples' own signal; knot_spacing 0: as the cut-off needs.
  Levels(SampleBlocks finest, int penalty, double interval, double knot_spacing);

  int count() const { return static_cast<int>(blocks_.size()); }

  /// The widest knots that do for a cut-off [Hz].
  int level_for(double cutoff) const;

  /// Highest cut-off [Hz] that a level is made for.
  double highest_cutoff(int level) const;

  /// Nothing but a polynomial passes this cut-off [Hz].
  double lowest_cutoff() const;

  /// On the knots for the cut-off. Valid until the next call.
  const Fit & solve(double cutoff);
  const System & system(int level);

  double interval() const { return interval_; }
  int penalty() const { return penalty_; }
  double strength(double cutoff) const;

  /// Beyond this cut-off [Hz] the samples are interpolated to rounding anyway.
  double limit() const;

private:
  std::vector<SampleBlocks> blocks_;  ///< finest first
  std::vector<std::unique_ptr<System>> systems_;
  Fit fit_;
  int penalty_;
  double interval_;
  double spacing_;  ///< of the finest [s]
};

/// The cut-off [Hz] that a rule asks for; warnings are added.
double chosen_cutoff(
  const SmoothingRule & rule, const SmoothingSamples & samples, Levels & levels,
  std::vector<std::string> & warnings);

}  // namespace hod::smoothing

#endif  // MOTION__SMOOTHING_WEIGHT_HPP_

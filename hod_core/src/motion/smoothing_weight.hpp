// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MOTION__SMOOTHING_WEIGHT_HPP_
#define HOD__SRC__MOTION__SMOOTHING_WEIGHT_HPP_

#include <memory>
#include <string>
#include <vector>

#include "hod/motion/smoothing.hpp"
#include "motion/smoothing_score.hpp"
#include "motion/smoothing_system.hpp"

namespace hod::detail::smoothing
{

/// The same samples on knots of every required spacing, each twice as wide as the previous one, and
/// the resulting systems. The knots of each cut-off are fine enough for it but not much finer: a
/// knot spacing far below the wavelength would cost time and digits.
class Levels
{
public:
  /// `penalty` is the derivative of the samples' own signal; knot_spacing 0: as the cut-off
  /// requires. The samples must outlive the levels.
  Levels(
    const SmoothingSamples & samples, int width, int penalty, double interval, double knot_spacing);

  int count() const { return static_cast<int>(knots_.size()); }

  /// The widest sufficient knots for a cut-off [Hz].
  int level_for(double cutoff) const;

  /// Highest cut-off [Hz] that a level is made for.
  double highest_cutoff(int level) const;

  /// Only a polynomial passes this cut-off [Hz].
  double lowest_cutoff() const;

  /// On the knots for the cut-off. Valid until the next call.
  const Fit & solve(double cutoff);
  const System & system(int level);

  /// The cut-off [Hz] of a strength.
  double cutoff(double strength) const;

  double interval() const { return interval_; }
  int penalty() const { return penalty_; }
  double strength(double cutoff) const;

  /// Above this cut-off [Hz] the samples are interpolated up to rounding.
  double limit() const;

private:
  const SampleBlocks & blocks(int level);

  const SmoothingSamples & samples_;
  int width_;
  std::vector<std::vector<double>> knots_;  ///< finest first
  std::vector<std::unique_ptr<SampleBlocks>> blocks_;
  std::vector<std::unique_ptr<System>> systems_;
  Fit fit_;
  int penalty_;
  double interval_;
  double spacing_;  ///< of the finest [s]
};

/// The cut-off [Hz] that a rule selects, whose score is given; warnings are added.
double chosen_cutoff(
  const SmoothingRule & rule, Score & score, const SmoothingSamples & samples, Levels & levels,
  std::vector<std::string> & warnings);

}  // namespace hod::detail::smoothing

#endif  // HOD__SRC__MOTION__SMOOTHING_WEIGHT_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MOTION__SMOOTHING_SCORE_HPP_
#define HOD__SRC__MOTION__SMOOTHING_SCORE_HPP_

#include <vector>

#include "hod/motion/smoothing.hpp"
#include "motion/smoothing_system.hpp"

namespace hod::detail::smoothing
{

/// The stated noise of each channel; none if the rule is another.
std::vector<double> stated_noise(const SmoothingRule & rule, std::size_t channels);

/// What a rule wants to be least: the expected error for a stated noise, else cross-validation's.
class Score
{
public:
  Score(const SmoothingRule & rule, const SmoothingSamples & samples);

  double operator()(const Fit & fit);

  /// A score that no smoother fit than the last can beat: it leaves larger residuals, and has some
  /// freedom.
  double bound() const { return bound_; }

  /// Of each channel the variance of a sample of weight 1, as stated or as a fit's residuals say.
  std::vector<double> variances(const Fit & fit) const;

private:
  double risk(const Fit & fit);
  double cross_validation(const Fit & fit);
  double freedom_left(const Fit & fit) const;

  std::vector<double> stated_;  ///< noise of each channel; empty: none is stated
  double samples_;
  double bound_ = 0;
  std::vector<double> floor_;  ///< residuals below this are rounding
};

}  // namespace hod::detail::smoothing

#endif  // HOD__SRC__MOTION__SMOOTHING_SCORE_HPP_

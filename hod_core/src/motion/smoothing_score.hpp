// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MOTION__SMOOTHING_SCORE_HPP_
#define HOD__SRC__MOTION__SMOOTHING_SCORE_HPP_

#include <vector>

#include "hod/motion/smoothing.hpp"
#include "motion/smoothing_system.hpp"

namespace hod::detail::smoothing
{

/// The stated noise of each channel; empty for other rules.
std::vector<double> stated_noise(const SmoothingRule & rule, std::size_t channels);

/// Of so many samples, beside the degrees of freedom of a fit.
double freedom_left(const Fit & fit, double samples);

/// The quantity that a rule minimizes: the expected error for a stated noise, otherwise the
/// cross-validation score.
class Score
{
public:
  Score(const SmoothingRule & rule, const SmoothingSamples & samples);

  double operator()(const Fit & fit);

  /// A lower bound for the scores of fits smoother than the last one: these leave larger residuals,
  /// and have some freedom.
  double bound() const { return bound_; }

  /// The difference that a twentieth of the residuals' squares makes.
  double doubt() const;

  /// Differences that noise alone makes between far cut-offs, now and then.
  double chance() const;

  /// For each channel, the variance of a sample of weight 1, as stated or as indicated by a fit's
  /// residuals.
  std::vector<double> variances(const Fit & fit) const;

  /// Whether the residuals of a channel are far larger than neighbouring samples indicate: then
  /// they contain a signal, which a higher cut-off may pass.
  bool leaves_signal(const Fit & fit, std::size_t channel) const;
  bool leaves_signal(const Fit & fit) const;  ///< of any channel

private:
  double indicated_variance(const Fit & fit, std::size_t channel) const;
  double risk(const Fit & fit);
  double cross_validation(const Fit & fit);

  std::vector<double> stated_;  ///< noise of each channel; empty: none is stated
  double samples_;
  double bound_ = 0;
  std::vector<double> floor_;  ///< residuals below this are rounding errors
  std::vector<double> neighbours_;
  std::vector<std::size_t> moving_;  ///< channels that the quantity is the mean of
};

}  // namespace hod::detail::smoothing

#endif  // HOD__SRC__MOTION__SMOOTHING_SCORE_HPP_

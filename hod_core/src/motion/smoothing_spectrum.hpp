// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MOTION__SMOOTHING_SPECTRUM_HPP_
#define HOD__SRC__MOTION__SMOOTHING_SPECTRUM_HPP_

#include <vector>

#include <Eigen/Core>

#include "hod/motion/smoothing.hpp"
#include "motion/smoothing_system.hpp"

namespace hod::detail::smoothing
{

/// Power of the samples over frequency, from which follows what any cut-off would leave of them, at
/// a fraction of the cost of a fit: residuals and degrees of freedom of the filter that smoothing
/// of evenly spaced samples is. A guide to where fits are worth their time, not more: it neglects
/// ends, and takes uneven samples for even ones.
class SampleSpectrum
{
public:
  /// `penalty` is the derivative of the samples' own signal, `interval` the median one [s].
  SampleSpectrum(const SmoothingSamples & samples, int penalty, double interval);

  /// Too few samples have none.
  bool empty() const { return power_.size() == 0; }

  /// Σ w r² of each channel and the degrees of freedom at a cut-off [Hz] of a 24th of the sampling
  /// rate or more; no splines.
  Fit fit(double cutoff) const;

private:
  Eigen::MatrixXd power_;  ///< frequencies × channels: variance of samples of weight 1
  double samples_;
  int penalty_;
  double interval_;
};

}  // namespace hod::detail::smoothing

#endif  // HOD__SRC__MOTION__SMOOTHING_SPECTRUM_HPP_

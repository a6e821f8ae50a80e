// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MOTION__SMOOTHING_NOISE_HPP_
#define HOD__SRC__MOTION__SMOOTHING_NOISE_HPP_

#include <vector>

#include "hod/motion/smoothing.hpp"

namespace hod::detail::smoothing
{

/// How many samples have two neighbours on either side.
Eigen::Index left_count(const SmoothingSamples & samples);

/// What the cubic through two samples on either side leaves of the one between them, over the
/// standard deviation that independent errors of samples of weight 1 leave there. Row i is that of
/// the sample first + i + 2. Not finite where times are too uneven to compute it.
void left_by_neighbours(
  const SmoothingSamples & samples, Eigen::Index first, Eigen::Ref<RowMatrix> left);

/// For each channel, the variance of a sample of weight 1 that neighbouring samples indicate: the
/// mean square of what they leave. Signals of more than ten samples per period add less than a
/// tenth of a percent of their variance. Empty for fewer than five samples.
std::vector<double> variances_among_neighbours(const SmoothingSamples & samples);

}  // namespace hod::detail::smoothing

#endif  // HOD__SRC__MOTION__SMOOTHING_NOISE_HPP_

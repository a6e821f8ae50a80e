// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MOTION__SMOOTHING_NOISE_HPP_
#define HOD__SRC__MOTION__SMOOTHING_NOISE_HPP_

#include <vector>

#include "hod/motion/smoothing.hpp"

namespace hod::detail::smoothing
{

/// For each channel, the variance of a sample of weight 1 that neighbouring samples indicate: the
/// mean square of what the cubic through two samples on either side leaves of the one between them,
/// over the variance that independent errors leave there. Signals of more than ten samples per
/// period add less than a tenth of a percent of their variance. Empty for fewer than five samples,
/// not finite where times are too uneven to compute it.
std::vector<double> variances_among_neighbours(const SmoothingSamples & samples);

}  // namespace hod::detail::smoothing

#endif  // HOD__SRC__MOTION__SMOOTHING_NOISE_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef MOTION__SMOOTHING_SAMPLES_HPP_
#define MOTION__SMOOTHING_SAMPLES_HPP_

#include <string>
#include <vector>

#include "hod/motion/smoothing.hpp"

namespace hod::detail::smoothing
{

/// Four digits, for estimates and for differences of stamps, whose last digits are rounding.
std::string brief(double number);

/// The options with defaults filled in. Throws hod::Error for invalid ones.
SmoothingOptions checked(const SmoothingOptions & options);

/// Throws hod::Error for samples that cannot be smoothed.
void check(
  const SmoothingSamples & samples, const SmoothingRule & rule, const SmoothingOptions & options);

/// Throws hod::Error for a median interval [s] whose powers are beyond a double's range.
void check_interval(double interval);

/// Throws hod::Error if samples are further apart than allowed. Otherwise returns a sentence about
/// gaps that are bridged although they are much longer than the median interval; empty if there are
/// none.
std::string bridged_gaps(const std::vector<double> & times, double interval, double largest_gap);

}  // namespace hod::detail::smoothing

#endif  // MOTION__SMOOTHING_SAMPLES_HPP_

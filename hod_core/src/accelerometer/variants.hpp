// SPDX-License-Identifier: Apache-2.0
#ifndef VARIANTS_HPP_
#define VARIANTS_HPP_

#include <string>
#include <vector>

#include "unexplained.hpp"

namespace hod::detail
{

/// A variant of the description in which something differs from what was stated.
struct Variant
{
  std::string text;  ///< "axis 2 of sensor 'imu' with the other sign"
  std::vector<Accelerometer> sensors;
  std::vector<Recording> recordings;
  RecoveryOptions options;
};

/// Frequent errors of a sensor, of all sensors, of a joint's readings or of the ends, one at a
/// time, the most common first.
///
/// @param left what the stated description leaves unexplained, the worst first
std::vector<Variant> variants(const Variant & said, const std::vector<Unexplained> & left);

/// The description without one sensor or without the readings of one joint, which disagree with all
/// others.
std::vector<Variant> without_parts(const Variant & said, const std::vector<Unexplained> & left);

}  // namespace hod::detail

#endif  // VARIANTS_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef VARIANTS_HPP_
#define VARIANTS_HPP_

#include <string>
#include <vector>

#include "unexplained.hpp"

namespace hod::detail
{

/// Something that may be other than it was said to be.
struct Variant
{
  std::string text;  ///< "axis 2 of sensor 'imu' with the other sign"
  std::vector<Accelerometer> sensors;
  std::vector<Recording> recordings;
  RecoveryOptions options;
};

/// What is often wrong with a sensor, with all of them, with a joint's readings or the ends, one
/// thing at a time, the most usual first.
///
/// @param left what the description as it was said leaves unexplained, the worst first
std::vector<Variant> variants(const Variant & said, const std::vector<Unexplained> & left);

/// The description without a sensor or without the readings of a joint, which disagree with all
/// others.
std::vector<Variant> without_parts(const Variant & said, const std::vector<Unexplained> & left);

}  // namespace hod::detail

#endif  // VARIANTS_HPP_

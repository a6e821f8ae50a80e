// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MOTION__WRAPPED_ANGLES_HPP_
#define HOD__MOTION__WRAPPED_ANGLES_HPP_

#include <cstddef>
#include <string>
#include <vector>

#include "hod/types.hpp"

namespace hod
{

/// Finds the samples (at increasing times [s]) that follow each wrap of angles that are kept within
/// one turn. The angles [rad] span at most one turn, and at most a tenth of their steps are neither
/// such a wrap nor, to within a tenth of a turn, what the preceding steps predict. A wrap takes at
/// most 0.15 s, too short for a joint to reverse and come to rest again. Angles that are not finite
/// do not wrap. Throws hod::Error for another number of times than of angles.
std::vector<std::size_t> wraps_of(
  const Eigen::Ref<const Eigen::VectorXd> & times,
  const Eigen::Ref<const Eigen::VectorXd> & angles);

/// Unwraps angles that wrap in this way and returns a sentence about it, prefixed with `where`; the
/// sentence is empty if they do not wrap. Throws hod::Error, also where they wrap but the number of
/// turns between two samples that are farther apart cannot be determined.
std::string unwrap(
  const std::string & where, const Eigen::Ref<const Eigen::VectorXd> & times,
  Eigen::Ref<Eigen::VectorXd> angles);

}  // namespace hod

#endif  // HOD__MOTION__WRAPPED_ANGLES_HPP_

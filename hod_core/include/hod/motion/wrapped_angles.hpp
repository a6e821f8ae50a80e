// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MOTION__WRAPPED_ANGLES_HPP_
#define HOD__MOTION__WRAPPED_ANGLES_HPP_

#include <cstddef>
#include <string>
#include <vector>

#include "hod/types.hpp"

namespace hod
{

/// The samples, at times that increase [s], after each leap by a turn of angles that are kept
/// within one turn: the angles [rad] span a turn at most, and a tenth of their steps at most are
/// neither such a leap nor, to a tenth of a turn, what the steps before have led to expect. A leap
/// takes 0.15 s at most, within which no joint turns about and rests again.
std::vector<std::size_t> wraps_of(
  const Eigen::Ref<const Eigen::VectorXd> & times,
  const Eigen::Ref<const Eigen::VectorXd> & angles);

/// Makes the angles go on beyond a turn where they leap so, and returns a sentence that says it,
/// behind `where`; empty if they do not. Throws hod::Error where they leap so and nobody can tell
/// how often the joint has turned between two samples that are farther apart.
std::string unwrap(
  const std::string & where, const Eigen::Ref<const Eigen::VectorXd> & times,
  Eigen::Ref<Eigen::VectorXd> angles);

}  // namespace hod

#endif  // HOD__MOTION__WRAPPED_ANGLES_HPP_

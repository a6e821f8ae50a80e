// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MOTION__WRAPPED_ANGLES_HPP_
#define HOD__MOTION__WRAPPED_ANGLES_HPP_

#include <cstddef>
#include <string>
#include <vector>

#include "hod/types.hpp"

namespace hod
{

/// The samples after each leap by a turn of angles that are kept within one turn: the angles [rad]
/// span a turn at most, and a tenth of their steps at most are wide without being such a leap. A
/// leap takes 0.15 s at most, within which no joint turns about and rests again.
std::vector<std::size_t> wraps_of(
  const Eigen::Ref<const Eigen::VectorXd> & times,
  const Eigen::Ref<const Eigen::VectorXd> & angles);

/// Makes the angles go on beyond a turn where they leap so, and returns a sentence that says it;
/// empty if they do not.
std::string unwrap(
  const Eigen::Ref<const Eigen::VectorXd> & times, Eigen::Ref<Eigen::VectorXd> angles);

}  // namespace hod

#endif  // HOD__MOTION__WRAPPED_ANGLES_HPP_

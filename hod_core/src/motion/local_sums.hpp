// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MOTION__LOCAL_SUMS_HPP_
#define HOD__SRC__MOTION__LOCAL_SUMS_HPP_

#include <vector>

namespace hod::detail
{

/// At each of the increasing times, the sum of all values times cos²(π/2 distance / reach) within
/// the reach [s]. It is taken over bins, so that a reach with many times costs no more: cos² is
/// exact to 0.3 %. Throws hod::Error where gaps would make the bins far more than the times.
std::vector<double> sums_within(
  double reach, const std::vector<double> & times, const std::vector<double> & values);

}  // namespace hod::detail

#endif  // HOD__SRC__MOTION__LOCAL_SUMS_HPP_

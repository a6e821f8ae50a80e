// SPDX-License-Identifier: Apache-2.0
#ifndef RECORDING_PARTS_HPP_
#define RECORDING_PARTS_HPP_

#include <utility>
#include <vector>

#include "recovery_plan.hpp"

namespace hod::detail
{

/// The first and the last instant of all sensors.
std::pair<double, double> span(const RecoveryPlan & plan);

/// The part of a plan between two instants, as a recording of its own without known ends.
RecoveryPlan stretch(const RecoveryPlan & plan, double start, double end);

/// Truncates recordings of more than this many readings to their beginning, without the known end.
void shorten(std::vector<Recording> & recordings, RecoveryOptions & options, Eigen::Index most);

}  // namespace hod::detail

#endif  // RECORDING_PARTS_HPP_

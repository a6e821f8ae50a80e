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

/// Keeps the beginning of recordings of more than so many readings, without the end that was known.
void shorten(std::vector<Recording> & recordings, RecoveryOptions & options, Eigen::Index most);

}  // namespace hod::detail

#endif  // RECORDING_PARTS_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef UNEXPLAINED_HPP_
#define UNEXPLAINED_HPP_

#include <string>
#include <vector>

#include "recovery_problem.hpp"

namespace hod::detail
{

/// Readings that a motion does not explain: more is left of them than noise.
struct Unexplained
{
  std::string text;    ///< "sensor 'imu': found 1.2 m/s² …"
  int sensor = -1;     ///< -1: a joint's readings
  double share = 0.0;  ///< what is left without noise, over how much the readings vary
};

/// Sensors and joints of whose readings a motion leaves more than a share unexplained, the worst
/// first. A share and not a test of χ² decides, since real arms shake and real axes are not quite
/// where they are said to be; but what χ² calls noise is never refused.
///
/// @param problem that has passed over the motion last
std::vector<Unexplained> unexplained(
  const Robot & robot, const RecoveryProblem & problem, double most);

}  // namespace hod::detail

#endif  // UNEXPLAINED_HPP_

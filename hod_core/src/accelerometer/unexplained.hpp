// SPDX-License-Identifier: Apache-2.0
#ifndef UNEXPLAINED_HPP_
#define UNEXPLAINED_HPP_

#include <string>
#include <vector>

#include "recovery_problem.hpp"

namespace hod::detail
{

/// Readings that a motion does not explain: their residuals are larger than noise.
struct Unexplained
{
  std::string text;    ///< "sensor 'imu': found 1.2 m/s² …"
  int sensor = -1;     ///< -1: a joint's readings
  double share = 0.0;  ///< residuals without noise, relative to the variation of the readings
};

/// Fraction of the readings' variation; a motion that leaves more unexplained is rejected.
constexpr double kMostUnexplained = 0.05;

/// Sensors and joints of whose readings a motion leaves more than a given share unexplained, the
/// worst first. A share is used and not a χ² test, since real arms vibrate and real axes are not
/// exactly where they are stated to be; but what χ² attributes to noise is never rejected.
///
/// @param problem evaluated last at this motion
std::vector<Unexplained> unexplained(
  const Robot & robot, const RecoveryProblem & problem, double most);

/// Same for every single reading; the equations may contain only a few nodes, but the motion
/// between these counts as well.
///
/// @param residuals as in Recovery
std::vector<Unexplained> unexplained_readings(
  const RecoveryPlan & plan, const std::vector<RowMatrix> & residuals, double most);

/// Whether a wrong motion shows only in residuals above the stated noise: not all joints are
/// measured.
bool relies_on_noise(const RecoveryPlan & plan);

/// The remainder above that noise, the worst first. White noise may be larger than stated; any
/// other remainder comes from another motion.
///
/// @param noise_ratio ratio of residuals to noise
std::vector<Unexplained> left_beyond_noise(
  const Robot & robot, const RecoveryProblem & problem, double noise_ratio);

/// A sentence for each sensor whose residuals exceed the noise that its readings show but pass for
/// the noise that is stated, where nothing else reveals a wrong motion.
std::vector<std::string> hidden_by_noise(const RecoveryProblem & problem);

}  // namespace hod::detail

#endif  // UNEXPLAINED_HPP_

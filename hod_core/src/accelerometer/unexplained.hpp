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

/// Of how much readings vary: a motion that leaves more of them is refused.
constexpr double kMostUnexplained = 0.05;

/// Sensors and joints of whose readings a motion leaves more than a share unexplained, the worst
/// first. A share and not a test of χ² decides, since real arms shake and real axes are not quite
/// where they are said to be; but what χ² calls noise is never refused.
///
/// @param problem that has passed over the motion last
std::vector<Unexplained> unexplained(
  const Robot & robot, const RecoveryProblem & problem, double most);

/// The same of every single reading, of which equations may hold but a few nodes: what a motion
/// does between these counts as well.
///
/// @param residuals as Recovery has them
std::vector<Unexplained> unexplained_readings(
  const RecoveryPlan & plan, const std::vector<RowMatrix> & residuals, double most);

/// Whether nothing but residuals of stated noise tells a wrong motion: not all joints are measured.
bool relies_on_noise(const RecoveryPlan & plan);

/// What is then left beyond that noise, the worst first. White noise may be larger than stated;
/// what else is left is of another motion.
///
/// @param noise_ratio what residuals are of the noise
std::vector<Unexplained> left_beyond_noise(
  const Robot & robot, const RecoveryProblem & problem, double noise_ratio);

/// A sentence for each sensor of which a motion leaves more than the noise that its readings show,
/// which passes for the noise that it states, where nothing else tells a wrong motion.
std::vector<std::string> hidden_by_noise(const RecoveryProblem & problem);

}  // namespace hod::detail

#endif  // UNEXPLAINED_HPP_

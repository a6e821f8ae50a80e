// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ACCELEROMETER__OBSERVABILITY_HPP_
#define HOD__ACCELEROMETER__OBSERVABILITY_HPP_

#include <string>
#include <vector>

#include "hod/accelerometer/accelerometer.hpp"

namespace hod
{

/// How well sensors tell joints apart along a motion.
///
/// The accelerations follow from the readings of an instant where the stacked axisᵀJ has full rank
/// (of gyroscopes the velocities, and J is that of the angular velocity).
/// Where it lacks full rank, gravity may still help: a sensor on its own axis is an inclinometer.
/// So a joint counts as seen if somewhere ∂/∂q'' s² + ∂/∂q' s + ∂/∂q has full rank, s = 10/s: the
/// response of the readings to a small motion of that rate.
struct Observability
{
  std::vector<std::string> joints;  ///< that may move, in the order of the columns
  std::vector<double> times;
  RowMatrix singular_values;      ///< of the stacked axisᵀJ, descending, a row per time
  std::vector<double> condition;  ///< largest over smallest; infinite where the rank is too low
  int rank = 0;                   ///< the highest along the motion, gravity included
  std::vector<std::string>
    unseen;  ///< joints that cannot be distinguished from others or from rest
  std::vector<std::string> weak_times;  ///< "from 1.2 s to 1.4 s": condition beyond 1e4
};

/// @param motions rows q, q', q'' per time, below each other, for all joints of the robot
/// @param moving  columns of the joints that are not held
/// @param encoded columns of joints that are measured otherwise: they count as seen
Observability observability(
  const Robot & robot, const std::vector<MountedAccelerometer> & sensors,
  const std::vector<double> & times, const ConstRowMatrixRef & motions,
  const std::vector<int> & moving, const std::vector<int> & encoded);

/// Throws hod::Error that names the joints unless all are seen.
void require_observed(const Observability & observability);

}  // namespace hod

#endif  // HOD__ACCELEROMETER__OBSERVABILITY_HPP_

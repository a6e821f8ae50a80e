// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ACCELEROMETER__OBSERVABILITY_HPP_
#define HOD__ACCELEROMETER__OBSERVABILITY_HPP_

#include <string>
#include <vector>

#include "hod/accelerometer/accelerometer.hpp"

namespace hod
{

/// How well sensors distinguish the joints along a motion.
///
/// The accelerations follow from the readings of one instant where the stacked axisᵀJ has full rank
/// (for gyroscopes: the velocities, with J of the angular velocity). Where it does not have full
/// rank, gravity may still help: a sensor on its own axis is an inclinometer. A joint therefore
/// counts as observed if ∂/∂q'' s² + ∂/∂q' s + ∂/∂q has full rank somewhere, with s = 10/s: the
/// response of the readings to a small motion of that rate.
struct Observability
{
  std::vector<std::string> joints;  ///< those that may move, in the order of the columns
  std::vector<double> times;
  RowMatrix singular_values;      ///< of the stacked axisᵀJ, descending, one row per time
  std::vector<double> condition;  ///< largest over smallest; infinite where rank deficient
  int rank = 0;                   ///< the highest along the motion, gravity included
  std::vector<std::string>
    unseen;  ///< joints that cannot be distinguished from others or from rest
  std::vector<std::string> weak_times;  ///< "from 1.2 s to 1.4 s": condition beyond 1e4
};

/// @param motions rows q, q', q'' per time, stacked, for all joints of the robot
/// @param moving  columns of the joints that are not held
/// @param encoded columns of joints that are measured in another way: they count as observed
///
/// Throws hod::Error for motions and columns that do not fit the times and the robot, and for
/// numbers that are not finite.
Observability observability(
  const Robot & robot, const std::vector<MountedAccelerometer> & sensors,
  const std::vector<double> & times, const ConstRowMatrixRef & motions,
  const std::vector<int> & moving, const std::vector<int> & encoded);

/// Throws hod::Error, naming the joints, unless all are observed.
void require_observed(const Observability & observability);

}  // namespace hod

#endif  // HOD__ACCELEROMETER__OBSERVABILITY_HPP_

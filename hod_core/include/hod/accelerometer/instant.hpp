// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ACCELEROMETER__INSTANT_HPP_
#define HOD__ACCELEROMETER__INSTANT_HPP_

#include <vector>

#include "hod/accelerometer/recording.hpp"

namespace hod
{

/// Readings at other times, by the cubic through the four readings around each.
///
/// @param times not stamps: stamp - time_offset; beyond the recording its end cubics continue
RowMatrix resampled(
  const Accelerometer & sensor, const Recording & recording, const std::vector<double> & times);

/// The times of the sensor with most readings that all sensors cover, less their time offsets.
/// Throws hod::Error if there are fewer than two.
std::vector<double> common_times(
  const std::vector<Accelerometer> & sensors, const std::vector<Recording> & recordings);

/// Joint motion instant by instant.
struct InstantMotion
{
  std::vector<double> times;
  RowMatrix position;  ///< a row per time, a column per joint of the robot
  RowMatrix velocity;
  RowMatrix acceleration;
};

/// Solves axisᵀ(J q'' + J' q' - g) = (reading - bias) / scale for q'' at one instant after the
/// other by least squares weighted with the noise, and integrates along: q'' is taken to be linear
/// between instants, three corrections each. Error of q: O(step²), and what bias and noise add up
/// to; known ends are not used. One joint with one sensor: the closed form q'' = (… - axisᵀ(J' q' -
/// g)) / axisᵀJ.
///
/// @param moving columns of the joints that move; the others stay where they start
/// Throws hod::Error where the sensors do not determine q'', and once what bias and noise add up to
/// is beyond 1e4 rad/s or m/s.
InstantMotion integrated_motion(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const std::vector<int> & moving,
  const Eigen::VectorXd & start, const Eigen::VectorXd & start_velocity);

}  // namespace hod

#endif  // HOD__ACCELEROMETER__INSTANT_HPP_

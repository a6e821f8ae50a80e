// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ACCELEROMETER__INSTANT_HPP_
#define HOD__ACCELEROMETER__INSTANT_HPP_

#include <vector>

#include "hod/accelerometer/recording.hpp"

namespace hod
{

/// Readings interpolated to other times, each by the cubic through the four surrounding readings.
///
/// @param times not stamps, but stamp - time_offset; outside the recording its end cubics are
///   extrapolated
///
/// Throws hod::Error unless there is one reading per stamp, at least one, and the stamps increase.
RowMatrix resampled(
  const Accelerometer & sensor, const Recording & recording, const std::vector<double> & times);

/// The times, corrected for the time offset, of the sensor with the most readings, as far as all
/// sensors cover them. Throws hod::Error if there are fewer than two, unless there is one recording
/// per sensor, and for stamps that do not increase.
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

/// Solves axisᵀ(J q'' + J' q' - g) = (reading - bias) / scale for q'' instant by instant, by least
/// squares weighted with the noise, and integrates. q'' is taken to be linear between instants,
/// with three corrections each. The error of q is O(step²) plus the accumulated effect of bias and
/// noise; known ends are not used. For one joint with one sensor this is the closed form q'' = (… -
/// axisᵀ(J' q' - g)) / axisᵀJ.
///
/// @param moving columns of the joints that move; the others stay at their start
///
/// Throws hod::Error for recordings and columns that do not fit the sensors and the robot, for
/// numbers that are not finite, where the sensors do not determine q'', and once the accumulated
/// effect of bias and noise exceeds 1e4 rad/s or m/s.
InstantMotion integrated_motion(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const std::vector<int> & moving,
  const Eigen::VectorXd & start, const Eigen::VectorXd & start_velocity);

}  // namespace hod

#endif  // HOD__ACCELEROMETER__INSTANT_HPP_

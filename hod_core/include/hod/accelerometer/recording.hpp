// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ACCELEROMETER__RECORDING_HPP_
#define HOD__ACCELEROMETER__RECORDING_HPP_

#include <string>
#include <vector>

#include "hod/accelerometer/accelerometer.hpp"

namespace hod
{

/// What one sensor recorded.
struct Recording
{
  std::vector<double> times;  ///< stamps [s], strictly increasing
  RowMatrix values;           ///< one row per stamp, one column per axis [m/s²]
};

/// A period during which all joints are known to be at rest [s].
struct RestPhase
{
  double start = 0.0;
  double end = 0.0;
};

/// How to treat defects of a recording.
struct RecordingOptions
{
  bool bridge_gaps = false;      ///< accept a recording with gaps; otherwise it is rejected
  bool drop_saturated = false;   ///< omit readings at full scale; otherwise they are rejected
  double longest_step = 5.0;     ///< in median steps; longer ones are gaps
  std::vector<RestPhase> rests;  ///< where |a| must be near g
};

/// A recording that is fit for use, without the readings that were omitted.
///
/// Throws hod::Error, one sentence that names the sensor and the place, for sizes that differ,
/// numbers that are not finite, stamps that repeat or go back, gaps, readings at full scale, and
/// readings at rest that are not a specific force in m/s² (three axes: |a| outside 0.8 … 1.2 g;
/// fewer axes: above 1.2 g).
///
/// @param warnings receives one sentence each for flat runs at an extreme that look like
///   saturation, bridged gaps, omitted readings, and three axes whose |a| is far from g all the
///   time
Recording checked_recording(
  const Robot & robot, const Accelerometer & sensor, const Recording & recording,
  const RecordingOptions & options, std::vector<std::string> & warnings);

/// The bias of a sensor from its readings at rest: mean reading - scale · component.
///
/// @param position of all joints during the phase
///
/// Throws hod::Error if the recording has no reading in the phase.
Eigen::Vector3d bias_at_rest(
  const Robot & robot, const Accelerometer & sensor, const Recording & recording,
  const Eigen::VectorXd & position, const RestPhase & phase);

}  // namespace hod

#endif  // HOD__ACCELEROMETER__RECORDING_HPP_

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

/// A time during which all joints are known to be at rest [s].
struct RestPhase
{
  double start = 0.0;
  double end = 0.0;
};

/// What to do about a recording that is not as it should be.
struct RecordingOptions
{
  bool bridge_gaps = false;      ///< take a recording with gaps; otherwise it is refused
  bool drop_saturated = false;   ///< leave out readings at the range; otherwise they are refused
  double longest_step = 5.0;     ///< in median steps; a longer one is a gap
  std::vector<RestPhase> rests;  ///< where |a| must be near g
};

/// A recording fit for use, without the readings that were left out.
///
/// Throws hod::Error, one sentence that names the sensor and where: sizes that differ, numbers that
/// are not finite, stamps that repeat or go back, gaps, readings at the range, and readings at rest
/// that are not a specific force in m/s² (of three axes: |a| outside 0.8 … 1.2 g; of fewer: above
/// it).
///
/// @param warnings gains a sentence for flat runs at an extreme that look like saturation, for
/// bridged gaps, for readings left out, and for three axes whose |a| is far from g all the time
Recording checked_recording(
  const Robot & robot, const Accelerometer & sensor, const Recording & recording,
  const RecordingOptions & options, std::vector<std::string> & warnings);

/// The bias with which a sensor at rest reads what it does: mean reading - scale · component.
///
/// @param position of all joints during the phase
/// Throws hod::Error if the recording has no reading in the phase.
Eigen::Vector3d bias_at_rest(
  const Robot & robot, const Accelerometer & sensor, const Recording & recording,
  const Eigen::VectorXd & position, const RestPhase & phase);

}  // namespace hod

#endif  // HOD__ACCELEROMETER__RECORDING_HPP_

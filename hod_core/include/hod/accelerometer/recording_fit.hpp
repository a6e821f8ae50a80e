// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ACCELEROMETER__RECORDING_FIT_HPP_
#define HOD__ACCELEROMETER__RECORDING_FIT_HPP_

#include <functional>
#include <string>
#include <vector>

#include "hod/accelerometer/recording_settings.hpp"
#include "hod/accelerometer/recovery.hpp"
#include "hod/motion/piecewise_polynomial.hpp"
#include "hod/types.hpp"

namespace hod
{

/// The motion of all joints of a robot. Some may have polynomials with knots of their own, others
/// stand still.
struct FoundMotion
{
  struct Part
  {
    std::vector<int> columns;  ///< of the robot, one per channel
    PiecewisePolynomial polynomial;
  };

  std::vector<Part> parts;
  Eigen::VectorXd rest;  ///< positions of the joints that belong to no part

  /// Rows q, q', … of all joints; outside the motion the first and the last segment are
  /// extrapolated. Throws hod::Error for a matrix without rows or of another number of columns.
  void evaluate(double time, RowMatrixRef motion) const;
};

/// A motion and the evidence for it.
struct RecordingFit
{
  FoundMotion motion;
  double start = 0.0;  ///< of the readings that it is based on [s]
  double end = 0.0;
  std::vector<std::string> sentences;  ///< residuals and other findings
  std::vector<std::string> warnings;
};

/// The standard deviation of a reading for a noise density in µg/√Hz, for a gyroscope in °/s/√Hz:
/// white noise sampled at a rate [1/s] has a bandwidth of half that rate.
double noise_of_density(const Accelerometer & sensor, double density, double rate);

/// The noise stated in the settings; if there is none, it is estimated from the fourth differences
/// of the readings, in which a motion leaves little: median |Δ⁴| / 0.6745 / √C(8, 4). Throws
/// hod::Error for fewer than two readings.
double noise_of(const RecordedSensor & sensor, const Recording & readings);
double noise_of(const RecordedJoint & joint, const Recording & readings);

/// The motion behind a whole recording, as `hod fit` finds it: with accelerometers from all
/// readings at once (recover_motion()), otherwise joint by joint (smooth()).
///
/// @param sensors readings in SI units, in the order of the settings
/// @param joints likewise, with one column each; angles that wrap within one turn are unwrapped
///   (wrapped_angles.hpp)
/// @param progress as in RecoveryOptions; called only if there are accelerometers
///
/// Throws hod::Error for readings that cannot be used, and for settings that only `hod fit`
/// supports.
RecordingFit fit_recording(
  const RecordingSettings & settings, const std::vector<Recording> & sensors,
  std::vector<Recording> joints,
  const std::function<void(const RecoveryProgress &)> & progress = {});

}  // namespace hod

#endif  // HOD__ACCELEROMETER__RECORDING_FIT_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ACCELEROMETER__RECORDING_SETTINGS_HPP_
#define HOD__ACCELEROMETER__RECORDING_SETTINGS_HPP_

#include <Eigen/Core>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hod/accelerometer/recovery.hpp"
#include "hod/robot/robot.hpp"

namespace hod
{

/// Where the readings of one source are in a bag or among live topics.
struct RecordedSignal
{
  std::string name = {};   ///< for messages
  std::string topic = {};  ///< as it is written in the settings
  std::vector<int> components =
    {};                 ///< of a sensor, which of x, y, z (0 … 2) its axes read, one per axis
  double factor = 1.0;  ///< what turns a reading into SI units
  bool stamped_on_receipt = false;  ///< times are those of receipt, not of the messages' headers
};

/// An accelerometer or a gyroscope as its user knows it; without a link it is where its messages'
/// frame is.
struct RecordedSensor
{
  RecordedSignal signal;
  Accelerometer sensor;                                ///< its noise is set by noise_of()
  std::optional<double> noise = std::nullopt;          ///< stated deviation of a reading
  std::optional<double> noise_density = std::nullopt;  ///< or density [µg/√Hz, gyros °/s/√Hz]
};

/// Readings of a joint itself.
struct RecordedJoint
{
  RecordedSignal signal;
  std::string joint;
  int derivative = 0;                          ///< 0 position, 1 velocity, 2 acceleration
  std::optional<double> noise = std::nullopt;  ///< stated deviation of a reading
};

/// What `hod fit`, `hod replay`, the ROS node and replay_bag are told about a recording
/// (docs/recordings.md).
struct RecordingSettings
{
  Robot robot;
  std::vector<RecordedSensor> sensors = {};
  std::vector<RecordedJoint> joints = {};

  /// Known at the first and last instant, one entry per joint of the robot; NaN: not known.
  Eigen::VectorXd start = {}, start_velocity = {}, end = {}, end_velocity = {};
  std::vector<HeldJoint> held = {};
  std::vector<RestPhase> rests = {};
  std::vector<SensorUnknown> estimates = {};
  bool bridge_gaps = false;
  bool drop_saturated = false;

  int order = 4;  ///< of the motion: degree order + 1
  std::optional<int> segments = std::nullopt;
  std::optional<double> knot_spacing = std::nullopt;  ///< [s]
  double smoothing = 0.0;                             ///< as in RecoveryOptions
  bool interpolate = false;  ///< joint readings without sensors: through them, not smoothed

  std::optional<double> rate = std::nullopt;  ///< of outputs [1/s]
  int orders = 4;                             ///< derivatives of the motion that are put out
};

/// Reads a settings file for bags; what it says about tables is left alone. Throws hod::Error with
/// file and line for what means nothing, and for joints and links that the robot lacks.
RecordingSettings read_recording_settings(const std::filesystem::path & path);

/// The same for a robot from elsewhere, as ROS's /robot_description: the file need not name one,
/// and what it says of the robot besides its URDF acts on this one.
RecordingSettings read_recording_settings(
  const std::filesystem::path & path, RobotDescription description);

/// Places the sensors that have no link in the settings on the links in whose frames their messages
/// speak, one frame per sensor. Throws hod::Error for a frame that is no link of the robot.
void place_in_frames(RecordingSettings & settings, const std::vector<std::string> & frames);

}  // namespace hod

#endif  // HOD__ACCELEROMETER__RECORDING_SETTINGS_HPP_

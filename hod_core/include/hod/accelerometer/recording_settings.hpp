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

/// Where the readings of one source are found in a bag or among live topics.
struct RecordedSignal
{
  std::string name = {};             ///< used in messages
  std::string topic = {};            ///< as written in the settings
  std::vector<int> components = {};  ///< for a sensor: which of x, y, z (0 … 2) each axis reads
  double factor = 1.0;               ///< converts a reading to SI units
  bool stamped_on_receipt = false;   ///< use the time of receipt, not the headers' stamps
};

/// An accelerometer or gyroscope as the user describes it. A sensor without a link is placed by its
/// messages' frame.
struct RecordedSensor
{
  RecordedSignal signal;
  Accelerometer sensor;                                ///< its noise is set by noise_of()
  std::optional<double> noise = std::nullopt;          ///< stated standard deviation
  std::optional<double> noise_density = std::nullopt;  ///< or density [µg/√Hz, gyros °/s/√Hz]
};

/// Direct readings of a joint.
struct RecordedJoint
{
  RecordedSignal signal;
  std::string joint;
  int derivative = 0;                          ///< 0 position, 1 velocity, 2 acceleration
  std::optional<double> noise = std::nullopt;  ///< stated standard deviation
};

/// The settings of `hod fit`, `hod replay`, the ROS node and replay_bag for a recording
/// (docs/recordings.md).
struct RecordingSettings
{
  Robot robot;
  std::vector<RecordedSensor> sensors = {};
  std::vector<RecordedJoint> joints = {};

  /// Known values at the first and the last instant, one entry per joint of the robot; empty or
  /// NaN: unknown.
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
  bool interpolate = false;  ///< joint readings without sensors: interpolate, do not smooth

  std::optional<double> rate = std::nullopt;  ///< of outputs [1/s]
  int orders = 4;                             ///< derivatives of the motion in the output
};

/// Reads a settings file for bags; entries for tables are ignored. Throws hod::Error with file and
/// line for invalid entries, and for joints and links that are not in the robot.
RecordingSettings read_recording_settings(const std::filesystem::path & path);

/// Same for a robot from another source such as ROS's /robot_description. The file need not name a
/// robot; whatever it says about the robot beyond its URDF is applied to this one.
RecordingSettings read_recording_settings(
  const std::filesystem::path & path, RobotDescription description);

/// Places sensors without a link in the settings on the links named by their messages' frames, one
/// frame per sensor. Throws hod::Error for a frame that is not a link of the robot.
void place_in_frames(RecordingSettings & settings, const std::vector<std::string> & frames);

}  // namespace hod

#endif  // HOD__ACCELEROMETER__RECORDING_SETTINGS_HPP_

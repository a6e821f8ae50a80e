// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__WINDOW_SENSORS_HPP_
#define HOD_ROS__WINDOW_SENSORS_HPP_

#include <Eigen/Core>
#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "hod/accelerometer/recording_settings.hpp"
#include "hod/types.hpp"

namespace hod_ros
{

/// What an accelerometer reading says about the motion at its time, each row divided by the noise:
/// by · (q, q', q'') = right. Linearized about the motion for which it was written; exact in q''.
struct SensorEquation
{
  double time = 0.0;
  hod::RowMatrix by;  ///< one row per axis, columns q, q', q'' of all joints
  Eigen::VectorXd right;
};

/// The accelerometers of a robot and their latest readings.
class WindowSensors
{
public:
  /// Writes rows q, q', q'' at a time.
  using Motion = std::function<void(double time, hod::RowMatrixRef motion)>;

  explicit WindowSensors(const hod::Robot & robot);

  /// @param noise for a sensor that states none [m/s²]
  ///
  /// Throws hod::Error for a sensor that is invalid for the robot.
  int add(const hod::RecordedSensor & sensor, double noise);

  bool empty() const { return sensors_.empty(); }
  const hod::Accelerometer & sensor(int index) const;

  /// How long readings wait for joint states, which may have stopped [s]; longer than any window.
  static constexpr double kLongestWait = 20.0;

  /// Adds a reading, one number per axis [m/s²]. Throws hod::Error for a reading that is not after
  /// the previous ones, not finite, or at the sensor's full scale. A reading that is earlier by
  /// more than StreamClock::kJump restarts the sensor.
  /// @param stamp its time [s]; the sensor's time offset is subtracted
  void push(int index, double stamp, const Eigen::Vector3d & reading);

  /// Discards readings before a time.
  void forget(double before);
  void clear();

  /// The equations of all readings up to a time. Each is written once, for the motion at the time
  /// it is first requested.
  std::vector<const SensorEquation *> equations(double until, const Motion & motion);

private:
  struct Reading
  {
    double time;
    Eigen::Vector3d value;
    bool is_written = false;
    SensorEquation equation = {};
  };
  struct Sensor
  {
    hod::MountedAccelerometer mounted;
    std::optional<double> density;  ///< of its noise [µg/√Hz]
    std::deque<Reading> readings = {};
  };

  double noise(const Sensor & sensor) const;
  void write(const Sensor & sensor, Reading & reading, const Motion & motion);

  const Sensor & at(int index) const { return sensors_[static_cast<std::size_t>(index)]; }

  hod::Robot robot_;
  hod::KinematicsWorkspace workspace_;
  hod::ReadingEquation linear_;
  hod::RowMatrix motion_;
  std::vector<Sensor> sensors_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__WINDOW_SENSORS_HPP_

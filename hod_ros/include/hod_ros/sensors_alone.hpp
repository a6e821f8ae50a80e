// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__SENSORS_ALONE_HPP_
#define HOD_ROS__SENSORS_ALONE_HPP_

#include <memory>
#include <vector>

#include "hod/accelerometer/fixed_lag.hpp"
#include "hod/accelerometer/recording_settings.hpp"
#include "hod_ros/motion_estimator.hpp"

namespace hod_ros
{

/// The motion that accelerometers alone tell of, from a known start: hod::FixedLag, fed reading by
/// reading. What it gives is final, one knot spacing and the window behind the slowest sensor.
class SensorsAlone
{
public:
  /// @param noise of sensors whose file gives none [m/s²]
  /// Throws hod::Error for joints that are neither held nor have a start.
  SensorsAlone(hod::RecordingSettings settings, double noise);

  /// Takes a reading in. True if it brings an estimate, which every reading of the first sensor
  /// does as soon as the window is full. Throws hod::Error for a reading that does not fit.
  bool add(
    int sensor, double time, const Eigen::Vector3d & reading, Eigen::Index rows,
    MotionEstimate & estimate);

  /// Forgets all readings: the robot is at its start again.
  void reset();

  double latency() const;

private:
  struct Pending
  {
    int sensor;
    double time;
    Eigen::Vector3d reading;
  };

  void begin();
  void push(const Pending & reading);

  hod::Robot robot_;
  std::vector<hod::RecordedSensor> inputs_;
  std::vector<hod::Accelerometer> sensors_;
  hod::FixedLagOptions options_;
  std::unique_ptr<hod::FixedLag> lag_;
  std::vector<Pending> pending_;  ///< until the rates of all sensors are known
  std::vector<double> newest_;    ///< time of each sensor's last reading
};

}  // namespace hod_ros

#endif  // HOD_ROS__SENSORS_ALONE_HPP_

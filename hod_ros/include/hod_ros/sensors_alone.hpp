// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__SENSORS_ALONE_HPP_
#define HOD_ROS__SENSORS_ALONE_HPP_

#include <memory>
#include <string>
#include <vector>

#include "hod/accelerometer/fixed_lag.hpp"
#include "hod/accelerometer/recording_settings.hpp"
#include "hod_ros/motion_estimator.hpp"

namespace hod_ros
{

/// The motion from accelerometers alone, starting at a known state: hod::FixedLag, fed reading by
/// reading. Its results are final; they lag the slowest sensor by one knot spacing and the window.
class SensorsAlone
{
public:
  /// @param noise of sensors for which the file states none [m/s²]
  ///
  /// Throws hod::Error for joints that are neither held nor have a start.
  SensorsAlone(hod::RecordingSettings settings, double noise);

  /// Adds a reading. Returns true if this yields an estimate, as every reading of the first sensor
  /// does once the window is full. Throws hod::Error for an invalid reading, and for every reading
  /// after a sensor has stopped, since an estimate without it would drift unnoticed.
  bool add(
    int sensor, double time, const Eigen::Vector3d & reading, Eigen::Index rows,
    MotionEstimate & estimate);

  /// Discards all readings: the robot is at its start again.
  void reset();

  double latency() const;

private:
  struct Pending
  {
    int sensor;
    double time;
    Eigen::Vector3d reading;
  };

  /// Keeps a reading; returns true as soon as the rates of all sensors are known.
  bool wait(const Pending & reading);
  void begin();
  void catch_up();
  void work_through(double complete);
  double time_of(const Pending & reading) const;
  [[noreturn]] void give_up(const std::string & what);
  [[noreturn]] void blame_slowest();
  void require_company(const Pending & reading);
  void require_taken(std::size_t index, hod::FixedLag::Push result) const;
  void push(const Pending & reading);

  hod::Robot robot_;
  std::vector<hod::RecordedSensor> inputs_;
  std::vector<hod::Accelerometer> sensors_;
  hod::FixedLagOptions options_;
  std::unique_ptr<hod::FixedLag> lag_;
  std::vector<Pending> pending_;    ///< until the rates of all sensors are known
  std::vector<std::size_t> heard_;  ///< how many of them came from each sensor
  std::vector<double> newest_;      ///< time of each sensor's last reading
  std::string problem_;             ///< why nothing more is computed; empty if there is no problem
};

}  // namespace hod_ros

#endif  // HOD_ROS__SENSORS_ALONE_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ACCELEROMETER__FIXED_LAG_HPP_
#define HOD__ACCELEROMETER__FIXED_LAG_HPP_

#include <memory>
#include <vector>

#include "hod/accelerometer/recovery.hpp"

namespace hod
{

struct FixedLagOptions
{
  int degree = 5;              ///< of the spline, 3 … 11
  double knot_spacing = 0.02;  ///< [s]
  int segments = 10;           ///< in the window: the lag is segments · knot_spacing
  int max_readings = 100;      ///< of one sensor between two knots; memory is set aside for them
  int steps = 2;               ///< Gauss-Newton steps per segment
  double smoothing = 0.0;      ///< as in RecoveryOptions

  double start_time = 0.0;                ///< [s]
  Eigen::VectorXd start, start_velocity;  ///< one entry per joint of the robot
  double start_noise = 1e-4;  ///< standard deviation of the start [rad or m, and per second]
  std::vector<HeldJoint> held;
};

/// Joint motion while the readings come in: the same equations as recover_motion(), over a window
/// of the last segments; what was before it is kept as a prior of the control points it shares with
/// the window. Sensors are taken as they are described.
///
/// A motion at a time t is final once all readings to t + latency() are in; up to then evaluate()
/// gives what is known so far, with larger errors the nearer t is to the last reading. Without
/// known ends the drift of integration remains where neither gravity nor spare axes hold it.
///
/// Only the constructor allocates. One thread at a time. One that has been moved from has no
/// sensors and knows no motion.
class FixedLag
{
public:
  enum class Push
  {
    ok,
    no_such_sensor,
    not_finite,
    out_of_order,  ///< not after the sensor's last reading
    too_late,      ///< before the time given as complete
    full           ///< more readings than max_readings; update() makes room
  };

  /// Throws hod::Error for sensors or options that cannot be, and joints that no sensor sees at the
  /// start.
  FixedLag(
    const Robot & robot, const std::vector<Accelerometer> & sensors,
    const FixedLagOptions & options);
  ~FixedLag();
  FixedLag(FixedLag &&) noexcept;
  FixedLag & operator=(FixedLag &&) noexcept;

  /// From a reading to the final motion, beside the knot spacing that a segment takes to fill [s].
  double latency() const noexcept;

  /// Takes a reading in, in any order of the sensors. @param reading one entry per axis [m/s²]
  [[nodiscard]] Push push(int sensor, double stamp, const Eigen::Vector3d & reading) noexcept;

  /// Says that all readings taken before `time` are in, and works through the segments that this
  /// completes. Returns how many there were, at most as many as the window holds: for a time
  /// further ahead, call again. A sensor that gave none in them is left out.
  int update(double time) noexcept;

  /// The end of the last complete segment, and of the last one that is final [s].
  double end() const noexcept;
  double final_end() const noexcept;

  /// Rows q, q', … of all joints of the robot at a time in the window; beyond it the end segments
  /// continue. All NaN for a time that is not finite, and unless there is a column per joint.
  void evaluate(double time, RowMatrixRef motion) const noexcept;

private:
  struct Window;
  std::unique_ptr<Window> window_;
};

}  // namespace hod

#endif  // HOD__ACCELEROMETER__FIXED_LAG_HPP_
